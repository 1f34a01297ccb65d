import { isPostgresUrl } from '../../shared/database-url.ts'
import { WardenError } from '../../shared/errors.ts'
import { lazily } from '../../shared/lazily.ts'
import { openStore } from '../store/open.ts'
import { blocksBefore, placeOf, removeEmptyBlock, removeEmptyGroups } from '../store/repositories/address-blocks.ts'
import type { Age } from '../store/repositories/age.ts'
import { removeExpiredAnswers } from '../store/repositories/idempotent-answers.ts'
import {
  countRemovable,
  type Removed,
  removeTransactions,
  type Untouched,
  untouchedTransactions,
} from '../store/repositories/retention.ts'
import {
  countOrphanedBalances,
  type OldRow,
  orphanedAccounts,
  type RemovedSeen,
  removeOrphanedBalances,
  type SeenRows,
  seenRows,
} from '../store/repositories/seen-retention.ts'
import { databaseExists } from '../store/sqlite/lost-database.ts'
import type { Store } from '../store/store.ts'
import { BatchedWrites } from '../store/writes/batched-writes.ts'
import { recordAdministration } from './audit.ts'
import type { DatabaseOptions } from './database-options.ts'

export interface PruneReport extends Removed, RemovedSeen {
  readonly database: string
  /** ISO time of the last activity that is old enough. */
  readonly before: string
  /** Old transactions kept because of pending deliveries, a payload that is still valid, or a hold that waits. */
  readonly kept: number
  /** Expired responses of idempotent requests. */
  readonly idempotentAnswers: number
  /** Balances of accounts that are no longer monitored. */
  readonly monitorBalances: number
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
 * Removes old transactions with their reports, alert events and deliveries, old chain events, old alert events about no
 * stored transaction, old holds, finished transactions of queues of Safes, and balances of accounts that are no longer monitored, in transactions of a few milliseconds, alongside
 * a running `serve`. Keeps what verdicts depend on (counterparties, nonces, lists), what alerts can still notify about, and the audit log.
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
  for (const rows of seenRows)
    for await (const ids of oldRows(store, rows, age)) {
      signal?.throwIfAborted()
      tally.addSeen(await rows.count(store.read, ids, age))
    }
  tally.monitorBalances = await countOrphanedBalances(store.read)
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
  const started = lazily(begin)
  for await (const ids of oldTransactions(store, age)) {
    if ((await countRemovable(store.read, ids, age)).transactions > 0) await started()
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
    const removed = await removeExpiredAnswers(db, age.now, STEP)
    answers[index] = removed
    return removed > 0
  })
  tally.idempotentAnswers = answers.reduce((sum, count) => sum + count, 0)
  for (const rows of seenRows) await removeSeen(rows)
  await removeBalances()
  if (tally.report().transactions > 0) await removeBlocks()

  async function removeSeen(rows: SeenRows): Promise<void> {
    for await (const ids of oldRows(store, rows, age)) {
      const { chainEvents, holds, safeItems, alertEvents } = await rows.count(store.read, ids, age)
      if (chainEvents + holds + safeItems + alertEvents === 0) continue
      await started()
      const removed: RemovedSeen[] = []
      const run = writes.run(async (db, index) => {
        const from = index * STEP
        removed[index] = await rows.remove(db, ids.slice(from, from + STEP), age)
        return from + STEP < ids.length
      })
      await run.finally(() => {
        for (const each of removed) tally.addSeen(each)
      })
    }
  }

  /** A block without transactions; the rest of a hash finds nothing. */
  async function removeBlocks(): Promise<void> {
    let blocks = await blocksBefore(store.read, undefined, PAGE)
    while (blocks.length > 0) {
      await writes.run(async (db, index) => {
        const block = blocks[index]
        if (block) await removeEmptyBlock(db, block)
        return index + 1 < blocks.length
      })
      const last = blocks.at(-1)
      blocks = last ? await blocksBefore(store.read, placeOf(last), PAGE) : []
    }
    await store.write(removeEmptyGroups)
  }

  async function removeBalances(): Promise<void> {
    for (let accounts = await orphanedAccounts(store.read, PAGE); accounts.length > 0; ) {
      await started()
      const removed: number[] = []
      const run = writes.run(async (db, index) => {
        const account = accounts[index]
        removed[index] = account ? await removeOrphanedBalances(db, account) : 0
        return index + 1 < accounts.length
      })
      await run.finally(() => {
        tally.monitorBalances += removed.reduce((sum, count) => sum + count, 0)
      })
      accounts = await orphanedAccounts(store.read, PAGE)
    }
  }
}

async function* oldRows(store: Store, rows: SeenRows, age: Age): AsyncGenerator<string[]> {
  let last: OldRow | undefined
  do {
    const page = await rows.page(store.read, age, last, PAGE)
    last = page.at(-1)
    if (last) yield page.map(({ id }) => id)
  } while (last)
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
  monitorBalances = 0
  #removed: Removed & RemovedSeen = {
    ...{ transactions: 0, alertEvents: 0, deliveries: 0, chainEvents: 0, holds: 0, safeItems: 0 },
  }

  constructor(database: string, before: number) {
    this.#database = database
    this.before = before
  }

  get hasRemoved(): boolean {
    const { transactions, chainEvents, holds, safeItems, alertEvents } = this.#removed
    return (
      transactions + chainEvents + holds + safeItems + alertEvents + this.monitorBalances + this.idempotentAnswers > 0
    )
  }

  add(checked: number, removed: Removed): void {
    this.checked += checked
    this.#add({ ...removed, chainEvents: 0, holds: 0, safeItems: 0 })
  }

  addSeen(removed: RemovedSeen): void {
    this.#add({ ...removed, transactions: 0 })
  }

  #add({ transactions, chainEvents, holds, safeItems, alertEvents, deliveries }: Removed & RemovedSeen): void {
    this.#removed = {
      transactions: this.#removed.transactions + transactions,
      chainEvents: this.#removed.chainEvents + chainEvents,
      holds: this.#removed.holds + holds,
      safeItems: this.#removed.safeItems + safeItems,
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
      monitorBalances: this.monitorBalances,
    }
  }
}

function interrupted(tally: Tally): WardenError {
  const { transactions, chainEvents } = tally.report()
  return new WardenError({
    kind: 'interrupted',
    code: 'interrupted',
    message: `interrupted; ${transactions} transactions and ${chainEvents} chain events were removed`,
    details: ['The database is consistent. Run the same command to continue.'],
  })
}
