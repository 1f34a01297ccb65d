import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect } from 'vitest'
import { makeCli, says, test } from '../support/cli.ts'

const SECRET = 'pa55-word-of-a-database'
const WITH_PASSWORD = `postgres://txwarden:${SECRET}@127.0.0.1:1/txwarden`
const SHOWN = 'postgres://txwarden@127.0.0.1:1/txwarden'

test('a password of a database is taken from the environment only, and shown nowhere', async ({ cli }) => {
  for (const argv of [
    ['local', 'migrate', '--to', WITH_PASSWORD],
    ['serve', '--database', WITH_PASSWORD],
    ['config', 'set', 'database', WITH_PASSWORD],
    ['profile', 'create', 'shared', '--database', WITH_PASSWORD],
  ]) {
    const refused = await cli(argv)
    expect([2, 8]).toContain(refused.code)
    expect(refused.stderr).toContain('password')
    expect(refused.stdout + refused.stderr).not.toContain(SECRET)
  }
  const env = { TXWARDEN_DATABASE: WITH_PASSWORD }
  const explained = await cli(['config', 'explain'], { env })
  expect(explained.stdout).toContain(SHOWN)
  expect((await cli(['local', 'path'], { env })).stdout).toBe(`${SHOWN}\n`)
  const away = await cli(['control-list', 'list'], { env })
  expect(away).toMatchObject({ code: 6, stdout: '' })
  expect(away.stderr).toContain(`cannot connect to ${SHOWN}: `)
  for (const { stdout, stderr } of [explained, away]) expect(stdout + stderr).not.toContain(SECRET)
})

test('an address is kept as it is, a path is made whole', async ({ cli }) => {
  expect((await cli(['config', 'set', 'database', SHOWN])).code).toBe(0)
  expect((await cli(['config', 'get', 'database'])).stdout).toContain(SHOWN)
  expect((await cli(['profile', 'create', 'shared', '--database', SHOWN])).code).toBe(0)
})

test('there has to be something to move, and a server to move it to', async () => {
  const cli = makeCli({ withDatabase: false })
  const nothing = await cli(['local', 'migrate', '--to', SHOWN, '--yes'])
  expect(nothing).toMatchObject(says(8, 'there is no database yet'))
  await cli(['control-list', 'list'])
  const file = await cli(['local', 'migrate', '--to', 'other.db', '--yes'])
  expect(file).toMatchObject(says(2, '--to: "other.db" is not an address'))
  const away = await cli(['local', 'migrate', '--to', SHOWN, '--yes'])
  expect(away).toMatchObject(says(6, 'cannot connect to'))
  const shown = await cli(['local', 'migrate', '--to', SHOWN, '--dry-run'])
  expect(shown.code).toBe(0)
})

describe('--check', () => {
  test('lists what is pending and writes nothing, until a command migrates', async ({ cli }) => {
    const database = join(cli.home, 'local.db')
    const shown = await cli(['local', 'migrate', '--check'], { tty: true })
    expect(shown).toMatchObject({ code: 0, stdout: `${database}: up to date\n` })

    const file = new DatabaseSync(database)
    file.exec(
      'delete from kysely_migration where name = (select max(name) from kysely_migration); pragma wal_checkpoint(truncate)',
    )
    file.close()
    const before = readFileSync(database)
    const { code, stdout } = await cli(['local', 'migrate', '--check', '--json'])
    expect(code).toBe(13)
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ exists: true, pending: [expect.stringMatching(/^00\d\d-/)], lastBackup: null })
    expect(report.atMostSeconds).toBeGreaterThan(0)
    expect(readFileSync(database).equals(before)).toBe(true)
  })

  test('of a database of a newer version names what this version does not know', async ({ cli }) => {
    const file = new DatabaseSync(join(cli.home, 'local.db'))
    file.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')")
    file.close()
    const { code, stderr } = await cli(['local', 'migrate', '--check'])
    expect(code).toBe(8)
    expect(stderr).toContain('the database needs a newer txwarden')
    expect(stderr).toContain('9999-later')
  })

  test('says when the last backup was, and makes no database', async ({ cli }) => {
    await cli(['local', 'backup', join(cli.home, 'copy.db')])
    const report = await cli.json(['local', 'migrate', '--check'])
    expect(report.lastBackup).toBe('2026-01-02T03:04:05.000Z')
    const empty = makeCli({ withDatabase: false })
    expect(await empty(['local', 'migrate', '--check'])).toMatchObject({ code: 0 })
    expect(existsSync(join(empty.home, 'local.db'))).toBe(false)
  })

  test('goes with no --to, and one of them is required', async ({ cli }) => {
    expect(await cli(['local', 'migrate'])).toMatchObject({ code: 2 })
    expect(await cli(['local', 'migrate', '--check', '--to', SHOWN])).toMatchObject({ code: 2 })
  })
})
