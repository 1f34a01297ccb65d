import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AUTHORITY_FILE, SILENT_NAME } from '../../support/misbehaving.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { address, BLOCKED, blockAddress, createAlert, createDestination } from './arrange.ts'
import { type Keys, ServeProcess } from './serve-process.ts'
import { startVerifyingReceiver } from './verifying-receiver.ts'

/** Folder in `work` with the database that has the keys. */
export const TEMPLATE = 'template'
const TELEGRAM_TOKEN = `123456789:${'a'.repeat(35)}`
const BETWEEN_MS = 50
export const CHANNELS = ['WEBHOOK', 'SLACK', 'DISCORD', 'TELEGRAM', 'EMAIL'] as const

export interface Setting {
  readonly work: string
  readonly keys: Keys
  readonly validations: number
}

export interface Cell {
  readonly channel: string
  readonly state: string
  readonly error: string
}

export interface Result {
  readonly fault: string
  /** Time from validation to the good receivers (ms). */
  readonly p99: number
  /** Growth of peak memory and descriptors. */
  readonly grownMb: number
  readonly descriptors: number
  readonly cells: readonly Cell[]
  readonly faults: readonly string[]
}

/** The faulty destinations. */
export interface Wrong {
  readonly origin: string
  readonly smtpUrl: string
}

/** Sends the same alerts to faulty and good destinations, and measures the effect on the good ones. */
export async function measureFault(
  fault: string,
  wrong: Wrong | undefined,
  { work, keys, validations }: Setting,
): Promise<Result> {
  const home = mkdtempSync(join(work, 'home-'))
  cpSync(join(work, TEMPLATE), home, { recursive: true })
  const [receiver, chat] = [await startVerifyingReceiver(), await startChat()]
  const server = await ServeProcess.start(
    ['--allow-destination', '127.0.0.1', '--allow-destination', 'localhost', '--allow-destination', SILENT_NAME],
    {
      keys,
      env: {
        TXWARDEN_HOME: home,
        NODE_EXTRA_CA_CERTS: AUTHORITY_FILE,
        ...(wrong && { TXWARDEN_TELEGRAM_URL: wrong.origin, TXWARDEN_SMTP_URL: wrong.smtpUrl }),
      },
    },
  )
  const faults: string[] = []
  try {
    await blockAddress(server)
    const good = [
      await createDestination(server, {
        channel: 'WEBHOOK',
        webhookUrl: receiver.origin,
        attributes: { token: receiver.secret },
      }),
      await createDestination(server, {
        channel: 'WEBHOOK',
        webhookUrl: `${receiver.origin.replace('127.0.0.1', 'localhost')}/by-name`,
        attributes: { token: receiver.secret },
      }),
      await createDestination(server, { channel: 'SLACK', webhookUrl: `${chat.origin}/services/T/B/x` }),
    ]
    const bad = wrong ? await createWrong(server, wrong.origin) : []
    await createAlert(server, [...bad, ...good])
    const before = footprint(server.pid)

    const validated = new Map<string, number>()
    for (let number = 0; number < validations; number++) {
      const at = Date.now()
      const { body } = await server.validate({ chainId: '1', from: address(number + 1), to: BLOCKED })
      validated.set(body.svcTxId, at)
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
    }
    await until(() => receiver.arrivals.length >= 2 * validations, PATIENCE_MS)
    const latencies = receiver.arrivals.map(({ at, svcTxId }) => at - (validated.get(svcTxId) ?? 0))
    const missing = 2 * validations - latencies.length
    if (missing > 0)
      faults.push(`${missing} of ${2 * validations} messages did not arrive within ${PATIENCE_MS / 1000} s`)
    if (chat.count() === 0) faults.push('the good chat heard nothing')
    faults.push(...receiver.faults())

    const cells = await firstTries(server, bad)
    for (const { channel, error } of cells)
      if (/SECRET-OF-RECEIVER|service failed/.test(error)) faults.push(`${channel} says: ${error}`)
    const peak = footprint(server.pid)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    if (server.hasEnded) faults.push(`serve ended: ${server.stderr}`)
    return {
      fault,
      p99: p99Of([...latencies, ...Array(Math.max(0, missing)).fill(Number.POSITIVE_INFINITY)]),
      grownMb: Math.round((peak.peakKb - before.peakKb) / 1024),
      descriptors: footprint(server.pid).descriptors - before.descriptors,
      cells,
      faults,
    }
  } finally {
    await server.end('SIGKILL')
    await Promise.all([receiver.close(), chat.close()])
    rmSync(home, { recursive: true, force: true })
  }
}

async function createWrong(server: ServeProcess, origin: string): Promise<string[]> {
  const ids: string[] = []
  for (const channel of CHANNELS)
    ids.push(
      await createDestination(server, {
        channel,
        name: 'misbehaving',
        ...(channel === 'EMAIL' && { webhookUrl: 'mailto:ops@example.org' }),
        ...(channel === 'TELEGRAM' && { attributes: { chatId: '42', token: TELEGRAM_TOKEN } }),
        ...(!['EMAIL', 'TELEGRAM'].includes(channel) && { webhookUrl: `${origin}/hook` }),
      }),
    )
  return ids
}

/** State of the first delivery to each destination after its first attempt. */
async function firstTries(server: ServeProcess, destinationIds: readonly string[]): Promise<Cell[]> {
  const cells: Cell[] = []
  const deadline = Date.now() + PATIENCE_MS
  for (const id of destinationIds) {
    for (;;) {
      const { content } = await server.must('GET', `/ext/v1/deliveries?destinationId=${id}&size=1&sort=createdAt,asc`)
      const [first] = content
      if (first?.attempts > 0 || Date.now() > deadline) {
        const state = first?.attempts > 0 ? first.state : 'NOT TRIED'
        cells.push({ channel: first?.channel, state, error: first?.errorMessage ?? '' })
        break
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  return cells
}

function p99Of(latencies: readonly number[]): number {
  return latencies.toSorted((a, b) => a - b)[Math.ceil(latencies.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY
}

/** Peak memory and open descriptors of a process. */
function footprint(pid: number): { peakKb: number; descriptors: number } {
  const peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return { peakKb, descriptors: readdirSync(`/proc/${pid}/fd`).length }
}

async function until(holds: () => boolean, ms: number): Promise<void> {
  const deadline = Date.now() + ms
  while (!holds() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Accepts every message, as Slack does. */
async function startChat() {
  let heard = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      heard++
      response.end('ok')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => heard,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
