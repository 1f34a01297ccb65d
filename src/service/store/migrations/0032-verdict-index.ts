import { type Kysely, sql } from 'kysely'

/**
 * Lists transactions by their verdict. The columns that decide it are behind the requests and results of up to a megabyte
 * each, so the index has all that filters and orders need.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index transactions_verdict on transactions (
    (case when valid = 0 then 4 when combined_score >= 70 then 3
      when combined_score >= 31 then 2 when known_by_age_only = 1 then 1 when coverage in ('none', 'simulated') then 1
      when coverage is null then 5 else 0 end),
    created_at, id, chain_id, origin, valid, combined_score, updated_at
  )`.execute(db)
}
