import { describe, expect, test } from 'vitest'
import type { Capabilities, ReadyNode } from '../../../../src/service/chain/nodes/chain-node.ts'
import { about, fakeNode } from '../../../support/chain/fake-node.ts'
import type { FaultProxy, NodeAnswer, RpcFaultName } from '../../../support/fault-proxy.ts'
import { poolOf } from './pool-of.ts'

const closed = (): NodeAnswer => ({ error: { code: -32_601, message: 'the method does not exist' } })

/** A node that reads and simulates nothing. */
const startPoor = () => fakeNode({}, about({ eth_simulateV1: closed, debug_traceCall: closed, eth_call: closed }))

/** Nobody is late. */
const never = () => new Promise<void>(() => {})

describe('a node without any method that simulates', () => {
  test('is not used while another one can', async () => {
    const [poor, rich] = [await startPoor(), await fakeNode()]
    const { race, order } = await poolOf([poor, rich], { sleep: never })
    expect((await race()).value).toBe('env:ethereum:2')
    expect(order()).toEqual(['env:ethereum:2', 'env:ethereum:1'])
    const before = poor.exchanges.length
    expect((await race()).value).toBe('env:ethereum:2')
    expect(poor.exchanges).toHaveLength(before)
  })

  test('is used where it is the only one, and where the others fail', async () => {
    const [poor, rich] = [await startPoor(), await fakeNode()]
    const { race } = await poolOf([poor], { sleep: never })
    expect((await race()).value).toBe('env:ethereum:1')
    rich.script('closes connection')
    const both = await poolOf([poor, rich], { sleep: never })
    expect((await both.race()).value).toBe('env:ethereum:1')
  })
})

const canOf = async (node: FaultProxy): Promise<Capabilities | string> => {
  const { race } = await poolOf([node], { sleep: never })
  let can: Capabilities | undefined
  const { failures } = await race(async ({ node: found }: ReadyNode) => {
    can = found.can
    return ''
  })
  return can ?? failures.map(({ message }) => message.replace(/^127\.0\.0\.1:\d+: /, '')).join()
}

describe('a method that crashes the node, and with it the batch', () => {
  const everything = { overrides: true, trace: true, simulate: true, receipts: true, archive: true, batch: true }

  test.each<[RpcFaultName, Partial<Capabilities>]>([
    ['trace closes connection', { trace: false }],
    ['simulation closes connection', { simulate: false }],
    ['simulation answers HTTP 500', { simulate: false }],
    ['simulation answers HTML', { simulate: false }],
    ['simulation cuts body', { simulate: false }],
  ])('%s: the other methods are used', async (fault, lost) => {
    const node = await fakeNode()
    node.script(fault)
    expect(await canOf(node)).toEqual({ ...everything, ...lost })
  })

  test('is no finding where nothing is answered', async () => {
    const node = await fakeNode()
    node.script('none', 'closes connection')
    expect(await canOf(node)).toBe('no answer to what it can do')
  })
})
