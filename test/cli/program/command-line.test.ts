import { describe, expect, test } from 'vitest'
import { commandLine } from '../../../src/cli/program/command-line.ts'
import { quoteWord } from '../../../src/shared/text/quote-word.ts'
import { makeCli } from '../../support/cli.ts'
import { argvOfShell } from '../../support/shell.ts'

describe('the equivalent command line', () => {
  test.each([
    'plain',
    'two words',
    "it's",
    '',
    '$HOME `id` "x" \\',
    '*?[a]',
    '; rm -rf /',
    'ünïcode → ✓',
    '#x',
    '~',
    '!!',
    '{a,b}',
  ])('hands %j to the program as it is', (text) => {
    expect(argvOfShell(`txwarden ${quoteWord(text)}`)).toEqual([text])
  })

  test('omits absent values, and joins lists', () => {
    const flags = {
      name: 'High risk',
      on: ['safe', 'unsafe'],
      fromScore: 0,
      inactive: true,
      toScore: undefined,
      x: false,
    }
    expect(commandLine({ name: 'alert create', flags }, {} as never)).toBe(
      "txwarden alert create --name 'High risk' --on safe,unsafe --from-score 0 --inactive",
    )
  })

  test('writes none for cleared values, and joins a leading dash to its flag', () => {
    const flags = { chatId: '-100', chain: [], category: null }
    expect(commandLine({ name: 'alert update', arguments: ['a b'], flags }, {} as never)).toBe(
      "txwarden alert update 'a b' --chat-id=-100 --chain none --category none",
    )
  })

  test('selects the same service', () => {
    const globals = { profile: 'prod', baseUrl: 'https://a.example.org/v?x=1', insecureHttp: true, yes: true } as never
    expect(commandLine({ name: 'alert create', flags: {} }, globals)).toBe(
      "txwarden alert create --profile prod --base-url 'https://a.example.org/v?x=1' --insecure-http",
    )
  })

  test('pipes a secret from a variable', () => {
    const secret = { variable: 'TOKEN', words: '--token-file -' }
    expect(commandLine({ name: 'destination create', flags: { name: 'a' } }, {} as never, secret)).toBe(
      'printf %s "$TOKEN" | txwarden destination create --name a --token-file -',
    )
  })
})

describe('the next step quotes what was typed', () => {
  const id = "a'b; $(id) `id`"

  test.each([
    [
      ['tx', 'update', id],
      ['tx', 'update', id, '--transaction-id', 'FILL', '--block-number', 'FILL'],
    ],
    [
      ['control-list', 'update', id],
      ['control-list', 'update', id, '--chain', 'ethereum'],
    ],
    [
      ['alert', 'update', id],
      ['alert', 'update', id, '--from-score', '80'],
    ],
    [
      ['monitor', 'update', id],
      ['monitor', 'update', id, '--name', 'treasury'],
    ],
    [
      ['destination', 'update', id],
      ['destination', 'update', id, '--state', 'INACTIVE'],
    ],
    [
      ['auth', 'login', '-p', id],
      ['--profile', id, 'auth', 'login', '--profile', id, '--base-url', 'FILL'],
    ],
    [
      ['monitor', 'update', id, '--base-url', "https://a.example.org/$&$'"],
      ['--base-url', "https://a.example.org/$&$'", 'monitor', 'update', id, '--name', 'treasury'],
    ],
  ])('%j', async (argv, tried) => {
    const { code, stderr } = await makeCli()(argv)
    expect(code).toBe(2)
    const [, next = ''] = /^Try: (.*)$/m.exec(stderr) ?? []
    expect(argvOfShell(next.replaceAll(/<\w+>/g, 'FILL'))).toEqual(tried)
  })
})
