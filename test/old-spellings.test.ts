import { describe, expect, test } from 'vitest'
import { nouns, commands as oneWordCommands } from '../src/commands/index.ts'
import { makeCli } from './support/cli.ts'

// Endless ones end at once.
const atOnce = { signal: AbortSignal.abort() }
const FOLLOW = 'txwarden serve --follow <chains> --no-http'

/** Lines of the log have a time. */
function withoutLog(lines: readonly string[]): string[] {
  return lines.filter((line) => !line.startsWith('{'))
}

describe.each([
  [['follow', 'base', '1'], ['serve', '--follow', 'base,1', '--no-http'], FOLLOW],
  [['follow', 'all', '--json'], ['serve', '--follow', 'all', '--no-http', '--json'], FOLLOW],
  [['version'], ['-V'], 'txwarden -V'],
  [['settings', 'get'], ['config', 'service', 'get'], 'txwarden config service get'],
  [['settings', 'ls', '--json'], ['config', 'service', 'get', '--json'], 'txwarden config service get'],
  [['settings', 'get', 'nope'], ['config', 'service', 'get', 'nope'], 'txwarden config service get'],
  [
    ['settings', 'set', 'block-threshold', '80'],
    ['config', 'service', 'set', 'block-threshold', '80'],
    'txwarden config service set',
  ],
  [
    ['settings', 'set', 'block-threshold', '0'],
    ['config', 'service', 'set', 'block-threshold', '0'],
    'txwarden config service set',
  ],
  [['openapi'], ['api', '--openapi'], 'txwarden api --openapi'],
  [['openapi', '-o', 'yaml'], ['api', '--openapi', '-o', 'yaml'], 'txwarden api --openapi'],
])('%j', (old, now, spelling) => {
  test('does what the new spelling does, and names it', async () => {
    const [before, after] = [await makeCli()(old, atOnce), await makeCli()(now, atOnce)]
    expect({ code: before.code, stdout: before.stdout }).toEqual({ code: after.code, stdout: after.stdout })
    const [line, ...others] = before.stderr.split('\n')
    expect(line).toMatch(/^`txwarden [\w ]+` is now `/)
    expect(line).toContain(`\`${spelling}\``)
    expect(withoutLog(others)).toEqual(withoutLog(after.stderr.split('\n')))
  })

  test('says nothing with -q', async () => {
    expect((await makeCli()([...old, '-q'], atOnce)).stderr).not.toContain('is now')
  })
})

test('the help and the completion of the program have only new ones, at most 30 words', async () => {
  const replaced = [...oneWordCommands, ...nouns].filter((each) => each.replacedBy).map(({ name }) => name)
  expect(replaced.toSorted()).toEqual(['follow', 'openapi', 'settings', 'version'])
  const { stdout } = await makeCli()(['--help'])
  const words = [...stdout.matchAll(/^ {2}([a-z-]+)(?:, [a-z]+)? {2,}/gm)].map(([, word]) => word)
  expect(words).toContain('validate')
  expect(words.length).toBeLessThanOrEqual(30)
  expect(words.filter((word) => replaced.includes(word ?? ''))).toEqual([])
  const offered = (await makeCli()(['__complete', ''])).stdout
  for (const name of replaced) expect(offered).not.toMatch(new RegExp(`^${name}\\b`, 'm'))
})

test('the help of an old one names the new one', async () => {
  expect((await makeCli()(['follow', '--help'])).stdout).toContain(`\`txwarden follow\` is now \`${FOLLOW}\`.`)
  expect((await makeCli()(['config', '--help'])).stdout).toContain('Settings of the service: get, set')
})

describe('serve --no-http', () => {
  test.each([
    [[], '--no-http needs --follow'],
    [['--follow', 'none'], '--no-http needs --follow'],
    [['--follow', 'base', '--port', '0'], '--port and --no-http exclude each other'],
    [['--follow', 'base', '--admin-api'], '--admin-api and --no-http exclude each other'],
    [['--follow', 'atlantis'], '"atlantis" is not a chain'],
  ])('with %j is refused', async (flags, message) => {
    const { code, stdout, stderr } = await makeCli()(['serve', '--no-http', ...flags], atOnce)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })
})

test.each([
  [['api'], 'api needs <method>, <path>'],
  [['api', 'GET'], 'api needs <path>'],
  [['api', 'GET', '/x', '--openapi'], 'method and --openapi exclude each other'],
  [['api', '--openapi', '--curl'], '--openapi sends no request'],
])('%j is refused', async (argv, message) => {
  const { code, stderr } = await makeCli()(argv)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
})
