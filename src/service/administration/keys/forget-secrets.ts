import { deleteChainNode } from '../../store/repositories/chain-nodes.ts'
import { forgetSafeServices } from '../../store/repositories/safes.ts'
import type { Db } from '../../store/schema/schema.ts'

const LEFT_OUT = 'its secrets were left out: enter them again, then switch it on'

/** What was stored with the secrets of lost master keys, and must be entered again. */
export interface ForgottenSecrets {
  /** Ids of the lost keys. */
  readonly keys: readonly string[]
  /** The destinations that were switched off. */
  readonly destinations: readonly { readonly id: string; readonly name: string }[]
  /** The nodes that were removed. */
  readonly nodes: readonly { readonly id: string; readonly chainId: string }[]
  /** The Safes whose transaction services are not read any more. */
  readonly safes: readonly { readonly id: string; readonly name: string }[]
  /** Addresses of the signers that were retired: the next payload creates a new one. */
  readonly signers: readonly string[]
}

/**
 * Removes the secrets of lost master keys, so that new ones can be entered: destinations without them are switched off,
 * nodes are removed, services of Safes are no longer read, signers are retired, and answers that an Idempotency-Key keeps are deleted.
 * @param keys ids of the lost keys
 * @param now ms since 1970
 */
export async function forgetSecrets(db: Db, keys: readonly string[], now: number): Promise<ForgottenSecrets> {
  const destinations: ForgottenSecrets['destinations'][number][] = []
  const nodes: ForgottenSecrets['nodes'][number][] = []
  const safes: ForgottenSecrets['safes'][number][] = []
  const signers: string[] = []
  for (const key of keys) {
    // The head of an encrypted text: its version and the id of its key (secrets/sealing.ts).
    const ofKey = `v_.${key}.%`
    const switchedOff = await db
      .updateTable('destinations')
      .set({ sealed_webhook_url: null, sealed_token: null, state: 'INACTIVE', error_message: LEFT_OUT })
      .where((eb) => eb.or([eb('sealed_webhook_url', 'like', ofKey), eb('sealed_token', 'like', ofKey)]))
      .returning(['id', 'name'])
      .execute()
    const removed = await db
      .selectFrom('chain_nodes')
      .select(['id', 'chain_id as chainId'])
      .where('sealed_url', 'like', ofKey)
      .execute()
    for (const { id } of removed) await deleteChainNode(db, id)
    const unread = await forgetSafeServices(db, ofKey, now)
    const retired = await db
      .updateTable('signers')
      .set((eb) => ({ sealed_private_key: '', retired_at: eb.fn.coalesce('retired_at', eb.val(now)) }))
      .where('sealed_private_key', 'like', ofKey)
      .returning('address')
      .execute()
    await db.deleteFrom('idempotent_answers').where('sealed_answer', 'like', ofKey).execute()
    destinations.push(...switchedOff)
    nodes.push(...removed)
    safes.push(...unread)
    signers.push(...retired.map(({ address }) => address))
  }
  return { keys, destinations, nodes, safes, signers }
}
