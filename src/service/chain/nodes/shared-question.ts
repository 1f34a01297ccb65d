import type { RpcFailure } from '../rpc/json-rpc.ts'

/** A difference of time (ms) in which no node would answer. */
const SHORTEST_TRIP_MS = 50

/** One read that several callers share while it runs, so that a node gets one request. */
export class SharedQuestion<T extends object> {
  #running: { readonly until: number; readonly answer: Promise<T | RpcFailure> } | undefined

  get running(): Promise<unknown> | undefined {
    return this.#running?.answer
  }

  /**
   * Joins the running read, unless its budget ends after that of the caller. A caller with more time than the running read
   * had reads again after a timeout.
   * @param until in ms of `clock.elapsed()`
   */
  async read(until: number, question: (until: number) => Promise<T | RpcFailure>): Promise<T | RpcFailure> {
    for (let running = this.#running; running && running.until <= until + SHORTEST_TRIP_MS; running = this.#running) {
      const answer = await running.answer
      const isTimeout = 'kind' in answer && answer.kind === 'timeout'
      if (!isTimeout || until - running.until <= SHORTEST_TRIP_MS) return answer
    }
    const own = {
      until,
      answer: question(until).finally(() => {
        if (this.#running === own) this.#running = undefined
      }),
    }
    this.#running = own
    return own.answer
  }
}
