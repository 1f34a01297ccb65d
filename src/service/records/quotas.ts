import { MAX_CONTRACTS } from '../../api/schemas/contract.ts'
import { MAX_NAMES } from '../../api/schemas/name.ts'
import { MAX_POLICIES } from '../../api/schemas/policy.ts'
import { MAX_SAFES } from '../../api/schemas/safe.ts'
import { grouped } from '../../api/text/amounts.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { Problem } from '../problems/problem.ts'
import { countAll } from '../store/repositories/page.ts'
import type { Db } from '../store/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { loadSettings } from './settings.ts'

/** The limits of tables that are counted row by row, as they have at most so many. `thing` is one, in parameters. */
export const QUOTAS = {
  alerts: { most: 2000, things: 'alert configurations', thing: 'alert' },
  destinations: { most: 1000, things: 'destinations', thing: 'destination' },
  contracts: { most: MAX_CONTRACTS, things: 'contracts', thing: 'contract' },
  names: { most: MAX_NAMES, things: 'names', thing: 'name' },
  safes: { most: MAX_SAFES, things: 'Safes', thing: 'safe' },
  policies: { most: MAX_POLICIES, things: 'policies', thing: 'policy' },
} as const

type QuotaName = keyof typeof QUOTAS
const names = Object.keys(QUOTAS) as QuotaName[]

/**
 * Called before an insert, in its transaction. Transactions are serializable, so concurrent inserts do not pass the limit
 * together, of several servers neither.
 * @throws Problem quota-exceeded
 */
export async function requireBelowQuota(db: Db, name: QuotaName): Promise<void> {
  const { most, things, thing } = QUOTAS[name]
  const used = await countOf(db, name)
  if (used < most) return
  throw new Problem(
    'quota-exceeded',
    `There are ${grouped(used)} ${things}, and the limit is ${grouped(most)}; nothing was created. Delete one that is not needed.`,
    { parameters: { thing } },
  )
}

/** How long a check of the stored bytes holds (ms). */
const CHECK_HOLDS_MS = 1000

/** The limit of stored bytes, which the operator sets. Each process checks it at most once a second. */
export class StorageLimit {
  readonly #store: Store
  readonly #clock: Clock
  #passedAt = Number.NEGATIVE_INFINITY
  #check: Promise<void> | undefined

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * Called before a write that adds rows of unlimited number. After a refusal, the next call checks again.
   * @throws Problem storage-limit
   */
  async require(): Promise<void> {
    if (this.#clock.elapsed() - this.#passedAt < CHECK_HOLDS_MS) return
    this.#check ??= this.#measure().finally(() => {
      this.#check = undefined
    })
    await this.#check
  }

  async #measure(): Promise<void> {
    const bytes = await storedBytes(this.#store)
    if (bytes && bytes.used >= bytes.most)
      throw new Problem(
        'storage-limit',
        `The database stores ${grouped(bytes.used)} bytes, and the limit is ${grouped(bytes.most)}; nothing was written. Delete old records, or raise the limit (maxStoredBytes of the settings).`,
      )
    this.#passedAt = this.#clock.elapsed()
  }
}

export interface QuotaUse {
  readonly name: QuotaName | 'storedBytes'
  readonly used: number
  readonly most: number
}

/** Returns the use of every limited resource. */
export async function quotaUse(store: Store): Promise<QuotaUse[]> {
  const bytes = await storedBytes(store)
  const counts = names.map(async (name) => ({
    name,
    used: await countOf(store.read, name),
    most: QUOTAS[name].most,
  }))
  return [...(await Promise.all(counts)), ...(bytes ? [{ name: 'storedBytes' as const, ...bytes }] : [])]
}

function countOf(db: Db, name: QuotaName): Promise<number> {
  return countAll(db.selectFrom(name))
}

/** Undefined without a limit. */
async function storedBytes(store: Store): Promise<{ used: number; most: number } | undefined> {
  const { maxStoredBytes = 0 } = await loadSettings(store.read)
  return maxStoredBytes === 0 ? undefined : { used: await store.usedBytes(), most: maxStoredBytes }
}
