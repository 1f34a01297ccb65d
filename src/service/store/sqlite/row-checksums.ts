import type { DatabaseSync } from 'node:sqlite'
import { counted } from '../../../api/text/amounts.ts'
import { refusal, type WardenError } from '../../../shared/errors.ts'
import { crc32 } from '../../../shared/files/crc32.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import type { Schema } from '../schema/schema.ts'
import { explainingDamage } from './checks.ts'
import { lastBackup } from './last-backup.ts'

/**
 * SQLite has no checksums: it takes a flipped bit inside a value for another value. So each table that decides a verdict or
 * an alert, or vouches for something, has the sum of the checksums of its rows in `table_checksums`. Triggers of every writing
 * connection change the sum in the statement that changes the row, so that a rollback takes both back. They subtract what a
 * changed or deleted row contains then: the change of a damaged row does not hide its damage. A sum also finds rows that
 * are missing, or older than the others. Tables that only record are left to `integrity_check`.
 *
 * The triggers are temporary because the schema of the file is not trusted (`trusted_schema`): it cannot call a function.
 */
export const CHECKSUM_TABLE = 'table_checksums'

/** Protected tables that hold few rows. */
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
  'revisions',
  'chain_nodes',
  'paused_chains',
  'chain_settings',
  'contracts',
  'names',
  'safes',
  'enabled_feeds',
  'policies',
] as const satisfies readonly (keyof Schema)[]

export function isSmall(table: string): boolean {
  return SMALL_TABLES.some((name) => name === table)
}

/** Those that grow with use. */
const GROWING_TABLES = [
  'transaction_reports',
  'counterparties',
  'payments',
  'granted_allowances',
  'chain_accounts',
  'holds',
  'safe_items',
  'policy_spends',
  'policy_sums',
] as const satisfies readonly (keyof Schema)[]

export const PROTECTED_TABLES: readonly (keyof Schema)[] = [...SMALL_TABLES, ...GROWING_TABLES]

/** Sums are below it: the sum of two is exact as a JavaScript number too. */
const MODULUS = 2 ** 48

interface Stored {
  readonly name: string
  /** Columns of the table at the time of the sum, separated by commas: a migration can add others. */
  readonly columns: string
  readonly row_count: number
  readonly sum: number
}

/**
 * Keeps the sums right while the connection writes. Sums rows first when that was not done with the present columns: in
 * a new database, after a migration, and when the sums were deleted.
 * @param mayBegin false while another process serves the file: its triggers sum the columns that it found at its start
 * @throws WardenError `altered-rows`
 */
export function keepChecksums(database: DatabaseSync, name: string, mayBegin: () => boolean): void {
  registerChecksum(database)
  const present = columnsOf(database)
  if (needsSums(present, storedSums(database)) && mayBegin()) sumAgain(database, name, present)
  const summed = new Map([...present, ...storedSums(database).map((each) => [each.name, each.columns] as const)])
  const triggers = Array.from(summed, ([table, columns]) => triggersOf(table, columns)).flat()
  database.exec(`pragma temp_store = memory; begin; ${triggers.join('; ')}; commit`)
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
    requireAllSums(name, present, sums)
    for (const stored of sums) {
      const isIncluded = scope === 'all' || scope === stored.name || (scope === 'small' && isSmall(stored.name))
      if (isIncluded) checkTable(database, name, stored, present.get(stored.name))
    }
  })
}

/** All sums are missing when they were deleted to accept the rows; some of them only after damage. */
function requireAllSums(name: string, present: ReadonlyMap<string, string>, sums: readonly Stored[]): void {
  if (sums.length === 0) return
  const missing = [...present.keys()].find((table) => sums.every((stored) => stored.name !== table))
  if (missing !== undefined) throw altered(name, `the checksum of ${JSON.stringify(missing)} is missing or damaged`)
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
  return counted(count, 'row')
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
  return database
    .prepare(`select * from ${CHECKSUM_TABLE} where name in (select value from json_each(?))`)
    .all(JSON.stringify(PROTECTED_TABLES)) as unknown as Stored[]
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
      requireAllSums(name, present, stored)
      for (const each of stored) checkTable(database, name, each, present.get(each.name))
      const store = database.prepare(
        `replace into ${CHECKSUM_TABLE} (name, columns, row_count, sum) values (?, ?, ?, ?)`,
      )
      for (const [table, columns] of present) {
        const { row_count, sum } = sumOf(database, table, columns)
        store.run(table, columns, row_count, sum)
      }
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

function triggersOf(table: string, columns: string): string[] {
  const [before, after] = [checksumOf('old', columns), checksumOf('new', columns)]
  const trigger = (on: 'insert' | 'update' | 'delete', changes: string) =>
    `create temp trigger "${table}_${on}" after ${on} on main."${table}"
    begin update ${CHECKSUM_TABLE} set ${changes} where name = '${table}'; end`
  return [
    trigger('insert', `row_count = row_count + 1, sum = (sum + ${after}) % ${MODULUS}`),
    trigger('update', `sum = (sum + ${MODULUS} - ${before} + ${after}) % ${MODULUS}`),
    trigger('delete', `row_count = row_count - 1, sum = (sum + ${MODULUS} - ${before}) % ${MODULUS}`),
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
