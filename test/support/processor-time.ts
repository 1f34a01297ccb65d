/** What `work` takes of the processor (ms). A busy machine makes work last longer, and does not make it more. */
export function processorTime(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The least of three times: the caches of a busy machine make the same work take more of the processor, at most double. */
export function leastProcessorTime(work: () => void): number {
  return Math.min(...[1, 2, 3].map(() => processorTime(work)))
}
