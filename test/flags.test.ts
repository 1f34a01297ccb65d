import { describe, expect, test } from 'vitest'
import { flagName } from '../src/cli/options.ts'
import { nouns, commands as oneWordCommands } from '../src/commands/index.ts'

const commands = [...oneWordCommands, ...(await Promise.all(nouns.map((noun) => noun.load()))).flat()]
const flags = commands.flatMap(({ name: command, options }) =>
  Object.entries(options).map(([member, { placeholder = '' }]) => ({ command, flag: flagName(member), placeholder })),
)

/** Ideas that several commands have: the one flag of each, and what it is never called. */
const ideas: readonly (readonly [flag: string, others: RegExp])[] = [
  ['--state', /^--(?:in)?active$|^--(?:en|dis)abled?$|^--(?:is-)?active$/],
  ['--kind', /^--key$|^--key-(?:kind|type)$|^--scope$/],
  ['--from-block', /^--(?:start|first|since)-block$/],
  ['--reason', /^--(?:note|comment|why|because)$/],
  ['--chain', /^--chains$|^--chain-ids?$|^--network$/],
  ['--limit', /^--(?:max|count|top|first)$/],
  ['--since', /^--(?:after|newer-than)$/],
  ['--until', /^--before$/],
  ['--force', /^--overwrite$/],
  ['--file', /^--(?:input|in)$/],
]

/** Flags whose value depends on the command, with why. */
const kinds: Readonly<Record<string, string>> = {
  '--database': 'a profile stores a file, serve takes PostgreSQL, too',
  '--effects': 'a file to read, and what contract export prints',
  '--file': 'a manifest can be a folder',
  '--format': 'few words are shown, many are listed',
  '--group': 'to group messages, and the digest that grouped them',
  '--kind': 'both kinds of keys can be stored, one is created; of chain events',
  '--name': 'a part of it where lists are searched',
  '--rescreen': 'an alert is sent or not, an import looks back for some time',
  '--since': 'a block, too, where blocks are read',
  '--state': 'of deliveries and holds there are more',
  '--token': 'one to pay in, and an address where approvals are listed',
  '--type': 'of an entry and of an alert',
}

describe('one idea has one flag', () => {
  test.each(ideas)('%s', (flag, others) => {
    expect(flags.some((each) => each.flag === flag)).toBe(true)
    expect(flags.filter((each) => others.test(each.flag))).toEqual([])
  })

  test('and one flag takes one kind of value', () => {
    const taken = Map.groupBy(flags, ({ flag }) => flag)
    const several = [...taken].filter(([, uses]) => new Set(uses.map(({ placeholder }) => placeholder)).size > 1)
    expect(several.map(([flag]) => flag).toSorted()).toEqual(Object.keys(kinds).toSorted())
  })

  test('also where a thing is made and where it is changed', () => {
    const of = (command: string) => flags.filter((each) => each.command === command).map(({ flag }) => flag)
    expect(of('monitor add')).toContain('--state')
    expect(of('monitor import')).toContain('--state')
    expect(of('monitor update')).toContain('--state')
    expect(of('alert create')).toContain('--state')
    for (const verb of ['create', 'update']) expect(of(`destination ${verb}`)).toContain('--state')
  })
})

const lists = commands.filter(
  ({ name }) =>
    name.endsWith(' list') || ['intel catalogue', 'intel sources', 'monitor activity', 'intel affected'].includes(name),
)

test.each(lists.map(({ name, options }) => [name, options] as const))('%s has --all and --limit', (_, options) => {
  expect(Object.keys(options)).toEqual(expect.arrayContaining(['all', 'limit']))
})
