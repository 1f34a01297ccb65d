import { sql } from 'kysely'
import type { CounterpartyRow, Db, RescreenRow, TransactionRow, VerdictChangeRow } from '../schema/schema.ts'
import { type PlaceRange, type TransactionPlace, within } from './address-blocks.ts'
import { cachedListQuery, placeholder } from './cached-query.ts'
import { finder, hasChanged, hasRow, inserter, rowsWith } from './rows.ts'

/** More addresses are not looked up one by one: all transactions are read. */
export const MOST_ADDRESSES = 50_000

/** Lower case; undefined: more than are looked up one by one. */
export type WantedAddresses = ReadonlySet<string> | undefined

interface NewRescreen {
  readonly id: string
  readonly now: number
  /** ms */
  readonly since: number
  readonly source?: string | undefined
  readonly wanted: WantedAddresses
}

export function rescreenRow({ id, now, since, source, wanted }: NewRescreen): RescreenRow {
  const isBounded = wanted !== undefined && wanted.size <= MOST_ADDRESSES
  return {
    id,
    state: 'RUNNING',
    source: source ?? null,
    since_at: Math.max(0, Math.floor(since)),
    addresses: isBounded ? Buffer.from(Array.from(wanted, (each) => each.slice(2)).join(''), 'hex') : null,
    next_at: null,
    next_id: null,
    started_at: now,
    updated_at: now,
  }
}

/** The addresses of a run. */
export function wantedOf({ addresses }: Pick<RescreenRow, 'addresses'>): WantedAddresses {
  if (addresses === null) return undefined
  const digits = Buffer.from(addresses).toString('hex')
  return new Set(digits.match(/.{40}/g)?.map((each) => `0x${each}`))
}

export const insertRescreen = inserter('rescreens')

/** The oldest one that is not done. */
export function runningRescreen(db: Db): Promise<RescreenRow | undefined> {
  const running = db.selectFrom('rescreens').selectAll().where(sql<boolean>`state = 'RUNNING'`)
  return running.orderBy('started_at').orderBy('id').limit(1).executeTakeFirst()
}

export const findRescreen = finder('rescreens', 'id')

/** False: another process was further, or it is done. */
export async function isRescreenAt(db: Db, run: RescreenRow): Promise<boolean> {
  return hasRow(db.selectFrom('rescreens').select('id').where(at(run)))
}

/** As `isRescreenAt`. */
export async function moveRescreen(
  db: Db,
  run: RescreenRow,
  changes: Partial<Pick<RescreenRow, 'state' | 'addresses' | 'next_at' | 'next_id'>> & Pick<RescreenRow, 'updated_at'>,
): Promise<boolean> {
  return hasChanged(db.updateTable('rescreens').set(changes).where(at(run)))
}

const at = ({ id, next_at, next_id }: RescreenRow) => sql<boolean>`id = ${id} and state = 'RUNNING'
  and next_at is not distinct from ${next_at} and next_id is not distinct from ${next_id}`

export async function insertVerdictChanges(db: Db, rows: readonly VerdictChangeRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('verdict_changes')
    .values(rows)
    // A counterparty is reported once for each verdict.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Reads the changes of transactions, oldest first. */
export const verdictChangesOf = cachedListQuery<string, VerdictChangeRow>(
  (placeholders) => sql`select * from verdict_changes where svc_tx_id in (${placeholders.each(placeholder)})
    order by at, id`,
  (ids) => ids,
)

/** Reads the changes of a run, in the order of their ids, after one of them. */
export function changesOfRescreen(
  db: Db,
  rescreenId: string,
  after: string,
  most: number,
): Promise<VerdictChangeRow[]> {
  return rowsWith(db, 'verdict_changes', { rescreen_id: rescreenId })
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Changes because of an address (lower case). */
export function changesAbout(
  db: Db,
  { chain_id, owner, counterparty }: Pick<CounterpartyRow, 'chain_id' | 'owner' | 'counterparty'>,
  most: number,
): Promise<VerdictChangeRow[]> {
  return rowsWith(db, 'verdict_changes', { address: counterparty, owner, chain_id }).limit(most).execute()
}

/** Owners that dealt with the addresses (lower case), on any chain. */
export async function ownersOf(db: Db, addresses: readonly string[], since: number): Promise<CounterpartyRow[]> {
  if (addresses.length === 0) return []
  return db
    .selectFrom('counterparties')
    .selectAll()
    .where('counterparty', 'in', addresses)
    .where('last_seen', '>=', since)
    .orderBy('counterparty')
    .orderBy('owner')
    .orderBy('chain_id')
    .execute()
}

/** Counterparties of all owners in the order of their addresses, after one of them. */
export function counterpartiesAfter(
  db: Db,
  after: Pick<CounterpartyRow, 'chain_id' | 'owner' | 'counterparty'> | undefined,
  most: number,
): Promise<CounterpartyRow[]> {
  let matching = db.selectFrom('counterparties').selectAll()
  if (after)
    matching = matching.where(
      sql<boolean>`(chain_id, owner, counterparty) > (${after.chain_id}, ${after.owner}, ${after.counterparty})`,
    )
  return matching.orderBy('chain_id').orderBy('owner').orderBy('counterparty').limit(most).execute()
}

const REPLAYED = [
  'id',
  'product',
  'chain_id',
  'from_key',
  'to_key',
  'addresses',
  'request',
  'result',
  'origin',
  'validated_by',
  'created_at',
] as const satisfies readonly (keyof TransactionRow)[]

/** What a replay reads of a transaction. */
export type ReplayedRow = Pick<TransactionRow, (typeof REPLAYED)[number]>

/** Transactions in a range, oldest first. */
export function transactionsWithin(db: Db, range: PlaceRange, most: number): Promise<ReplayedRow[]> {
  return db
    .selectFrom('transactions')
    .select(REPLAYED)
    .where(within(range))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Those that are there, newest first. */
export async function transactionsAt(db: Db, places: readonly TransactionPlace[]): Promise<TransactionRow[]> {
  if (places.length === 0) return []
  return db
    .selectFrom('transactions')
    .selectAll()
    .where(
      'id',
      'in',
      places.map(({ id }) => id),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
