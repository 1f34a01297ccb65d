import type { Db, SignerRow } from '../schema/schema.ts'
import { inserter } from './rows.ts'

export function activeSigner(db: Db): Promise<SignerRow | undefined> {
  return db
    .selectFrom('signers')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

/** Including retired ones, whose payloads stay verifiable. Newest first. */
export async function signerAddresses(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('signers').select('address').orderBy('created_at', 'desc').execute()
  return rows.map(({ address }) => address)
}

export const insertSigner = inserter('signers')
