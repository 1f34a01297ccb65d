/** Room: Clocks, waits, `Retry-After`, backoff and turns of the event loop. */

/** The two kinds of time. A wall clock can be wrong and can be set at any moment, so it never measures a duration. */
export interface Clock {
  /** Wall time (ms since 1970), for what people, receivers and contracts read. 1970 to 9999. */
  now(): number
  /** Running time (ms since an arbitrary moment), for durations and intervals. Never goes back, also when the wall clock is set. */
  elapsed(): number
  /** Other machines may read other times: servers of one database go by the database's clock. Absent: the only clock there is. */
  readonly isOfThisMachine?: true
}

/** Later years have no date-time of RFC 3339. */
const LATEST_MS = Date.UTC(9999, 11, 31)

/**
 * A clock from two readings in ms. A wall time before 1970 or after 9999 counts as a clock that was never set, and starts
 * in 1970: signatures, ids and date-times have no other times.
 */
export function createClock(wall: () => number, running: () => number): Clock {
  return {
    now() {
      const time = wall()
      return time >= 0 && time <= LATEST_MS ? Math.floor(time) : Math.floor(running())
    },
    elapsed: running,
    isOfThisMachine: true,
  }
}

/** Like `performance.now()`, on the same clock. Node loads a dozen of its files for `performance`, at each start of a command. */
export function runningMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

export const systemClock: Clock = createClock(() => Date.now(), runningMs)
