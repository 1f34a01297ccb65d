import { type SelectQueryBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import type { NameSource } from '../../../api/vocabulary.ts'
import { endsOf } from '../../evm/words.ts'
import { ENDS } from '../schema/index-expressions.ts'
import type { Db, NameRow, Schema } from '../schema/schema.ts'
import { cachedListQuery, placeholder } from './cached-query.ts'
import type { PageOrder } from './cursor.ts'
import { countAll, hasPart, type Page, readPage } from './page.ts'
import { bumpWithEvidence } from './revisions.ts'
import { deleteRows, rowsWith, saveRow } from './rows.ts'

/** A name of an address, and where it was given. */
export interface KnownName extends Pick<NameRow, 'chain_id' | 'address_key' | 'name'> {
  readonly source: NameSource
}

/** Where addresses have names. The first counts where several name one. */
const tables = { operator: 'names', safe: 'safes', monitor: 'monitored_addresses', contract: 'contracts' } as const
const sources = Object.keys(tables) as NameSource[]

/** The names of all tables, as rows of one. */
function everyName(db: Db): SelectQueryBuilder<Schema & { names: KnownName }, 'names', object> {
  const of = (source: NameSource) =>
    db
      .selectFrom(tables[source] as 'names')
      .select(['chain_id', 'address_key', 'name', sql<NameSource>`${sql.lit(source)}`.as('source')])
      .where('name', '<>', '')
  const all = of('operator').unionAll(of('safe')).unionAll(of('monitor')).unionAll(of('contract'))
  return db.selectFrom(all.as('names')) as unknown as ReturnType<typeof everyName>
}

const ORDER: PageOrder = {
  columns: { name: 'name', chainId: 'chain_id', address: 'address_key', source: 'source' },
  numbers: [],
  tieBreak: ['name', 'address_key', 'chain_id', 'source'],
}

export interface NameFilter {
  /** A part, in any case. */
  readonly name?: string | undefined
  readonly address?: string | undefined
  readonly chainId?: string | undefined
  readonly source?: NameSource | undefined
}

export async function pageOfNames(
  db: Db,
  { name, address, chainId, source }: NameFilter,
  request: PageRequest,
): Promise<Page<KnownName> & { readonly total: number }> {
  let matching = everyName(db)
  if (name !== undefined) matching = matching.where(hasPart(sql`lower(name)`, name))
  if (address !== undefined) matching = matching.where('address_key', '=', address.toLowerCase())
  if (chainId !== undefined) matching = matching.where('chain_id', 'in', ['', chainId])
  if (source !== undefined) matching = matching.where('source', '=', source)
  const rows = matching as unknown as SelectQueryBuilder<Schema, 'names', object>
  const page = await readPage(rows, request, ORDER)
  return { ...page, rows: page.rows as unknown as KnownName[], total: await countAll(rows) }
}

export function listNames(db: Db): Promise<KnownName[]> {
  return everyName(db).selectAll().execute() as Promise<KnownName[]>
}

export async function countNames(db: Db): Promise<number> {
  return countAll(everyName(db) as unknown as SelectQueryBuilder<Schema, 'names', object>)
}

/** Names of addresses with the same first and last three digits as these (lower case), themselves included. */
export async function namesAlike(db: Db, addresses: readonly string[]): Promise<KnownName[]> {
  return alike(db, [...new Set(addresses.map(endsOf))])
}

const alike = cachedListQuery<string, KnownName>(
  (placeholders) => {
    const ends = sql.raw<string>(ENDS)
    const of = (source: NameSource) => sql`select chain_id, address_key, name, ${sql.lit(source)} as source
      from ${sql.table(tables[source])} where name <> '' and ${ends} in (${placeholders.each(placeholder)})`
    return sql`${sql.join(sources.map(of), sql` union all `)}`
  },
  (ends) => sources.flatMap(() => ends),
)

export interface NameKey {
  /** '': on every chain. */
  readonly chainId: string
  /** Lower case. */
  readonly address: string
}

export function findName(db: Db, { chainId, address }: NameKey): Promise<NameRow | undefined> {
  return rowsWith(db, 'names', { chain_id: chainId, address_key: address }).executeTakeFirst()
}

export async function saveName(db: Db, row: NameRow): Promise<void> {
  const { created_at: _, ...changes } = row
  await saveRow(db, 'names', ['address_key', 'chain_id'], row, { changes })
  await bumpWithEvidence(db, 'names')
}

export async function deleteName(db: Db, { chainId, address }: NameKey): Promise<void> {
  await deleteRows(db, 'names', { chain_id: chainId, address_key: address }).execute()
  await bumpWithEvidence(db, 'names')
}
