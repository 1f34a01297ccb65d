import type { ApiResponse } from '../../api/operations/message.ts'
import { type baseId, storing } from '../../api/operations/operations.ts'
import type { StorageLimit } from '../records/quotas.ts'
import type { Meters } from '../runtime/meters.ts'
import { recordChange } from '../store/repositories/audit.ts'
import type { Db } from '../store/schema/schema.ts'
import type { Store } from '../store/store.ts'
import type { DeadlineClock } from '../store/writes/deadline-clock.ts'
import type { HandlerContext } from './handler.ts'
import type { ReplayLimit } from './idempotency.ts'

export interface WritesDeps
  extends Pick<HandlerContext, 'newId' | 'random' | 'masterKey' | 'destinationPolicy' | 'feedCatalogue'> {
  readonly store: Store
  readonly storageLimit: StorageLimit
  readonly deadlines: DeadlineClock
  readonly meters?: Meters | undefined
  /** Called after a commit that added outbox rows. */
  readonly wake?: () => void
}

interface WritingRequest {
  readonly id: ReturnType<typeof baseId>
  readonly actor: string
  /** ms since 1970. */
  readonly now: number
}

/** Run before and after a handler in its transaction: the stored response and the writes commit together. */
export interface TransactionHooks {
  before(db: Db): Promise<ApiResponse | undefined>
  after(db: Db, response: ApiResponse, limit: ReplayLimit | undefined): Promise<void>
}

/** The transaction of a handler, and what it wishes to happen with its commit. */
export class HandlerWrites {
  readonly #deps: WritesDeps
  readonly #work: WritingRequest
  readonly #hooks: TransactionHooks | undefined
  limit: ReplayLimit | undefined
  #isOutboxFed = false
  #heldMs: number | undefined

  constructor(deps: WritesDeps, work: WritingRequest, hooks: TransactionHooks | undefined) {
    this.#deps = deps
    this.#work = work
    this.#hooks = hooks
  }

  contextOf(db: Db): HandlerContext {
    const { deadlines, newId, random, masterKey, destinationPolicy, feedCatalogue } = this.#deps
    const { actor, now } = this.#work
    return {
      db,
      actor,
      now,
      // In the transaction: deadlines are not moved between this and its commit.
      deadlineNow: deadlines.now(),
      newId,
      random,
      masterKey,
      destinationPolicy,
      feedCatalogue,
      audit: (action, resourceId, change) => recordChange(db, { newId, now, actor }, action, resourceId, change),
      wake: () => {
        this.#isOutboxFed = true
      },
      limitReplay: (given) => {
        this.limit = given
      },
      holdDecided: (waitedMs) => {
        this.#heldMs = waitedMs
      },
    }
  }

  async requireSpace(): Promise<void> {
    if (storing.has(this.#work.id)) await this.#deps.storageLimit.require()
  }

  async run(write: (context: HandlerContext) => Promise<unknown>, space = this.requireSpace()): Promise<ApiResponse> {
    const { store, wake, meters } = this.#deps
    await space
    const answer = await store.write(async (db) => {
      const stored = await this.#hooks?.before(db)
      if (stored) return stored
      const response = okResponse(await write(this.contextOf(db)))
      await this.#hooks?.after(db, response, this.limit)
      return response
    })
    if (this.#isOutboxFed) wake?.()
    if (this.#heldMs !== undefined) meters?.holdDecided(this.#heldMs)
    return answer
  }
}

export function okResponse(output: unknown): ApiResponse {
  if (output === undefined) return { status: 200, headers: {}, body: '' }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(output) }
}
