import { execFileSync, spawnSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openService } from '../../src/service/index.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { address, BLOCKED, blockAddress, createAlert, createDestination } from './support/arrange.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { enterNamespace } from './support/namespace.ts'
import { type Answer, createKeys, type Keys, ServeProcess } from './support/serve-process.ts'

/**
 * Fills the disk of `serve`: tsx test/campaigns/disk-full.ts [rounds] [seed] [--short]. Each round fills a small
 * tmpfs up to a random number of free bytes while clients validate, until requests are refused; then frees space. Every
 * second round the process is killed and started again while the disk is full. Does not build: `npm run build` first.
 */
enterNamespace({ network: false, setUp: 'true' })

const { count: rounds, seed, isShort } = campaignArguments({ usual: 60, short: 4 })
const DISK_BYTES = 24 * 2 ** 20
/** Maximum free space when the clients start. */
const MOST_LEFT = isShort ? 2 ** 17 : 2 ** 20
const CLIENTS = 8
/** Number of refusals that means a full disk. */
const REFUSALS = 40

interface Round {
  readonly left: number
  readonly acknowledged: Set<string>
  /** Responses by status and code. */
  readonly answers: Map<string, number>
  readonly faults: string[]
}

const random = randomFrom(seed)
const work = mkdtempSync(join(tmpdir(), 'txwarden-disk-full-'))
const disk = join(work, 'disk')
mkdirSync(disk)
const report = new Report('disk full')
try {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk])
  const template = join(work, 'template')
  const keys = await prepare(template)
  const done: Round[] = []
  for (let number = 0; number < rounds; number++) done.push(await playRound(template, keys, number % 2 === 1))
  tell(done)
} finally {
  spawnSync('umount', ['--lazy', disk])
  rmSync(work, { recursive: true, force: true })
}
report.end()

/** A database with keys, a blocked address and an alert about it without a receiver. */
async function prepare(home: string): Promise<Keys> {
  const env = { TXWARDEN_HOME: home }
  const keys = createKeys(env)
  const server = await ServeProcess.start(['--allow-destination', '127.0.0.1'], { env, keys })
  const id = await createDestination(server, { channel: 'WEBHOOK', webhookUrl: 'http://127.0.0.1:9/' })
  await blockAddress(server)
  await createAlert(server, [id])
  await server.end('SIGTERM')
  return keys
}

async function playRound(template: string, keys: Keys, restarts: boolean): Promise<Round> {
  const home = mkdtempSync(join(disk, 'home-'))
  const round: Round = {
    left: Math.floor(random() * MOST_LEFT),
    acknowledged: new Set(),
    answers: new Map(),
    faults: [],
  }
  const filler = join(disk, 'filler')
  const start = () =>
    ServeProcess.start(['--allow-destination', '127.0.0.1'], {
      env: { TXWARDEN_HOME: home },
      keys,
      connections: CLIENTS,
    })
  try {
    cpSync(template, home, { recursive: true })
    let server = await start()
    await load(server, round, () => round.acknowledged.size < 20)

    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - round.left)))
    let refused = 0
    await load(server, round, (answer) => {
      if (answer !== undefined && answer.status !== 200) refused++
      return refused < REFUSALS
    })
    const reading = await server.ask('GET', '/ext/v1/transactions?size=1')
    if (reading.status !== 200) round.faults.push(`reading was answered with ${reading.status} while the disk was full`)

    if (restarts) {
      await server.end('SIGKILL')
      const again = await start().catch((error: Error) => error)
      const how =
        again instanceof Error ? `restart while full: ${again.message.split('\n')[0]}` : 'restart while full: serves'
      round.answers.set(how.replaceAll(home, '…'), 1)
      if (again instanceof Error) {
        if (!/disk|space/i.test(again.message)) round.faults.push(`started on a full disk: ${again.message}`)
      } else {
        await load(again, round, () => ++refused < 2 * REFUSALS)
        await again.end('SIGKILL')
      }
      rmSync(filler)
      server = await start()
    } else {
      if (server.hasEnded) round.faults.push(`serve ended: ${server.stderr}`)
      rmSync(filler)
    }
    const next = await server.validate({ chainId: '1', from: address(1), to: address(2) })
    if (next.status === 200) round.acknowledged.add(next.body.svcTxId)
    else round.faults.push(`the first validation with space again was answered with ${next.status} ${next.body?.code}`)
    await server.end('SIGKILL')
    await lookForAll(join(home, 'local.db'), round)
  } catch (error) {
    round.faults.push(error instanceof Error ? error.message : String(error))
  } finally {
    rmSync(filler, { force: true })
    rmSync(home, { recursive: true, force: true })
  }
  return round
}

/** Validates over several connections while `goesOn` accepts the responses. */
async function load(server: ServeProcess, round: Round, goesOn: (answer?: Answer) => boolean): Promise<void> {
  let on = true
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (on && goesOn()) {
        const answer = await server.validate({
          chainId: '1',
          from: address(Math.floor(random() * 1000)),
          to: random() < 0.3 ? BLOCKED : address(2),
          data: `0x${'ab'.repeat(Math.floor(random() * 4000))}`,
        })
        const name = `${answer.status} ${answer.body?.code ?? ''}`.trim()
        round.answers.set(name, (round.answers.get(name) ?? 0) + 1)
        if (answer.status === 200) round.acknowledged.add(answer.body.svcTxId)
        else if (answer.status !== 503 || answer.retryAfter === undefined)
          round.faults.push(`answered with ${name}, Retry-After ${answer.retryAfter}: ${answer.body?.detail}`)
        on = goesOn(answer)
      }
    }),
  )
}

/** Opens the database with the real service: all acknowledged data is there, and the file is intact. */
async function lookForAll(database: string, round: Round): Promise<void> {
  const service = await openService({
    database,
    env: {},
    clock: systemClock,
    random: (length) => randomFillSync(new Uint8Array(length)),
    report: () => {},
  })
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(service.store.read)
    if (rows[0]?.quick_check !== 'ok') round.faults.push(`quick_check says ${rows[0]?.quick_check}`)
    const there = new Set(
      (await service.store.read.selectFrom('transactions').select('id').execute()).map(({ id }) => id),
    )
    const missing = [...round.acknowledged].filter((id) => !there.has(id))
    if (missing.length > 0) round.faults.push(`${missing.length} acknowledged validations are missing`)
  } finally {
    await service.close()
  }
}

function tell(done: readonly Round[]): void {
  report.count('rounds', done.length)
  const answers = new Map<string, number>()
  for (const round of done)
    for (const [name, times] of round.answers) answers.set(name, (answers.get(name) ?? 0) + times)
  report.table(['what came', 'times'], [...answers])
  const faults = done.flatMap(({ faults, left }) => faults.map((fault) => `${left} bytes left: ${fault}`))
  for (const fault of [...new Set(faults)].slice(0, 10)) report.say(`  ${fault}`)
  const acknowledged = done.reduce((sum, round) => sum + round.acknowledged.size, 0)
  report.promise(
    `${done.length} full disks: 503 with Retry-After, ${acknowledged} acknowledged validations kept, work goes on with space again`,
    faults.length === 0,
    faults.length === 0 ? '' : `${faults.length} faults`,
  )
  report.promise(
    'the disk was full in every round',
    done.every(({ answers: seen }) => [...seen.keys()].some((name) => name.startsWith('503'))),
  )
}
