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
import { databaseExists } from '../store/sqlite/lost-database.ts'
import type { Store } from '../store/store.ts'
import { recordAdministration } from './audit.ts'
import type { DatabaseOptions } from './database-options.ts'

export interface PruneReport extends Removed {
  readonly database: string
  /** ISO time of the last activity that is old enough. */
  readonly before: string
  /** Old transactions kept because of pending deliveries or a payload that is still valid. */
  readonly kept: number
  /** Expired responses of idempotent requests. */
  readonly idempotentAnswers: number
}

export interface PruneOptions {
  /** Minimum time without activity (ms). */
  readonly olderThanMs: number
  /** Counts only. */
  readonly dryRun: boolean
  readonly signal?: AbortSignal
  /** Called with the number of transactions checked so far. */
  readonly onProgress?: (checked: number) => void
}

type PruneDeps = Pick<DatabaseOptions, 'database' | 'env' | 'clock' | 'random'>

/** Transactions of one query. */
const PAGE = 512
/** Rows of one step, which takes well under a millisecond. */
const STEP = 4

/**
 * Removes old transactions with their reports, alert events and deliveries, in transactions of a few milliseconds,
 * alongside a running `serve`. Keeps what verdicts depend on (counterparties, nonces, lists) and the audit log.
 * @throws WardenError `interrupted`, with the number removed so far
 */
export async function prune(options: PruneOptions, deps: PruneDeps): Promise<PruneReport> {
  const { database, clock, random } = deps
  const now = clock.now()
  const tally = new Tally(database, now - options.olderThanMs)
  if (!isPostgresUrl(database) && !databaseExists(database)) return tally.report()
  const store = await openStore(database, deps)
  try {
    const age = { before: tally.before, now }
    const begin = () =>
      store.write((db) =>
        recordAdministration(db, { clock, random }, 'prune-start', { database, before: tally.report().before }),
      )
    await (options.dryRun ? count(store, age, tally, options) : remove(store, age, tally, options, begin))
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
  for await (const ids of oldTransactions(store, age)) {
    signal?.throwIfAborted()
    tally.add(ids.length, await countRemovable(store.read, ids, age))
    onProgress?.(tally.checked)
  }
}

/** @param begin writes the audit record that explains missing rows, also when this process is killed */
async function remove(
  store: Store,
  age: Age,
  tally: Tally,
  { signal, onProgress }: PruneOptions,
  begin: () => Promise<void>,
): Promise<void> {
  const writes = new BatchedWrites(store, signal)
  let hasBegun = false
  for await (const ids of oldTransactions(store, age)) {
    if (!hasBegun && (await countRemovable(store.read, ids, age)).transactions > 0) {
      await begin()
      hasBegun = true
    }
    // By step number: a step that runs again counts once.
    const removed: Removed[] = []
    const run = writes.run(async (db, index) => {
      const from = index * STEP
      removed[index] = await removeTransactions(db, ids.slice(from, from + STEP), age)
      return from + STEP < ids.length
    })
    await run.finally(() => {
      for (const [index, each] of removed.entries()) tally.add(Math.min(STEP, ids.length - index * STEP), each)
    })
    onProgress?.(tally.checked)
  }
  const answers: number[] = []
  await writes.run(async (db, index) => {
    const gone = await removeExpiredAnswers(db, age.now, STEP)
    answers[index] = gone
    return gone > 0
  })
  tally.idempotentAnswers = answers.reduce((sum, gone) => sum + gone, 0)
}

/** Ids of all transactions without newer activity, page by page. */
async function* oldTransactions(store: Store, age: Age): AsyncGenerator<string[]> {
  let last: Untouched | undefined
  do {
    const rows = await untouchedTransactions(store.read, age, last, PAGE)
    last = rows.at(-1)
    if (last) yield rows.map(({ id }) => id)
  } while (last)
}

class Tally {
  readonly #database: string
  readonly before: number
  checked = 0
  idempotentAnswers = 0
  #removed: Removed = { transactions: 0, alertEvents: 0, deliveries: 0 }

  constructor(database: string, before: number) {
    this.#database = database
    this.before = before
  }

  get hasRemoved(): boolean {
    return this.#removed.transactions + this.idempotentAnswers > 0
  }

  add(checked: number, { transactions, alertEvents, deliveries }: Removed): void {
    this.checked += checked
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
      kept: this.checked - this.#removed.transactions,
      idempotentAnswers: this.idempotentAnswers,
    }
  }
}

function interrupted(tally: Tally): WardenError {
  const { transactions } = tally.report()
  return new WardenError({
    kind: 'interrupted',
    code: 'interrupted',
    message: `interrupted; ${transactions} transactions were removed`,
    details: ['The database is consistent. Run the same command to continue.'],
  })
}
