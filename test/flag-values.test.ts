import { expect } from 'vitest'
import { flagName, type Options } from '../src/cli/options.ts'
import { globalOptions } from '../src/cli/program/globals.ts'
import { commands, nouns } from '../src/commands/index.ts'
import { makeCli, refuses, test } from './support/cli.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const GARBAGE = '%%garbage%%'

/** Kinds of values that may be any text: names, ids, files, words that only the service knows. */
const anyText = [
  'name',
  'text',
  'part',
  'id',
  'file',
  'path',
  'folder',
  'names',
  'action',
  'glob',
  'profile',
  'database',
  'key',
]
/** A host may have any name; the service checks the rest. */
const anyTextFlags = ['serve --host', 'serve --safes', 'chain define --currency', 'chain define --explorer']

const values: Readonly<Record<string, string>> = {
  address: ADDRESS,
  shell: 'bash',
  method: 'GET',
  path: '/x',
  payload: '0x00',
  setting: 'output',
  value: '4',
  chain: '1',
  from: ADDRESS,
  to: ADDRESS,
  type: 'BLOCK',
  channel: 'WEBHOOK',
  kind: 'validation',
  format: 'ofac',
  olderThan: '1d',
  data: '0x00',
  signer: ADDRESS,
  nonce: '1',
}

/** Flags that a command needs although none of them is declared as required. */
const needed: Readonly<Record<string, readonly string[]>> = {
  validate: ['chain', 'from', 'to'],
  'tx decode': ['data'],
  'safe check': ['nonce'],
  'policy test': ['chain', 'from', 'to'],
  'monitor update': ['name'],
  'payload verify': ['chain', 'from', 'to', 'data', 'signer'],
}

const all = [...commands, ...(await Promise.all(nouns.map((noun) => noun.load()))).flat()]

function sampleOf(name: string, option: Options[string] | undefined): string {
  return option?.choices?.[0] ?? values[name] ?? 'x'
}

const cases = all.flatMap(({ name, arguments: args, options, asks }) => {
  const own: Options = name === 'monitor list' ? { ...options, ...globalOptions } : options
  const isNeeded = (member: string) => options[member]?.required || needed[name]?.includes(member)
  return Object.entries(own)
    .filter(([, { placeholder, choices }]) => placeholder && (choices || !anyText.includes(placeholder)))
    .map(([member]) => ({
      name: `${name} ${flagName(member)}`,
      flag: flagName(member),
      argv: [
        ...name.split(' '),
        // A file and --url exclude each other.
        ...Object.keys(args).flatMap((argument) => (asks || member === 'url' ? [] : [values[argument] ?? 'x'])),
        ...Object.keys(own)
          .filter((other) => other !== member && isNeeded(other))
          .flatMap((other) => [flagName(other), sampleOf(other, own[other])]),
        flagName(member),
        GARBAGE,
      ],
    }))
})

test.each(cases.filter(({ name }) => !anyTextFlags.includes(name)))(
  '$name: a value that cannot be parsed is a usage error that names the flag',
  async ({ flag, argv }) => {
    expect(await makeCli()(argv)).toMatchObject(refuses(2, flag))
  },
)

test('a value in a file is refused: exit code 8', async () => {
  const stdin = JSON.stringify({ chainId: '1', from: GARBAGE, to: ADDRESS })
  expect(await makeCli()(['validate', '--file', '-'], { stdin })).toMatchObject({ code: 8, stdout: '' })
})

const MISTYPED = ADDRESS.replace('d8dA', 'd8Da')
const flags = ['--chain', '1', '--from', ADDRESS]

test.each([
  ['control-list', 'show', MISTYPED],
  ['control-list', 'add', 'notanaddress', '--type', 'block'],
  ['control-list', 'list', '--sort', 'bogus'],
  ['tx', 'list', '--sort', 'bogus'],
  ['tx', 'list', '--size', '5000'],
  ['tx', 'list', '--address', MISTYPED],
  ['tx', 'decode', '--data', '0x00', '--to', MISTYPED],
  ['tx', 'history', 'sync', MISTYPED, '--chain', '1'],
  ['validate', ...flags, '--to', MISTYPED],
  ['validate', ...flags, '--to', ADDRESS, '--value', `${2n ** 256n}`],
  ['validate', ...flags, '--to', ADDRESS, '--nonce', `${2n ** 256n}`],
  ['validate', ...flags, '--to', ADDRESS, '--raw', '-o', 'csv'],
  ['monitor', 'add', 'notanaddress', '--chain', '1'],
  ['monitor', 'list', '--address', MISTYPED],
  ['monitor', 'exposure', MISTYPED],
  ['contract', 'show', MISTYPED],
  ['intel', 'check', '0x12345'],
  ['payload', 'verify', '0x00', ...flags, '--to', ADDRESS, '--signer', MISTYPED],
  ['alert', 'create', '--name', 'x', '--type', 'sonar', '--from-score', '90', '--to-score', '10'],
  ['alert', 'create', '--name', 'x', '--type', 'sonar', '--kinds', 'received'],
  ['config', 'service', 'set', 'block-threshold', '200'],
  ['config', 'set', 'timeout', 'soon'],
  ['profile', 'create', 'a b', '--base-url', 'https://warden.example.org'],
])('%s %s: what is wrong as it was typed is exit code 2: %s %s', async (...argv) => {
  const { code, stdout, stderr } = await makeCli()(argv.filter((word) => word !== undefined))
  expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' })
})

test('what contradicts a stored value is refused: exit code 8', async ({ cli }) => {
  await cli(['alert', 'create', '--name', 'high', '--type', 'sonar', '--from-score', '90'])
  expect(await cli(['alert', 'update', 'high', '--to-score', '10'])).toMatchObject({ code: 8, stdout: '' })
})
