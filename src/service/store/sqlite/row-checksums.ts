import type { DatabaseSync } from 'node:sqlite'
import { refusal, type WardenError } from '../../../shared/errors.ts'
import { crc32 } from '../../../shared/files/crc32.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import type { Schema } from '../schema/schema.ts'
import { explainingDamage } from './checks.ts'
import { lastBackup } from './last-backup.ts'
import { type RowChange, TriggersOnDemand } from './triggers-on-demand.ts'

/**
 * SQLite has no checksums: it takes a flipped bit inside a value for another value. So each protected table has the sum
 * of the checksums of its rows in `table_checksums`. Triggers of every writing connection change the sum in the statement
 * that changes the row, or the transaction does before it commits, so that a rollback takes both back. They subtract what a
 * changed or deleted row contains then: the change of a damaged row does not hide its damage. A sum also finds rows that
 * are missing, or older than the others.
 *
 * The triggers are temporary because the schema of the file is not trusted (`trusted_schema`): it cannot call a function.
 */
export const CHECKSUM_TABLE = 'table_checksums'

/** Tables that a verdict, an alert or the audit depends on, and that hold few rows. */
const SMALL_TABLES = [
  'api_keys',
  'control_list_entries',
  'monitored_addresses',
  'alerts',
  'alert_destinations',
  'destinations',
  'signers',
  'settings',
  'nonces',
  'kept_counts',
  'revisions',
  'chain_nodes',
  'paused_chains',
  'monitor_backfills',
  'contracts',
  'safes',
  'safe_budgets',
  'enabled_feeds',
] as const satisfies readonly (keyof Schema)[]

export function isSmall(table: string): boolean {
  return SMALL_TABLES.some((name) => name === table)
}

/** Such tables that grow with use. */
const GROWING_TABLES = [
  'transactions',
  'transaction_reports',
  'address_blocks',
  'address_block_groups',
  'alert_events',
  'deliveries',
  'delivery_attempts',
  'counterparties',
  'payments',
  'granted_allowances',
  'chain_accounts',
  'chain_events',
  'digests',
  'fan_outs',
  'holds',
  'safe_items',
  'rescreens',
  'verdict_changes',
  'audit',
] as const satisfies readonly (keyof Schema)[]

export const PROTECTED_TABLES: readonly (keyof Schema)[] = [...SMALL_TABLES, ...GROWING_TABLES]

/** Name of the row that lists the tables with sums, so that a missing sum is noticed. */
const LIST = CHECKSUM_TABLE

/** Sums are below it: the sum of two is exact as a JavaScript number too. */
const MODULUS = 2 ** 48

/**
 * Tables that get many rows. Their new rows are summed once a commit: a trigger on insert makes SQLite copy every page that
 * the statement changes into a statement journal, which doubles the time of the insert.
 */
const SUMMED_ON_COMMIT = [
  'transactions',
  'transaction_reports',
  'alert_events',
  'deliveries',
  'audit',
  'control_list_entries',
  'monitored_addresses',
] as const satisfies readonly (keyof Schema)[]

/**
 * The highest row id of each such table that its sum includes. SQLite numbers a new row above all others of its table. The
 * table is temporary: it follows savepoints, rollbacks and failed commits, as the rows do.
 */
const SUMMED = 'summed_rows'

/** Runs after BEGIN on a connection that keeps the sums: other processes add rows between its transactions. */
export const BEGIN_SUMS = `update ${SUMMED} set highest = case name ${SUMMED_ON_COMMIT.map(
  (table) => `when '${table}' then coalesce((select max(rowid) from main."${table}"), 0)`,
).join(' ')} end`

/** Runs before COMMIT on a connection that keeps the sums. */
export const SUM_NEW_ROWS = `update ${CHECKSUM_TABLE} as stored
  set row_count = stored.row_count + added.row_count, sum = (stored.sum + added.sum) % ${MODULUS}
  from new_rows as added where added.name = stored.name and added.row_count > 0`

interface Stored {
  readonly name: string
  /** Of a table. Columns at the time of the sum, separated by commas: a migration can add others. */
  readonly columns: string
  readonly row_count: number
  readonly sum: number
}

/**
 * Keeps the sums right while the connection writes. Sums rows first when that was not done with the present columns: in
 * a new database, after a migration, and when the sums were deleted.
 * @param mayBegin false while another process serves the file: an earlier version of txwarden would not keep the sums
 * @param isShort creates triggers when a statement of `triggersOnDemand` needs them
 * @throws WardenError `altered-rows`
 */
export function keepChecksums(database: DatabaseSync, name: string, mayBegin: () => boolean, isShort = false): void {
  registerChecksum(database)
  const present = columnsOf(database)
  let sums = storedSums(database)
  if (needsSums(present, sums) && mayBegin()) {
    sumAgain(database, name, present)
    sums = storedSums(database)
  }
  const stored = new Map(sums.map((each) => [each.name, each.columns]))
  const summed = new Map([...present].map(([table, columns]) => [table, stored.get(table) ?? columns]))
  const triggers = new Map(Array.from(summed, ([table, columns]) => [table, triggersOf(table, columns)]))
  const first = isShort ? [] : Array.from(triggers.values(), (each) => Object.values(each)).flat()
  database.exec(`pragma temp_store = memory; begin; ${[...summingOnCommit(summed), ...first].join('; ')}; commit`)
  if (isShort) onDemand.set(database, new TriggersOnDemand(database, triggers))
}

const onDemand = new WeakMap<DatabaseSync, TriggersOnDemand>()

/** Undefined for a connection that has all its triggers, or none. */
export function triggersOnDemand(database: DatabaseSync): TriggersOnDemand | undefined {
  return onDemand.get(database)
}

/**
 * Compares all rows with the sums, in constant memory.
 * @param database in a read transaction
 * @param scope `all`; `small`: without the tables that grow with use; else the name of a table
 * @throws WardenError `altered-rows`, `damaged-database`
 */
export function checkRows(database: DatabaseSync, name: string, scope: string): void {
  registerChecksum(database)
  explainingDamage(name, () => {
    if (database.prepare('select 1 from sqlite_schema where name = ?').get(CHECKSUM_TABLE) === undefined) return
    const present = columnsOf(database)
    const sums = storedSums(database)
    requireAllSums(database, name, sums)
    for (const stored of sums) {
      const isIncluded = scope === 'all' || scope === stored.name || (scope === 'small' && isSmall(stored.name))
      if (isIncluded) checkTable(database, name, stored, present.get(stored.name))
    }
  })
}

/** All sums are missing when they were deleted to accept the rows; some of them only after damage. */
function requireAllSums(database: DatabaseSync, name: string, sums: readonly Stored[]): void {
  const stored = sums.map((each) => each.name)
  const listed = listedIn(database)
  if (listed === undefined && stored.length === 0) return
  const odd =
    listed === undefined
      ? LIST
      : (listed.find((table) => !stored.includes(table)) ?? stored.find((table) => !listed.includes(table)))
  if (odd !== undefined) throw altered(name, `the checksum of ${JSON.stringify(odd)} is missing or damaged`)
}

function checkTable(database: DatabaseSync, name: string, stored: Stored, present: string | undefined): void {
  const known = present?.split(',') ?? []
  if (!stored.columns.split(',').every((column) => known.includes(column)))
    throw altered(name, `the checksum of ${JSON.stringify(stored.name)} is damaged`)
  const { row_count, sum } = sumOf(database, stored.name, stored.columns)
  const added = row_count - stored.row_count
  if (added !== 0)
    throw altered(
      name,
      `${stored.name} has ${rows(Math.abs(added))} ${added > 0 ? 'more' : 'fewer'} than txwarden wrote`,
    )
  if (sum !== stored.sum) throw altered(name, `values in ${stored.name} are not those that txwarden wrote`)
}

function rows(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}

function altered(name: string, fault: string): WardenError {
  const { text, parameters } = lastBackup(name)
  return refusal('altered-rows', `${name} is damaged, or another program changed it: ${fault}`, {
    details: [
      ...(text === undefined ? [] : [text]),
      `To accept the rows as they are: sqlite3 ${quoteWord(name)} 'delete from ${CHECKSUM_TABLE}'`,
    ],
    parameters,
  })
}

/** Columns of the protected tables, separated by commas. */
function columnsOf(database: DatabaseSync): Map<string, string> {
  const tables = database
    .prepare(
      `select t.value as name, (select group_concat(name) from (select name from pragma_table_info(t.value) order by cid))
        as columns from json_each(?) t where columns is not null`,
    )
    .all(JSON.stringify(PROTECTED_TABLES))
  return new Map(tables.map(({ name, columns }) => [String(name), String(columns)]))
}

function storedSums(database: DatabaseSync): Stored[] {
  return database.prepare(`select * from ${CHECKSUM_TABLE} where name <> '${LIST}'`).all() as unknown as Stored[]
}

/** Tables that have sums; undefined before the first ones. */
function listedIn(database: DatabaseSync): string[] | undefined {
  const row = database.prepare(`select columns from ${CHECKSUM_TABLE} where name = '${LIST}'`).get()
  return row && String(row.columns).split(',')
}

function needsSums(present: ReadonlyMap<string, string>, stored: readonly Stored[]): boolean {
  return [...present].some(([table, columns]) => stored.find(({ name }) => name === table)?.columns !== columns)
}

function sumAgain(database: DatabaseSync, name: string, present: ReadonlyMap<string, string>): void {
  database.exec('begin immediate')
  try {
    // Another process may have been first.
    const stored = storedSums(database)
    if (needsSums(present, stored)) {
      requireAllSums(database, name, stored)
      for (const each of stored) checkTable(database, name, each, present.get(each.name))
      const store = database.prepare(
        `replace into ${CHECKSUM_TABLE} (name, columns, row_count, sum) values (?, ?, ?, ?)`,
      )
      for (const [table, columns] of present) {
        const { row_count, sum } = sumOf(database, table, columns)
        store.run(table, columns, row_count, sum)
      }
      store.run(LIST, [...present.keys()].join(), present.size, 0)
    }
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

/** Row by row: a statement that calls a function for each row keeps the values of all rows in memory until its end. */
function sumOf(database: DatabaseSync, table: string, columns: string): Pick<Stored, 'row_count' | 'sum'> {
  const names = columns.split(',').map((column) => `t."${column}"`)
  const select = database.prepare(`select ${names.join()} from "${table}" t`)
  select.setReadBigInts(true)
  select.setReturnArrays(true)
  let [row_count, sum] = [0, 0]
  for (const values of select.iterate() as Iterable<unknown>) {
    row_count += 1
    sum = (sum + checksumOfValues(values as unknown[])) % MODULUS
  }
  return { row_count, sum }
}

function triggersOf(table: string, columns: string): Partial<Record<RowChange, string>> {
  const [before, after] = [checksumOf('old', columns), checksumOf('new', columns)]
  const isSummedOnCommit = SUMMED_ON_COMMIT.some((each) => each === table)
  const highest = `(select highest from ${SUMMED} where name = '${table}')`
  const condition = isSummedOnCommit ? `when old.rowid <= ${highest}` : ''
  // A new row may get the id of the deleted one when no row is above it.
  const lower = `update ${SUMMED} set highest = coalesce((select max(rowid) from main."${table}" where rowid < old.rowid), 0)
    where name = '${table}' and highest = old.rowid;`
  const change = (
    on: RowChange,
    changes: string,
    more = '',
  ) => `create temp trigger if not exists "${table}_${on}" after ${on} on main."${table}"
    ${on === 'insert' ? '' : condition} begin update ${CHECKSUM_TABLE} set ${changes} where name = '${table}'; ${more} end`
  return {
    ...(!isSummedOnCommit && {
      insert: change('insert', `row_count = row_count + 1, sum = (sum + ${after}) % ${MODULUS}`),
    }),
    update: change('update', `sum = (sum + ${MODULUS} - ${before} + ${after}) % ${MODULUS}`),
    delete: change(
      'delete',
      `row_count = row_count - 1, sum = (sum + ${MODULUS} - ${before}) % ${MODULUS}`,
      isSummedOnCommit ? lower : '',
    ),
  }
}

/** What `BEGIN_SUMS` and `SUM_NEW_ROWS` use. */
function summingOnCommit(columns: ReadonlyMap<string, string>): string[] {
  const tables = SUMMED_ON_COMMIT.filter((table) => columns.has(table))
  const added = tables.map(
    (table) => `select '${table}' as name, count(*) as row_count,
      coalesce(sum(${checksumOf('t', columns.get(table) ?? '')}), 0) as sum
      from main."${table}" t where t.rowid > (select highest from ${SUMMED} where name = '${table}')`,
  )
  return [
    `create temp table ${SUMMED} (name text primary key, highest integer)`,
    ...tables.map((table) => `insert into ${SUMMED} values ('${table}', 9223372036854775807)`),
    ...(added.length === 0 ? [] : [`create temp view new_rows as ${added.join(' union all ')}`]),
  ]
}

function checksumOf(row: string, columns: string): string {
  const values = columns.split(',').map((column) => `${row}."${column}"`)
  return `txwarden_checksum(${values.join(', ')})`
}

function registerChecksum(database: DatabaseSync): void {
  database.function('txwarden_checksum', { varargs: true, useBigIntArguments: true }, rowChecksum)
}

function rowChecksum(...values: unknown[]): bigint {
  return BigInt(checksumOfValues(values))
}

/** CRC-32 of types, lengths and values. Mixed, because sums of a linear code can cancel out. Stored: never change it. */
function checksumOfValues(values: readonly unknown[]): number {
  let text = ''
  for (const value of values)
    text += typeof value === 'string' ? `${value.length}:${value}` : `${typeof value} ${value};`
  return mixed(crc32(text))
}

/** The finalizer of MurmurHash3 (Appleby, public domain). */
function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
