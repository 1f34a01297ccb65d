import { sql } from 'kysely'
import type { Db } from './schema/schema.ts'
import { CHECKSUM_TABLE } from './sqlite/row-checksums.ts'

/** Row count and checksum of a table. The checksum does not depend on the order of rows. */
export interface TableProof {
  readonly table: string
  readonly rows: number
  /** 64 bits, hex. */
  readonly checksum: string
}

/** Tables that migrations fill: their rows are replaced. */
const PREFILLED = ['kept_counts']
/** Rows of one statement: far below the limit of parameters, even with 32 columns. */
const ROWS_A_STATEMENT = 500

interface Table {
  readonly name: string
  /** Columns of the primary key. */
  readonly key: readonly string[]
  /** Tables that its foreign keys reference. */
  readonly references: readonly string[]
}

/** Names of the target's tables that have rows. */
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
 * Copies all rows of a SQLite database into an empty database with the same schema, and compares each table afterwards.
 * Uses constant memory.
 * @throws Error when a table differs
 */
export async function copyRows(source: Db, target: Db): Promise<TableProof[]> {
  const proofs: TableProof[] = []
  for (const table of await tablesOf(source)) {
    const { name } = table
    if (PREFILLED.includes(name)) await sql`delete from ${sql.table(name)}`.execute(target)
    const sent = new Checksum()
    for await (const rows of pagesOf(source, table)) {
      sent.add(rows)
      await target
        .insertInto(name as 'settings')
        .values(rows as never)
        .execute()
    }
    const received = new Checksum()
    for await (const rows of pagesOf(target, table)) received.add(rows)
    if (sent.text !== received.text) throw new Error(`${name}: sent ${sent.text}, received ${received.text}`)
    proofs.push({ table: name, rows: sent.rows, checksum: sent.hex })
  }
  return proofs
}

type Row = Readonly<Record<string, unknown>>

/** In primary key order, which is the same on every database. */
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

class Checksum {
  rows = 0
  #sum = 0n

  add(rows: readonly Row[]): void {
    this.rows += rows.length
    for (const row of rows) this.#sum = BigInt.asUintN(64, this.#sum + numberOf(row))
  }

  get hex(): string {
    return this.#sum.toString(16).padStart(16, '0')
  }

  get text(): string {
    return `${this.rows} rows (${this.hex})`
  }
}

function numberOf(row: Row): bigint {
  const values = Object.keys(row)
    .sort()
    .map((name) => [
      name,
      row[name] instanceof Uint8Array ? { hex: Buffer.from(row[name]).toString('hex') } : row[name],
    ])
  return process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(JSON.stringify(values))
    .digest()
    .readBigUInt64BE()
}

/** All tables of txwarden; referenced tables come first. */
async function tablesOf(source: Db): Promise<Table[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name <> ${CHECKSUM_TABLE} and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'
    order by name`.execute(source)
  const waiting = await Promise.all(rows.map(({ name }) => describe(source, name)))
  const sorted: Table[] = []
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ references }) =>
      references.every((reference) => sorted.some(({ name }) => name === reference)),
    )
    const [next] = waiting.splice(Math.max(at, 0), 1)
    if (at < 0 || !next) throw new Error('circular foreign keys')
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
  return { name, key: columns.rows.map((row) => row.name), references: foreign.rows.map((row) => row.table) }
}
