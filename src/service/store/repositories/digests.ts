import type { Db, DigestRow } from '../schema.ts'

export type DigestKey = Pick<DigestRow, 'topic' | 'chain_id' | 'address'>

export function findDigest(db: Db, { topic, chain_id, address }: DigestKey): Promise<DigestRow | undefined> {
  return db
    .selectFrom('digests')
    .selectAll()
    .where('topic', '=', topic)
    .where('chain_id', '=', chain_id)
    .where('address', '=', address)
    .executeTakeFirst()
}

export async function insertDigest(db: Db, row: DigestRow): Promise<void> {
  await db.insertInto('digests').values(row).execute()
}

export async function updateDigest(db: Db, { id, count, content }: Pick<DigestRow, 'id' | 'count' | 'content'>) {
  await db.updateTable('digests').set({ count, content }).where('id', '=', id).execute()
}

/** All of a chain and topic, the oldest first. */
export function digestsOf(db: Db, { topic, chain_id }: Omit<DigestKey, 'address'>): Promise<DigestRow[]> {
  const all = db.selectFrom('digests').selectAll().where('topic', '=', topic).where('chain_id', '=', chain_id)
  return all.orderBy('due_at').orderBy('id').execute()
}

export async function deleteDigests(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('digests').where('id', 'in', ids).execute()
}
