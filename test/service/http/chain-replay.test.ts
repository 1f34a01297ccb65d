import { expect, test } from 'vitest'
import type { ApiResponse } from '../../../src/api/operations/message.ts'
import type { ChainObserver } from '../../../src/service/chain/observer.ts'
import { parseEgressPolicy } from '../../../src/service/egress/egress-policy.ts'
import { createBegin, handleOf } from '../../../src/service/http/handle.ts'
import { StorageLimit } from '../../../src/service/records/quotas.ts'
import { createReads } from '../../../src/service/records/reads/reads.ts'
import type { ChainObservation } from '../../../src/service/risk/chain/observation.ts'
import { createIds } from '../../../src/service/runtime/ids.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { localDatabase } from '../administration/local-database.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'

function observationWith(changed: Partial<ChainObservation['simulation']>): ChainObservation {
  return {
    ...{
      node: 'node.example.org',
      block: { number: 7n, hash: '0x07', timestamp: 0 },
      accounts: new Map(),
      missing: [],
    },
    simulation: {
      ...{ status: 'ok', method: 'simulate', reason: undefined, changes: [], claims: [], approvals: [], lowered: [] },
      ...{
        differences: [],
        slots: [],
        control: [],
        safes: [],
        trace: undefined,
        isMeasured: true,
        simulated: 'transaction',
      },
      ...changed,
    },
  }
}

type Send = (headers?: Readonly<Record<string, string>>) => Promise<ApiResponse>

/** A service whose nodes say `observation`; `asked` has the options of each look. */
async function withChain(
  observation: ChainObservation | undefined,
  work: (send: Send, clock: TestClock, asked: unknown[]) => Promise<void>,
): Promise<void> {
  const asked: unknown[] = []
  const chain: ChainObserver = {
    hasNode: () => observation !== undefined,
    async observe({ analysis, options }) {
      asked.push(options)
      return observation && { observation, analysis }
    },
  }
  const local = localDatabase()
  await local.use(async (service) => {
    const clock = new TestClock()
    const handle = handleOf(
      createBegin({
        ...{ store: service.store, masterKey: service.masterKey, deadlines: service.deadlines, clock, chain },
        storageLimit: new StorageLimit(service.store, clock),
        reads: createReads(service.store.read),
        random: (length) => new Uint8Array(length),
        newId: createIds(clock, seededRandom()),
        pool: () => Promise.reject(new Error('no node is needed')),
        hasAdminApi: false,
        effects: { sendTest: async () => ({ state: 'SENT', errorMessage: '' }) },
        destinationPolicy: async () => parseEgressPolicy([]),
        report: (error) => {
          throw error
        },
        wake: () => undefined,
      }),
    )
    const body = JSON.stringify({ transaction: { chainId: '1', from: SENDER, to: SENDER }, trackNonce: false })
    const send: Send = (headers) =>
      handle(
        {
          ...{ method: 'POST', path: '/api/v2/transaction/validate', query: '', body },
          headers: { 'content-type': 'application/json', 'x-validation-product': 'SONAR', ...headers },
        },
        { kind: 'in-process' },
      )
    await work(send, clock, asked)
  })
}

const KEY = { 'idempotency-key': 'a' }

test('a verdict with evidence of a node is replayed to retries, not when the chain moved on', async () => {
  await withChain(observationWith({}), async (send, clock) => {
    const first = await send(KEY)
    clock.advance(119_000)
    expect(await send(KEY)).toMatchObject({ status: 200, body: first.body })
    clock.advance(1000)
    expect(JSON.parse((await send(KEY)).body)).toMatchObject({ code: 'verdict-outdated' })
  })
  await withChain(undefined, async (send, clock) => {
    const first = await send(KEY)
    clock.advance(3_600_000)
    expect(await send(KEY)).toMatchObject({ status: 200, body: first.body })
  })
})

test('of a signed transaction it is not replayed: the block of its evidence is no block of the next request', async () => {
  const signed = { ...KEY, 'x-txwarden-signed-hash': `0x${'ab'.repeat(32)}` }
  await withChain(observationWith({}), async (send) => {
    const first = await send(signed)
    expect(JSON.parse((await send(signed)).body)).toMatchObject({ code: 'verdict-outdated' })
    const again = await send({ ...signed, 'idempotency-key': 'b' })
    const idOf = ({ body }: ApiResponse) => (JSON.parse(body) as { svcTxId?: string }).svcTxId
    expect(idOf(again)).toBe(idOf(first))
  })
  await withChain(undefined, async (send, clock) => {
    const first = await send(signed)
    clock.advance(3_600_000)
    expect(await send(signed)).toMatchObject({ status: 200, body: first.body })
  })
})

test('the headers reach the node; without headers the defaults do, and with no it is not asked', async () => {
  await withChain(observationWith({}), async (send, _, asked) => {
    await send()
    await send({ 'x-txwarden-node': 'n', 'x-txwarden-block': '7', 'x-txwarden-chain-timeout': '500' })
    await send({ 'x-txwarden-simulate': 'no' })
    expect(asked).toEqual([
      { node: undefined, block: undefined, timeoutMs: 2000 },
      { node: 'n', block: '7', timeoutMs: 500 },
    ])
  })
})

test.each([
  ['the node did not simulate', observationWith({ status: 'unavailable', reason: 'it lags' }), 503, 'it lags'],
  ['no node is configured', undefined, 503, 'no node of this chain is configured'],
  ['it reverts, which is an answer', observationWith({ status: 'reverted', reason: 'no' }), 200, ''],
] as const)('with yes, where %s', async (_, observation, status, why) => {
  await withChain(observation, async (send) => {
    const answer = await send({ ...KEY, 'x-txwarden-simulate': 'yes' })
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, undefined])
    expect(answer.body).toContain(why)
    // Not stored: the next try asks again.
    expect((await send({ ...KEY, 'x-txwarden-simulate': 'yes' })).headers['idempotency-replayed']).toBe(
      status === 200 ? 'true' : undefined,
    )
  })
})
