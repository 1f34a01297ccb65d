import { describe, expect } from 'vitest'
import type { ReadyNode } from '../../../../src/service/chain/nodes/chain-node.ts'
import { about, fakeNode, test } from '../../../support/chain/fake-node.ts'
import type { FaultProxy, NodeAnswer } from '../../../support/fault-proxy.ts'
import { PLENTY_MS, poolOf } from './pool-of.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const wrong: NodeAnswer = { result: '0x' }
const failed: NodeAnswer = { error: { code: -32_000, message: 'something broke' } }
const closed: NodeAnswer = { error: { code: -32_601, message: 'the method does not exist' } }

const simulates = async ({ node: { can } }: ReadyNode) => String(can.simulate)

const probesOf = ({ exchanges }: FaultProxy) =>
  exchanges.filter(({ calls }) => calls.some(({ method }) => method === 'eth_getBlockReceipts')).length

const simulating = (answer: NodeAnswer) => about({ eth_simulateV1: () => answer })

describe.each([
  ['wrong', wrong],
  ['an error', failed],
  ['a refusal', closed],
] as const)('an answer that is %s', (_, answer) => {
  test('to a node that had the method holds for five minutes, and is not what the next process starts from', async ({
    node,
  }) => {
    const { race, clock, database } = await poolOf([node])
    expect((await race(simulates)).value).toBe('true')
    clock.advance(25 * HOUR)
    node.lie(simulating(answer))
    expect((await race(simulates)).value).toBe('false')
    node.lie(undefined)
    const probes = probesOf(node)
    clock.advance(4 * MINUTE)
    expect((await race(simulates)).value).toBe('false')
    expect(probesOf(node)).toBe(probes)
    const next = await poolOf([node], { database })
    expect((await next.race(simulates)).value).toBe('true')
    clock.advance(2 * MINUTE)
    expect((await race(simulates)).value).toBe('true')
    expect(probesOf(node)).toBe(probes + 1)
  })

  test('twice, five minutes apart, holds for a day', async ({ node }) => {
    const { race, clock, database } = await poolOf([node])
    await race()
    clock.advance(25 * HOUR)
    node.lie(simulating(answer))
    expect((await race(simulates)).value).toBe('false')
    clock.advance(6 * MINUTE)
    expect((await race(simulates)).value).toBe('false')
    const probes = probesOf(node)
    clock.advance(23 * HOUR)
    expect((await race(simulates)).value).toBe('false')
    expect(probesOf(node)).toBe(probes)
    const next = await poolOf([node], { database })
    next.clock.advance(26 * HOUR)
    expect((await next.race(simulates)).value).toBe('false')
    expect(probesOf(node)).toBe(probes)
  })

  test('twice within five minutes, by two processes, does not', async ({ node }) => {
    const first = await poolOf([node])
    await first.race()
    node.lie(simulating(answer))
    for (const minutes of [0, 4]) {
      const { race, clock } = await poolOf([node], { database: first.database })
      clock.advance(25 * HOUR + minutes * MINUTE)
      expect((await race(simulates)).value).toBe('false')
    }
    node.lie(undefined)
    const { race, clock } = await poolOf([node], { database: first.database })
    clock.advance(25 * HOUR + 5 * MINUTE)
    expect((await race(simulates)).value).toBe('true')
  })
})

test.each([
  ['wrong', wrong, 1],
  ['an error', failed, 1],
  ['a refusal', closed, 0],
] as const)('a first probe with an answer that is %s', async (_, answer, again) => {
  const node = await fakeNode()
  node.lie(simulating(answer))
  const first = await poolOf([node])
  expect((await first.race(simulates)).value).toBe('false')
  const probes = probesOf(node)
  for (const [minutes, probed] of [
    [4, 0],
    [6, again],
    [600, again],
  ] as const) {
    const { race, clock } = await poolOf([node], { database: first.database })
    clock.advance(minutes * MINUTE)
    expect([minutes, (await race(simulates)).value, probesOf(node) - probes]).toEqual([minutes, 'false', probed])
  }
})

describe('in a server', () => {
  test.each([
    ['an error', failed],
    ['a refusal', closed],
  ] as const)('after %s the node is probed between verdicts, which use what is known', async (_, answer) => {
    const node = await fakeNode()
    const sleeps: (() => void)[] = []
    const { race, clock } = await poolOf([node], {
      keepsHeadsFresh: true,
      sleep: (_ms, signal) =>
        new Promise((resolve) => {
          sleeps.push(resolve)
          signal?.addEventListener('abort', () => resolve())
        }),
    })
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
    }
    const polled = async (isSo: () => boolean) => {
      clock.advance(1000)
      sleeps.at(-1)?.()
      await until(isSo)
    }
    const simulate = async ({ node: { rpc } }: ReadyNode) => {
      await rpc.send([{ method: 'eth_simulateV1', params: [] }], clock.elapsed() + PLENTY_MS)
      return ''
    }
    expect((await race(simulates)).value).toBe('true')
    node.lie(simulating(answer))
    await race(simulate)
    const known = node.exchanges.length
    expect((await race(simulates)).value).toBe('true')
    expect(node.exchanges).toHaveLength(known)
    const asleep = sleeps.length
    await polled(() => probesOf(node) === 2 && sleeps.length > asleep)
    node.lie(undefined)
    const comesTo = async (found: string) => {
      while ((await race(simulates)).value !== found) await new Promise((resolve) => setImmediate(resolve))
    }
    await comesTo('false')
    // When five minutes are over, the same again.
    clock.advance(5 * MINUTE)
    const before = node.exchanges.length
    await race(simulates)
    expect(node.exchanges.slice(before).map(({ calls }) => calls.map(({ method }) => method))).toEqual([
      ['eth_getBlockByNumber'],
    ])
    await polled(() => probesOf(node) === 3)
    await comesTo('true')
  })
})

describe('many verdicts at a time', () => {
  test('send a node one request for its head', async ({ node }) => {
    const { race, clock } = await poolOf([node])
    await race()
    clock.advance(3000)
    const before = node.exchanges.length
    const hosts = await Promise.all(Array.from({ length: 50 }, () => race()))
    expect(hosts.map(({ value }) => value)).toEqual(Array.from({ length: 50 }, () => 'env:ethereum:1'))
    expect(node.exchanges).toHaveLength(before + 1)
  })

  test('send a node one request for its first head, and probe it once', async ({ node }) => {
    const { race } = await poolOf([node])
    await Promise.all(Array.from({ length: 50 }, () => race()))
    expect(probesOf(node)).toBe(1)
    expect(node.exchanges.filter(({ calls }) => calls.some(({ method }) => method === 'eth_chainId'))).toHaveLength(1)
  })

  test.each(['closes connection', '50 MB body'] as const)('%s: one request for all of them', async (fault) => {
    const node = await fakeNode()
    const { race, clock } = await poolOf([node])
    await race()
    node.script(fault)
    clock.advance(3000)
    const before = node.exchanges.length
    const results = await Promise.all(Array.from({ length: 50 }, () => race()))
    expect(results.every(({ value, failures }) => value === undefined && failures.length === 1)).toBe(true)
    // One, and what is tried again after a broken connection.
    expect(node.exchanges.length - before).toBeLessThanOrEqual(3)
  })
})
