import type { Db, SignerRow } from '../schema.ts'

export function activeSigner(db: Db): Promise<SignerRow | undefined> {
  return db
    .selectFrom('signers')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

export async function insertSigner(db: Db, row: SignerRow): Promise<void> {
  await db.insertInto('signers').values(row).execute()
}
