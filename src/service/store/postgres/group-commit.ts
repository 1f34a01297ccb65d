import { Kysely, type PostgresPool } from 'kysely'
import type { Db, Schema } from '../schema.ts'
import { type Job, type Tell, WriteQueue } from '../write-queue.ts'
import { isLockWaitOver, OutcomeUnknown } from './failures.ts'
import { HeldConnectionDriver, type PipelinedInserts } from './held-connection.ts'
import { kyselyDialect } from './kysely-dialect.ts'
import { BEGIN, commit, inTransaction, isWorthAnotherTry, rollBack } from './transactions.ts'

/** So many writes are not kept waiting for more, and share a transaction at most. */
const ENOUGH = 64
/** How often those of a transaction that others got in the way of are tried again together. */
const TRIES_TOGETHER = 2

/**
 * Lets writes that arrive together share one transaction, one after another, and so one COMMIT and few waits for the
 * server. When one of them fails, each is run again in a transaction of its own. Callers continue only after COMMIT
 * returned.
 */
export class GroupCommit {
  readonly #driver: HeldConnectionDriver
  /** On the one connection that is held. */
  readonly #together: Db
  readonly #alone: Db
  /** Under way in transactions of their own. */
  readonly #lone = new Set<Promise<void>>()
  readonly #queue = new WriteQueue((waiting) => this.#commit(waiting.splice(0, ENOUGH)), ENOUGH)

  /**
   * @param pool its connections send a statement without waiting for the answer to the one before
   * @param alone for transactions of one write
   */
  constructor(pool: PostgresPool, alone: Db) {
    this.#driver = new HeldConnectionDriver({ pool })
    this.#together = new Kysely<Schema>({ dialect: kyselyDialect(() => this.#driver) })
    this.#alone = alone
  }

  run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#queue.run(work)
  }

  /** Resolves when everything that was handed in is committed or refused. */
  async close(): Promise<void> {
    await this.#queue.idle()
    await Promise.all(this.#lone)
    await this.#together.destroy()
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        for (const tell of await this.#once(jobs)) tell()
        return
      } catch (error) {
        const isInTheWay = isWorthAnotherTry(error, tries)
        if (isInTheWay && tries < TRIES_TOGETHER) continue
        const isTold = error instanceof OutcomeUnknown || (jobs.length === 1 && !isInTheWay && !isLockWaitOver(error))
        if (isTold) for (const { reject } of jobs) reject(error)
        // Not waited for: one may have to wait long for its turn, and others come meanwhile.
        else for (const job of jobs) this.#runAlone(job)
        return
      }
    }
  }

  #runAlone({ work, resolve, reject }: Job): void {
    const done = inTransaction(this.#alone, work)
      .then(resolve, reject)
      .finally(() => this.#lone.delete(done))
    this.#lone.add(done)
  }

  async #once(jobs: readonly Job[]): Promise<Tell[]> {
    const connection = await this.#driver.hold()
    try {
      // Waited for: should it fail alone, what is behind it would be committed piece by piece.
      await connection.executeQuery(BEGIN)
      const tellings: Tell[] = []
      try {
        for (const job of jobs) tellings.push(await this.#runJob(connection, job))
        await connection.settle()
      } catch (error) {
        await rollBack(this.#together)
        throw error
      }
      await commit(this.#together)
      return tellings
    } finally {
      await this.#driver.letGo()
    }
  }

  /** What refuses after it only read has left nothing that must be undone. */
  async #runJob(connection: PipelinedInserts, job: Job): Promise<Tell> {
    const { changes } = connection
    try {
      const value = await job.work(this.#together)
      return () => job.resolve(value)
    } catch (error) {
      if (connection.changes > changes) throw error
      return () => job.reject(error)
    }
  }
}
