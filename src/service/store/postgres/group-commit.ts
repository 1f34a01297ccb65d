import { Kysely } from 'kysely'
import type { Db, Schema } from '../schema/schema.ts'
import { type Settle, type WriteJob, WriteQueue } from '../writes/write-queue.ts'
import { BatchedTransaction } from './batched-transaction.ts'
import { isLockTimeout, OutcomeUnknown } from './failures.ts'
import { kyselyDialect, StatementDriver } from './kysely-dialect.ts'
import type { PreparingPool } from './pool.ts'
import { commit, inTransaction, shouldRetry } from './transactions.ts'

/** Number of writes that do not wait for more; also the limit of a transaction. */
const ENOUGH = 64
/** Attempts of a shared transaction before each write runs in its own. */
const SHARED_ATTEMPTS = 2

/**
 * Concurrent writes share a transaction, which saves commits and round trips. When one fails, each runs again in its own
 * transaction. Promises resolve after COMMIT.
 */
export class GroupCommit {
  readonly #pool: PreparingPool
  /** The shared transaction that runs now. */
  #transaction: BatchedTransaction | undefined
  /** Its statements. */
  readonly #shared: Db
  readonly #single: Db
  /** Writes in their own transactions. */
  readonly #running = new Set<Promise<void>>()
  readonly #queue = new WriteQueue((waiting) => this.#commit(waiting.splice(0, ENOUGH)), ENOUGH)

  /**
   * @param pool pipelined connections
   * @param single for transactions of a single write
   */
  constructor(pool: PreparingPool, single: Db) {
    this.#pool = pool
    const driver = new StatementDriver(
      async (query) => {
        if (!this.#transaction) throw new Error('a statement runs after the end of its transaction')
        return this.#transaction.executeQuery(query)
      },
      () => pool.end(),
    )
    this.#shared = new Kysely<Schema>({ dialect: kyselyDialect(() => driver) })
    this.#single = single
  }

  run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#queue.run(work)
  }

  /** Resolves when all writes are settled. */
  async close(): Promise<void> {
    await this.#queue.idle()
    await Promise.all(this.#running)
    await this.#shared.destroy()
  }

  async #commit(jobs: readonly WriteJob[]): Promise<void> {
    for (let attempts = 1; ; attempts++) {
      try {
        for (const settle of await this.#commitShared(jobs)) settle()
        return
      } catch (error) {
        const isRetryable = shouldRetry(error, attempts)
        if (isRetryable && attempts < SHARED_ATTEMPTS) continue
        const isFinal = error instanceof OutcomeUnknown || (jobs.length === 1 && !isRetryable && !isLockTimeout(error))
        if (isFinal) for (const { reject } of jobs) reject(error)
        // Not awaited: a write can wait long for a lock while new writes arrive.
        else for (const job of jobs) this.#runSingle(job)
        return
      }
    }
  }

  #runSingle({ work, resolve, reject }: WriteJob): void {
    const done = inTransaction(this.#single, work)
      .then(resolve, reject)
      .finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  async #commitShared(jobs: readonly WriteJob[]): Promise<Settle[]> {
    const transaction = new BatchedTransaction(await this.#pool.connect())
    this.#transaction = transaction
    try {
      const settles: Settle[] = []
      try {
        for (const job of jobs) settles.push(await this.#runJob(transaction, job))
        await transaction.settle()
      } catch (error) {
        await transaction.rollBack()
        throw error
      }
      await commit(this.#shared)
      return settles
    } finally {
      this.#transaction = undefined
      transaction.client.release()
    }
  }

  /** A job that fails before it wrote needs no rollback. */
  async #runJob(transaction: BatchedTransaction, job: WriteJob): Promise<Settle> {
    const { changes } = transaction
    try {
      const value = await job.work(this.#shared)
      return () => job.resolve(value)
    } catch (error) {
      if (transaction.changes > changes) throw error
      return () => job.reject(error)
    }
  }
}
