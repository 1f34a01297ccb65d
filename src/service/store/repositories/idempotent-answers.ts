import { sql } from 'kysely'
import type { Db, IdempotentAnswerRow } from '../schema/schema.ts'
import { cachedInsert, cachedListQuery, cachedQuery, placeholder } from './cached-query.ts'

/** Stored responses of these scopes that have not expired. */
export async function findAnswers(db: Db, scopes: readonly string[], now: number): Promise<IdempotentAnswerRow[]> {
  const rows = await answersOf(db, scopes)
  return rows.filter(({ expires_at }) => expires_at > now)
}

const answersOf = cachedListQuery<string, IdempotentAnswerRow>(
  (placeholders) => sql`select * from idempotent_answers where scope in (${placeholders.each(placeholder)})`,
  (scopes) => scopes,
)

/** Also deletes expired rows, so that no background task is needed. */
export async function storeAnswer(db: Db, row: IdempotentAnswerRow): Promise<void> {
  await removeExpired(db, [row.created_at])
  await insert(db, row)
}

const removeExpired = cachedQuery((db) => sql`delete from idempotent_answers where expires_at <= ${null}`.compile(db))

// Of two processes with the same key, the first response stays.
const insert = cachedInsert<IdempotentAnswerRow>(
  'idempotent_answers',
  ['scope', 'request_hash', 'status', 'sealed_answer', 'good_until', 'evidence_revision', 'created_at', 'expires_at'],
  sql`on conflict (scope) do nothing`,
)

/** Deletes up to `most` expired responses. Returns the number of deleted rows. */
export async function removeExpiredAnswers(db: Db, now: number, most: number): Promise<number> {
  const expired = db.selectFrom('idempotent_answers').select('scope').where('expires_at', '<=', now).limit(most)
  const { numDeletedRows } = await db.deleteFrom('idempotent_answers').where('scope', 'in', expired).executeTakeFirst()
  return Number(numDeletedRows)
}
