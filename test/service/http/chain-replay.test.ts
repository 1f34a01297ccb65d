import { expect, test } from 'vitest'
import type { ChainObserver } from '../../../src/service/chain/observer.ts'
import type { ChainObservation } from '../../../src/service/risk/chain/observation.ts'
import { bareHandle } from '../../support/bare-service.ts'
import { TestClock } from '../../support/deterministic.ts'
import { openForTest } from '../../support/open-service.ts'
import { ask } from '../../support/requests.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'

function observationWith(changed: Partial<ChainObservation['simulation']>): ChainObservation {
  return {
    node: 'node.example.org',
    block: { number: 7n, hash: '0x07', timestamp: 0 },
    accounts: new Map(),
    missing: [],
    simulation: {
      status: 'ok',
      method: 'simulate',
      reason: undefined,
      changes: [],
      claims: [],
      approvals: [],
      lowered: [],
      differences: [],
      slots: [],
      control: [],
      safes: [],
      trace: undefined,
      isMeasured: true,
      simulated: 'transaction',
      ...changed,
    },
  }
}

/** A service whose nodes say `observation`; `asked` has the options of each look. */
async function serviceWith(observation: ChainObservation | undefined) {
  const asked: unknown[] = []
  const chain: ChainObserver = {
    hasNode: () => observation !== undefined,
    async observe({ analysis, options }) {
      asked.push(options)
      return observation && { observation, analysis }
    },
  }
  const clock = new TestClock()
  const handle = bareHandle(await openForTest(), { clock, chain })
  const body = { transaction: { chainId: '1', from: SENDER, to: SENDER }, trackNonce: false }
  const send = (headers: Readonly<Record<string, string>> = {}) =>
    ask({ handle }, 'POST', '/api/v2/transaction/validate', body, headers)
  return { send, clock, asked }
}

const KEY = { 'idempotency-key': 'a' }

test('a verdict with evidence of a node is replayed to retries, not when the chain moved on', async () => {
  const { send, clock } = await serviceWith(observationWith({}))
  const first = await send(KEY)
  clock.advance(119_000)
  expect(await send(KEY)).toMatchObject({ status: 200, body: first.body })
  clock.advance(1000)
  expect((await send(KEY)).body).toMatchObject({ code: 'verdict-outdated' })
})

test('of a signed transaction it is not replayed: the block of its evidence is no block of the next request', async () => {
  const signed = { ...KEY, 'x-txwarden-signed-hash': `0x${'ab'.repeat(32)}` }
  const { send } = await serviceWith(observationWith({}))
  const first = await send(signed)
  expect((await send(signed)).body).toMatchObject({ code: 'verdict-outdated' })
  const again = await send({ ...signed, 'idempotency-key': 'b' })
  expect(again.body.svcTxId).toBe(first.body.svcTxId)
})

test.each([KEY, { ...KEY, 'x-txwarden-signed-hash': `0x${'ab'.repeat(32)}` }])(
  'without a node it is replayed for hours: %j',
  async (headers) => {
    const { send, clock } = await serviceWith(undefined)
    const first = await send(headers)
    clock.advance(3_600_000)
    expect(await send(headers)).toMatchObject({ status: 200, body: first.body })
  },
)

test('the headers reach the node; without headers the defaults do, and with no it is not asked', async () => {
  const { send, asked } = await serviceWith(observationWith({}))
  await send()
  await send({ 'x-txwarden-node': 'n', 'x-txwarden-block': '7', 'x-txwarden-chain-timeout': '500' })
  await send({ 'x-txwarden-simulate': 'no' })
  expect(asked).toEqual([
    { node: undefined, block: undefined, timeoutMs: 2000 },
    { node: 'n', block: '7', timeoutMs: 500 },
  ])
})

test.each([
  ['the node did not simulate', observationWith({ status: 'unavailable', reason: 'it lags' }), 503, 'it lags'],
  ['no node is configured', undefined, 503, 'no node of this chain is configured'],
  ['it reverts, which is an answer', observationWith({ status: 'reverted', reason: 'no' }), 200, ''],
] as const)('with yes, where %s', async (_, observation, status, why) => {
  const { send } = await serviceWith(observation)
  const answer = await send({ ...KEY, 'x-txwarden-simulate': 'yes' })
  expect([answer.status, answer.headers['retry-after']]).toEqual([status, undefined])
  expect(JSON.stringify(answer.body)).toContain(why)
  // Not stored: the next try asks again.
  const { headers } = await send({ ...KEY, 'x-txwarden-simulate': 'yes' })
  expect(headers['idempotency-replayed']).toBe(status === 200 ? 'true' : undefined)
})
