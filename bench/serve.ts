import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { validationBodies } from './serve/bodies.ts'
import { type Measured, quantile, runLoad } from './serve/load.ts'
import { type Running, startConstant, startTxwarden } from './serve/servers.ts'

/**
 * Validations a second over HTTP, judged by the whole engine and durable before they are answered (synchronous=FULL),
 * against a Fastify server that checks the same body and answers a constant. The servers take turns; 64 connections, each
 * with one request under way, from this process. Needs `npm run build`. `--json` prints JSON, `--seconds N` a round.
 */
const CONNECTIONS = 64
const ROUNDS = 5
const GOAL_RATIO = 0.4
const GOAL_P99_MS = 50
const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 5
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
const bodies = validationBodies(1_000)

/** p99 of writing a page and syncing it (ms): what a durable answer cannot be faster than. */
function syncP99(): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const page = Buffer.alloc(4096)
  const times = Array.from({ length: 500 }, () => {
    const started = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return quantile(
    times.toSorted((a, b) => a - b),
    0.99,
  )
}

async function load({ url, headers }: Running, ms = seconds * 1000): Promise<Measured> {
  return runLoad({ url, headers, bodies, connections: CONNECTIONS, ms })
}

async function oneAnswer({ url, headers }: Running): Promise<string> {
  const response = await fetch(`${url}/api/v2/transaction/validate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: bodies[0] ?? '',
  })
  if (response.status !== 200) throw new Error(`the server answers ${response.status}: ${await response.text()}`)
  return response.text()
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}

try {
  const ours = await startTxwarden(folder)
  const ceiling = await startConstant(folder, await oneAnswer(ours))
  await oneAnswer(ceiling)
  for (const each of [ours, ceiling]) await load(each, 2_000)
  const rounds: { ours: Measured; ceiling: Measured; syncP99: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ceiling: await load(ceiling), ours: await load(ours), syncP99: syncP99() })
  await Promise.all([ours.stop(), ceiling.stop()])

  const of = (which: 'ours' | 'ceiling', figure: keyof Measured) => median(rounds.map((round) => round[which][figure]))
  const sync = median(rounds.map((round) => round.syncP99))
  const ratio = median(rounds.map((round) => round.ours.perSecond / round.ceiling.perSecond))
  const beyond = of('ours', 'p99') - sync
  const report = {
    machine: `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`,
    connections: CONNECTIONS,
    rounds: ROUNDS,
    seconds,
    validationsPerSecond: of('ours', 'perSecond'),
    constantPerSecond: of('ceiling', 'perSecond'),
    ratio,
    p50: of('ours', 'p50'),
    p99: of('ours', 'p99'),
    syncP99: sync,
    refused: rounds.reduce((sum, round) => sum + round.ours.refused, 0),
  }
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(report)}\n`)
  else
    process.stdout.write(
      [
        `${report.machine}, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${seconds} s`,
        `constant answer   ${of('ceiling', 'perSecond').toFixed(0).padStart(7)} /s   p50 ${of('ceiling', 'p50').toFixed(1)} ms, p99 ${of('ceiling', 'p99').toFixed(1)} ms`,
        `txwarden serve    ${of('ours', 'perSecond').toFixed(0).padStart(7)} /s   p50 ${of('ours', 'p50').toFixed(1)} ms, p99 ${of('ours', 'p99').toFixed(1)} ms, ${report.refused} refused`,
        `ratio             ${ratio.toFixed(2).padStart(7)}      goal ≥ ${GOAL_RATIO}  ${ratio >= GOAL_RATIO ? 'reached' : 'missed'}`,
        `p99 beyond sync   ${beyond.toFixed(1).padStart(7)} ms   goal ≤ ${GOAL_P99_MS}  ${beyond <= GOAL_P99_MS ? 'reached' : 'missed'} (p99 of a sync ${sync.toFixed(1)} ms)`,
        '',
      ].join('\n'),
    )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
