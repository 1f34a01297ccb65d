import { setImmediate } from 'node:timers/promises'
import * as Authorization from 'ox/Authorization'
import * as Bytes from 'ox/Bytes'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { addressOf, quantityOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import { lazily } from '../../../shared/lazily.ts'
import type { SetCode } from './block.ts'
import type { Raw } from './raw-block.ts'

/** WebAssembly takes 0.1 ms for a signature, JavaScript 1.5 ms: as long as parsing a block of 200 transactions. */
const loadCurve = lazily(async () => (await import('ox/wasm/Secp256k1')).engine())

type Curve = Awaited<ReturnType<typeof loadCurve>>

/** Order of the curve, halved: signatures with a larger s are invalid (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const MAX_NONCE = 2n ** 64n - 1n
/** A block has room for thousands of tuples: other chains wait for one part only. */
const PART = 64

/**
 * Reads the accounts (EIP-7702) whose code the transactions of a block set, by transaction. No field names the authority; it is
 * recovered from its signature. An invalid tuple, or one for another chain, has no effect and is left out.
 */
export async function readSetCodes(
  transactions: readonly Raw[],
  chainId: string,
): Promise<ReadonlyMap<Raw, readonly SetCode[]>> {
  const found = new Map<Raw, SetCode[]>()
  let recovered = 0
  for (const transaction of transactions) {
    const { authorizationList: list } = transaction
    if (!Array.isArray(list) || list.length === 0) continue
    const set: SetCode[] = []
    const curve = await loadCurve()
    for (const tuple of list) {
      const one = setCodeOf(tuple, BigInt(chainId), curve)
      if (one) set.push(one)
      if (++recovered % PART === 0) await setImmediate()
    }
    found.set(transaction, set)
  }
  return found
}

function setCodeOf(tuple: unknown, chain: bigint, curve: Curve): SetCode | undefined {
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
    const signature = Bytes.concat(Bytes.fromNumber(yParity, { size: 1 }), wordOf(r), wordOf(s))
    const key = curve.recoverPublicKey(signature, Hex.toBytes(payload))
    // The hash is over the public key without its first byte, as for every address.
    const authority: string = Hash.keccak256(key.subarray(1), { as: 'Hex' })
    return { authority: `0x${authority.slice(-40)}`, delegate, nonce }
  } catch {
    // No point of the curve belongs to the signature.
    return undefined
  }
}

function wordOf(value: bigint): Uint8Array {
  return Bytes.fromNumber(value, { size: 32 })
}
