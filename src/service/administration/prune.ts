import { isPostgresUrl } from '../../shared/database-url.ts'
import { WardenError } from '../../shared/errors.ts'
import { BatchedWrites } from '../store/batched-writes.ts'
import { openStore } from '../store/open.ts'
import { removeExpiredAnswers } from '../store/repositories/idempotent-answers.ts'
import {
  type Age,
  countRemovable,
  type Removed,
  removeTransactions,
  type Untouched,
  untouchedTransactions,
} from '../store/repositories/retention.ts'
import { hasContent } from '../store/sqlite/files.ts'
import type { Store } from '../store/store.ts'
import { recordAdministration } from './audit.ts'
import type { DatabaseOptions } from './database-options.ts'

export interface PruneReport extends Removed {
  readonly database: string
  /** ISO time: what nothing happened to since. */
  readonly before: string
  /** Old enough, and kept: alerts have still to tell of them, or their payload can still be used. */
  readonly kept: number
  /** Answers kept for repeated requests, expired. */
  readonly idempotentAnswers: number
}

export interface PruneOptions {
  /** Milliseconds that nothing must have happened to what goes. */
  readonly olderThanMs: number
  /** Counts only. */
  readonly dryRun: boolean
  readonly signal?: AbortSignal
  /** Transactions looked at so far. */
  readonly onProgress?: (looked: number) => void
}

type PruneDeps = Pick<DatabaseOptions, 'database' | 'env' | 'clock' | 'random'>

/** Transactions looked up at once. */
const LOOKED_UP = 512
/** Rows of one step, which has to be far shorter than a millisecond. */
const STEP = 4

/**
 * Removes old transactions with all that hangs on them, in transactions of a few milliseconds, beside a running
 * `serve`. What the risk engine knows stays: whom senders dealt with, nonces, lists; and the audit log.
 * @throws WardenError `interrupted`, with what was removed until then
 */
export async function prune(options: PruneOptions, deps: PruneDeps): Promise<PruneReport> {
  const { database, clock, random } = deps
  const now = clock.now()
  const tally = new Tally(database, now - options.olderThanMs)
  if (!isPostgresUrl(database) && !hasContent(database)) return tally.report()
  const store = await openStore(database, deps)
  try {
    const age = { before: tally.before, now }
    await (options.dryRun ? count(store, age, tally, options) : remove(store, age, tally, options))
  } catch (error) {
    throw options.signal?.aborted ? interrupted(tally) : error
  } finally {
    if (!options.dryRun && tally.hasRemoved)
      await store.write((db) => recordAdministration(db, { clock, random }, 'prune', { ...tally.report() }))
    await store.close()
  }
  return tally.report()
}

async function count(store: Store, age: Age, tally: Tally, { signal, onProgress }: PruneOptions): Promise<void> {
  for await (const ids of oldOnes(store, age)) {
    signal?.throwIfAborted()
    tally.add(ids.length, await countRemovable(store.read, ids, age))
    onProgress?.(tally.looked)
  }
}

async function remove(store: Store, age: Age, tally: Tally, { signal, onProgress }: PruneOptions): Promise<void> {
  const writes = new BatchedWrites(store, signal)
  for await (const ids of oldOnes(store, age)) {
    // By the number of the step: one may be run again, and counts once.
    const removed: Removed[] = []
    const run = writes.run(async (db, index) => {
      const from = index * STEP
      removed[index] = await removeTransactions(db, ids.slice(from, from + STEP), age)
      return from + STEP < ids.length
    })
    await run.finally(() => {
      for (const [index, each] of removed.entries()) tally.add(Math.min(STEP, ids.length - index * STEP), each)
    })
    onProgress?.(tally.looked)
  }
  const answers: number[] = []
  await writes.run(async (db, index) => {
    const gone = await removeExpiredAnswers(db, age.now, STEP)
    answers[index] = gone
    return gone > 0
  })
  tally.idempotentAnswers = answers.reduce((sum, gone) => sum + gone, 0)
}

/** Ids of all that nothing was reported of since, some at a time. */
async function* oldOnes(store: Store, age: Age): AsyncGenerator<string[]> {
  let behind: Untouched | undefined
  do {
    const rows = await untouchedTransactions(store.read, age, behind, LOOKED_UP)
    behind = rows.at(-1)
    if (behind) yield rows.map(({ id }) => id)
  } while (behind)
}

class Tally {
  readonly #database: string
  readonly before: number
  looked = 0
  idempotentAnswers = 0
  #removed: Removed = { transactions: 0, alertEvents: 0, deliveries: 0 }

  constructor(database: string, before: number) {
    this.#database = database
    this.before = before
  }

  get hasRemoved(): boolean {
    return this.#removed.transactions + this.idempotentAnswers > 0
  }

  add(looked: number, { transactions, alertEvents, deliveries }: Removed): void {
    this.looked += looked
    this.#removed = {
      transactions: this.#removed.transactions + transactions,
      alertEvents: this.#removed.alertEvents + alertEvents,
      deliveries: this.#removed.deliveries + deliveries,
    }
  }

  report(): PruneReport {
    return {
      database: this.#database,
      before: new Date(this.before).toISOString(),
      ...this.#removed,
      kept: this.looked - this.#removed.transactions,
      idempotentAnswers: this.idempotentAnswers,
    }
  }
}

function interrupted(tally: Tally): WardenError {
  const { transactions } = tally.report()
  return new WardenError({
    kind: 'interrupted',
    code: 'interrupted',
    message: `interrupted; ${transactions} transactions were removed until then`,
    details: ['What is left is whole; the same command goes on.'],
  })
}
