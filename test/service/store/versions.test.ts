import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { MIGRATIONS, type Migrations } from '../../../src/service/store/migrate.ts'
import { openStore } from '../../../src/service/store/open.ts'
import { pendingMigrations } from '../../../src/service/store/pending-migrations.ts'
import { readSettings, writeSetting } from '../../../src/service/store/repositories/settings.ts'
import type { Store } from '../../../src/service/store/store.ts'
import { makeCli, says } from '../../support/cli.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const isShared = inject('postgres') !== undefined

async function use<T>(database: string, work: (store: Store) => Promise<T>, migrations?: Migrations): Promise<T> {
  const store = await openStore(database, { env: {}, migrations })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const settingsOf = async ({ read }: Store) => [...(await readSettings(read))]

describe('a migration of the next version', () => {
  const NEXT = '0002-made-up'
  const withNext = (up: Migrations[string]): Migrations => ({ ...MIGRATIONS, [NEXT]: up })
  const next = withNext(async (db, { tableSuffix }) => {
    await db.schema.createTable('notes').addColumn('note', 'text').modifyEnd(tableSuffix).execute()
    await db.schema.alterTable('settings').addColumn('note', 'text').execute()
  })

  async function usedDatabase(): Promise<string> {
    const { database } = await freshDatabase(temporaryFolder())
    await use(database, (store) => store.write((db) => writeSetting(db, 'kept', '1', 1)))
    return database
  }

  test('is pending, and is applied once when that version opens the database, whose rows stay', async () => {
    const database = await usedDatabase()
    const pendingIn = async (migrations?: Migrations) =>
      (await pendingMigrations(database, { env: {}, migrations })).pending
    expect([await pendingIn(), await pendingIn(next)]).toEqual([[], [NEXT]])
    for (const value of ['2', '3'])
      await use(
        database,
        async (store) => {
          await store.write((db) => writeSetting(db, 'later', value, 1))
          await sql`insert into notes (note) values (${value})`.execute(store.read)
        },
        next,
      )
    expect(await pendingIn(next)).toEqual([])
    const read = async (store: Store) => ({
      settings: (await settingsOf(store)).toSorted(),
      notes: (await sql<{ note: string }>`select note from notes order by note`.execute(store.read)).rows,
    })
    expect(await use(database, read, next)).toEqual({
      settings: [
        ['kept', '1'],
        ['later', '3'],
      ],
      notes: [{ note: '2' }, { note: '3' }],
    })
  })

  test('leaves a database that this version refuses', async () => {
    const database = await usedDatabase()
    await use(database, settingsOf, next)
    const refusal = { kind: 'refused', code: 'newer-database', details: [`Unknown migrations: ${NEXT}`] }
    await expect(use(database, settingsOf)).rejects.toMatchObject(refusal)
    await expect(pendingMigrations(database, { env: {} })).rejects.toMatchObject(refusal)
  })

  test('that fails leaves nothing behind', async () => {
    const database = await usedDatabase()
    const failing = withNext(async (db, dialect) => {
      await next[NEXT]?.(db, dialect)
      throw new Error('it fails')
    })
    await expect(use(database, settingsOf, failing)).rejects.toThrow('it fails')
    expect(await use(database, settingsOf)).toEqual([['kept', '1']])
    expect(await use(database, settingsOf, next)).toEqual([['kept', '1']])
  })
})

describe('a database of an unpublished build', () => {
  const builds = [
    ['with another version 1', ['0001-schema-00000000deadbeef']],
    ['with a newer version of another version 1', ['0001-schema-00000000deadbeef', '0002-later']],
    ['with migrations from before version 1', ['0001-initial', '0002-intel', '0037-enabled-feeds']],
  ] as const

  async function madeBy(names: readonly string[]) {
    const cli = makeCli({ withDatabase: false })
    const { database } = await freshDatabase(cli.home)
    await use(database, async ({ read }) => {
      await sql`delete from kysely_migration`.execute(read)
      for (const name of names)
        await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(read)
    })
    return (...argv: string[]) => cli(argv, isShared ? { env: { TXWARDEN_DATABASE: database } } : {})
  }

  test.each(builds)('%s is refused, with what can be carried over and how', async (_, names) => {
    const run = await madeBy(names)
    for (const argv of [
      ['control-list', 'list'],
      ['local', 'migrate', '--check'],
      ['serve', '--port', '0'],
    ]) {
      const { code, stdout, stderr } = await run(...argv)
      expect({ argv, code, stdout }).toEqual({ argv, code: 8, stdout: '' })
      const [line, next, ...more] = stderr.trimEnd().split('\n')
      expect(line).toMatch(/^txwarden: the database is of an unpublished build: .*new database .*secrets entered again/)
      expect(line).toContain('keys, signer, nodes, nonces, holds and history are not carried over')
      expect(next).toMatch(/^Try: txwarden export > <file> .*with this one: TXWARDEN_DATABASE=.* txwarden apply --file/)
      expect(more).toEqual([])
    }
  })

  test.skipIf(isShared)('is no backup to restore, and doctor says what it is', async () => {
    const run = await madeBy(['0001-initial'])
    const doctor = JSON.parse((await run('doctor', '--json')).stdout)
    expect(JSON.stringify(doctor)).toContain('of an unpublished build')
    const other = makeCli()
    const copy = join(other.home, 'copy.db')
    expect(await run('local', 'backup', copy)).toMatchObject(says(8, 'of an unpublished build'))
    await other(['local', 'backup', copy])
    const { DatabaseSync } = await import('node:sqlite')
    const file = new DatabaseSync(copy)
    file.exec("update kysely_migration set name = '0001-initial'")
    file.close()
    expect(await other(['local', 'restore', copy, '--yes'])).toMatchObject(says(8, 'of an unpublished build'))
  })
})
