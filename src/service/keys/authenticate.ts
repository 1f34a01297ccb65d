/**
 * Room: API keys: format, authentication, rate limit.
 *
 * Sees a key in the clear; stores its hash.
 */

import type { ApiRequest } from '../../api/operations/message.ts'
import type { Operation } from '../../api/operations/operation.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { Problem } from '../problems/problem.ts'
import type { Ids } from '../runtime/deps.ts'
import { findKeyByHash, touchKey } from '../store/repositories/api-keys.ts'
import type { Author } from '../store/repositories/audit.ts'
import type { ApiKeyRow } from '../store/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { hashKey, isKeyShaped } from './format.ts'

/** The same process, which needs no key, or a network client. */
export type Caller =
  | ({ readonly kind: 'in-process' } & CallControl)
  | { readonly kind: 'network'; readonly address: string }

/** What a caller in this process has of work that takes long. */
export interface CallControl {
  readonly signal?: AbortSignal
  /** Called with what was found and the share of the work that is done. */
  readonly onProgress?: (found: number, share: number) => void
}

/** Actor in audit records of in-process calls. */
export const LOCAL_ACTOR = 'local'

/** Who changes something in this process, for its audit record. */
export function localAuthor({ newId, clock }: { readonly newId: Ids; readonly clock: Clock }): Author {
  return { newId, now: clock.now(), actor: LOCAL_ACTOR }
}

/** Actor of requests with the secret of those who send events of Safes. */
const EVENTS_ACTOR = 'safe-events'

/** Who sent a request. */
export interface Sender {
  /** The id of the API key, or `LOCAL_ACTOR`. */
  readonly actor: string
  /** The name of the key. */
  readonly actorName?: string
}

/** Lifetime of a cached key (ms): a key revoked by another process stops working within a second. */
const CACHE_MS = 500
/** Interval for updating the time of last use (ms). */
const TOUCH_MS = 60_000
const BAD_KEYS_PER_MINUTE = 10
/** Limit of addresses with counted failures. */
const MAX_OFFENDERS = 10_000

interface CachedKey {
  readonly row: ApiKeyRow
  readonly readAt: number
}

export class Authenticator {
  readonly #store: Store
  readonly #clock: Clock
  readonly #report: (error: unknown) => void
  readonly #eventSecretHash: string | undefined
  readonly #cache = new Map<string, CachedKey>()
  readonly #touched = new Map<string, number>()
  readonly #offenders = new Map<string, { since: number; count: number }>()

  /** @param eventSecretHash undefined: no secret opens an operation */
  constructor(store: Store, clock: Clock, report: (error: unknown) => void, eventSecretHash?: string) {
    this.#eventSecretHash = eventSecretHash
    this.#store = store
    this.#clock = clock
    this.#report = report
  }

  /**
   * Returns the sender of a request.
   * @throws Problem 401, 403, 429
   */
  async authenticate(
    caller: Caller,
    { 'x-api-key': key, authorization }: ApiRequest['headers'],
    { key: needed, takesEventSecret }: Pick<Operation, 'key' | 'takesEventSecret'>,
  ): Promise<Sender> {
    if (caller.kind === 'in-process') return { actor: LOCAL_ACTOR }
    if (takesEventSecret && this.#eventSecretHash !== undefined && !key && authorization !== undefined) {
      const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
      if (secret !== undefined && sameText(hashKey(secret), this.#eventSecretHash)) return { actor: EVENTS_ACTOR }
      this.#countBadKey(caller.address)
      throw new Problem('unknown-key', 'The secret in Authorization is not TXWARDEN_SAFE_EVENTS_SECRET.')
    }
    if (!key) throw new Problem('missing-key', 'Send an API key in the header X-Api-Key.')
    const row = await this.#lookUp(key)
    if (!row) {
      // Only after a wrong key: clients with valid keys behind the same proxy are not blocked.
      this.#countBadKey(caller.address)
      throw new Problem('unknown-key', 'The API key in X-Api-Key is unknown or revoked.')
    }
    if (row.kind !== needed)
      throw new Problem('wrong-key-kind', `This path needs a ${needed} key, not a ${row.kind} key.`)
    this.#touch(row.id)
    return { actor: row.id, ...(row.name !== null && { actorName: row.name }) }
  }

  async #lookUp(key: string): Promise<ApiKeyRow | undefined> {
    const now = this.#clock.elapsed()
    const hash = hashKey(key)
    const cached = this.#cache.get(hash)
    if (cached && now - cached.readAt < CACHE_MS) return cached.row
    if (!isKeyShaped(key)) return undefined
    const row = await findKeyByHash(this.#store.read, hash)
    if (!row || row.revoked_at !== null || !sameText(row.hash, hash)) {
      // Unknown keys are not cached: a new key must work at once.
      this.#cache.delete(hash)
      return undefined
    }
    this.#cache.set(hash, { row, readAt: now })
    return row
  }

  #touch(id: string): void {
    const time = this.#clock.elapsed()
    if (time - (this.#touched.get(id) ?? Number.NEGATIVE_INFINITY) < TOUCH_MS) return
    this.#touched.set(id, time)
    const now = this.#clock.now()
    // Not awaited: a request must not fail because this update does.
    this.#store.write((db) => touchKey(db, id, now)).catch(this.#report)
  }

  /** @throws Problem 429 after too many within a minute */
  #countBadKey(address: string): void {
    const now = this.#clock.elapsed()
    const offender = this.#offenders.get(address)
    const waitMs = offender ? offender.since + 60_000 - now : 0
    if (!offender || waitMs <= 0) {
      this.#offenders.delete(address)
      if (this.#offenders.size >= MAX_OFFENDERS) this.#offenders.delete(this.#offenders.keys().next().value ?? '')
      this.#offenders.set(address, { since: now, count: 1 })
    } else if (offender.count < BAD_KEYS_PER_MINUTE) offender.count += 1
    else
      throw new Problem('too-many-bad-keys', 'Too many requests with a wrong API key from this address.', {
        headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
      })
  }
}

function sameText(a: string, b: string): boolean {
  return (
    a.length === b.length && process.getBuiltinModule('node:crypto').timingSafeEqual(Buffer.from(a), Buffer.from(b))
  )
}
