import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type { ReadyNode } from '../../../../src/service/chain/nodes/chain-node.ts'
import { nodeFailure } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { NO_CHAINS } from '../../../../src/service/store/repositories/chain-nodes.ts'
import { isPostgresUrl } from '../../../../src/shared/database-url.ts'
import { clockNow } from '../../../support/chain/fake-chain.ts'
import { about, fakeNode, test } from '../../../support/chain/fake-node.ts'
import type { FaultProxy, RpcFaultName } from '../../../support/fault-proxy.ts'
import { PLENTY_MS, poolOf } from './pool-of.ts'

const methodsOf = ({ exchanges }: FaultProxy) => exchanges.map(({ calls }) => calls.map(({ method }) => method))

/** Nobody is late. */
const never = () => new Promise<void>(() => {})

describe('a node', () => {
  test('is read for its chain and head, then probed, and then left alone while that is fresh', async ({ node }) => {
    const { race, clock } = await poolOf([node])
    const seen: unknown[] = []
    await race(async ({ node: { can }, head, past }) => {
      seen.push(can, head.number, past?.number)
      return ''
    })
    expect(seen).toEqual([
      { overrides: true, trace: true, simulate: true, receipts: true, archive: true, batch: true },
      20_000_000n,
      expect.any(BigInt),
    ])
    expect(methodsOf(node)[0]).toEqual(['eth_getBlockByNumber', 'eth_chainId'])
    const sent = node.exchanges.length
    await race()
    expect(node.exchanges).toHaveLength(sent)
    clock.advance(2001)
    await race()
    expect(methodsOf(node).slice(sent)).toEqual([['eth_getBlockByNumber']])
  })

  test('that is slow to show what it can do: the first request waits as long as it may, the next one has the answer', async () => {
    const slow = Promise.withResolvers<void>()
    const late = about({ debug_traceCall: (_, result) => slow.promise.then(() => ({ result })) })
    const node = await fakeNode({}, late)
    const { pool, race, clock } = await poolOf([node])
    const within = (ms: number) =>
      pool.race(pool.nodesOf('1', NO_CHAINS), clock.elapsed() + ms, async ({ node: { can } }) => ({ value: can.trace }))
    const why = nodeFailure(new URL(node.url).host, 'timeout', 'no answer yet to what it can do')
    expect(await within(500)).toEqual({ value: undefined, failures: [why] })
    const waiting = race()
    slow.resolve()
    expect(await waiting).toEqual({ value: 'env:ethereum:1', failures: [] })
    expect((await within(500)).value).toBe(true)
    expect(methodsOf(node).filter((methods) => methods.includes('debug_traceCall'))).toHaveLength(1)
  })

  test('is not probed again by the next process within a day, and then it is', async ({ node }) => {
    const first = await poolOf([node])
    await first.race()
    for (const [hours, isProbed] of [
      [20, false],
      [25, true],
    ] as const) {
      const before = node.exchanges.length
      const { clock, race } = await poolOf([node], { database: first.database })
      clock.advance(hours * 3_600_000)
      await race()
      const sent = methodsOf(node).slice(before)
      expect([hours, sent.flat().includes('eth_simulateV1')]).toEqual([hours, isProbed])
      if (!isProbed) expect(sent).toHaveLength(1)
    }
  })

  test('leaves no trace of its URL in the database', async ({ node }) => {
    const { race, database } = await poolOf([{ url: `${node.url}/v2/PlantedNodeKey0123456789` }])
    expect((await race()).failures).toEqual([])
    if (isPostgresUrl(database)) return
    const bytes = readFileSync(database, 'latin1') + readFileSync(`${database}-wal`, 'latin1')
    expect(bytes).toContain('simulate')
    expect(bytes).not.toContain('PlantedNodeKey')
    expect(bytes).not.toContain(new URL(node.url).port)
  })

  test('on another chain is not used, and the fault names both chains and the host only', async () => {
    const wrong = await fakeNode({ chainId: 8453 })
    const right = await fakeNode()
    const { race } = await poolOf([{ url: `${wrong.url}/secret-key` }, right], { sleep: never })
    const host = new URL(wrong.url).host
    expect(await race()).toEqual({
      value: 'env:ethereum:2',
      failures: [nodeFailure(host, 'bad-answer', 'the node is on chain 8453, not on 1 (ethereum)')],
    })
  })

  test('that closed a method it was said to have is probed again, once, and by the next process too', async ({
    node,
  }) => {
    const { race, database, clock } = await poolOf([node])
    await race()
    node.lie(about({ eth_simulateV1: () => ({ error: { code: -32_601, message: 'the method does not exist' } }) }))
    const simulate = async ({ node: { rpc } }: ReadyNode) => {
      const [reply] = await rpc.send([{ method: 'eth_simulateV1', params: [] }], clock.elapsed() + PLENTY_MS)
      return reply && 'failure' in reply ? reply.failure.kind : 'answered'
    }
    expect((await race(simulate)).value).toBe('closed')
    const canSimulate = async ({ node: { can } }: ReadyNode) => String(can.simulate)
    const next = await poolOf([node], { database })
    expect((await next.race(canSimulate)).value).toBe('false')
    expect((await race(canSimulate)).value).toBe('false')
    const sent = node.exchanges.length
    await race(simulate)
    expect((await race(canSimulate)).value).toBe('false')
    expect(node.exchanges).toHaveLength(sent + 1)
  })
})

describe('several nodes', () => {
  const faults: readonly RpcFaultName[] = [
    'closes connection',
    'HTML 200',
    '-32603',
    'wrong id',
    'redirect',
    'null result',
  ]

  test.each(faults)(
    '%s: the next one is used, and the faulty one comes last for a growing, bounded time',
    async (fault) => {
      const [bad, good] = [await fakeNode(), await fakeNode()]
      bad.script(fault)
      const { race, order, clock } = await poolOf([bad, good], { sleep: never })
      const breaks: number[] = []
      for (let round = 0; round < 10; round++) {
        expect(order()[0]).toBe('env:ethereum:1')
        expect((await race()).value).toBe('env:ethereum:2')
        let waited = 0
        while (order()[0] !== 'env:ethereum:1' && waited < 200_000) {
          clock.advance(500)
          waited += 500
        }
        breaks.push(waited)
      }
      expect(breaks).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000])
      bad.script('none')
      expect((await race()).value).toBe('env:ethereum:1')
      expect(order()[0]).toBe('env:ethereum:1')
    },
  )

  test('are all tried before there is no answer, also while every one is on a break', async () => {
    const nodes = await Promise.all([fakeNode(), fakeNode(), fakeNode()])
    for (const node of nodes) node.script('closes connection')
    const { race } = await poolOf(nodes, { sleep: never })
    for (let round = 0; round < 3; round++) {
      const { value, failures } = await race()
      expect(value).toBeUndefined()
      expect(failures.map(({ kind }) => kind)).toEqual(['network', 'network', 'network'])
    }
    nodes[2].script('none')
    expect((await race()).value).toBe('env:ethereum:3')
  })

  test('the second is used when the first takes longer than it usually does', async () => {
    const [slow, quick] = [await fakeNode(), await fakeNode()]
    slow.script('slow head')
    const waits: number[] = []
    const { race } = await poolOf([slow, quick], {
      sleep: async (ms) => {
        waits.push(ms)
      },
    })
    expect(await race()).toEqual({ value: 'env:ethereum:2', failures: [] })
    expect(waits).toEqual([700])
  })

  test('the wait for the first is the 95th percentile of its latency, between 50 and 700 ms', async () => {
    const [first, second] = [await fakeNode(), await fakeNode()]
    const waits: number[] = []
    const { race, clock } = await poolOf([first, second], {
      sleep: (ms, signal) => {
        waits.push(ms)
        return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()))
      },
    })
    for (const latency of [1, 300, 2000, 0])
      await race(async ({ node }) => {
        clock.advance(latency)
        return node.id
      })
    expect(waits).toEqual([700, 50, 300, 700])
  })

  test('one that lags is passed over, and used where no other answers', async () => {
    const [lagging, good] = [await fakeNode({ headTime: clockNow() - 3600 }), await fakeNode()]
    const { race, clock } = await poolOf([lagging, good], { sleep: never })
    const host = new URL(lagging.url).host
    expect(await race()).toEqual({
      value: 'env:ethereum:2',
      failures: [nodeFailure(host, 'lagging', 'the head is 60 min old')],
    })
    good.script('closes connection')
    clock.advance(3000)
    expect((await race()).value).toBe('env:ethereum:1')
    const alone = await poolOf([lagging])
    expect(await alone.race()).toEqual({ value: 'env:ethereum:1', failures: [] })
  })

  test('none is used while the chain is paused', async ({ node }) => {
    const { order, race } = await poolOf([node], { chains: { ...NO_CHAINS, paused: new Set(['1']) } })
    expect(order()).toEqual([])
    expect(await race()).toEqual({ value: undefined, failures: [] })
    expect(node.exchanges).toEqual([])
  })
})

describe('in a server', () => {
  test('the head of a node in use is polled, so that a verdict requests none, until a minute after the last', async ({
    node,
  }) => {
    const sleeps: (() => void)[] = []
    const { race, clock } = await poolOf([node], {
      keepsHeadsFresh: true,
      sleep: (_, signal) =>
        new Promise((resolve) => {
          sleeps.push(resolve)
          signal?.addEventListener('abort', () => resolve())
        }),
    })
    const polled = async () => {
      const asleep = sleeps.length
      clock.advance(1000)
      sleeps.at(-1)?.()
      while (sleeps.length === asleep) await new Promise((resolve) => setImmediate(resolve))
    }
    await race()
    const before = node.exchanges.length
    node.chain.head += 1
    await polled()
    expect(methodsOf(node).slice(before)).toEqual([['eth_getBlockByNumber']])
    let seen: bigint | undefined
    await race(async ({ head }) => {
      seen = head.number
      return ''
    })
    expect(seen).toBe(20_000_001n)
    expect(node.exchanges).toHaveLength(before + 1)
    for (let second = 0; second < 59; second++) await polled()
    const sent = node.exchanges.length
    expect(sent).toBe(before + 60)
    clock.advance(3000)
    sleeps.at(-1)?.()
    await race()
    expect(node.exchanges.length).toBeGreaterThan(sent)
  })

  test('a probe that expires within hours is renewed between verdicts', async ({ node }) => {
    const first = await poolOf([node])
    await first.race()
    const sleeps: (() => void)[] = []
    const { race, clock } = await poolOf([node], {
      database: first.database,
      keepsHeadsFresh: true,
      sleep: (_, signal) =>
        new Promise((resolve) => {
          sleeps.push(resolve)
          signal?.addEventListener('abort', () => resolve())
        }),
    })
    clock.advance(22 * 3_600_000)
    const before = node.exchanges.length
    await race()
    expect(methodsOf(node).slice(before)).toEqual([['eth_getBlockByNumber', 'eth_chainId']])
    sleeps[0]?.()
    const isProbed = () => methodsOf(node).slice(before).flat().includes('eth_simulateV1')
    while (!isProbed()) await new Promise((resolve) => setImmediate(resolve))
  })
})
