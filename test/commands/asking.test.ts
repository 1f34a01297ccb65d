import { describe, expect } from 'vitest'
import { type CliOptions, makeCli, refuses, says, test } from '../support/cli.ts'
import { argvOfShell } from '../support/shell.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const ENTER = '\n'
const DOWN = '\u001b[B'

/** The equivalent command line that a command prints. */
function lineOf(stderr: string): string {
  const [, after = ''] = stderr.split('The same without prompts:\n')
  return (after.split('\n')[0] ?? '').trim()
}

const asked: [string, string[], NonNullable<CliOptions['typed']>, string][] = [
  [
    'control-list add',
    ['control-list', 'add'],
    [
      ['❯ BLOCK', ENTER],
      ['Addresses or @names', `0x12${ENTER}`],
      ['"0x12"', `\u007f\u007f\u007f\u007f${ADDRESS}${ENTER}`],
      ['Chains, ids or names', `base, 1${ENTER}`],
      ['Add this', ENTER],
    ],
    `txwarden control-list add ${ADDRESS} --type BLOCK --product SONAR --chain 8453,1`,
  ],
  [
    'monitor add',
    ['monitor', 'add', ADDRESS],
    [
      ['Chains, ids or names', `base${ENTER}`],
      ['Name (empty', `the treasury${ENTER}`],
      ['Monitor this', ENTER],
    ],
    `txwarden monitor add ${ADDRESS} --chain 8453 --name 'the treasury'`,
  ],
  [
    'profile create',
    ['profile', 'create'],
    [
      ['Name of the profile', `prod${ENTER}`],
      ['❯ remote', ENTER],
      ['URL of the service', `https://api.example.com${ENTER}`],
      ['Create this profile', ENTER],
    ],
    'txwarden profile create prod --base-url https://api.example.com',
  ],
  [
    'keys create',
    ['keys', 'create'],
    [
      ['❯ validation', DOWN],
      ['❯ management', ENTER],
      ['Name, such as', `alice${ENTER}`],
      ['Create this key', ENTER],
    ],
    'txwarden keys create --kind management --name alice',
  ],
]

describe('on a terminal', () => {
  test.each(asked)('%s asks for what is missing, and says how to do the same without', async (_, argv, typed, line) => {
    const first = await makeCli()(argv, { typed })
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('✓') })
    expect(lineOf(first.stderr)).toBe(line)
    const copied = await makeCli()(argvOfShell(line))
    expect(copied).toMatchObject({ code: 0 })
  })

  test('control-list update asks for the chains, starting from those it has', async ({ cli }) => {
    const id = (await cli(['control-list', 'add', ADDRESS, '--type', 'block', '--chain', 'base'])).stdout.trim()
    const updated = await cli(['control-list', 'update', id], {
      typed: [
        ['(8453)', `all${ENTER}`],
        ['Change this entry', ENTER],
      ],
    })
    expect(updated.code).toBe(0)
    expect(updated.stderr).toContain('base → every chain')
    expect(lineOf(updated.stderr)).toBe(`txwarden control-list update ${id} --every-chain`)
    expect((await cli(['control-list', 'list', '--json', '--fields', 'chainIds'])).stdout).toContain('"chainIds": []')
  })

  test('monitor update asks for name and state, and sends only what was changed', async ({ cli }) => {
    const added = await cli(['monitor', 'add', ADDRESS, '--chain', 'base', '--name', 'old', '--json'])
    const { id } = JSON.parse(added.stdout) as { id: string }
    const updated = await cli(['monitor', 'update', id], {
      typed: [
        ['(old)', ENTER],
        ['Monitor it?', `n${ENTER}`],
        ['Update this', ENTER],
      ],
    })
    expect(updated).toMatchObject({ code: 0, stdout: expect.stringContaining('(old) on base is now inactive') })
    expect(lineOf(updated.stderr)).toBe(`txwarden monitor update ${id} --state inactive`)
    const same = await cli(['monitor', 'update', id], {
      typed: [
        ['(old)', ENTER],
        ['Monitor it?', ENTER],
      ],
    })
    expect(same).toMatchObject(says(0, 'Nothing changed.'))
  })
})

describe('without one', () => {
  test.each([
    [['control-list', 'add'], 'control-list add needs <address>, --type'],
    [['monitor', 'add'], 'monitor add needs <address>, --chain'],
    [['monitor', 'add', ADDRESS], 'monitor add needs --chain'],
    [['monitor', 'update', 'm-1'], 'monitor update needs --name, --state or --kinds'],
    [['control-list', 'update', 'e-1'], 'control-list update needs --chain or --every-chain'],
    [['profile', 'create'], 'profile create needs <name>'],
    [['keys', 'create'], 'keys create needs --kind'],
  ])('%j names everything that is missing', async (argv, text) => {
    expect(await makeCli()(argv)).toMatchObject(refuses(2, text))
  })
})
