/** Processor time of this thread (ms). */
export interface Turns {
  readonly total: number
  /** The longest part without a turn of the event loop. */
  readonly longest: number
}

/** What `work` takes of the processor. A busy machine makes it last longer, and does not make it more. */
export async function longestTurn(work: () => Promise<void>): Promise<Turns> {
  const start = process.threadCpuUsage()
  let before = 0
  let longest = 0
  let isDone = false
  const now = () => {
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  }
  const tick = () => {
    const time = now()
    longest = Math.max(longest, time - before)
    before = time
    if (!isDone) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  isDone = true
  tick()
  return { total: now(), longest }
}
