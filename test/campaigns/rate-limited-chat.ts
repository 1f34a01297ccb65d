import { randomFillSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../../src/service/index.ts'
import { send, validate } from '../support/requests.ts'
import { address, BLOCKED } from './support/arrange.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { type ChatKind, type ChatLimit, type LimitedChat, startLimitedChat } from './support/limited-chat.ts'
import { startVirtualTime } from './support/virtual-time.ts'

/**
 * A burst of alerts to chats with low rate limits: tsx test/campaigns/rate-limited-chat.ts [alerts] [seed]
 * [--short]. Service and chats run in this process, where time jumps when nothing is under way: a busy machine makes the run
 * longer, and no window or timeout shorter.
 */
const { count: alerts, seed } = campaignArguments({ usual: 1000, short: 60 })
const { clock, advance, end } = startVirtualTime(Date.now())
const STEP_MS = 250
/** Timeout far beyond what the limits require (ms of that time). */
const PATIENCE_MS = 600_000 + alerts * 5_000

/** Slack: 1 per second with short bursts; Discord: 5 in 2 s, stated in its headers; Telegram: 1 per second and chat. */
const limits: Readonly<Record<ChatKind, ChatLimit>> = {
  SLACK: { messages: 5, windowMs: 5000, busy: 0.05, longestBusyS: 30 },
  DISCORD: { messages: 5, windowMs: 2000, busy: 0.05, longestBusyS: 10 },
  TELEGRAM: { messages: 5, windowMs: 5000, busy: 0.05, longestBusyS: 40 },
}
const kinds = ['SLACK', 'DISCORD', 'TELEGRAM'] as const

const work = mkdtempSync(join(tmpdir(), 'txwarden-rate-limited-'))
const report = new Report('rate-limited chat')
const random = randomFrom(seed)
const chats = {
  SLACK: await startLimitedChat('SLACK', limits.SLACK, { now: clock.now, random }),
  DISCORD: await startLimitedChat('DISCORD', limits.DISCORD, { now: clock.now, random }),
  TELEGRAM: await startLimitedChat('TELEGRAM', limits.TELEGRAM, { now: clock.now, random }),
}
const serving = await serve({
  database: join(work, 'served.db'),
  env: { TXWARDEN_TELEGRAM_URL: chats.TELEGRAM.origin },
  clock,
  random: (length) => randomFillSync(new Uint8Array(length)),
  host: '127.0.0.1',
  port: 0,
  version: '0.0.0',
  log: { write: () => {}, quiet: true },
  allowDestinations: ['127.0.0.1'],
})
try {
  await arrange()
  const began = clock.now()
  const notified = await burst()
  const fed = clock.now()
  await untilAllAreTaken(began)
  tell(notified, { fed: (fed - began) / 1000, all: (clock.now() - began) / 1000 })
} finally {
  await serving.stop()
  for (const chat of Object.values(chats)) await chat.close()
  end()
  rmSync(work, { recursive: true, force: true })
}
report.end()

function ask(method: string, path: string, body: unknown) {
  return send(serving.service, method, path, body)
}

async function arrange(): Promise<void> {
  const management = '/api/v2/management'
  await ask('POST', `${management}/control-lists`, { address: BLOCKED, type: 'BLOCK', productType: 'SONAR' })
  const destinationIds: string[] = []
  for (const channel of kinds) {
    const where =
      channel === 'TELEGRAM'
        ? { attributes: { chatId: '42', token: `123456789:${'a'.repeat(35)}` } }
        : { webhookUrl: `${chats[channel].origin}/services/T/B/x` }
    const { id } = await ask('POST', `${management}/alert-configurations/destinations`, {
      name: channel,
      channel,
      ...where,
    })
    // Each message is counted.
    await ask('PUT', `/ext/v1/destinations/${id}/sending`, { group: false })
    destinationIds.push(id)
  }
  await ask('POST', `${management}/alert-configurations`, {
    alertName: 'blocked',
    alertType: 'SONAR',
    transactionFilter: { validationEnforcementConfiguration: { alertOnBlocked: true } },
    destinationIds,
  })
}

/** Ids of the transactions that each chat must receive. */
async function burst(): Promise<Set<string>> {
  const notified = new Set<string>()
  for (let number = 0; number < alerts; number++) {
    const { svcTxId } = await validate(serving.service, { from: address(number + 1), to: BLOCKED })
    notified.add(svcTxId)
  }
  return notified
}

async function untilAllAreTaken(began: number): Promise<void> {
  while (kinds.some((kind) => chats[kind].taken.length < alerts) && clock.now() - began < PATIENCE_MS)
    await advance(5000, STEP_MS)
}

/** The transactions that a chat received. */
function namedIn(chat: LimitedChat, notified: ReadonlySet<string>): Set<string> {
  const ids = chat.taken.flatMap((body) => body.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])
  return new Set(ids.filter((id) => notified.has(id)))
}

function tell(notified: ReadonlySet<string>, { fed, all }: { fed: number; all: number }): void {
  report.table(
    ['chat', 'alerts', 'taken', 'lost', 'twice', 'requests', 'refused', 'inside a closed window'],
    kinds.map((kind) => {
      const { taken, counts } = chats[kind]
      const lost = notified.size - namedIn(chats[kind], notified).size
      return [
        kind,
        notified.size,
        taken.length,
        lost,
        taken.length - notified.size + lost,
        counts.requests,
        counts.refused,
        counts.insideClosedWindow,
      ]
    }),
  )
  report.say(`validated in ${Math.round(fed)} s, everything notified after ${Math.round(all)} s of virtual time`)
  report.count('alerts', notified.size)
  const sum = (count: (chat: LimitedChat) => number) => kinds.reduce((total, kind) => total + count(chats[kind]), 0)
  const lost = sum((chat) => notified.size - namedIn(chat, notified).size)
  const inside = sum(({ counts }) => counts.insideClosedWindow)
  report.promise('no alert is lost', lost === 0, `${lost} lost`)
  report.promise('no request inside a closed window', inside === 0, `${inside} requests`)
  report.promise('windows did close', sum(({ counts }) => counts.refused) > 0)
}
