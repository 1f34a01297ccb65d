import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openService } from '../src/service/index.ts'
import type { Transaction } from '../src/service/risk/types.ts'
import { systemClock } from '../src/shared/time/clock.ts'
import { Knowledge } from './detection/knowledge.ts'
import { judged } from './detection/run-engine.ts'
import { median } from './figures/report.ts'
import { mixedBodies } from './serve/mixed-bodies.ts'
import { BIN } from './serve/servers.ts'

/**
 * Fails when the engine, a durable validation or a start needs 30 % more processor time than the figures in guard.json:
 * multiples of a fixed loop, of `node -e 0` for a start, median of five pairs in turns. What is above is measured again, up
 * to three times: a busy machine disturbs a run, a slower program all of them. `--accept` writes the figures;
 * names measure only these. Run by node itself: the names that tsx gives functions cost a third of the engine. Needs
 * `npm run build`, and bash.
 */
const FIGURES = join(import.meta.dirname, 'guard.json')
const ALLOWED = 1.3
const PAIRS = 5
/** Pairs before these: V8 compiles what runs often. */
const WARM_UPS = 4
const TRIES = 3
const bodies = mixedBodies(3000)
const transactions = bodies.map(transactionOf)
const known = new Knowledge()
const folder = mkdtempSync(join(tmpdir(), 'txwarden-guard-'))

/** Returns its processor time (ms). */
type Work = () => number | Promise<number>

function transactionOf(body: string): Transaction {
  const { transaction } = JSON.parse(body) as { transaction: Transaction & { value: string } }
  return { ...transaction, value: BigInt(transaction.value) }
}

/** Of this thread: those that compile and collect garbage work when there is room. */
async function spent(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** What engine and write path do most: read words of call data, look up, make objects, write JSON. */
function loop(): number {
  let sum = 0
  for (let round = 0; round < 8; round++)
    for (const body of bodies) {
      const { transaction } = JSON.parse(body) as { transaction: Record<string, string> }
      const { data = '', to = '' } = transaction
      const words = Array.from({ length: data.length >> 6 }, (_, at) => data.slice(10 + 64 * at, 74 + 64 * at))
      const parties = new Map(
        words.map((word, at) => [`0x${word.slice(24)}`, { at, amount: BigInt(`0x${word || 0}`) }]),
      )
      sum += JSON.stringify({ ...transaction, known: parties.has(to), parties: [...parties.keys()] }).length
    }
  return sum
}

/** Of whole processes. */
function processes(argv: readonly string[]): Work {
  const env = { ...process.env, TXWARDEN_HOME: join(folder, 'home'), TIMEFORMAT: '%U %S' }
  return () => {
    let ms = 0
    for (let run = 0; run < 2; run++) {
      const { status, stderr } = spawnSync('bash', ['-c', 'time "$@" >/dev/null', '-', process.execPath, ...argv], {
        env,
      })
      if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`)
      const [user = 0, system = 0] = String(stderr).trim().split(' ').map(Number)
      ms += (user + system) * 1000
    }
    return ms
  }
}

const service = await openService({
  database: join(folder, 'local.db'),
  keyFolder: folder,
  env: {},
  clock: systemClock,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  report: (error) => {
    throw error
  },
})
const headers = { 'content-type': 'application/json', 'x-validation-product': 'SONAR' }

/** Durable validations, 64 at a time. */
async function validate(): Promise<void> {
  let next = 0
  const one = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const request = { method: 'POST', path: '/api/v2/transaction/validate', query: '', headers, body }
      const { status } = await service.handle(request, { kind: 'in-process' })
      if (status !== 200) throw new Error(`a validation was answered with ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 64 }, one))
}

const example = join(import.meta.dirname, '../examples/transfer-to-known.json')
const calibration: Work = () => spent(loop)
const node = processes(['-e', '0'])
const measures: Readonly<Record<string, readonly [work: Work, against: Work]>> = {
  engine: [() => spent(() => transactions.forEach((each) => void judged(each, known))), calibration],
  'write path': [() => spent(validate), calibration],
  '--version': [processes([BIN, '--version']), node],
  validate: [processes([BIN, 'validate', '--file', example]), node],
}

async function ratio([work, against]: readonly [Work, Work]): Promise<number> {
  const ratios: number[] = []
  for (let pair = -WARM_UPS; pair < PAIRS; pair++) {
    const [base, own] = [await against(), await work()]
    if (pair >= 0) ratios.push(own / base)
  }
  return median(ratios)
}

try {
  const isAccepting = process.argv.includes('--accept')
  const only = process.argv.slice(2).filter((word) => word !== '--accept')
  const figures = JSON.parse(readFileSync(FIGURES, 'utf8')) as Record<string, number>
  for (const [name, pair] of Object.entries(measures)) {
    if (only.length > 0 && !only.includes(name)) continue
    const limit = isAccepting ? Number.POSITIVE_INFINITY : (figures[name] as number) * ALLOWED
    const tries: number[] = []
    do tries.push(await ratio(pair))
    while (Math.min(...tries) > limit && tries.length < TRIES)
    const figure = Math.min(...tries)
    figures[name] = Number(figure.toFixed(2))
    const isAbove = figure > limit
    const all = tries.map((each) => each.toFixed(2)).join(', ')
    process.stdout.write(
      `${name.padEnd(10)}  ${all}${isAccepting ? '' : `  limit ${limit.toFixed(2)}`}${isAbove ? '  ABOVE' : ''}\n`,
    )
    if (isAbove) process.exitCode = 1
  }
  if (isAccepting) writeFileSync(FIGURES, `${JSON.stringify(figures, undefined, 2)}\n`)
} finally {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}
