import { sealedBy } from '../secrets/sealing.ts'
import type { Db } from '../store/schema.ts'

const LEFT_OUT = 'restored without its secrets: enter them again, then switch it on'

/**
 * Removes the secrets of lost master keys, so that new ones can be entered: destinations without them are switched off,
 * nodes are removed, signers are retired.
 * @param lost ids of the keys
 * @param now ms since 1970
 */
export async function forgetSecrets(db: Db, lost: readonly string[], now: number): Promise<void> {
  const isLost = (sealed: string | null) => sealed !== null && lost.includes(sealedBy(sealed) ?? '')
  for (const { id, sealed_webhook_url, sealed_token } of await db.selectFrom('destinations').selectAll().execute())
    if (isLost(sealed_webhook_url) || isLost(sealed_token))
      await db
        .updateTable('destinations')
        .set({ sealed_webhook_url: null, sealed_token: null, state: 'INACTIVE', error_message: LEFT_OUT })
        .where('id', '=', id)
        .execute()
  for (const { id, sealed_url } of await db.selectFrom('chain_nodes').selectAll().execute())
    if (isLost(sealed_url)) await db.deleteFrom('chain_nodes').where('id', '=', id).execute()
  for (const { address, sealed_private_key, retired_at } of await db.selectFrom('signers').selectAll().execute())
    if (isLost(sealed_private_key))
      await db
        .updateTable('signers')
        .set({ sealed_private_key: '', retired_at: retired_at ?? now })
        .where('address', '=', address)
        .execute()
  await db.deleteFrom('idempotent_answers').execute()
}
