import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** A table, its rows, and a number that differs when one of them does, in whatever order they were read. */
export interface TableProof {
  readonly table: string
  readonly rows: number
  /** 64 bits, hex. */
  readonly checksum: string
}

/** Migrations put rows there: whoever moves in brings its own. */
const PREFILLED = ['kept_counts']
/** Rows of one statement: 32 columns of them are far from what a statement may hold. */
const ROWS_A_STATEMENT = 500

interface Table {
  readonly name: string
  /** Columns of the primary key. */
  readonly key: readonly string[]
  /** Tables whose rows have to be there first. */
  readonly needs: readonly string[]
}

/** Tables of ours that have rows. */
export async function filledTables(source: Db, target: Db): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await tablesOf(source)) {
    if (PREFILLED.includes(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target)
    if (rows.length > 0) found.push(name)
  }
  return found
}

/**
 * Copies every row of a SQLite database into another one with the same schema and no rows, then reads both sides of
 * each table. Memory stays the same however many there are.
 * @throws Error when what arrived is not what left
 */
export async function copyRows(source: Db, target: Db): Promise<TableProof[]> {
  const proofs: TableProof[] = []
  for (const table of await tablesOf(source)) {
    const { name } = table
    if (PREFILLED.includes(name)) await sql`delete from ${sql.table(name)}`.execute(target)
    const left = new Sum()
    for await (const rows of pagesOf(source, table)) {
      left.add(rows)
      await target
        .insertInto(name as 'settings')
        .values(rows as never)
        .execute()
    }
    const arrived = new Sum()
    for await (const rows of pagesOf(target, table)) arrived.add(rows)
    if (left.text !== arrived.text) throw new Error(`${name}: ${left.text} left, ${arrived.text} arrived`)
    proofs.push({ table: name, rows: left.rows, checksum: left.checksum })
  }
  return proofs
}

type Row = Readonly<Record<string, unknown>>

/** In the order of the key, which is the same on every database. */
async function* pagesOf(db: Db, { name, key }: Table): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let last: Row | undefined
  do {
    const after = last && sql`where (${columns}) > (${sql.join(key.map((column) => last?.[column]))})`
    const page = await sql<Row>`select * from ${sql.table(name)} ${after ?? sql``}
      order by ${columns} limit ${ROWS_A_STATEMENT}`.execute(db)
    if (page.rows.length > 0) yield page.rows
    last = page.rows.length === ROWS_A_STATEMENT ? page.rows.at(-1) : undefined
  } while (last)
}

class Sum {
  rows = 0
  #sum = 0n

  add(rows: readonly Row[]): void {
    this.rows += rows.length
    for (const row of rows) this.#sum = BigInt.asUintN(64, this.#sum + numberOf(row))
  }

  get checksum(): string {
    return this.#sum.toString(16).padStart(16, '0')
  }

  get text(): string {
    return `${this.rows} rows (${this.checksum})`
  }
}

function numberOf(row: Row): bigint {
  const values = Object.keys(row)
    .sort()
    .map((name) => [
      name,
      row[name] instanceof Uint8Array ? { hex: Buffer.from(row[name]).toString('hex') } : row[name],
    ])
  return createHash('sha256').update(JSON.stringify(values)).digest().readBigUInt64BE()
}

/** All of ours, those that others refer to before those. */
async function tablesOf(source: Db): Promise<Table[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'
    order by name`.execute(source)
  const waiting = await Promise.all(rows.map(({ name }) => describe(source, name)))
  const sorted: Table[] = []
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ needs }) => needs.every((need) => sorted.some(({ name }) => name === need)))
    const [next] = waiting.splice(Math.max(at, 0), 1)
    if (at < 0 || !next) throw new Error('tables that refer to each other in a circle')
    sorted.push(next)
  }
  return sorted
}

async function describe(source: Db, name: string): Promise<Table> {
  const columns = await sql<{ name: string; pk: number }>`select name, pk from pragma_table_info(${name})
    where pk > 0 order by pk`.execute(source)
  const foreign = await sql<{ table: string }>`select distinct "table" from pragma_foreign_key_list(${name})`.execute(
    source,
  )
  return { name, key: columns.rows.map((row) => row.name), needs: foreign.rows.map((row) => row.table) }
}
