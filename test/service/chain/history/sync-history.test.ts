import { describe, expect, onTestFinished, test } from 'vitest'
import type { HistoryReport } from '../../../../src/api/schemas/history.ts'
import {
  type HistoryRequest,
  historyUnavailable,
  syncHistory,
} from '../../../../src/service/chain/history/sync-history.ts'
import type { WalkLimits } from '../../../../src/service/chain/history/walk-logs.ts'
import { isFailure } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { createRpcNode } from '../../../../src/service/chain/rpc/rpc-node.ts'
import type { Service } from '../../../../src/service/index.ts'
import { knownTokens } from '../../../../src/service/intel/known-tokens.ts'
import { recordCounterparty } from '../../../../src/service/store/repositories/counterparties.ts'
import type { CounterpartyRow } from '../../../../src/service/store/schema/schema.ts'
import { type FakeTransfer, transferLog } from '../../../support/chain/fake-chain.ts'
import { fakeNode, refusing } from '../../../support/chain/fake-node.ts'
import { TestClock } from '../../../support/deterministic.ts'
import type { FaultProxy, NodeAnswer } from '../../../support/fault-proxy.ts'
import { openForTest } from '../../../support/open-service.ts'

const OWNER = '0x5e4De0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const USDC = '0xA0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const FAKE = '0xfa4e000000000000000000000000000000000001'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const LOOKALIKE = '0xabcd9e0f8d7c6b5a4938271605142332415099ff'
const OTHER = '0x07e4b3c2d4f5061728394a5b6c7d8e9fa0b1c2d3'
const START = Date.parse('2026-01-01T00:00:00Z') / 1000

const sent = (to: string, more: Partial<FakeTransfer> = {}): FakeTransfer => {
  return { block: 500, token: USDC, from: OWNER, to, amount: 5n, ...more }
}

interface Synced {
  readonly service: Service
  readonly proxy: FaultProxy
  sync(since?: HistoryRequest['since']): Promise<HistoryReport>
  contacts(): Promise<CounterpartyRow[]>
  audit(): Promise<unknown[]>
}

async function openSynced(
  { transfers = [], refuse }: { transfers?: readonly FakeTransfer[]; refuse?: Parameters<typeof refusing>[0] },
  limits?: WalkLimits,
): Promise<Synced> {
  const logs = transfers.map(transferLog)
  const chain = { head: 1000, headTime: START + 1000 * 12, logs, isBasic: true }
  const proxy = await fakeNode(chain, refuse && refusing(refuse))
  const clock = new TestClock()
  const rpc = createRpcNode({ url: proxy.url, clock, sleep: async () => {} })
  onTestFinished(() => rpc.close())
  const service = await openForTest({ clock })
  let ids = 0
  const deps = {
    store: service.store,
    knownTokens: (chainId: string, addresses: readonly string[]) => knownTokens(service.store.read, chainId, addresses),
    clock,
    newId: () => `id-${++ids}`,
    actor: 'local',
    ...(limits && { limits }),
  }
  return {
    service,
    proxy,
    sync: async (since = { block: 0n }) => {
      const report = await syncHistory(deps, rpc, { address: OWNER, chainId: '1', since })
      if (isFailure(report)) throw historyUnavailable(report)
      return report
    },
    contacts: () => service.store.read.selectFrom('counterparties').selectAll().orderBy('counterparty').execute(),
    audit: () => service.store.read.selectFrom('audit').selectAll().where('action', '=', 'history.sync').execute(),
  }
}

const rangesOf = ({ exchanges }: FaultProxy) =>
  exchanges
    .flatMap(({ calls }) => calls.filter(({ method }) => method === 'eth_getLogs'))
    .map(({ params }) => params[0] as { fromBlock: string; toBlock: string })
    .map(({ fromBlock, toBlock }) => [Number(fromBlock), Number(toBlock)])

describe('a contact', () => {
  test.each([
    ['sent an amount of a known token has value', sent(PAYEE), 1],
    ['sent nothing of a known token', sent(PAYEE, { amount: 0n }), 0],
    ['sent an amount of an unknown token', sent(PAYEE, { token: FAKE }), 0],
    ['sent an NFT of an unknown collection', sent(PAYEE, { token: FAKE, tokenId: 0n }), 0],
    ['received an amount of a known token', sent(OWNER, { from: PAYEE }), 0],
  ])('%s', async (_title, transfer, hadValue) => {
    const { sync, contacts } = await openSynced({ transfers: [transfer] })
    expect(await sync()).toMatchObject({ transfers: 1, contacts: 1, added: 1, changed: 0 })
    const time = (START + 500 * 12) * 1000
    expect(await contacts()).toEqual([
      expect.objectContaining({
        owner: OWNER.toLowerCase(),
        counterparty: PAYEE,
        first_seen: time,
        last_seen: time,
        count: 1,
        had_value: hadValue,
        standing: 2,
      }),
    ])
  })

  test('is neither the address itself nor the zero address', async () => {
    const transfers = [sent(OWNER), sent(`0x${'0'.repeat(40)}`), sent(OWNER, { from: `0x${'0'.repeat(40)}` })]
    const { sync, contacts } = await openSynced({ transfers })
    expect(await sync()).toMatchObject({ contacts: 0 })
    expect(await contacts()).toEqual([])
  })

  test('shows what was only reported', async () => {
    const transfers = [sent(PAYEE), sent(OTHER), sent(LOOKALIKE, { amount: 0n })]
    const {
      sync,
      contacts,
      service: { store },
    } = await openSynced({ transfers })
    const scope = { chainId: '1', owner: OWNER.toLowerCase() }
    await store.write(async (db) => {
      await recordCounterparty(db, scope, { counterparty: PAYEE, hadValue: true, standing: 1 }, 5)
      await recordCounterparty(db, scope, { counterparty: OTHER, hadValue: true, standing: 2 }, 5)
    })
    expect(await sync()).toMatchObject({ added: 1, changed: 2 })
    expect((await contacts()).map(({ counterparty, standing }) => [counterparty, standing])).toEqual([
      [OTHER, 2],
      [PAYEE, 2],
      [LOOKALIKE, 2],
    ])
  })
})

describe('a sync', () => {
  test('that is repeated changes nothing, and is audited once', async () => {
    const transfers = Array.from({ length: 300 }, (_, at) =>
      sent(`0x${(at % 70).toString(16).padStart(40, 'f')}`, { block: at * 3, amount: BigInt(at % 3) }),
    )
    const { sync, contacts, audit } = await openSynced({ transfers })
    expect(await sync()).toMatchObject({ transfers: 300, contacts: 70, added: 70 })
    const before = await contacts()
    expect(await sync()).toMatchObject({ added: 0, changed: 0 })
    expect(await sync({ block: 400n })).toMatchObject({ added: 0, changed: 0 })
    expect(await contacts()).toEqual(before)
    expect(await audit()).toEqual([
      expect.objectContaining({
        resource_id: OWNER.toLowerCase(),
        actor: 'local',
        after: expect.stringContaining('"added":70'),
      }),
    ])
  })

  test('starts at the first block of a time', async () => {
    const { sync, proxy } = await openSynced({ transfers: [sent(PAYEE)] })
    expect(await sync({ seconds: 3600 })).toMatchObject({ fromBlock: 700, toBlock: 1000 })
    expect(await sync({ seconds: 100 * 86_400 })).toMatchObject({ fromBlock: 0, toBlock: 1000 })
    expect(await sync({ seconds: 0 })).toMatchObject({ fromBlock: 1000 })
    expect(rangesOf(proxy)).toEqual([700, 700, 0, 0, 1000, 1000].map((first) => [first, 1000]))
  })

  test('from a block that is not there is refused', async () => {
    const { sync } = await openSynced({})
    await expect(sync({ block: 1001n })).rejects.toMatchObject({ kind: 'refused', code: 'block-not-there' })
  })
})

const error = (code: number, message: string, data?: unknown): NodeAnswer => ({ error: { code, message, data } })

describe('a node that searches no long ranges', () => {
  const transfers = Array.from({ length: 100 }, (_, at) => sent(PAYEE, { block: at * 10 }))

  test.each([
    [
      'halved',
      (first: number, last: number) =>
        last - first >= 200 ? error(-32_602, 'query exceeds max block range 200') : undefined,
    ],
    [
      'taken as the node offers it',
      (first: number, last: number) =>
        last - first >= 130
          ? error(-32_602, `this block range should work: [0x${first.toString(16)}, 0x${(first + 129).toString(16)}]`)
          : undefined,
    ],
    [
      'halved by the number of results',
      (_first: number, _last: number, found: number) =>
        found > 7 ? error(-32_005, 'query returned more than 7 results') : undefined,
    ],
  ])('is read again: %s', async (_title, refuse) => {
    const { sync, contacts, proxy } = await openSynced({ transfers, refuse })
    expect(await sync()).toMatchObject({ transfers: 100, contacts: 1 })
    expect((await contacts())[0]?.count).toBe(100)
    const answered = rangesOf(proxy).filter(([first = 0, last = 0]) => !refuse(first, last, (last - first) / 10))
    expect(answered[0]?.[1]).toBe(1000)
  })

  test('takes the offered range at once', async () => {
    const refuse = (first: number, last: number) =>
      last - first >= 130
        ? error(-32_602, 'exceeds block range', {
            from: `0x${first.toString(16)}`,
            to: `0x${(first + 129).toString(16)}`,
          })
        : undefined
    const { sync, proxy } = await openSynced({ transfers, refuse })
    await sync()
    expect(rangesOf(proxy).slice(0, 4)).toEqual([
      [0, 1000],
      [0, 1000],
      [871, 1000],
      [871, 1000],
    ])
  })
})

describe('what was not read', () => {
  const transfers = Array.from({ length: 100 }, (_, at) => sent(PAYEE, { block: at * 10 }))
  const refuse = (first: number, last: number) =>
    last - first >= 100 ? error(-32_000, 'block range too large') : undefined

  test('is reported after the limit of requests, and the newest blocks are read', async () => {
    const { sync, contacts } = await openSynced({ transfers, refuse }, { requests: 20, found: 1000 })
    const notRead = { fromBlock: 0, reason: 'the limit of 20 requests' }
    expect(await sync()).toMatchObject({ requests: 20, notRead })
    expect((await contacts())[0]?.last_seen).toBe((START + 990 * 12) * 1000)
  })

  test('is reported after the limit of transfers', async () => {
    const { sync } = await openSynced({ transfers, refuse }, { requests: 1000, found: 30 })
    const report = await sync()
    expect(report.notRead).toMatchObject({ fromBlock: 0, reason: 'the limit of 30 transfers' })
    expect(report.transfers).toBeLessThan(45)
  })

  test.each([
    ['a failure', () => error(-32_601, 'method not found'), 'method not found'],
    ['a foreign log', () => ({ result: [{ ...JSON.parse('{}'), address: USDC, topics: [] }] }), 'does not fit'],
    ['no list', () => ({ result: null }), 'does not fit'],
  ] as const)('is reported after %s', async (_title, answer, reason) => {
    const later = (first: number, last: number) => refuse(first, last) ?? (last < 800 ? answer() : undefined)
    const { sync, contacts } = await openSynced({ transfers, refuse: later })
    const report = await sync()
    expect(report.notRead).toMatchObject({ fromBlock: 0, reason: expect.stringContaining(reason) })
    expect(report.notRead?.toBlock).toBeGreaterThan(700)
    expect(await contacts()).toHaveLength(1)
    const failing = await openSynced({ transfers, refuse: answer })
    await expect(failing.sync()).rejects.toMatchObject({ kind: 'unavailable', code: 'history-unavailable' })
    expect([await failing.contacts(), await failing.audit()]).toEqual([[], []])
  })

  test('a node that limits requests stores nothing', async () => {
    const { sync, proxy, contacts } = await openSynced({ transfers })
    proxy.script('HTTP 429 Retry-After 3600')
    await expect(sync()).rejects.toMatchObject({ kind: 'rate-limited', code: 'history-unavailable' })
    expect(await contacts()).toEqual([])
  })
})
