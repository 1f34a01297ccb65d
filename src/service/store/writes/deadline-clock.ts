import type { Clock } from '../../../shared/time/clock.ts'
import {
  deadlineRevision,
  initializeDeadlines,
  lockDeadlineRevision,
  moveDeadlines,
} from '../repositories/deadlines.ts'
import type { Db } from '../schema/schema.ts'
import type { Store } from '../store.ts'

/** A larger difference between wall time and running time is a step of the wall clock, not the duration of a reading (ms). */
const STEP_MS = 2000

/**
 * The time that stored deadlines are compared with: the time of the wall clock (on PostgreSQL that of the database, which
 * several servers share), but when somebody sets that clock, time runs on until the stored deadlines are moved by the same
 * step. So the rest of every delay stays what it was.
 */
export class DeadlineClock {
  readonly #store: Store
  readonly #clock: Clock
  /** Added to running time. */
  #offset: number
  #revision = 0

  private constructor(store: Store, clock: Clock, time: number) {
    this.#store = store
    this.#clock = clock
    this.#offset = time - clock.elapsed()
  }

  static async open(store: Store, clock: Clock): Promise<DeadlineClock> {
    return new DeadlineClock(store, clock, await readWall(store, clock))
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Math.floor(this.#offset + this.#clock.elapsed())
  }

  /** Prepares a process that compares deadlines for longer than a request: call it before the first `follow`. */
  async start(): Promise<void> {
    await this.#store.write(initializeDeadlines)
    this.#revision = await deadlineRevision(this.#store.read)
  }

  /** Whether `now` fits the stored deadlines. They are not moved before the transaction ends. */
  async isCurrent(db: Db): Promise<boolean> {
    return (await lockDeadlineRevision(db)) === this.#revision
  }

  /** Notices a step of the wall clock, and moves the stored deadlines. Call it before deadlines decide. */
  async follow(): Promise<void> {
    const known = this.#revision
    // Before the clock: when another process moved the deadlines before this, the clock shows why.
    const revision = this.#store.isShared ? await deadlineRevision(this.#store.read) : known
    const { difference, isStep } = await this.#difference()
    const offset = this.#offset + difference
    if (!isStep) {
      this.#offset = offset
      this.#revision = revision
      return
    }
    const before = this.#offset
    try {
      this.#revision = await this.#store.write(async (db) => {
        const moved = await moveDeadlines(db, Math.round(difference), known)
        // Here, because a later write of the same transaction sees the moved deadlines.
        this.#offset = offset
        return moved
      })
    } catch (error) {
      this.#offset = before
      throw error
    }
  }

  /** How far the wall clock is ahead of `now` (ms), at least. */
  async #difference(): Promise<{ difference: number; isStep: boolean }> {
    const earliest = this.#offset + this.#clock.elapsed()
    const wall = await readWall(this.#store, this.#clock)
    const latest = this.#offset + this.#clock.elapsed()
    const difference = Math.min(0, wall - earliest) + Math.max(0, wall - latest)
    return { difference, isStep: Math.abs(difference) > STEP_MS }
  }
}

/** A clock that is passed in for a test is the only one there is. */
async function readWall(store: Store, clock: Clock): Promise<number> {
  return store.time && clock.isOfThisMachine ? store.time() : clock.now()
}
