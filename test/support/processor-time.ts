/** What `work` takes of the processor (ms). A busy machine makes work last longer, and does not make it more. */
export function processorTime(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
