import type { Settings } from '../../api/schemas/extensions.ts'
import type { SlotMode } from '../../api/vocabulary.ts'
import type { Transaction } from '../risk/types.ts'
import type { SignerContext } from './signer.ts'
import { readTrackedNonce } from './tracked-nonce.ts'

export interface IssuedPayload {
  readonly hex: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly trackedNonce: number | undefined
  /** Whether only the call data before its payload slot was signed. */
  readonly slotUsed: boolean
}

/** How a payload is wanted. */
export interface PayloadWish {
  readonly trackNonce: boolean
  readonly slotMode: SlotMode
}

/** Signs the payload of a valid transaction. A contract creation has no contract that could check one: none is issued. */
export async function issuePayload(
  transaction: Transaction,
  { trackNonce, slotMode }: PayloadWish,
  settings: Settings,
  context: SignerContext,
): Promise<IssuedPayload | undefined> {
  const { to } = transaction
  if (to === undefined) return undefined
  const trackedNonce = trackNonce ? await nextNonce({ ...transaction, to }, context) : undefined
  // On chain time counts in seconds.
  const expiration = Math.floor(context.now / 1000) + settings.payloadExpirySeconds
  // The curve arithmetic is loaded by those who sign.
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

async function nextNonce(transaction: Transaction & { to: string }, { db, now }: SignerContext): Promise<number> {
  const scope = { chain_id: transaction.chainId, to_key: transaction.to, from_key: transaction.from }
  const { next } = await readTrackedNonce(db, scope, now)
  return next
}
