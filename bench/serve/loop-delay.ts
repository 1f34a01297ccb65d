import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Loaded before the server: measures how late its event loop is, and writes it on stderr at SIGUSR2 (ms). */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => {
  const ms = (q: number) => delay.percentile(q) / 1e6
  process.stderr.write(`${JSON.stringify({ p50: ms(50), p99: ms(99), longest: delay.max / 1e6 })}\n`)
  delay.reset()
})
