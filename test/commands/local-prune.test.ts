import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Cli, makeCli, says } from '../support/cli.ts'

const FROM = '0x7e57000000000000000000000000000000000001'
const TO = '0x7e57000000000000000000000000000000000002'
const DAY = 86_400_000

const judge = (cli: Cli) => cli(['validate', '--chain', '1', '--from', FROM, '--to', TO, '--value', '1'])
const stored = async (cli: Cli) => ((await cli.json(['tx', 'list'])) as { totalElements: number }).totalElements

/** Two validations, a hundred days old, and one of today. */
async function withOldOnes(): Promise<Cli> {
  const cli = makeCli()
  await judge(cli)
  await judge(cli)
  cli.clock.advance(100 * DAY)
  await judge(cli)
  return cli
}

describe('local prune', () => {
  test('with --dry-run counts, and removes nothing', async () => {
    const cli = await withOldOnes()
    const counted = await cli(['local', 'prune', '--older-than', '90d', '--dry-run', '--json'])
    expect(JSON.parse(counted.stdout)).toEqual({
      dryRun: true,
      database: join(cli.home, 'local.db'),
      before: '2026-01-12T03:04:05.000Z',
      transactions: 2,
      alertEvents: 0,
      deliveries: 0,
      kept: 0,
      idempotentAnswers: 0,
      chainEvents: 0,
      monitorBalances: 0,
      holds: 0,
      safeItems: 0,
    })
    expect(counted).toMatchObject({ code: 0, stderr: '' })
    expect(await stored(cli)).toBe(3)
  })

  test('asks, removes what is old, and writes it down', async () => {
    const cli = await withOldOnes()
    const prune = ['local', 'prune', '--older-than', '90d']
    expect(await cli(prune)).toMatchObject({ code: 2, stdout: '' })
    expect(await cli(prune, { typed: [['Delete validations', 'n\n']] })).toMatchObject({ code: 130 })
    expect(await stored(cli)).toBe(3)
    const removed = await cli([...prune, '--yes'], { tty: true })
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('Deleted 2 validations') })
    expect(await stored(cli)).toBe(1)
    expect((await cli(['audit', 'list', '--action', 'database', '--fields', 'action'])).stdout).toBe(
      'database.prune\ndatabase.prune-start\n',
    )
  })

  test('requires --older-than with a duration', async () => {
    const cli = makeCli({ withDatabase: false })
    expect(await cli(['local', 'prune', '--yes'])).toMatchObject({ code: 2 })
    expect(await cli(['local', 'prune', '--older-than', 'old', '--yes'])).toMatchObject(says(2, 'is not a duration'))
    expect(existsSync(join(cli.home, 'local.db'))).toBe(false)
  })

  test('refuses an age without a unit: 90 is not 90 seconds', async () => {
    expect(await makeCli({ withDatabase: false })(['local', 'prune', '--older-than', '90', '--yes'])).toMatchObject(
      says(2, 'use 90d for days'),
    )
  })

  test('needs a local profile', async () => {
    expect(
      await makeCli()(['local', 'prune', '--older-than', '1d', '--yes', '--base-url', 'https://api.example.com']),
    ).toMatchObject(says(2, 'this command needs a local profile'))
  })
})
