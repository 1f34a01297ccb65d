import { setImmediate } from 'node:timers/promises'
import * as Authorization from 'ox/Authorization'
import * as Secp256k1 from 'ox/Secp256k1'
import { isRecord } from '../../../shared/json.ts'
import { quantityOf } from '../rpc/hex.ts'
import type { SetCode } from './block.ts'
import { addressOf, type Raw } from './raw-block.ts'

/** Order of the curve, halved: signatures with a larger s are invalid (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const MAX_NONCE = 2n ** 64n - 1n
/** Recovering takes about 1 ms, and a block has room for thousands: other chains wait for one part only. */
const PART = 16

/**
 * EIP-7702: the accounts whose code the transactions of a block set, by transaction. The authority is named nowhere; its
 * signature tells. An invalid tuple, or one for another chain, has no effect and is left out.
 */
export async function readAuthorizations(
  transactions: readonly Raw[],
  chainId: string,
): Promise<ReadonlyMap<Raw, readonly SetCode[]>> {
  const found = new Map<Raw, SetCode[]>()
  let recovered = 0
  for (const transaction of transactions) {
    const { authorizationList: list } = transaction
    if (!Array.isArray(list) || list.length === 0) continue
    const set: SetCode[] = []
    for (const tuple of list) {
      const one = setCodeOf(tuple, BigInt(chainId))
      if (one) set.push(one)
      if (++recovered % PART === 0) await setImmediate()
    }
    found.set(transaction, set)
  }
  return found
}

function setCodeOf(tuple: unknown, chain: bigint): SetCode | undefined {
  if (!isRecord(tuple)) return undefined
  const [chainId, nonce, r, s] = [tuple.chainId, tuple.nonce, tuple.r, tuple.s].map(quantityOf)
  const yParity = quantityOf(tuple.yParity ?? tuple.v)
  const delegate = addressOf(tuple.address)
  if (chainId === undefined || nonce === undefined || r === undefined || s === undefined) return undefined
  if (delegate === undefined || (chainId !== 0n && chainId !== chain) || nonce >= MAX_NONCE) return undefined
  if ((yParity !== 0n && yParity !== 1n) || s > HALF_ORDER) return undefined
  try {
    const authorization = { address: delegate as `0x${string}`, chainId: Number(chainId), nonce }
    const payload = Authorization.getSignPayload(authorization)
    const signature = { r: paddedHex(r), s: paddedHex(s), yParity: Number(yParity) }
    return { authority: Secp256k1.recoverAddress({ payload, signature }).toLowerCase(), delegate }
  } catch {
    // No point of the curve belongs to the signature.
    return undefined
  }
}

function paddedHex(value: bigint): `0x${string}` {
  return `0x${value.toString(16).padStart(64, '0')}`
}
