import { sql } from 'kysely'
import type { Db, IdempotentAnswerRow } from '../schema.ts'
import { cachedInsert, cachedListQuery, cachedQuery, place } from './cached-query.ts'

/** The stored answers of these scopes that have not expired. */
export async function findAnswers(db: Db, scopes: readonly string[], now: number): Promise<IdempotentAnswerRow[]> {
  const rows = await answersOf(db, scopes)
  return rows.filter(({ expires_at }) => expires_at > now)
}

const answersOf = cachedListQuery<string, IdempotentAnswerRow>(
  (places) => sql`select * from idempotent_answers where scope in (${places.each(place)})`,
  (scopes) => scopes,
)

/** Expired rows make room on the way: no task of its own has to run for it. */
export async function storeAnswer(db: Db, row: IdempotentAnswerRow): Promise<void> {
  await removeExpired(db, [row.created_at])
  await insert(db, row)
}

const removeExpired = cachedQuery((db) => sql`delete from idempotent_answers where expires_at <= ${null}`.compile(db))

// Two processes that meet the same key: the first answer stands.
const insert = cachedInsert<IdempotentAnswerRow>(
  'idempotent_answers',
  ['scope', 'request_hash', 'status', 'sealed_answer', 'good_until', 'evidence_revision', 'created_at', 'expires_at'],
  sql`on conflict (scope) do nothing`,
)

/** Removes some of those that have expired; answers how many. */
export async function removeExpiredAnswers(db: Db, now: number, most: number): Promise<number> {
  const expired = db.selectFrom('idempotent_answers').select('scope').where('expires_at', '<=', now).limit(most)
  const { numDeletedRows } = await db.deleteFrom('idempotent_answers').where('scope', 'in', expired).executeTakeFirst()
  return Number(numDeletedRows)
}
