import { expect, test } from 'vitest'
import { MonitorProcessor } from '../../../src/service/follower/block-processor.ts'
import { FollowChain } from '../../../src/service/follower/loop/follow-chain.ts'
import { createReads } from '../../../src/service/records/reads/reads.ts'
import { createIds } from '../../../src/service/runtime/ids.ts'
import { ensureChainHead, findChainHead } from '../../../src/service/store/repositories/chain-heads.ts'
import { takeLease } from '../../../src/service/store/repositories/leases.ts'
import type { ChainHeadRow } from '../../../src/service/store/schema/schema.ts'
import { DeadlineClock } from '../../../src/service/store/writes/deadline-clock.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { openForTest } from '../../support/open-service.ts'
import { requestsTo, SENDER } from '../../support/requests.ts'
import { CHAIN, monitor } from '../follower/audit/audited.ts'
import { transfer } from '../follower/audit/blocks.ts'
import { type Content, nodeOf, SimulatedChain } from '../follower/audit/simulated-chain.ts'

const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const OTHER = '0x1234567890123456789012345678901234567890'
const CLAIM = { claimId: 'claim', holder: 'test' }
/** Time of the first block of a simulated chain (ms). */
const START = 1_700_000_000_000
const ETHER = 10n ** 18n

const payouts = {
  name: 'payouts',
  mode: 'enforce',
  default: 'deny',
  allow: [{ pays: { to: [PAYEE], per: { '24h': '5 ETH' } } }],
}

/** A policy on a chain that is followed for the sender. */
async function followed() {
  const clock = new TestClock(START)
  const service = await openForTest({ clock })
  const { store } = service
  const { send, validate, report } = requestsTo(service)
  await send('POST', '/ext/v1/policies', payouts)
  const to = await send('POST', '/api/v2/management/alert-configurations/destinations', {
    name: 'desk',
    channel: 'EMAIL',
    webhookUrl: 'mailto:ops@example.com',
  })
  await send('POST', '/api/v2/management/alert-configurations', {
    alertName: 'treasury',
    alertType: 'MONITOR',
    transactionFilter: { fromScore: 100 },
    destinationIds: [to.id],
  })
  await monitor(store, [SENDER], { chainId: CHAIN, since: 0 })
  await store.write(async (db) => {
    await ensureChainHead(db, CHAIN, 0)
    await takeLease(db, { table: 'chain_heads', id: CHAIN, ...CLAIM }, { until: 2 ** 50, now: 0 })
  })
  const chain = new SimulatedChain()
  const { source } = nodeOf(chain, { watched: [SENDER] })
  const deadlines = await DeadlineClock.open(store, clock)
  const work = new MonitorProcessor({
    chainId: CHAIN,
    reads: createReads(store.read),
    clock,
    deadlines,
    newId: createIds(clock, seededRandom('settled')),
    chain: { observeBlock: async () => undefined },
    wake: () => {},
  })
  const follow = new FollowChain((await findChainHead(store.read, CHAIN)) as ChainHeadRow, {
    chainId: CHAIN,
    store,
    clock,
    deadlines,
    work,
    claim: CLAIM,
    leaseMs: 10_000,
    maxGapMs: 2 ** 50,
    sources: async () => [source],
    takeOver: async () => {},
    report: (error) => expect(error).toBeUndefined(),
    stopping: new AbortController().signal,
  })
  const step = async () => {
    for (let steps = 0; steps < 50; steps++) if ((await follow.step()) > 0) return
  }
  await step()
  const mine = async (...contents: readonly Content[]) => {
    for (const content of contents) {
      chain.mine(content)
      clock.advance(12_000)
      await step()
    }
  }
  return {
    send,
    validate,
    report,
    mine,
    async reorg(depth: number, ...contents: readonly Content[]) {
      chain.fork(depth)
      await mine(...contents)
    },
    usage: async () => {
      const { content } = await send('GET', '/ext/v1/policies/payouts/usage')
      return [content[0].used, content[0].reservations]
    },
    alerts: async () => {
      const rows = await store.read.selectFrom('alert_events').selectAll().where('kind', '=', 'policy').execute()
      return rows.map(({ content }) => JSON.parse(content).notice.details[0])
    },
    findings: async () => {
      const rows = await store.read.selectFrom('transactions').selectAll().where('origin', '=', 'chain').execute()
      return rows.map(({ result }) => JSON.parse(result).explanation.policies ?? [])
    },
  }
}

const paid = (ether: bigint, nonce: number, to = PAYEE) => transfer({ from: SENDER, to, value: ether * ETHER, nonce })

test('a transaction that was sent past a policy counts, is a finding, and is alerted once', async () => {
  const { mine, usage, alerts, findings, validate } = await followed()
  await mine({}, { transactions: [paid(4n, 0)] })
  expect(await usage()).toEqual(['4 ETH', 0])
  expect(await findings()).toEqual([[]])
  await mine({ transactions: [paid(2n, 1)] })
  expect(await usage()).toEqual(['6 ETH', 0])
  expect(await alerts()).toEqual(['policy payouts: 6 of 5 ETH in 24 h'])
  expect(await findings()).toEqual([[], [expect.objectContaining({ clause: 'allow[0]', result: 'deny' })]])
  expect(await validate({ to: PAYEE, value: '1' })).toMatchObject({ valid: false })
  await mine({ transactions: [paid(1n, 2, OTHER)] })
  expect((await alerts())[1]).toBe(`policy payouts: no clause allows a payment of ETH to ${OTHER}`)
})

test('a transaction that was validated settles its reservation, and a reorg makes it one again', async () => {
  const { mine, reorg, usage, alerts, validate } = await followed()
  await validate({ to: PAYEE, value: String(4n * ETHER), nonce: '0' })
  expect(await usage()).toEqual(['4 ETH', 1])
  const one = paid(4n, 0)
  await mine({}, { transactions: [one] })
  expect(await usage()).toEqual(['4 ETH', 0])
  await reorg(1, {}, {})
  expect(await usage()).toEqual(['4 ETH', 1])
  await mine({ transactions: [one] })
  expect(await usage()).toEqual(['4 ETH', 0])
  expect(await alerts()).toEqual([])
})

test('another transaction with its nonce, or a failed one, ends a reservation', async () => {
  const { mine, usage, validate } = await followed()
  await validate({ to: PAYEE, value: String(3n * ETHER), nonce: '0' })
  await mine({ transactions: [paid(1n, 0)] })
  expect(await usage()).toEqual(['1 ETH', 0])
  await validate({ to: PAYEE, value: String(3n * ETHER), nonce: '1' })
  const one = paid(3n, 1)
  await mine({ transactions: [{ ...one, receipt: { ...one.receipt, succeeded: false } }] })
  expect(await usage()).toEqual(['1 ETH', 0])
})

test('what a policy blocked and is sent all the same counts, and is alerted', async () => {
  const { mine, usage, alerts, validate } = await followed()
  expect(await validate({ to: PAYEE, value: String(6n * ETHER), nonce: '0' })).toMatchObject({ valid: false })
  expect(await usage()).toEqual(['0 ETH', 0])
  await mine({ transactions: [paid(6n, 0)] })
  expect(await usage()).toEqual(['6 ETH', 0])
  expect(await alerts()).toEqual(['policy payouts: 6 of 5 ETH in 24 h'])
})

test('a report that comes late, above the limit, is alerted', async () => {
  const { usage, alerts, validate, report, send } = await followed()
  const late = await validate({ to: PAYEE, value: String(4n * ETHER) })
  await validate({ to: PAYEE, value: String(1n * ETHER) })
  expect(late).toMatchObject({ valid: true })
  await send('DELETE', `/ext/v1/policy-reservations/${late.svcTxId}`)
  await validate({ to: PAYEE, value: String(4n * ETHER) })
  await report(late, { transactionId: `0x${'12'.repeat(32)}`, blockNumber: '7' })
  expect(await usage()).toEqual(['9 ETH', 2])
  expect(await alerts()).toEqual(['policy payouts: 9 of 5 ETH in 24 h'])
})
