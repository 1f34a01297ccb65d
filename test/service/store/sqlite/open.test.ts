import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readSettings, writeSetting } from '../../../../src/service/store/repositories/settings.ts'
import { openConnection } from '../../../../src/service/store/sqlite/connection.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import { WardenError } from '../../../../src/shared/errors.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('creates a missing file, for its owner only', async () => {
  const path = join(temporaryFolder(), 'deep', 'local.db')
  const store = await openSqliteStore(path)
  await store.write((db) => writeSetting(db, 'a', '1', 1))
  const modes = [path, `${path}-wal`].map((file) => statSync(file).mode & 0o777)
  await store.close()
  expect(modes).toEqual([0o600, 0o600])
})

test('sets WAL, full sync, foreign keys and an untrusted schema on every connection', () => {
  const path = join(temporaryFolder(), 'local.db')
  const connection = openConnection(path)
  onTestFinished(() => connection.close())
  const pragma = (name: string) => Object.values(connection.prepare(`pragma ${name}`).get() ?? {})[0]
  expect({
    journal: pragma('journal_mode'),
    synchronous: pragma('synchronous'),
    references: pragma('foreign_keys'),
    wait: pragma('busy_timeout'),
    trusted: pragma('trusted_schema'),
    checks: pragma('cell_size_check'),
  }).toEqual({ journal: 'wal', synchronous: 2, references: 1, wait: 1000, trusted: 0, checks: 1 })
})

test('reads writes after reopening', async () => {
  const path = join(temporaryFolder(), 'local.db')
  const first = await openSqliteStore(path)
  await first.write((db) => writeSetting(db, 'a', '1', 1))
  await first.close()

  const second = await openSqliteStore(path)
  onTestFinished(() => second.close())
  expect([...(await readSettings(second.read))]).toEqual([['a', '1']])
})

test('a closed store rejects writes', async () => {
  const store = await openSqliteStore(join(temporaryFolder(), 'local.db'))
  const last = store.write((db) => writeSetting(db, 'a', '1', 1))
  await store.close()
  await last
  await expect(store.write((db) => writeSetting(db, 'b', '1', 1))).rejects.toThrow('the store is closed')
})

describe('refuses and does not change', () => {
  test('a file that is not a database', async () => {
    const path = join(temporaryFolder(), 'notes.txt')
    writeFileSync(path, 'not a database, but a text that is long enough to be looked at as one')
    expect(await refusal(path)).toMatchObject({ kind: 'refused', code: 'not-a-database' })
  })

  test('a folder', async () => {
    const path = join(temporaryFolder(), 'folder')
    mkdirSync(path)
    expect(await refusal(path)).toMatchObject({
      kind: 'refused',
      code: 'unusable-database',
      message: expect.stringContaining(path),
    })
  })

  test("another program's database", async () => {
    const path = join(temporaryFolder(), 'other.db')
    const other = new DatabaseSync(path)
    other.exec('create table bookmarks (url text)')
    other.close()
    expect(await refusal(path)).toMatchObject({ kind: 'refused', code: 'foreign-database' })
  })

  test("a newer txwarden's database", async () => {
    const path = join(temporaryFolder(), 'local.db')
    await (await openSqliteStore(path)).close()
    const newer = new DatabaseSync(path)
    newer.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')")
    newer.close()
    expect(await refusal(path)).toMatchObject({
      kind: 'refused',
      code: 'newer-database',
      details: ['Unknown migrations: 9999-later'],
    })
  })
})

async function refusal(path: string): Promise<WardenError> {
  const outcome = await openSqliteStore(path).catch((error: unknown) => error)
  if (outcome instanceof WardenError) return outcome
  throw new Error(`not refused: ${String(outcome)}`)
}
