import { WardenError } from '../../shared/errors.ts'
import { sleep } from '../../shared/time/sleep.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { Hex, RequestedTransaction, SigningRequest } from '../params/signing-request.ts'

/** Requests whose keys are kept. */
const MAX_KEYS = 10_000
/** The wait between attempts while another process validates the same (ms). */
const BUSY_MS = 100
/** The most attempts: lists and feeds may change while a verdict is requested again. */
const MAX_ATTEMPTS = 20

export interface IdempotencyKeys {
  /** @param index of the part */
  at(request: SigningRequest, part: RequestedTransaction, index: number): Key
  /** It was refused: its keys are used again when it is sent again. */
  refused(request: SigningRequest): void
}

/** The key of a part that is validated. */
interface Key {
  current(): string
  /** As it is said under the key: of the same request with a little higher fees, those of the first one. */
  readonly maxFee: bigint | undefined
  /** The answer under the current one is outdated. */
  renew(): void
}

/**
 * Makes idempotency keys, so that a request that is sent again has the same verdict and no second alert, while lists and feeds
 * have not changed. A signed transaction has one by its hash: with another fee it is another one. A request without a signature
 * only after it was refused: otherwise the same request is another payment.
 */
export function createKeys(random: (length: number) => Uint8Array): IdempotencyKeys {
  const signed = new BoundedMap<string, string>(MAX_KEYS)
  const refused = new BoundedMap<string, Pick<Key, 'maxFee'> & { readonly text: string }>(MAX_KEYS)
  /** The keys of requests that are being validated, by part. */
  const used = new WeakMap<SigningRequest, Map<number, Key>>()
  const placeOf = ({ digest, site = '' }: SigningRequest, index: number) => `${digest}/${index} ${site}`
  const newKey = () => `proxy-${Buffer.from(random(16)).toString('hex')}`

  const ofSigned = (hash: Hex, { site = '' }: SigningRequest, { maxFee }: RequestedTransaction): Key => {
    const place = `${hash} ${site}`
    const renew = () => signed.set(place, newKey())
    if (signed.get(place) === undefined) renew()
    return { current: () => signed.get(place) ?? newKey(), maxFee, renew }
  }

  const ofUnsigned = (request: SigningRequest, part: RequestedTransaction, index: number): Key => {
    const place = placeOf(request, index)
    const before = refused.get(place)
    let current = before?.text ?? newKey()
    refused.delete(place)
    const key: Key = {
      current: () => current,
      maxFee: before ? before.maxFee : part.maxFee,
      renew: () => {
        current = newKey()
      },
    }
    used.set(request, (used.get(request) ?? new Map<number, Key>()).set(index, key))
    return key
  }

  return {
    at: (request, part, index) =>
      part.hash === undefined ? ofUnsigned(request, part, index) : ofSigned(part.hash, request, part),
    refused(request) {
      for (const [index, key] of used.get(request) ?? []) {
        const { maxFee } = key
        refused.set(placeOf(request, index), { text: key.current(), maxFee })
      }
    },
  }
}

const OUTDATED = ['verdict-outdated', 'idempotency-key-reused']

/** Requests under the key, and under another one while the answer is outdated. */
export async function untilCurrent<T>(request: (key: string) => Promise<T>, key: Key, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const tried = key.current()
    try {
      return await request(tried)
    } catch (error) {
      if (!(error instanceof WardenError) || signal.aborted) throw error
      if (error.code === 'idempotency-in-progress') {
        await sleep(BUSY_MS, signal)
        continue
      }
      if (!OUTDATED.includes(error.code) || attempt >= MAX_ATTEMPTS) throw error
      // Another request may have renewed it.
      if (key.current() === tried) key.renew()
    }
  }
}
