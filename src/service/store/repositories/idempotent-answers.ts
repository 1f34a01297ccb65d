import { sql } from 'kysely'
import type { Db, IdempotentAnswerRow } from '../schema/schema.ts'
import { gatheredIn } from '../writes/gathered-changes.ts'
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
  const gathered = gatheredIn(db)
  if (!gathered?.has('expired answers')) await removeExpired(db, [row.created_at])
  gathered?.set('expired answers', { value: 0, write: async () => undefined })
  await insert(db, row)
}

const removeExpired = cachedQuery((db) => sql`delete from idempotent_answers where expires_at <= ${null}`.compile(db))

// Where two processes have the same key, the first response stays until it expires.
const insert = cachedInsert<IdempotentAnswerRow>(
  'idempotent_answers',
  sql`on conflict (scope) do update set request_hash = excluded.request_hash, status = excluded.status,
    sealed_answer = excluded.sealed_answer, good_until = excluded.good_until,
    evidence_revision = excluded.evidence_revision, created_at = excluded.created_at, expires_at = excluded.expires_at
    where idempotent_answers.expires_at <= excluded.created_at`,
)

/** Deletes up to `most` expired responses. Returns the number of deleted rows. */
export async function removeExpiredAnswers(db: Db, now: number, most: number): Promise<number> {
  const expired = db.selectFrom('idempotent_answers').select('scope').where('expires_at', '<=', now).limit(most)
  const { numDeletedRows } = await db.deleteFrom('idempotent_answers').where('scope', 'in', expired).executeTakeFirst()
  return Number(numDeletedRows)
}
