import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FollowSite } from '../test/campaigns/support/follow-site.ts'
import { startForkingChain, usdcTransfer } from '../test/support/chain/forking-chain.ts'
import type { Unsigned } from '../test/support/chain/funded-accounts.ts'
import { startNotificationReceiver } from '../test/support/chain/notified-receiver.ts'
import { isForHead, startProxy } from './chain/counting-proxy.ts'
import { type Figure, publish } from './figures/report.ts'

/**
 * A block in which strangers send many payments of dust to one monitored address, as a stranger can do for little money:
 * how long `serve --follow` takes to apply it, and what it asks the node. First a block of Ether, then one of a known token,
 * then one of payments of a dollar and more, which are all notified. Needs `npm run build` and `npm run tools`. `--payments N`, default 300.
 */
const { payments } = parseArgs({
  options: { payments: { type: 'string', default: '300' }, json: { type: 'boolean' } },
}).values
const COUNT = Number(payments)
/** Of Ethereum. */
const BLOCK_MS = 12_000
const PATIENCE_MS = 120_000
const PAYEE = '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c'

await using chain = await startForkingChain({ accounts: 3 * COUNT + 3 })
await using proxy = await startProxy(chain.url)
await using receiver = await startNotificationReceiver()
await using site = await FollowSite.open({
  nodes: { TXWARDEN_CHAIN_ETHEREUM_URL: proxy.url },
  follow: 'ethereum',
})
const server = await site.start()
site.servers.push(server)
await site.monitor(server, [PAYEE])
await site.tell(server, receiver)
const rich = await chain.include(chain.fresh(), { to: PAYEE, value: 10n ** 18n })
await applied()

const figures: Figure[] = []
const worth = 2_000_000n
await measure('Ether', (at) => ({ to: PAYEE, value: BigInt(at + 1) }))
await measure('a token', (at) => usdcTransfer(PAYEE, BigInt(at + 1)))
await measure('two dollars', () => usdcTransfer(PAYEE, worth))
while (!(await site.hasDelivered(server))) await pause(100)
publish({
  bench: 'follow-burst',
  how: `${COUNT} payments to one monitored address in one block, by anvil, whose trace of a block costs as much as one for each transaction`,
  figures,
  notes: [`messages: ${receiver.notified.length}, of the one payment before ${receiver.about(rich.hash).length}`],
})

async function measure(what: string, paymentOf: (at: number) => Unsigned) {
  for (let at = 0; at < COUNT; at++) await chain.send(chain.fresh(), paymentOf(at))
  proxy.take()
  const cpu = cpuMs(server.pid)
  const started = performance.now()
  await chain.mine()
  await applied()
  const took = performance.now() - started
  const spent = cpuMs(server.pid) - cpu
  const asked = proxy.take().filter((each) => !isForHead(each))
  const methods = Map.groupBy(
    asked.flatMap((each) => each.methods),
    (method) => method,
  )
  figures.push(
    {
      name: `${COUNT} payments of ${what}: from the block to its commit`,
      measured: `${asked.length} HTTP requests, ${Array.from(methods, ([name, all]) => `${all.length} ${name}`).join(', ')}`,
      value: took,
      unit: 'ms',
      goal: { atMost: BLOCK_MS },
    },
    { name: 'processor time of serve', measured: '', value: spent, unit: 'ms' },
  )
}

async function applied(): Promise<void> {
  const { hash } = await chain.head()
  const deadline = performance.now() + PATIENCE_MS
  while ((await site.head())?.tip_hash !== hash) {
    if (performance.now() > deadline) throw new Error('the block was not applied')
    await pause(20)
  }
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[11]) + Number(fields[12]))
}
