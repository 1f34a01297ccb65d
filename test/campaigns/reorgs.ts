import { startForkingChain } from '../support/chain/forking-chain.ts'
import { readFully } from '../support/chain/full-read.ts'
import { startNotificationReceiver } from '../support/chain/notified-receiver.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { hasPostgres, startPostgres } from '../support/postgres.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { FollowSite } from './support/follow-site.ts'
import { checkNotified } from './support/notified-check.ts'
import { ReorgStorm } from './support/reorg-storm.ts'
import type { ServeProcess } from './support/serve-process.ts'

/**
 * Random forks up to 12 deep while the servers that follow the chain are killed, stopped for longer than a lease, and
 * started again: tsx test/campaigns/reorgs.ts [reorgs] [seed] [--short]. On SQLite one server, on PostgreSQL two, beside
 * each other; each with a chain of its own. At the end the whole chain is read again, and compared with what was stored and
 * with what a receiver got. 1,000 reorgs bring 200 kills and stops. Needs `npm run build` and `npm run tools`.
 */
const { count: reorgs, seed, isShort } = campaignArguments({ usual: 100, short: 8 })
/** Kills and stops of each backend. */
const FAULTS = isShort ? 2 : Math.ceil(reorgs / 5)
/** Longer than the lease of a chain. */
const STOP_MS = isShort ? 3000 : 12_000
/** The lease has 10 s; in the short run other load adds to what follows. */
const TAKE_OVER_SECONDS = isShort ? 40 : 12
/** A server starts in less than one on a quiet machine. */
const QUIET_START_SECONDS = 3
/** A retraction is due after 6 blocks. */
const BLOCKS_AFTER = 9
const MONITORED = 30

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const report = new Report('reorgs')

if (hasPostgres() || process.env.TXWARDEN_TEST_REQUIRE_ALL) {
  const postgres = await startPostgres({ isDurable: true })
  try {
    const database = await postgres.createDatabase()
    await Promise.all([play('SQLite', 1, undefined), play('PostgreSQL', 2, database)])
  } finally {
    postgres.stop()
  }
} else {
  report.say('not on PostgreSQL: it is not installed')
  await play('SQLite', 1, undefined)
}
report.end()

async function until(what: string, condition: () => Promise<boolean>): Promise<number> {
  const started = performance.now()
  while (!(await condition())) {
    if (performance.now() - started > PATIENCE_MS) throw new Error(`${what} did not happen in ${PATIENCE_MS} ms`)
    await pause(50)
  }
  return (performance.now() - started) / 1000
}

async function play(backend: string, serverCount: number, database: string | undefined): Promise<void> {
  const random = randomFrom(seed)
  await using chain = await startForkingChain({ accounts: 60 + reorgs * 6 })
  await using receiver = await startNotificationReceiver()
  await using site = await FollowSite.open({
    database,
    nodes: { TXWARDEN_CHAIN_ETHEREUM_URL: chain.url },
    follow: 'ethereum',
  })
  const { servers } = site
  for (let number = 0; number < serverCount; number++) servers.push(await site.start())
  // Some of them send, and all receive.
  const monitored = new Set(
    chain.accounts
      .filter((_, at) => at % 3 === 0)
      .map(({ address }) => address)
      .slice(-MONITORED),
  )
  for (const { address } of chain.accounts.slice(1, 1 + reorgs).filter((_, at) => at % 9 === 0)) monitored.add(address)
  await site.monitor(servers[0] as ServeProcess, monitored)
  const alertId = await site.tell(servers[0] as ServeProcess, receiver)
  await until('following', async () => ((await site.head())?.tip_number ?? null) !== null)
  await chain.mine(2)
  const tip = async () => (await site.head())?.tip_number ?? -1
  const isAtHead = async () => (await tip()) === (await chain.head()).number
  await until('the first blocks', isAtHead)
  const floor = (await chain.head()).number

  const storm = new ReorgStorm(chain, monitored, random)
  const faults = { kills: 0, stops: 0 }
  const takeOvers: number[] = []
  let slowestStart = 0
  let isOver = false

  /** Waits until the chain moves on in the database, under whichever server. */
  const movesOn = async (since: string): Promise<void> => {
    await until('take-over', async () => {
      const { claim_id, tip_hash } = (await site.head()) ?? {}
      return claim_id !== null && `${claim_id} ${tip_hash}` !== since && !since.startsWith(`${claim_id} `)
    })
  }
  const disturb = async (): Promise<void> => {
    for (let number = 0; number < FAULTS; number++) {
      await pause(300 + random() * 1200)
      const before = await site.head()
      const holder = servers.findIndex(({ pid }) => before?.holder?.includes(String(pid)))
      const at = holder >= 0 && random() < 0.7 ? holder : Math.floor(random() * serverCount)
      const server = servers[at] as ServeProcess
      if (number % 2 === 0) {
        const died = performance.now()
        await server.end('SIGKILL')
        faults.kills++
        const killed = performance.now()
        servers[at] = await site.start()
        slowestStart = Math.max(slowestStart, (performance.now() - killed) / 1000)
        if (at !== holder) continue
        await movesOn(`${before?.claim_id} ${before?.tip_hash}`)
        takeOvers.push((performance.now() - died) / 1000)
      } else {
        process.kill(server.pid, 'SIGSTOP')
        await pause(random() * STOP_MS)
        process.kill(server.pid, 'SIGCONT')
        faults.stops++
      }
    }
  }
  const disturbing = disturb().finally(() => {
    isOver = true
  })
  while (storm.counts.reorgs < reorgs || !isOver) {
    await storm.turn(floor)
    // Half of the forks are seen before the next, the others only together.
    if (random() < 0.5) await Promise.race([until('head', isAtHead).catch(() => {}), pause(3000)])
  }
  await disturbing

  const caughtUp = await until('catching up', isAtHead)
  for (let block = 0; block < BLOCKS_AFTER; block++) await chain.mine()
  await until('the last blocks', isAtHead)
  await until('settled', async () => !(await site.events()).some(({ state }) => state === 'GONE'))
  await until('delivery', () => site.hasDelivered(servers[0] as ServeProcess))

  const { number: last } = await chain.head()
  const canonical = await readFully(chain.rpc, { first: floor + 1, last, addresses: monitored })
  const events = await site.events()
  const { touching, counts } = storm
  const check = checkNotified({ canonical, touching, events, notified: receiver.notified, alertIds: [alertId] })
  const slowest = Math.max(0, ...takeOvers)
  report.count('reorgs', counts.reorgs)
  report.count('kills and stops', faults.kills + faults.stops)
  report.table(
    [backend, `${serverCount} serve`],
    [
      ['reorgs', counts.reorgs],
      ['deepest', counts.deepest],
      ['kills', faults.kills],
      ['stops', faults.stops],
      ['blocks made', counts.blocks],
      ['transactions', counts.transactions],
      ['of which touch a monitored address', touching.size],
      ['of which are in the chain at the end', canonical.size],
      ['messages', receiver.notified.length],
      ['of which retractions', check.retracted],
      ['of which included again', check.again],
      ['deliveries', receiver.total()],
      ['seconds to take over after a kill, at most', Math.round(slowest * 10) / 10],
      ['seconds to catch up at the end', Math.round(caughtUp * 10) / 10],
    ],
  )
  const promise = (text: string, list: readonly string[]) =>
    report.promise(`${backend}: ${text}`, list.length === 0, list.length === 0 ? '' : `${list.length}, ${list[0]}`)
  promise('no transaction is lost', check.lost)
  promise('nothing is reported that touches no monitored address', check.extra)
  promise('nothing is reported twice', check.twice)
  promise('what is not in the chain is taken back, and only that', check.wrong)
  promise('every message is signed, and has one content', receiver.faults)
  report.promise(
    `${backend}: ${TAKE_OVER_SECONDS} s to take over`,
    slowest <= TAKE_OVER_SECONDS,
    `${slowest.toFixed(1)} s`,
    slowestStart > QUIET_START_SECONDS ? `a server took ${slowestStart.toFixed(1)} s to start` : '',
  )
}
