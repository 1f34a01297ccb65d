import { startNotificationReceiver } from '../support/chain/notified-receiver.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { openSafeService } from '../support/safe-service.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { SafeSite } from './support/safe-site.ts'
import { differenceOf, SafeWorld } from './support/safe-world.ts'

/**
 * Kills `serve --safes all` while it reads the queue of a Safe: tsx test/campaigns/safe-queue.ts [kills] [seed] [--short].
 * Transactions are proposed, signed, executed, replaced and withdrawn, a reorg undoes executions, delegates and the threshold
 * change. Then the server is killed at random moments, several times for the same changes, until it has read them all; each
 * change has to have its message once. The long form measures as well how long a message takes. Does not build: `npm run build`
 * first.
 */
const { count: kills, seed, isShort } = campaignArguments({ usual: 300, short: 3 })
/** Kills for the same changes, at most. */
const MOST_KILLS = 4
/** Between the start of a server and its kill (ms); a reading begins in the first half second. */
const LONGEST_LIFE = 900
/** Items whose messages are timed. */
const TIMED = isShort ? 0 : 30
const TIMED_MS = 45_000
/** Of a service that is not the public one (ms), and the most that is added to it. */
const INTERVAL_MS = 5000
const ADDED_MS = 3000

const random = randomFrom(seed)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const report = new Report('queue of a Safe')
await using receiver = await startNotificationReceiver()
const { service: standIn, close } = await openSafeService()
const world = new SafeWorld(standIn, random)
const node = await startFaultProxy(world.chain.upstream)
const site = await SafeSite.open({ TXWARDEN_CHAIN_ETHEREUM_URL: node.url })
const faults: string[] = []
const tally = new Map<string, number>()
let [batches, checked] = [0, 0]
try {
  let server = await site.start()
  await site.add(server, { address: world.chain.address, serviceUrl: standIn.url, receiver })
  await settle()
  world.settled()

  for (let killed = 0; killed < kills; ) {
    const before = receiver.notified.length
    world.change()
    batches++
    const more = Math.min(1 + Math.floor(random() * MOST_KILLS), kills - killed)
    for (let kill = 0; kill < more; kill++) {
      await site.pollNow()
      await pause(random() * LONGEST_LIFE)
      await server.end('SIGKILL')
      server = await site.start()
    }
    killed += more
    await settle()
    const expected = world.settled()
    const notified = receiver.notified
      .slice(before)
      .map(({ data }) => `${data.safeTxHash ?? ''} ${data.kinds.join('+')}`)
    for (const line of notified) {
      const kinds = line.split(' ')[1] ?? ''
      tally.set(kinds, (tally.get(kinds) ?? 0) + 1)
    }
    checked += expected.length
    const { missing, extra } = differenceOf(expected, notified)
    faults.push(...missing.map((line) => `batch ${batches} has no message: ${line}`))
    faults.push(...extra.map((line) => `batch ${batches} has one too many: ${line}`))
  }
  const began = performance.now()
  await site.polled()
  await site.delivered()
  const readMs = performance.now() - began
  const waits = await timed()
  await server.end('SIGTERM')
  report.count('kills', kills)
  report.table(
    ['what', 'how many'],
    [
      ['kills', kills],
      ['changes of the queue, read between them', batches],
      ['messages due', checked],
      ['requests the receiver took', receiver.total()],
      ...[...tally].sort(),
    ],
  )
  const twice = faults.filter((fault) => fault.includes('too many'))
  const lost = faults.filter((fault) => !fault.includes('too many'))
  report.promise('no change is without its message', lost.length === 0, lost.slice(0, 5).join('\n    '))
  report.promise('no change has two', twice.length === 0, twice.slice(0, 5).join('\n    '))
  report.promise('one webhook-id has one content', receiver.faults.length === 0, receiver.faults.slice(0, 3).join('; '))
  if (TIMED > 0) {
    report.promise('each timed message arrives, once', waits.length === TIMED, `${waits.length} of ${TIMED}`)
    const p95 = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.95) - 1] ?? Infinity
    report.promise(
      `a message takes ${(INTERVAL_MS + ADDED_MS) / 1000} s at most (p95)`,
      p95 <= INTERVAL_MS + ADDED_MS,
      `${(p95 / 1000).toFixed(1)} s`,
      // A reading at once, of nothing new.
      readMs > ADDED_MS ? `a reading took ${(readMs / 1000).toFixed(1)} s` : '',
    )
  }
} finally {
  await site.close()
  await node.close()
  await close()
}
report.end()

/** Until the server has read everything, and sent it. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < world.turns; turn++) await site.polled()
  await site.delivered()
}

/** Ms from the change in the service to the arrival of its message, while the server polls as it does always. */
async function timed(): Promise<number[]> {
  const at = new Map<string, number>()
  for (let item = 0; item < TIMED; item++) {
    await pause((random() * 2 * TIMED_MS) / TIMED)
    at.set(world.propose(), Date.now())
  }
  const waits = () =>
    receiver.notified.flatMap(({ at: arrived, data }) => {
      const proposed = at.get(data.safeTxHash)
      return proposed === undefined ? [] : [arrived - proposed]
    })
  for (const deadline = Date.now() + PATIENCE_MS; waits().length < TIMED && Date.now() < deadline; ) await pause(100)
  return waits()
}
