import { checksummed } from '../../api/address.ts'
import type { TransactionRecord } from '../../api/schemas/extensions.ts'
import { safeItemsOfValidations, safeItemsWithHash } from '../store/repositories/safe-items.ts'
import { findSafe } from '../store/repositories/safes.ts'
import type { Db } from '../store/schema/schema.ts'

const SAFE_TX_HASH = /^0x[0-9a-f]{64}$/i

/** The svcTxId of the item with a safeTxHash. Undefined: it is no such hash, or nothing was validated of it. */
export async function validationOfSafeItem(db: Db, hash: string): Promise<string | undefined> {
  if (!SAFE_TX_HASH.test(hash)) return undefined
  const items = await safeItemsWithHash(db, hash.toLowerCase())
  return items.find(({ svc_tx_id }) => svc_tx_id !== null)?.svc_tx_id ?? undefined
}

/** The item of a queue that a validation is about. */
export async function safeItemOf(db: Db, svcTxId: string): Promise<TransactionRecord['safe']> {
  const [item] = await safeItemsOfValidations(db, [svcTxId])
  const safe = item && (await findSafe(db, item.safe_id))
  if (!safe) return undefined
  const { safe_tx_hash: safeTxHash, nonce, state, verdict, checked_at } = item
  return {
    address: checksummed(safe.address_key),
    safeTxHash,
    nonce,
    state,
    verdict,
    ...(checked_at !== null && { checkedAt: new Date(checked_at).toISOString() }),
  }
}
