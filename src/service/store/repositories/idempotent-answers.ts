import type { Db, IdempotentAnswerRow } from '../schema.ts'

export function findAnswer(db: Db, scope: string, now: number): Promise<IdempotentAnswerRow | undefined> {
  return db
    .selectFrom('idempotent_answers')
    .selectAll()
    .where('scope', '=', scope)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Expired rows make room on the way: no task of its own has to run for it. */
export async function storeAnswer(db: Db, row: IdempotentAnswerRow): Promise<void> {
  await db.deleteFrom('idempotent_answers').where('expires_at', '<=', row.created_at).execute()
  // Two processes that meet the same key: the first answer stands.
  await db
    .insertInto('idempotent_answers')
    .values(row)
    .onConflict((conflict) => conflict.column('scope').doNothing())
    .execute()
}

/** Removes some of those that have expired; answers how many. */
export async function removeExpiredAnswers(db: Db, now: number, most: number): Promise<number> {
  const expired = db.selectFrom('idempotent_answers').select('scope').where('expires_at', '<=', now).limit(most)
  const { numDeletedRows } = await db.deleteFrom('idempotent_answers').where('scope', 'in', expired).executeTakeFirst()
  return Number(numDeletedRows)
}
