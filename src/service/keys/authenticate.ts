import { timingSafeEqual } from 'node:crypto'
import type { KeyKind } from '../../api/operation.ts'
import { Problem } from '../problems/problem.ts'
import type { Clock } from '../runtime/deps.ts'
import { findKeyByHash, touchKey } from '../store/repositories/api-keys.ts'
import type { ApiKeyRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { hashKey, isKeyShaped } from './format.ts'

/** Who asks: this very process, which needs no key, or somebody over the network. */
export type Caller = { readonly kind: 'in-process' } | { readonly kind: 'network'; readonly address: string }

/** The actor that audit records name for calls from this machine without a key. */
export const LOCAL_ACTOR = 'local'

/** How long a known key is remembered (ms): one that another process revokes is refused within a second, answer included. */
const CACHE_MS = 500
/** How often the time of last use is written (ms). */
const TOUCH_MS = 60_000
const BAD_KEYS_PER_MINUTE = 10
/** Addresses whose failures are remembered at once. */
const MAX_OFFENDERS = 10_000

interface CachedKey {
  readonly row: ApiKeyRow
  readonly readAt: number
}

export class Authenticator {
  readonly #store: Store
  readonly #clock: Clock
  readonly #report: (error: unknown) => void
  readonly #cache = new Map<string, CachedKey>()
  readonly #touched = new Map<string, number>()
  readonly #offenders = new Map<string, { since: number; count: number }>()

  constructor(store: Store, clock: Clock, report: (error: unknown) => void) {
    this.#store = store
    this.#clock = clock
    this.#report = report
  }

  /** The actor behind a request; throws Problem 401, 403 or 429. */
  async authenticate(caller: Caller, key: string | undefined, needed: KeyKind): Promise<string> {
    if (caller.kind === 'in-process') return LOCAL_ACTOR
    if (!key) throw new Problem('missing-key', 'Send an API key in the header X-Api-Key.')
    const row = await this.#lookUp(key)
    if (!row) {
      // Only here: others behind the same proxy go on with their good keys.
      this.#refuseOffender(caller.address)
      this.#noteOffence(caller.address)
      throw new Problem('unknown-key', 'The API key in X-Api-Key is not known, or was revoked.')
    }
    if (row.kind !== needed)
      throw new Problem('wrong-key-kind', `This path takes a ${needed} key; the one sent is a ${row.kind} key.`)
    this.#touch(row.id)
    return row.id
  }

  async #lookUp(key: string): Promise<ApiKeyRow | undefined> {
    if (!isKeyShaped(key)) return undefined
    const now = this.#clock.now()
    const hash = hashKey(key)
    const cached = this.#cache.get(hash)
    if (cached && now >= cached.readAt && now - cached.readAt < CACHE_MS) return cached.row
    const row = await findKeyByHash(this.#store.read, hash)
    if (!row || row.revoked_at !== null || !sameText(row.hash, hash)) {
      // Unknown keys are never cached: one made a moment ago must work at once.
      this.#cache.delete(hash)
      return undefined
    }
    this.#cache.set(hash, { row, readAt: now })
    return row
  }

  #touch(id: string): void {
    const now = this.#clock.now()
    if (now - (this.#touched.get(id) ?? Number.NEGATIVE_INFINITY) < TOUCH_MS) return
    this.#touched.set(id, now)
    // Nobody waits for it, and a request does not fail because a time could not be noted.
    this.#store.write((db) => touchKey(db, id, now)).catch(this.#report)
  }

  #refuseOffender(address: string): void {
    const offender = this.#offenders.get(address)
    if (!offender) return
    const waitMs = offender.since + 60_000 - this.#clock.now()
    if (waitMs <= 0) {
      this.#offenders.delete(address)
      return
    }
    if (offender.count >= BAD_KEYS_PER_MINUTE)
      throw new Problem('too-many-bad-keys', 'Too many wrong API keys came from this address.', {
        headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
      })
  }

  #noteOffence(address: string): void {
    const offender = this.#offenders.get(address)
    if (offender) {
      offender.count += 1
      return
    }
    if (this.#offenders.size >= MAX_OFFENDERS) this.#offenders.delete(this.#offenders.keys().next().value ?? '')
    this.#offenders.set(address, { since: this.#clock.now(), count: 1 })
  }
}

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
