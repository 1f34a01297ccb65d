import { sql } from 'kysely'
import type { CounterpartyRow, Db } from '../schema.ts'
import { cachedListQuery } from './cached-query.ts'
import { endsNumber } from './intel.ts'

/** Whose counterparties: a sender (lower case) on a chain. */
export interface CounterpartyScope {
  readonly chainId: string
  readonly owner: string
}

export interface Seen {
  /** Lower case. */
  readonly counterparty: string
  readonly hadValue: boolean
}

/** Notes that a sender dealt with somebody at a time (ms). */
export async function recordCounterparty(
  db: Db,
  { chainId, owner }: CounterpartyScope,
  { counterparty, hadValue }: Seen,
  at: number,
): Promise<void> {
  await db
    .insertInto('counterparties')
    .values({
      chain_id: chainId,
      owner,
      counterparty,
      ends: endsNumber(counterparty),
      first_seen: at,
      last_seen: at,
      count: 1,
      had_value: hadValue ? 1 : 0,
    })
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'owner', 'counterparty']).doUpdateSet({
        // min() and max() of two values have another name in every database.
        first_seen: sql`case when excluded.first_seen < counterparties.first_seen
          then excluded.first_seen else counterparties.first_seen end`,
        last_seen: sql`case when excluded.last_seen > counterparties.last_seen
          then excluded.last_seen else counterparties.last_seen end`,
        count: sql`counterparties.count + 1`,
        had_value: sql`case when excluded.had_value = 1 then 1 else counterparties.had_value end`,
      }),
    )
    .execute()
}

/** Somebody on a chain, and an address that those they dealt with are compared with. Lower case. */
export interface OwnedAddress extends CounterpartyScope {
  readonly address: string
}

/**
 * Counterparties of each owner that share the first three and last three digits with the address asked about, and the
 * address itself; in no order: for one the database would read everybody the owner ever dealt with.
 */
export async function counterpartiesAlike(db: Db, pairs: readonly OwnedAddress[]): Promise<CounterpartyRow[]> {
  const asked = new Map(pairs.map((pair) => [alikeKey(pair.chainId, pair.owner, endsNumber(pair.address)), pair]))
  return alike(db, [...asked.values()])
}

const alike = cachedListQuery<OwnedAddress, CounterpartyRow>(
  (places) => sql`select * from counterparties where (chain_id, owner, ends) in
    (values ${places.each(() => sql`(${null}, ${null}, cast(${null} as integer))`)})`,
  (pairs) => pairs.flatMap(({ chainId, owner, address }) => [chainId, owner, endsNumber(address)]),
)

/** The same for all whom an owner's counterparties are compared with alike. */
export function alikeKey(chainId: string, owner: string, ends: number): string {
  return `${chainId} ${owner} ${ends}`
}

/** For which senders anything valid was ever reported on chain, as `chainId owner`. */
export async function whichHaveHistory(db: Db, scopes: readonly CounterpartyScope[]): Promise<Set<string>> {
  const rows = await havingHistory(db, scopes)
  return new Set(rows.map(({ chain_id, owner }) => `${chain_id} ${owner}`))
}

const havingHistory = cachedListQuery<CounterpartyScope, { chain_id: string; owner: string }>(
  (places) => sql`
    with asked (chain_id, owner) as (values ${places.each(() => sql`(${null}, ${null})`)})
    select chain_id, owner from asked where exists (
      select 1 from transactions where transactions.chain_id = asked.chain_id and transactions.from_key = asked.owner
        and valid = 1 and transaction_id is not null and block_number is not null)
      -- Old transactions are pruned; whom the sender dealt with stays known.
      or exists (select 1 from counterparties
        where counterparties.chain_id = asked.chain_id and counterparties.owner = asked.owner)`,
  (scopes) => scopes.flatMap(({ chainId, owner }) => [chainId, owner]),
)
