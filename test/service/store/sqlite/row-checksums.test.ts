import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, onTestFinished } from 'vitest'
import { administer } from '../../../../src/service/administration/administration.ts'
import { serve } from '../../../../src/service/index.ts'
import type { Db } from '../../../../src/service/store/schema/schema.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import { PROTECTED_TABLES } from '../../../../src/service/store/sqlite/row-checksums.ts'
import { acquireServeLock } from '../../../../src/service/store/sqlite/serve-lock.ts'
import { test } from '../../../support/cli.ts'
import { seededRandom, TestClock } from '../../../support/deterministic.ts'
import { openForTest } from '../../../support/open-service.ts'
import { ask } from '../../../support/requests.ts'
import { storedValidation } from '../../../support/stored-validation.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { ALICE, BOB, column, localDatabase } from '../../administration/local-database.ts'
import { filled, MARKED, type Table, writeTo } from './filled-database.ts'

/** They decide and vouch for nothing: what was done, and what waits to be done. */
const RECORDS: readonly Table[] = [
  'transactions',
  'address_blocks',
  'alert_events',
  'fan_outs',
  'deliveries',
  'delivery_attempts',
  'digests',
  'chain_events',
  'monitor_backfills',
  'safe_budgets',
  'rescreens',
  'verdict_changes',
  'kept_counts',
  'audit',
]

/** Imported or asked again, expire within a day, or describe the next minutes of a destination or a follower. */
const PASSING: readonly Table[] = [
  'intel_sources',
  'intel_generations',
  'intel_entries',
  'graph_edges',
  'prices',
  'idempotent_answers',
  'lanes',
  'delivery_groups',
  'chain_probes',
  'chain_heads',
  'chain_blocks',
  'monitor_balances',
]

test('every table is protected, or known not to be, and the page says which', async () => {
  const { database, block } = localDatabase()
  await block(ALICE)
  const tables = column(database, "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
  const others = ['kysely_migration', 'kysely_migration_lock', 'table_checksums']
  expect([...PROTECTED_TABLES, ...RECORDS, ...PASSING, ...others].toSorted()).toEqual(tables.toSorted())
  expect(Object.keys(MARKED).toSorted()).toEqual([...PROTECTED_TABLES, ...RECORDS].toSorted())
  const page = readFileSync('docs/reliability.md', 'utf8')
  const [decides, vouches, records] = ['What decides', 'What vouches', 'What only records'].map((words) =>
    Array.from(
      page
        .split(`- **${words}**`)[1]
        ?.split('\n- ')[0]
        ?.matchAll(/`([a-z]+_?[a-z_]*)`/g) ?? [],
      ([, name]) => name,
    ),
  )
  expect([...(decides ?? []), ...(vouches ?? [])].toSorted()).toEqual([...PROTECTED_TABLES].toSorted())
  expect(records?.filter((name) => name !== 'integrity_check').toSorted()).toEqual(RECORDS.toSorted())
})

describe('a flipped bit in a value of', () => {
  test.each(PROTECTED_TABLES)('%s is found by doctor, before a backup, and by serve', async (table) => {
    const { database, folder, administration, deps } = await filled()
    await administration.backUp(join(folder, 'good.db'), { overwrite: false })
    flipBit(database, markOf(table))
    const altered = {
      kind: 'refused',
      code: 'altered-rows',
      message: expect.stringContaining(`values in ${table} are not those that txwarden wrote`),
      parameters: { file: join(folder, 'good.db') },
    }
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining(altered))
    await expect(administration.backUp(join(folder, 'copy.db'), { overwrite: false })).rejects.toMatchObject(altered)
    expect(existsSync(join(folder, 'copy.db'))).toBe(false)
    await expect(serve({ ...deps, ...listening([]) } as never)).rejects.toMatchObject(altered)
    await administration.restore(join(folder, 'good.db'))
    expect(administration.checkIntegrity()).toMatchObject({ exists: true })
  })

  test('tables that only record is not looked for: the value is taken as it is', async () => {
    const { database, folder, administration } = await filled()
    for (const table of RECORDS) flipBit(database, markOf(table))
    expect(administration.checkIntegrity()).toMatchObject({ wasChecked: true })
    await administration.backUp(join(folder, 'copy.db'), { overwrite: false })
    expect(column(join(folder, 'copy.db'), 'select request from transactions')).toEqual(['marked-requesu'])
    expect(column(join(folder, 'copy.db'), 'select content from alert_events')).toEqual(['marked-contenu'])
  })

  test('a backup is found before it is restored', async () => {
    const { database, administration, folder } = await filled()
    const file = join(folder, 'bad.db')
    await administration.backUp(file, { overwrite: false })
    flipBit(file, markOf('payments'))
    await expect(administration.restore(file)).rejects.toMatchObject({ code: 'altered-rows' })
    expect(administration.checkIntegrity()).toMatchObject({ database, exists: true })
  })

  test('a row stays found after the program changed or deleted that row', async () => {
    const { database, administration } = await filled()
    flipBit(database, markOf('payments'))
    const altered = expect.objectContaining({ code: 'altered-rows' })
    await writeTo(database, (db) => db.updateTable('payments').set({ amount: '1' }))
    expect(() => administration.checkIntegrity()).toThrow(altered)
    await writeTo(database, (db) => db.deleteFrom('payments'))
    expect(() => administration.checkIntegrity()).toThrow(altered)
  })

  test('a file of more than 32 MiB is found at the start in small tables, and in all beside the server', async () => {
    const { database, deps } = await filled()
    truncateSync(database, 32 * 1024 ** 2 + 4096)
    await (await serve({ ...deps, ...listening([]) } as never)).stop()
    flipBit(database, markOf('payments'))
    const logged: string[] = []
    const server = await serve({ ...deps, ...listening(logged) } as never)
    onTestFinished(() => server.stop())
    const health = async () => (await fetch(`${server.url}/healthz`)).json()
    await expect.poll(health).toMatchObject({ code: 'database-damaged' })
    expect(logged.join('')).toContain('values in payments are not those that txwarden wrote')
    await server.stop()
    flipBit(database, markOf('alerts'))
    await expect(serve({ ...deps, ...listening([]) } as never)).rejects.toMatchObject({ code: 'altered-rows' })
  })

  test('a file of more than 1 GiB is found in small tables, and before a backup in all', async () => {
    const { database, administration, folder, deps } = await filled()
    truncateSync(database, 1024 ** 3 + 4096)
    const logged: string[] = []
    await (await serve({ ...deps, ...listening(logged) } as never)).stop()
    expect(logged.join('')).toContain(`${database} is too large to verify at the start; a backup verifies it`)
    flipBit(database, markOf('payments'), 1 << 20)
    expect(administration.checkIntegrity()).toMatchObject({ wasChecked: false })
    const altered = { code: 'altered-rows' }
    await expect(administration.backUp(join(folder, 'copy.db'), { overwrite: false })).rejects.toMatchObject(altered)
    flipBit(database, markOf('alerts'), 1 << 20)
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining(altered))
  })
})

test.each(['transactions', 'audit'])('a lost page of %s, which has no checksum, is found', async (table) => {
  const { database, folder, administration, deps } = await filled()
  const [page] = column(database, `select rootpage from sqlite_schema where name = '${table}'`) as [number]
  const descriptor = openSync(database, 'r+')
  writeSync(descriptor, Buffer.alloc(4096), 0, 4096, (page - 1) * 4096)
  closeSync(descriptor)
  const damaged = { code: 'damaged-database' }
  expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining(damaged))
  await expect(administration.backUp(join(folder, 'copy.db'), { overwrite: false })).rejects.toMatchObject(damaged)
  await expect(serve({ ...deps, ...listening([]) } as never)).rejects.toMatchObject(damaged)
})

describe('a change by another program', () => {
  test.each([
    ['insert into nonces values (1, 2, 3, 4, 5), (1, 2, 4, 4, 5)', 'nonces has 2 rows more than txwarden wrote'],
    ['delete from control_list_entries', 'control_list_entries has 1 row fewer than txwarden wrote'],
    ['update control_list_entries set address_key = ?', 'values in control_list_entries are not those that txwarden'],
    ['update table_checksums set sum = sum + 1 where name = ?', 'values in signers are not those that txwarden wrote'],
    ['update table_checksums set name = ?1 || 2 where name = ?1', 'the checksum of "signers" is missing or damaged'],
    ['delete from table_checksums where name = ?', 'the checksum of "signers" is missing or damaged'],
    ['delete from table_checksums where name <> ?', '" is missing or damaged'],
    ['update table_checksums set columns = ?1 where name = ?1', 'the checksum of "signers" is damaged'],
  ])('by %s is refused until it is accepted, and later ones again', async (statement, message) => {
    const { database, administration, block } = localDatabase()
    await block(ALICE)
    byHand(database, statement)
    expect(() => administration.checkIntegrity()).toThrow(
      expect.objectContaining({
        code: 'altered-rows',
        message: expect.stringContaining(message),
        details: [`To accept the rows as they are: sqlite3 ${database} 'delete from table_checksums'`],
      }),
    )
    byHand(database, 'delete from table_checksums')
    expect(administration.checkIntegrity()).toMatchObject({ exists: true })
    await block(BOB)
    expect(administration.checkIntegrity()).toMatchObject({ exists: true })
    byHand(database, 'update control_list_entries set created_at = 1')
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining({ code: 'altered-rows' }))
  })

  test('to some of the checksums is not taken for its acceptance by the next command that writes', async () => {
    const { database, block, administration } = localDatabase()
    await block(ALICE)
    const altered = { code: 'altered-rows', message: expect.stringContaining('"signers" is missing or damaged') }
    byHand(database, 'delete from table_checksums where name = ?')
    byHand(database, 'update control_list_entries set created_at = 1')
    await expect(block(BOB)).rejects.toMatchObject(altered)
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining(altered))
  })

  test('that a running service notices at its next change is answered with 503', async () => {
    const { database, block } = localDatabase()
    await block(ALICE)
    byHand(database, 'alter table control_list_entries add column more text')
    byHand(database, 'update control_list_entries set created_at = 1')
    const reported: unknown[] = []
    const report = (error: unknown) => void reported.push(error)
    const service = await openForTest({ database, report })
    const entry = { address: BOB, type: 'BLOCK', productType: 'SONAR' }
    const answer = await ask(service, 'POST', '/api/v2/management/control-lists', entry)
    expect(answer).toMatchObject({ status: 503, body: { code: 'database-damaged' } })
    expect(reported).toEqual([expect.objectContaining({ code: 'altered-rows' })])
  })

  test('is reported by the commands: doctor fails, backup and serve exit with 8', async ({ cli }) => {
    await cli(['control-list', 'add', ALICE, '--type', 'BLOCK'])
    byHand(join(cli.home, 'local.db'), "update control_list_entries set type = 'ALLOW'")
    const doctor = await cli(['doctor', '--json'])
    expect(doctor.code).toBe(13)
    expect(JSON.parse(doctor.stdout).content).toContainEqual(
      expect.objectContaining({
        check: 'database',
        level: 'fail',
        text: expect.stringContaining('control_list_entries'),
      }),
    )
    expect(await cli(['local', 'backup', join(cli.home, 'copy.db')])).toMatchObject({ code: 8 })
    expect(await cli(['serve', '--drain', '0', '--port', '0'])).toMatchObject({ code: 8 })
  })
})

describe('no alarm', () => {
  test('after inserts, updates, deletes with cascades, and failed writes beside others', async () => {
    const change = fc.record({
      kind: fc.constantFrom('insert', 'update', 'delete', 'fail'),
      id: fc.nat(4).map(String),
      text: fc.string({ unit: 'binary', maxLength: 20 }),
      value: fc.oneof(fc.constant(null), fc.maxSafeInteger()),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 20, maxLength: 100, size: 'max' }), async (changes) => {
        const database = join(temporaryFolder(), 'local.db')
        const store = await openSqliteStore(database)
        await Promise.allSettled(
          changes.map(({ kind, id, text, value }) =>
            store.write(async (db) => {
              await db
                .insertInto('nonces')
                .values({ chain_id: text, to_key: '', from_key: id, confirmed: 1, updated_at: 1 })
                .onConflict((conflict) => conflict.doNothing())
                .execute()
              if (kind === 'insert') {
                await db
                  .insertInto('transactions')
                  .values(storedValidation({ id, created_at: 1, request: text, block_time: value }))
                  .execute()
                await db
                  .insertInto('transaction_reports')
                  .values({
                    id,
                    svc_tx_id: id,
                    transaction_id: null,
                    block_number: text,
                    block_time: value,
                    reported_at: 1,
                  })
                  .execute()
              }
              if (kind === 'update')
                await db.updateTable('transaction_reports').set({ block_number: text, block_time: value }).execute()
              if (kind === 'delete') await db.deleteFrom('transactions').where('id', '=', id).execute()
              if (kind === 'fail') throw new Error('a failed write')
            }),
          ),
        )
        await store.close()
        expect(checkOf(database)).toMatchObject({ wasChecked: true })
      }),
      { numRuns: 3 },
    )
  })

  test.each([
    'insert into settings (name, value, updated_at) values (1, 2, 3) on conflict (name) do update set value = 4',
    'insert or ignore into settings (name, value, updated_at) values (5, 6, 7)',
    'update or ignore settings set value = 10',
  ])('after %s', async (statement) => {
    const database = join(temporaryFolder(), 'local.db')
    await writeTo(database, (db) => run(db, 'insert into settings (name, value, updated_at) values (1, 0, 0)'))
    await writeTo(database, (db) => run(db, statement))
    expect(checkOf(database)).toMatchObject({ wasChecked: true })
    expect(column(database, 'select value from settings')).not.toEqual(['0'])
  })

  test('the schema has neither triggers nor references that change rows on an update', async () => {
    const { database, block } = localDatabase()
    await block(ALICE)
    const actions = `select distinct on_update from sqlite_schema s, pragma_foreign_key_list(s.name)`
    expect(column(database, `select name from sqlite_schema where type in ('trigger', 'view')`)).toEqual([])
    expect(column(database, actions)).toEqual(['NO ACTION'])
  })

  test('when a process that writes is killed', async () => {
    const { database, block, administration } = localDatabase()
    await block(ALICE)
    const child = spawn(process.execPath, [join(import.meta.dirname, 'endless-writer.ts'), database], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    let writes = 0
    for await (const _ of createInterface({ input: child.stdout })) if (++writes === 50) child.kill('SIGKILL')
    await ended
    expect(writes).toBeGreaterThanOrEqual(50)
    expect(administration.checkIntegrity()).toMatchObject({ wasChecked: true })
    await block(BOB)
    expect(administration.checkIntegrity()).toMatchObject({ wasChecked: true })
  })

  test('after a migration added a column; and damage from before it is found', async () => {
    const { database, block, administration } = localDatabase()
    await block(ALICE)
    byHand(database, "alter table control_list_entries add column more text not null default 'x'")
    expect(administration.checkIntegrity()).toMatchObject({ wasChecked: true })
    await block(BOB)
    expect(administration.checkIntegrity()).toMatchObject({ wasChecked: true })
    byHand(database, "update control_list_entries set more = 'y'")
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining({ code: 'altered-rows' }))
    byHand(database, 'alter table control_list_entries add column third text')
    await expect(block('0x7e57000000000000000000000000000000000003')).rejects.toMatchObject({ code: 'altered-rows' })
  })

  test('while a server goes on writing with the columns that it found', async () => {
    const { database, block, administration } = localDatabase()
    await block(ALICE)
    byHand(database, 'delete from table_checksums')
    const lock = acquireServeLock(database)
    await block(BOB)
    byHand(database, 'update control_list_entries set last_updated_at = 1')
    expect(administration.checkIntegrity()).toMatchObject({ wasChecked: true })
    lock.release()
    await block('0x7e57000000000000000000000000000000000003')
    byHand(database, 'update control_list_entries set last_updated_at = 2')
    expect(() => administration.checkIntegrity()).toThrow(expect.objectContaining({ code: 'altered-rows' }))
  })
})

function listening(logged: string[]) {
  const log = { quiet: true, write: (line: string) => void logged.push(line) }
  return { host: '127.0.0.1', port: 0, version: '0', log } as const
}

function checkOf(database: string) {
  return administer({ database, env: {}, clock: new TestClock(), random: seededRandom('') }).checkIntegrity()
}

function markOf(table: Table): Buffer {
  const [, value] = MARKED[table] ?? ['', '']
  if (typeof value === 'string') return Buffer.from(value)
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  return bytes
}

/** @param length of the part of the file to search */
function flipBit(file: string, value: Buffer, length?: number): void {
  const descriptor = openSync(file, 'r+')
  try {
    const bytes = Buffer.alloc(length ?? fstatSync(descriptor).size)
    readSync(descriptor, bytes, 0, bytes.length, 0)
    const at = bytes.indexOf(value)
    expect(at).toBeGreaterThan(0)
    expect(bytes.indexOf(value, at + 1)).toBe(-1)
    writeSync(descriptor, Buffer.of(bytes.readUInt8(at + value.length - 1) ^ 1), 0, 1, at + value.length - 1)
  } finally {
    closeSync(descriptor)
  }
}

/** As with `sqlite3`. */
function byHand(database: string, statement: string): void {
  const connection = new DatabaseSync(database)
  try {
    const prepared = connection.prepare(statement)
    if (statement.includes('?')) prepared.run('signers')
    else prepared.run()
  } finally {
    connection.close()
  }
}

function run(db: Db, statement: string) {
  return { execute: () => sql.raw(statement).execute(db) }
}
