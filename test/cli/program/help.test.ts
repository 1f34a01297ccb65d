import { describe, expect, test } from 'vitest'
import { flagTerm } from '../../../src/cli/options.ts'
import { meantCommand, synonyms } from '../../../src/cli/program/synonyms.ts'
import { topicNames } from '../../../src/cli/program/topics.ts'
import { nouns, commands as oneWordCommands } from '../../../src/commands/index.ts'
import { validate } from '../../../src/commands/validate/validate.ts'
import { makeCli } from '../../support/cli.ts'

const commands = [...oneWordCommands, ...(await Promise.all(nouns.map((noun) => noun.load()))).flat()]

const topics = topicNames(oneWordCommands)

async function helpOf(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await makeCli()([...words, '--help'], { columns: 80 })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** Flags below a heading of a help. */
function flagsBelow(help: string, heading: string): string[] {
  const section = help.split(`\n${heading}:\n`)[1]?.split('\n\n')[0] ?? ''
  return [...section.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag = '']) => flag)
}

describe('the help of the program', () => {
  test('fits a screen of 50 rows and 80 columns', async () => {
    const rows = (await helpOf()).trimEnd().split('\n')
    expect(rows.length).toBeLessThan(50)
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(80)
  })

  test('names where all flags are, and help flags has them', async () => {
    expect(await helpOf()).toContain('all: txwarden help flags')
    const { stdout } = await makeCli()(['help', 'flags'])
    for (const flag of ['-p, --profile <name>', '--no-color', '--insecure-http', '--header <name: value>'])
      expect(stdout).toContain(`  ${flag}`)
  })
})

describe('the help of validate', () => {
  test('fits 60 lines of 80 columns, with at most 15 flags', async () => {
    const help = await helpOf('validate')
    expect(help.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
    const flags = flagsBelow(help, 'Flags')
    expect(flags.length).toBeLessThanOrEqual(15)
    expect(flags).toEqual(
      expect.arrayContaining(['--file', '--batch', '--typed-data', '--chain', '--value', '--explain']),
    )
  })

  test.each([
    ['batch', ['--resume', '--report', '--concurrency']],
    ['messages', ['--typed-data']],
    ['x402', ['--max-amount']],
    ['recheck', ['--recheck']],
    ['simulation', ['--simulate', '--node', '--block', '--chain-timeout', '--trace']],
    ['advanced', ['--ip', '--user-agent', '--product', '--api-version', '--track-nonce', '--payload-slot', '--nonce']],
  ])('names the page %s, which has the other flags', async (topic, flags) => {
    expect(await helpOf('validate')).toMatch(new RegExp(`^ {2}txwarden help ${topic} `, 'm'))
    const { stdout } = await makeCli()(['help', topic], { columns: 80 })
    for (const flag of flags) expect(stdout).toContain(flag)
  })

  test('leaves no flag without a page', async () => {
    const pages = await Promise.all(topics.map((topic) => makeCli()(['help', topic])))
    const shown = [await helpOf('validate'), ...pages.map(({ stdout }) => stdout)].join('\n')
    for (const [name, option] of Object.entries(validate.options)) expect(shown).toContain(flagTerm(name, option))
  })
})

test('verbs that operate a chain have a heading of their own', async () => {
  const [usual, operate] = (await helpOf('chain')).split('\nOperate:\n')
  for (const verb of ['pause', 'resume', 'skip', 'mode']) {
    expect(operate).toContain(`\n  ${verb} `.slice(operate?.startsWith(`  ${verb}`) ? 1 : 0))
    expect(usual).not.toMatch(new RegExp(`^ {2}${verb} `, 'm'))
  }
})

describe('help topics', () => {
  test.each(['exit-codes', 'flags', 'glossary'])('%s fits the terminal', async (topic) => {
    const { code, stdout } = await makeCli()(['help', topic], { columns: 80 })
    expect(code).toBe(0)
    expect(stdout).toContain('\n\n  ')
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(90)
  })

  test('an unknown one lists them', async () => {
    const { code, stderr } = await makeCli()(['help', 'nosuch'])
    expect(code).toBe(2)
    expect(stderr).toContain("unknown command 'nosuch'\n  topics: exit-codes, flags, glossary, batch, ")
  })

  test.each(['constructor', '__proto__', 'toString'])('%s is none', async (word) => {
    expect(await makeCli()(['help', word])).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('first words that people try', () => {
  test.each([
    [['check', '0x7E57E185F01f2900F3b969962D790bD76275007A'], 'validate', 'validate'],
    [['block'], 'control-list add <address> --type block', 'control-list add'],
    [['Whitelist'], 'control-list add <address> --type allow', 'control-list add'],
    [['send', '--json'], 'proxy -- <command>', 'proxy'],
    [['login', '--help'], 'auth login', 'auth login'],
    [['list', 'alerts'], 'alert list', 'alert list'],
    [['add', 'cl'], 'control-list add', 'control-list add'],
    [['alert', 'pause'], 'alert disable', 'alert disable'],
    [['alert', 'snooze'], 'alert silence', 'alert silence'],
  ])('%j suggests %s', async (argv, meant, next) => {
    const { code, stdout, stderr } = await makeCli()(argv)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`(Did you mean ${meant}?)`)
    expect(stderr).toContain(`txwarden ${next} --help`)
  })

  test('are no commands themselves, and mean commands that exist', () => {
    const known = commands.map(({ name }) => name)
    const words = Object.values(synonyms).flat()
    expect(new Set(words).size).toBe(words.length)
    for (const word of words) expect([...nouns, ...oneWordCommands].map(({ name }) => name)).not.toContain(word)
    for (const meant of Object.keys(synonyms)) expect(known).toContain(meant.replace(/ (?:<|-).*/, ''))
    expect(meantCommand(['qwerty'], nouns)).toBeUndefined()
  })
})
