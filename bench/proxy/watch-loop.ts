/**
 * Loaded before the proxy (`--import`): on SIGUSR2 it writes the longest time (ms of the processor, which a busy machine does not
 * change) that the main thread worked between two turns of a timer since the last one.
 */
const ofThread = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let last = ofThread()
let longest = 0
setInterval(() => {
  const now = ofThread()
  longest = Math.max(longest, now - last)
  last = now
}, 1).unref()
process.on('SIGUSR2', () => {
  process.stderr.write(`held ${longest}\n`)
  longest = 0
})
