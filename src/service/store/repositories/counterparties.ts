import { sql } from 'kysely'
import type { CounterpartyRow, Db } from '../schema.ts'
import { endsNumber } from './intel.ts'
import { padded } from './list-of.ts'

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

/** Somebody, and an address that those they dealt with are compared with. Lower case. */
export interface OwnedAddress {
  readonly owner: string
  readonly address: string
}

/** Pairs of one statement. */
const PAIRS_A_STATEMENT = 256

/**
 * Counterparties of each owner that share the first three and last three digits with the address asked about, and the
 * address itself; in no order: for one the database would read everybody the owner ever dealt with.
 */
export async function counterpartiesAlike(
  db: Db,
  chainId: string,
  pairs: readonly OwnedAddress[],
): Promise<CounterpartyRow[]> {
  const asked = new Map(pairs.map(({ owner, address }) => [`${owner} ${endsNumber(address)}`, { owner, address }]))
  const different = [...asked.values()]
  const found: CounterpartyRow[] = []
  for (let at = 0; at < different.length; at += PAIRS_A_STATEMENT) {
    const some = padded(different.slice(at, at + PAIRS_A_STATEMENT))
    const values = some.map(({ owner, address }) => sql`(${owner}, cast(${endsNumber(address)} as integer))`)
    const { rows } = await sql<CounterpartyRow>`select * from counterparties where chain_id = ${chainId}
      and (owner, ends) in (values ${sql.join(values)})`.execute(db)
    found.push(...rows)
  }
  return found
}

/** For which senders anything valid was ever reported on chain, as `chainId owner`. */
export async function whichHaveHistory(db: Db, scopes: readonly CounterpartyScope[]): Promise<Set<string>> {
  if (scopes.length === 0) return new Set()
  const values = padded(scopes).map(({ chainId, owner }) => sql`(${chainId}, ${owner})`)
  const { rows } = await sql<{ chain_id: string; owner: string }>`
    with asked (chain_id, owner) as (values ${sql.join(values)})
    select chain_id, owner from asked where exists (
      select 1 from transactions where transactions.chain_id = asked.chain_id and transactions.from_key = asked.owner
        and valid = 1 and transaction_id is not null and block_number is not null)
      -- Old transactions are pruned; whom the sender dealt with stays known.
      or exists (select 1 from counterparties
        where counterparties.chain_id = asked.chain_id and counterparties.owner = asked.owner)`.execute(db)
  return new Set(rows.map(({ chain_id, owner }) => `${chain_id} ${owner}`))
}
