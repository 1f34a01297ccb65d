import { sql } from 'kysely'
import type { CounterpartyRow, Db } from '../schema.ts'
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

/**
 * Counterparties that share the first three and last three digits with one of the addresses, and themselves; in no
 * order: for one the database would read everybody the owner ever dealt with.
 */
export async function counterpartiesLike(
  db: Db,
  { chainId, owner }: CounterpartyScope,
  addresses: readonly string[],
): Promise<CounterpartyRow[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<CounterpartyRow>`select * from counterparties where chain_id = ${chainId}
    and owner = ${owner} and ends in (${sql.join(addresses.map(endsNumber))})`.execute(db)
  return rows
}

/** Pairs of one statement. */
const PAIRS_A_STATEMENT = 256

/** The same for accounts, each asked about an address of its own. */
export async function counterpartiesOfAccounts(
  db: Db,
  chainId: string,
  pairs: readonly { readonly owner: string; readonly address: string }[],
): Promise<CounterpartyRow[]> {
  const found: CounterpartyRow[] = []
  for (let at = 0; at < pairs.length; at += PAIRS_A_STATEMENT) {
    const asked = pairs
      .slice(at, at + PAIRS_A_STATEMENT)
      .map(({ owner, address }) => sql`(${owner}, cast(${endsNumber(address)} as integer))`)
    const { rows } = await sql<CounterpartyRow>`select * from counterparties where chain_id = ${chainId}
      and (owner, ends) in (values ${sql.join(asked)})`.execute(db)
    found.push(...rows)
  }
  return found
}

/** Whether anything valid was ever reported on chain for the sender. */
export async function hasHistory(db: Db, { chainId, owner }: CounterpartyScope): Promise<boolean> {
  const { rows } = await sql`select 1 from transactions where chain_id = ${chainId} and from_key = ${owner}
    and valid = 1 and transaction_id is not null and block_number is not null limit 1`.execute(db)
  return rows.length > 0
}
