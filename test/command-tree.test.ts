import { globSync, readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type { Command } from '../src/cli/define.ts'
import { parseCommandLine } from '../src/cli/program/program.ts'
import { nouns, commands as oneWordCommands } from '../src/commands/index.ts'
import { makeCli, refuses, test } from './support/cli.ts'
import { argvOf } from './support/examples.ts'

const commands = [...oneWordCommands, ...(await Promise.all(nouns.map((noun) => noun.load()))).flat()]
const program = { version: '0.0.0', commands: oneWordCommands, nouns, columns: 80 }
const ADDRESS = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const tests = globSync('test/**/*.test.ts')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

describe.each(commands.map((command) => [command.name, command] as const))('%s', (name, command) => {
  const words = name.split(' ')

  test('has a help with examples', async () => {
    const { code, stdout } = await makeCli()([...words, '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain(command.summary)
    expect(stdout).toContain('Examples:')
    expect(stdout).toContain('--json')
  })

  test('takes --json, and every one of its examples', async () => {
    for (const { command: line } of command.examples) {
      const words = argvOf(line)
      // What follows `--` is another program's.
      const end = words.includes('--') ? words.indexOf('--') : words.length
      const parsed = await parseCommandLine(words.toSpliced(end, 0, '--json'), program)
      expect(parsed, line).toMatchObject({ kind: 'run', globals: { json: true } })
      expect((parsed as { command: Command }).command.name).toBe(name)
    }
  })

  test('is run by a test', () => {
    const verbs = [words.at(-1), ...(command.aliases ?? [])]
    const nounNames =
      words.length === 1 ? [] : [words[0], ...(nouns.find((noun) => noun.name === words[0])?.aliases ?? [])]
    const between = words
      .slice(1, -1)
      .map((part) => `'${part}',\\s*`)
      .join('')
    const calls =
      words.length === 1
        ? verbs.map((verb) => `\\['${verb}'`)
        : nounNames.flatMap((noun) => verbs.map((verb) => `'${noun}',\\s*${between}'${verb}'`))
    expect(new RegExp(calls.join('|')).test(tests), `no test runs ${calls.join(' or ')}`).toBe(true)
  })
})

test('no flag with a list of words takes an empty one, which often means everything', () => {
  const lists = commands.flatMap(({ name, options }) =>
    Object.values(options)
      .filter(({ choices, repeatable }) => choices && repeatable)
      .map((option) => ({ name, option })),
  )
  expect(lists.length).toBeGreaterThan(10)
  for (const { name, option } of lists)
    for (const empty of ['', ' ', ',', ', ,']) expect(() => option.parse('--x', [empty]), name).toThrow('--x is empty')
})

test('what errors and messages name to run next are commands that are there', async () => {
  const sources = globSync('src/**/*.ts').map((path) => readFileSync(path, 'utf8'))
  const tables = ['src/cli/errors/next-commands.ts', 'src/api/text/commands.ts'].map((path) =>
    readFileSync(path, 'utf8'),
  )
  const lines = [
    ...sources.flatMap((source) => [...source.matchAll(/\btry: ['"`](txwarden [^'"`\n]*)['"`]/g)]),
    ...tables.flatMap((source) => [...source.matchAll(/=> \(?['"`](txwarden [^'"`\n]*)['"`]/g)]),
  ].map(([, line = '']) => line)
  expect(lines.length).toBeGreaterThan(30)
  for (const line of lines) {
    const argv = argvOf(line.replace(/\$\{[^}]*\}/g, 'filled-in'))
    const known = [
      ...nouns.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
      ...commands.map(({ name }) => name),
    ]
    if (!/^(help$|filled-in$|-)/.test(argv[0] ?? '')) expect(known, line).toContain(argv[0])
  }
})

test('every command belongs to an existing noun', () => {
  const known = new Set(nouns.map((noun) => noun.name))
  const lost = commands.filter(({ name }) => name.includes(' ') && !known.has(name.split(' ')[0] ?? ''))
  expect(lost.map(({ name }) => name)).toEqual([])
})

test('no two commands answer to one name', () => {
  const names = commands.flatMap(({ name, aliases = [] }) => {
    const before = name.slice(0, name.lastIndexOf(' ') + 1)
    return [name, ...aliases.map((alias) => before + alias)]
  })
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

describe('the program', () => {
  test('shows its help when nothing is asked', async () => {
    const { code, stdout, stderr } = await makeCli()([])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const noun of nouns) expect(stdout).toContain(noun.summary.slice(0, 30))
  })

  test('knows help in each of its spellings', async ({ cli }) => {
    const help = await cli(['control-list', 'add', '--help'])
    expect(await cli(['help', 'control-list', 'add'])).toEqual(help)
    expect(await cli(['cl', 'add', '-h'])).toEqual(help)
    expect((await cli(['help', 'exit-codes'])).stdout).toContain('12  verdict: blocked')
  })

  test('prints its version', async ({ cli }) => {
    const version = await cli(['--version'])
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(await cli(['-V'])).toEqual(version)
    expect(await cli.json(['-V'])).toEqual({
      version: version.stdout.trim(),
      node: process.versions.node,
      isSingleExecutable: false,
    })
  })

  test.each([
    [['contrl-list', 'list'], "unknown command 'contrl-list' (Did you mean control-list?)"],
    [['control-list', 'ad'], "unknown command 'ad' (Did you mean add?)"],
    [['control-list'], 'control-list needs a verb: list, add'],
    [['help', 'contrl-list'], "unknown command 'contrl-list' (Did you mean control-list?)"],
    [['nope', '--help'], "unknown command 'nope'"],
    [['control-list', 'list', '--tpye', 'block'], "unknown option '--tpye' (Did you mean --type?)"],
    [['control-list', 'list', '--size'], 'argument missing'],
    [['control-list', 'list', '--size', '0'], '--size: 0 is not between 1 and 1000'],
    [['control-list', 'list', '--size', 'ten'], '--size: "ten" is not a whole number'],
    [['control-list', 'list', '--type', 'grey'], '--type: "grey" is not one of ALLOW, BLOCK\n'],
    [['control-list', 'list', '--type', 'blok'], '--type: "blok" is not one of ALLOW, BLOCK (Did you mean BLOCK?)\n'],
    [['control-list', 'list', '--profle', 'local'], "unknown option '--profle' (Did you mean --profile?)\n"],
    [['contrl-list', 'list', '--type', 'block'], "unknown command 'contrl-list' (Did you mean control-list?)\n"],
    [['list', 'control-list'], "unknown command 'list'"],
    [['monitor', 'add', ADDRESS, '--chain', 'etherium'], '(Did you mean ethereum?)\n'],
    [['monitor', 'list', '-p', 'locl'], 'profile "locl" does not exist; existing: local (Did you mean local?)\n'],
    [['config', 'set', 'timeuot', '3s'], '(Did you mean timeout?)\n'],
    [['config', 'service', 'get', 'block-treshold'], '(Did you mean block-threshold?)\n'],
    [['profile', 'list', '--fields', 'nmae'], '--fields: unknown field nmae (Did you mean name?)\n'],
    [['completion', 'powershel'], '(Did you mean powershell?)\n'],
    [['control-list', 'list', '--timeout', 'soon'], '--timeout: "soon" is not a duration'],
    [['control-list', 'list', '-p', 'nowhere'], 'profile "nowhere" does not exist'],
    [['control-list', 'list', '--header', 'X-Api-Key: abc'], 'keys never go on the command line'],
  ])('%j is a usage error with something to try next', async (argv, text) => {
    expect(await makeCli()(argv)).toMatchObject(refuses(2, text))
  })
})
