import { type RawBuilder, sql } from 'kysely'
import { chunksOf } from '../../../shared/chunks-of.ts'
import { CONFIRMED, type CounterpartyRow, type Db, type Flag, type Standing } from '../schema/schema.ts'
import { cachedListQuery } from './cached-query.ts'
import { endsNumber } from './intel.ts'
import { isBetter, rowsWith } from './rows.ts'

/** A sender (lower case) on a chain. */
export interface CounterpartyScope {
  readonly chainId: string
  readonly owner: string
}

export interface Seen {
  /** Lower case. */
  readonly counterparty: string
  readonly hadValue: boolean
  readonly standing: Standing
  /** The transaction was counted before, with another standing. */
  readonly isCounted?: boolean
}

// The databases have different functions for the minimum of two values.
const EARLIER = sql<number>`case when excluded.first_seen < counterparties.first_seen
  then excluded.first_seen else counterparties.first_seen end`
const LATER = sql<number>`case when excluded.last_seen > counterparties.last_seen
  then excluded.last_seen else counterparties.last_seen end`
const MORE = sql<number>`case when excluded.count > counterparties.count
  then excluded.count else counterparties.count end`
// The best among payments, or else other transactions: a contact must not confirm a payment that was only reported.
const BEST = sql<Standing>`case when ${isBetter('counterparties', ['had_value', 'standing'])}
  then excluded.standing else counterparties.standing end`
const HAD_VALUE = sql<Flag>`case when excluded.had_value = 1 then 1 else counterparties.had_value end`

/** Records a transaction of a sender with a counterparty at a time (ms). */
export async function recordCounterparty(
  db: Db,
  scope: CounterpartyScope,
  { counterparty, hadValue, standing, isCounted = false }: Seen,
  at: number,
): Promise<void> {
  const contact = { counterparty, firstSeen: at, lastSeen: at, count: 1, hadValue }
  const count = sql<number>`counterparties.count + ${isCounted ? 0 : 1}`
  await writeContacts(db, scope, [contact], { standing, count })
}

/** A counterparty that a node or block shows: it makes lookalikes visible and vouches for nothing. */
export interface Contact {
  /** Lower case. */
  readonly counterparty: string
  /** Milliseconds. */
  readonly firstSeen: number
  readonly lastSeen: number
  readonly count: number
  readonly hadValue: boolean
}

export interface RecordedContacts {
  readonly added: number
  readonly changed: number
}

/** Rows per statement. */
const CONTACTS_PER_STATEMENT = 500

/**
 * Records what was seen of an owner's counterparties. The same contacts again change nothing.
 */
export async function recordContacts(
  db: Db,
  { chainId, owner }: CounterpartyScope,
  contacts: readonly Contact[],
): Promise<RecordedContacts> {
  let [added, changed] = [0, 0]
  for (const some of chunksOf(contacts, CONTACTS_PER_STATEMENT)) {
    const rows = await rowsWith(db, 'counterparties', { chain_id: chainId, owner })
      .where(
        'counterparty',
        'in',
        some.map(({ counterparty }) => counterparty),
      )
      .execute()
    const known = new Map(rows.map((row) => [row.counterparty, row]))
    const news = some.filter((contact) => isNews(contact, known.get(contact.counterparty)))
    const unknown = news.filter(({ counterparty }) => !known.has(counterparty))
    added += unknown.length
    changed += news.length - unknown.length
    if (news.length > 0) await writeContacts(db, { chainId, owner }, news, { standing: CONFIRMED, count: MORE })
  }
  return { added, changed }
}

function isNews({ firstSeen, lastSeen, count, hadValue }: Contact, row: CounterpartyRow | undefined): boolean {
  if (row === undefined || row.standing < CONFIRMED || (hadValue && row.had_value === 0)) return true
  return firstSeen < row.first_seen || lastSeen > row.last_seen || count > row.count
}

/** @param count of one that is known */
async function writeContacts(
  db: Db,
  { chainId, owner }: CounterpartyScope,
  contacts: readonly Contact[],
  { standing, count }: { readonly standing: Standing; readonly count: RawBuilder<number> },
): Promise<void> {
  const rows = contacts.map((contact) => ({
    chain_id: chainId,
    owner,
    counterparty: contact.counterparty,
    ends: endsNumber(contact.counterparty),
    first_seen: contact.firstSeen,
    last_seen: contact.lastSeen,
    count: contact.count,
    had_value: contact.hadValue ? (1 as const) : (0 as const),
    standing,
  }))
  await db
    .insertInto('counterparties')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'owner', 'counterparty'])
        .doUpdateSet({ first_seen: EARLIER, last_seen: LATER, count, had_value: HAD_VALUE, standing: BEST }),
    )
    .execute()
}

/** A sender, and an address to compare with its counterparties. Lower case. */
export interface OwnedAddress extends CounterpartyScope {
  readonly address: string
}

/**
 * Counterparties of each owner with the same first three and last three digits as the address, including the address
 * itself. Unsorted: with an order the database would read all counterparties of the owner.
 */
export async function counterpartiesAlike(db: Db, pairs: readonly OwnedAddress[]): Promise<CounterpartyRow[]> {
  const wanted = new Map(pairs.map((pair) => [alikeKey(pair.chainId, pair.owner, endsNumber(pair.address)), pair]))
  return alike(db, [...wanted.values()])
}

const alike = cachedListQuery<OwnedAddress, CounterpartyRow>(
  (placeholders) => sql`select * from counterparties where (chain_id, owner, ends) in
    (values ${placeholders.each(() => sql`(${null}, ${null}, cast(${null} as integer))`)})`,
  (pairs) => pairs.flatMap(({ chainId, owner, address }) => [chainId, owner, endsNumber(address)]),
)

/** Group key of an owner's counterparties with the same first and last digits. */
export function alikeKey(chainId: string, owner: string, ends: number): string {
  return `${chainId} ${owner} ${ends}`
}

/** A sender whose history counts from a standing on. */
export interface HistoryScope extends CounterpartyScope {
  readonly least: Standing
}

/** Senders with a transaction that was validated here and is on chain, or with counterparties, as `chainId owner`. */
export async function whichHaveHistory(db: Db, scopes: readonly HistoryScope[]): Promise<Set<string>> {
  const rows = await havingHistory(db, scopes)
  return new Set(rows.map(({ chain_id, owner }) => `${chain_id} ${owner}`))
}

const havingHistory = cachedListQuery<HistoryScope, { chain_id: string; owner: string }>(
  (placeholders) => sql`
    with wanted (chain_id, owner, least) as
      (values ${placeholders.each(() => sql`(${null}, ${null}, cast(${null} as integer))`)})
    select chain_id, owner from wanted where exists (
      select 1 from transactions where transactions.chain_id = wanted.chain_id and transactions.from_key = wanted.owner
        and valid = 1 and transaction_id is not null and block_number is not null and origin is null
        and standing >= wanted.least)
      -- Pruning removes transactions, but not counterparties.
      or exists (select 1 from counterparties
        where counterparties.chain_id = wanted.chain_id and counterparties.owner = wanted.owner
          and standing >= wanted.least)`,
  (scopes) => scopes.flatMap(({ chainId, owner, least }) => [chainId, owner, least]),
)
