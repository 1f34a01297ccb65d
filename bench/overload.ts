import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median, publish, rateText } from './figures/report.ts'
import { processorTime } from './postgres/processor-time.ts'
import { validationBodies } from './serve/bodies.ts'
import { requestBytes } from './serve/connections.ts'
import { closedLoad, type Outcome, openLoad } from './serve/open-load.ts'
import { startTxwarden } from './serve/servers.ts'

/**
 * `serve` with 2,000 connections that send three times what it can, whether or not it answers, compared with what 64
 * connections get that each wait for their answers; in turns. Needs `npm run build`. `--seconds N` a round.
 */
const CONNECTIONS = 2_000
const TIMES = 3
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean' },
    verbose: { type: 'boolean' },
  },
})
const ms = Number(values.seconds) * 1000
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))

function peakMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

type Measured = Outcome & { readonly perProcessorSecond: number }

interface Round {
  readonly closed: Measured
  readonly open: Measured
}

try {
  const server = await startTxwarden(folder)
  const { url, headers } = server
  const requests = validationBodies(1_000).map((body) => requestBytes(url, headers, body))
  await closedLoad({ url, requests, connections: 64, ms: 3_000 })
  const processor = () => (processorTime(server.process.pid ?? 0) ?? 0) / 1000
  const measured = async (load: () => Promise<Outcome>): Promise<Measured> => {
    const before = processor()
    const outcome = await load()
    return { ...outcome, perProcessorSecond: outcome.accepted / (processor() - before) }
  }
  const rounds: Round[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const closed = await measured(() => closedLoad({ url, requests, connections: 64, ms }))
    const rate = TIMES * closed.goodput
    const open = await measured(() => openLoad({ url, requests, connections: CONNECTIONS, ms, rate }))
    if (values.verbose) process.stderr.write(`${JSON.stringify({ closed, open }, undefined, 1)}\n`)
    rounds.push({ closed, open })
  }
  const peak = peakMegabytes(server.process.pid)
  await server.stop()
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  const sum = (pick: (outcome: Outcome) => number) => rounds.reduce((all, { open }) => all + pick(open), 0)
  publish({
    bench: 'overload',
    how: `${CONNECTIONS} connections at ${TIMES} times the rate of 64 that wait, median of ${rounds.length} rounds of ${values.seconds} s`,
    figures: [
      { name: '64 connections that wait', measured: rateText(of(({ closed }) => closed.goodput)) },
      {
        name: 'validations under overload',
        measured: rateText(of(({ open }) => open.goodput)),
        against: 'the rate of those that wait',
        value: of(({ open, closed }) => open.goodput / closed.goodput),
        goal: { atLeast: 0.8 },
      },
      {
        name: 'the same for a second of its processor time',
        measured: rateText(of(({ open }) => open.perProcessorSecond)),
        against: 'of those that wait',
        value: of(({ open, closed }) => open.perProcessorSecond / closed.perProcessorSecond),
        goal: { atLeast: 0.8 },
      },
      { name: 'sent', measured: rateText(of(({ open }) => open.sentPerSecond)) },
      {
        name: 'p99 of validations',
        measured: '',
        unit: 'ms',
        value: of(({ open }) => open.p99),
        goal: { atMost: 1000 },
      },
      { name: 'p99 of refusals', measured: '', unit: 'ms', value: of(({ open }) => open.refusedP99) },
      {
        name: 'connections reset, requests without an answer, other statuses',
        measured: `${sum(({ broken }) => broken)}, ${sum(({ unanswered }) => unanswered)}, ${sum(({ others }) => others)}`,
      },
      { name: 'memory of the server at most', measured: `${peak.toFixed(0)} MiB, goal ≤ 400` },
    ],
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
