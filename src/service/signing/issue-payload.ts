/**
 * Room: Issues the signed payload: signer key, tracked nonces.
 *
 * Nonces and signatures of payloads; the only user of the signer's key.
 */

import type { Settings } from '../../api/schemas/extensions.ts'
import type { SlotMode } from '../../api/vocabulary.ts'
import type { Transaction } from '../risk/types.ts'
import { confirmedNonce, highestIssuedNonce, type NonceScope } from '../store/repositories/transactions.ts'
import type { Db } from '../store/schema/schema.ts'
import type { SignerContext } from './signer.ts'

export interface IssuedPayload {
  readonly hex: string
  /** ms since 1970. */
  readonly expiresAt: number
  readonly trackedNonce: number | undefined
  /** Only the call data before its payload slot is signed. */
  readonly slotUsed: boolean
}

export interface PayloadOptions {
  readonly trackNonce: boolean
  readonly slotMode: SlotMode
}

/** Signs the payload of a valid transaction; undefined for a contract creation, which no contract can check. */
export async function issuePayload(
  transaction: Transaction,
  { trackNonce, slotMode }: PayloadOptions,
  settings: Settings,
  context: SignerContext,
): Promise<IssuedPayload | undefined> {
  const { to } = transaction
  if (to === undefined) return undefined
  const scope = { chain_id: transaction.chainId, to_key: to, from_key: transaction.from }
  const trackedNonce = trackNonce ? (await readTrackedNonce(context.db, scope, context.now)).next : undefined
  // Block time is in seconds.
  const expiration = Math.floor(context.now / 1000) + settings.payloadExpirySeconds
  // Imported on demand: only signing needs the curve arithmetic.
  const [{ signPayload }, { activeSignerKey }] = await Promise.all([
    import('../payload/build.ts'),
    import('./signer.ts'),
  ])
  const { payload, slotUsed } = signPayload({
    ...transaction,
    to,
    trackNonce,
    nonce: BigInt(trackedNonce ?? 0),
    expiration: BigInt(expiration),
    moduleAddress: settings.payloadModuleAddress,
    privateKey: await activeSignerKey(context),
    slotMode,
  })
  return { hex: payload, expiresAt: expiration * 1000, trackedNonce, slotUsed }
}

export interface TrackedNonce {
  /** Last nonce used on chain; 0 before the first. */
  readonly confirmed: number
  /** Highest nonce in an unexpired payload; null when there is none. */
  readonly issued: number | null
  /** Nonce of the next payload: one above the confirmed and issued ones. */
  readonly next: number
}

/** @param now ms since 1970 */
export async function readTrackedNonce(db: Db, scope: NonceScope, now: number): Promise<TrackedNonce> {
  const confirmed = (await confirmedNonce(db, scope)) ?? 0
  const issued = (await highestIssuedNonce(db, scope, now)) ?? null
  return { confirmed, issued, next: Math.max(confirmed, issued ?? 0) + 1 }
}
