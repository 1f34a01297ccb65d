import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { cutText, visibleLength } from '../../src/cli/output/words.ts'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { type Cli, makeCli } from '../support/cli.ts'

const test = base.extend('cli', () => furnished())

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const WIDTHS = [80, 100, 120, 160] as const
const LONG_NAME = 'payments of the treasury, of its suppliers 株式会社 and of all subsidiaries in every country'

/** By the command, the header that a reader looks at first. */
const LISTS: Readonly<Record<string, string>> = {
  'alert list': 'NAME',
  'destination list': 'NAME',
  'delivery list': 'STATE',
  'monitor list': 'NAME',
  'control-list list': 'TYPE',
  'tx list': 'VERDICT',
  'keys list': 'KEY',
  'intel sources': 'SOURCE',
  'audit list': 'ACTION',
  'profile list': 'PROFILE',
  'config list': 'SETTING',
}

/** A home with rows in every list, short ones and long ones. */
async function furnished(): Promise<Cli> {
  const cli = makeCli()
  const done = async (...argv: string[]) => {
    const { code, stdout, stderr } = await cli(argv, { env: { TXWARDEN_DELIVERY_WAIT: '0' } })
    expect(code === 0 || argv[0] === 'validate', stderr).toBe(true)
    return stdout
  }
  await done('local', 'seed')
  for (const name of ['ops', LONG_NAME]) {
    const webhook = ['--channel', 'webhook', '--webhook-url', 'https://hooks.example.com/a/long/path/to/a/channel']
    const { id } = JSON.parse(await done('destination', 'create', '--name', name, ...webhook, '--json'))
    await done('alert', 'create', '--name', name, '--type', 'sonar', '--on', 'safe,warning,unsafe', '--destination', id)
  }
  await done('monitor', 'add', SENDER, '--chain', 'ethereum,base', '--name', LONG_NAME)
  await done('control-list', 'add', SENDER, '--type', 'allow', '--chain', 'ethereum,base,polygon,arbitrum')
  await done('validate', '--chain', 'ethereum', '--from', SENDER, '--to', testAddresses.drainer)
  await done('keys', 'create', '--kind', 'validation')
  await done('keys', 'revoke', JSON.parse(await done('keys', 'list', '--json')).content[0].id, '--yes')
  const feed = join(cli.home, 'feed.csv')
  writeFileSync(feed, `address,kind\n${testAddresses.drainer},malicious\n`)
  await done('intel', 'import', '--format', 'addresses', '--source', 'our own investigations of 2026', feed)
  await done('profile', 'create', 'prod', '--base-url', 'https://a-host-with-a-long-name.example.com/validation')
  await done('config', 'set', 'retries', '3')
  cli.clock.advance(3 * 60_000)
  return cli
}

describe('every list', () => {
  const lists = Object.keys(LISTS)
  const lines = async (cli: Cli, list: string, columns: number, ...argv: string[]) =>
    (await cli([...list.split(' '), ...argv], { tty: true, columns })).stdout.split('\n').slice(0, -1)

  test.each(WIDTHS)('is an aligned table of one line a row at %i columns', async (columns) => {
    const cli = await furnished()
    for (const list of lists) {
      const rows = (await cli(list.split(' '))).stdout.split('\n').length - 1
      const [header = '', ...shown] = await lines(cli, list, columns)
      expect(rows, list).toBeGreaterThan(0)
      expect(shown, list).toHaveLength(rows)
      for (const line of [header, ...shown]) expect(visibleLength(line), line).toBeLessThanOrEqual(columns)
      expect(header.trimStart()).toMatch(new RegExp(`^${LISTS[list]}\\b`))
      const starts = Array.from(header.matchAll(/ {2}(?=\S)/g), ({ index }) => index)
      for (const start of starts)
        for (const line of shown)
          expect(
            cells(line)
              .slice(start, start + 2)
              .trim(),
            line,
          ).toBe('')
    }
  })

  test('gives --wide every column, whole ids and times as they are', async ({ cli }) => {
    for (const list of lists) {
      const wide = (await lines(cli, list, 80, '--wide')).join('\n')
      const { stdout } = await cli([...list.split(' '), '--json'])
      const ids = Array.from(stdout.matchAll(/"(?:id|alertId|svcTxId)": "([^"]+)"/g), ([, id = '']) => id)
      if (list !== 'audit list') for (const id of ids) expect(wide, list).toContain(id)
      expect(wide, list).not.toContain(' ago')
    }
  })

  test('has no line that is longer than a very narrow terminal', async ({ cli }) => {
    for (const list of lists)
      for (const line of await lines(cli, list, 40)) expect(visibleLength(line), line).toBeLessThanOrEqual(40)
  })

  test('says how long ago, and shortens an address only where there is no room for it', async ({ cli }) => {
    const shown = async (list: string, columns: number) => (await lines(cli, list, columns)).join('\n')
    expect((await lines(cli, 'tx list', 120))[1]).toContain('3 min ago')
    expect(await shown('control-list list', 80)).toContain(SENDER)
    expect(await shown('tx list', 220)).toContain(testAddresses.drainer)
    const { drainer } = testAddresses
    expect(await shown('tx list', 80)).toContain(`${drainer.slice(0, 8)}…${drainer.slice(-4)}`)
  })

  test('shares the room among texts: a long name leaves some for what the alert fires on', async ({ cli }) => {
    const row = (await lines(cli, 'alert list', 80)).find((line) => line.startsWith('payments')) ?? ''
    const [name = '', , , , firesOn = ''] = row.split(/ {2,}/)
    expect(visibleLength(name)).toBeLessThan(visibleLength(LONG_NAME))
    expect(Math.abs(visibleLength(name) - visibleLength(firesOn))).toBeLessThan(4)
  })

  test('has a dim header', async ({ cli }) => {
    const { stdout } = await cli(['tx', 'list'], { tty: true, env: { NO_COLOR: '', FORCE_COLOR: '1' } })
    expect(stdout).toContain('\u001b[2mVERDICT')
  })
})

/** A character for each cell of the terminal. */
function cells(line: string): string {
  return Array.from(line, (character) => character + ' '.repeat(Math.max(0, visibleLength(character) - 1))).join('')
}

test('a text is cut by the cells that it takes, never within a character', () => {
  expect(cutText('treasury', 8)).toBe('treasury')
  expect(cutText('treasury', 7)).toBe('treasu…')
  expect(cutText('株式会社', 6)).toBe('株式…')
  expect(cutText('👩‍👩‍👧 family', 4)).toBe('👩‍👩‍👧…')
  expect(visibleLength('e\u0301')).toBe(1)
})
