import type { Hex } from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'
import type { PayloadSignature } from './decode.ts'
import { messageHash } from './digest.ts'

/** Address (lower case) whose key signed `digest`, as ecrecover would tell; undefined when no key can have. */
export function recoverSigner(digest: Hex, { r, s, v }: PayloadSignature): string | undefined {
  try {
    const signature = { r, s, yParity: v - 27 }
    return Secp256k1.recoverAddress({ payload: messageHash(digest), signature })
  } catch {
    // r or s out of range, or r is no x of the curve: ecrecover answers address zero there.
    return undefined
  }
}
