import { chunksOf } from '../../shared/chunks-of.ts'
import { isPostgresUrl } from '../../shared/database-url.ts'
import { interrupted, type WardenError } from '../../shared/errors.ts'
import { lazily } from '../../shared/lazily.ts'
import { openStore } from '../store/open.ts'
import { blocksBefore, placeOf, removeEmptyBlock } from '../store/repositories/address-blocks.ts'
import { removeExpiredAnswers } from '../store/repositories/idempotent-answers.ts'
import {
  countRemovable,
  type Removed,
  removeTransactions,
  untouchedTransactions,
} from '../store/repositories/retention.ts'
import {
  type Age,
  countOrphanedBalances,
  orphanedAccounts,
  type RemovedSeen,
  removeOrphanedBalances,
  type SeenRows,
  seenRows,
} from '../store/repositories/seen-retention.ts'
import type { Db } from '../store/schema/schema.ts'
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
  const tally = new PruneTally(database, now - options.olderThanMs)
  if (!isPostgresUrl(database) && !databaseExists(database)) return tally.report()
  const store = await openStore(database, deps)
  try {
    const age = { before: tally.before, now }
    const begin = lazily(() =>
      store.write((db) =>
        recordAdministration(db, { clock, random }, 'prune-start', { database, before: tally.report().before }),
      ),
    )
    const writes = new BatchedWrites(store, options.signal)
    const { onProgress } = options
    if (options.dryRun) await count(store, age, tally, options)
    else await remove({ store, age, tally, writes, begin, onProgress })
  } catch (error) {
    throw options.signal?.aborted ? stoppedAt(tally) : error
  } finally {
    if (!options.dryRun && tally.hasRemoved)
      await store.write((db) => recordAdministration(db, { clock, random }, 'prune', { ...tally.report() }))
    await store.close()
  }
  return tally.report()
}

async function count(store: Store, age: Age, tally: PruneTally, { signal, onProgress }: PruneOptions): Promise<void> {
  for await (const ids of oldIds(store, untouchedTransactions, age)) {
    signal?.throwIfAborted()
    tally.add(await countRemovable(store.read, ids, age), ids.length)
    onProgress?.(tally.checked)
  }
  for (const rows of seenRows)
    for await (const ids of oldIds(store, rows.page, age)) {
      signal?.throwIfAborted()
      tally.add(await rows.count(store.read, ids, age))
    }
  tally.monitorBalances = await countOrphanedBalances(store.read)
}

/** What one run works with. */
interface Pruning {
  readonly store: Store
  readonly age: Age
  /** Counts what is removed. */
  readonly tally: PruneTally
  readonly writes: BatchedWrites
  /** Writes the audit record that explains missing rows, also when this process is killed. */
  readonly begin: () => Promise<void>
  readonly onProgress: PruneOptions['onProgress']
}

/** Removes what is old, in steps. */
async function remove(pruning: Pruning): Promise<void> {
  await removeOldTransactions(pruning)
  await removeAnswers(pruning)
  for (const rows of seenRows) await removeSeen(rows, pruning)
  await removeBalances(pruning)
  if (pruning.tally.report().transactions > 0) await removeBlocks(pruning)
}

async function removeOldTransactions({ store, age, tally, begin, onProgress, writes }: Pruning): Promise<void> {
  for await (const ids of oldIds(store, untouchedTransactions, age)) {
    if ((await countRemovable(store.read, ids, age)).transactions > 0) await begin()
    const removeSome = (db: Db, some: readonly string[]) => removeTransactions(db, some, age)
    await inSteps(writes, chunksOf(ids, STEP), removeSome, (removed, { length }) => tally.add(removed, length))
    onProgress?.(tally.checked)
  }
}

async function removeAnswers({ age, tally, writes }: Pruning): Promise<void> {
  const answers: number[] = []
  await writes.run(async (db, index) => {
    const removed = await removeExpiredAnswers(db, age.now, STEP)
    answers[index] = removed
    return removed > 0
  })
  tally.idempotentAnswers = answers.reduce((sum, count) => sum + count, 0)
}

async function removeSeen(rows: SeenRows, { store, age, tally, begin, writes }: Pruning): Promise<void> {
  for await (const ids of oldIds(store, rows.page, age)) {
    const { chainEvents, holds, safeItems, alertEvents } = await rows.count(store.read, ids, age)
    if (chainEvents + holds + safeItems + alertEvents === 0) continue
    await begin()
    const removeSome = (db: Db, some: readonly string[]) => rows.remove(db, some, age)
    await inSteps(writes, chunksOf(ids, STEP), removeSome, (removed) => tally.add(removed))
  }
}

async function removeBalances({ store, tally, begin, writes }: Pruning): Promise<void> {
  for (let accounts = await orphanedAccounts(store.read, PAGE); accounts.length > 0; ) {
    await begin()
    await inSteps(writes, accounts, removeOrphanedBalances, (removed) => {
      tally.monitorBalances += removed
    })
    accounts = await orphanedAccounts(store.read, PAGE)
  }
}

/** A block without transactions; the rest of a hash finds nothing. */
async function removeBlocks({ store, writes }: Pruning): Promise<void> {
  let blocks = await blocksBefore(store.read, undefined, PAGE)
  while (blocks.length > 0) {
    await inSteps(writes, blocks, removeEmptyBlock)
    const last = blocks.at(-1)
    blocks = last ? await blocksBefore(store.read, placeOf(last), PAGE) : []
  }
}

/** @param note called for each part that was removed, also when a later one fails */
async function inSteps<Part, Removed>(
  writes: BatchedWrites,
  parts: readonly Part[],
  removePart: (db: Db, part: Part) => Promise<Removed>,
  note?: (removed: Removed, part: Part) => void,
): Promise<void> {
  // By number: a step that runs again counts once.
  const removed: Removed[] = []
  try {
    await writes.run(async (db, index) => {
      removed[index] = await removePart(db, parts[index] as Part)
      return index + 1 < parts.length
    })
  } finally {
    for (const [index, each] of removed.entries()) note?.(each, parts[index] as Part)
  }
}

type ReadPage<Row> = (db: Db, age: Age, after: Row | undefined, limit: number) => Promise<readonly Row[]>

/** Ids of all rows without newer activity, page by page. */
async function* oldIds<Row extends { readonly id: string }>(
  { read }: Store,
  page: ReadPage<Row>,
  age: Age,
): AsyncGenerator<string[]> {
  let last: Row | undefined
  do {
    const rows = await page(read, age, last, PAGE)
    last = rows.at(-1)
    if (last) yield rows.map(({ id }) => id)
  } while (last)
}

type Counts = { -readonly [Kind in keyof (Removed & RemovedSeen)]: number }

class PruneTally {
  readonly #database: string
  readonly before: number
  checked = 0
  idempotentAnswers = 0
  monitorBalances = 0
  readonly #removed: Counts = {
    transactions: 0,
    alertEvents: 0,
    deliveries: 0,
    chainEvents: 0,
    holds: 0,
    safeItems: 0,
  }

  constructor(database: string, before: number) {
    this.#database = database
    this.before = before
  }

  get hasRemoved(): boolean {
    return [...Object.values(this.#removed), this.monitorBalances, this.idempotentAnswers].some((count) => count > 0)
  }

  add(removed: Partial<Counts>, checked = 0): void {
    this.checked += checked
    for (const kind of Object.keys(this.#removed) as (keyof Counts)[]) this.#removed[kind] += removed[kind] ?? 0
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

function stoppedAt(tally: PruneTally): WardenError {
  const { transactions, chainEvents } = tally.report()
  const message = `interrupted; ${transactions} transactions and ${chainEvents} chain events were removed`
  return interrupted(undefined, message, {
    details: ['The database is consistent. Run the same command to continue.'],
  })
}
