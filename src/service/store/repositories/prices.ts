import { sql } from 'kysely'
import type { Db, PriceRow } from '../schema/schema.ts'
import { cachedListQuery } from './cached-query.ts'

export interface ActivePrice extends Pick<PriceRow, 'token' | 'decimals' | 'usd' | 'as_of'> {
  readonly source: string
  readonly max_age_ms: number | null
}

/** Prices of tokens (lower case, '' for the native currency) on a chain; the newest of several sources. */
export async function pricesOf(
  db: Db,
  chainId: string,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, ActivePrice>> {
  const rows = await newestLast(
    db,
    tokens.map((token) => ({ chainId, token })),
  )
  return new Map(rows.map((row) => [row.token, row]))
}

const newestLast = cachedListQuery<{ readonly chainId: string; readonly token: string }, ActivePrice>(
  (placeholders) => sql`
    select prices.token, prices.decimals, prices.usd, prices.as_of, sources.name as source, sources.max_age_ms
    from prices join intel_sources sources on sources.generation = prices.generation
    where (prices.chain_id, prices.token) in (values ${placeholders.each(() => sql`(${null}, ${null})`)})
    order by prices.as_of, sources.name`,
  (tokens) => tokens.flatMap(({ chainId, token }) => [chainId, token]),
)

/** Keeps the newest of several prices of a token. */
export async function insertPrices(db: Db, rows: readonly PriceRow[]): Promise<void> {
  await db
    .insertInto('prices')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'token', 'generation'])
        .doUpdateSet((e) => ({
          decimals: e.ref('excluded.decimals'),
          usd: e.ref('excluded.usd'),
          as_of: e.ref('excluded.as_of'),
        }))
        .whereRef('excluded.as_of', '>=', 'prices.as_of'),
    )
    .execute()
}

/** Deletes up to `most` prices of a generation. False when none were left. */
export async function deletePrices(db: Db, generation: number, most: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from prices
    where generation = ${generation} and (chain_id, token) in
      (select chain_id, token from prices where generation = ${generation} limit ${most})`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
