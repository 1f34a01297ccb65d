import { describe, expect, onTestFinished, test } from 'vitest'
import type { Capabilities } from '../../../../src/service/chain/nodes/chain-node.ts'
import { probeNode } from '../../../../src/service/chain/nodes/probe.ts'
import { readBlock } from '../../../../src/service/chain/nodes/read-block.ts'
import { createRpcNode } from '../../../../src/service/chain/rpc/rpc-node.ts'
import { headerOf } from '../../../support/chain/fake-chain.ts'
import { about, fakeNode } from '../../../support/chain/fake-node.ts'
import { TestClock } from '../../../support/deterministic.ts'
import type { NodeAnswer, RpcCall, RpcFaultName } from '../../../support/fault-proxy.ts'
import { PLENTY_MS } from './pool-of.ts'

const everything = { overrides: true, trace: true, simulate: true, receipts: true, archive: true, batch: true }

type Json = Record<string, unknown>
type Odd = (call: RpcCall, honest: unknown) => NodeAnswer

const says =
  (result: unknown): Odd =>
  () => ({ result })
const refuses =
  (code: number, message: string): Odd =>
  () => ({ error: { code, message } })

/** Logs of a simulation, changed. */
const logs =
  (change: (logs: readonly Json[]) => unknown, status = '0x1'): Odd =>
  (_, honest) => {
    const [{ calls }] = honest as [{ calls: [{ logs: Json[] }] }]
    return { result: [{ calls: [{ status, logs: change(calls[0].logs) }] }] }
  }

/** What one probe of a node with odd answers finds; undefined: nothing that may be kept. */
async function probed(
  odd: Readonly<Record<string, Odd>>,
  fault: RpcFaultName = 'none',
): Promise<Capabilities | undefined> {
  const node = await fakeNode({}, about(odd))
  node.script(fault)
  const clock = new TestClock()
  const rpc = createRpcNode({ url: node.url, clock, sleep: async () => {} })
  onTestFinished(() => rpc.close())
  const head = readBlock(headerOf(node.chain, node.chain.head))
  if (!head) throw new Error('no head')
  const probe = await probeNode(rpc, head, { now: clock.now(), until: PLENTY_MS, pastUntil: PLENTY_MS })
  return probe?.can
}

const lies: readonly [keyof Capabilities, string, string, Odd][] = [
  ['overrides', 'a refused override', 'eth_call', refuses(-32_602, 'too many arguments, want at most 2')],
  ['overrides', 'an ignored override: the address has no code', 'eth_call', says('0x')],
  [
    'overrides',
    'code that runs without the overridden balance',
    'eth_call',
    (_, honest) => ({ result: (honest as string).replaceAll('123456789', '000000000') }),
  ],
  [
    'overrides',
    'code that runs without the overridden slot',
    'eth_call',
    (_, honest) => ({ result: (honest as string).replace('5eed'.repeat(16), '0000'.repeat(16)) }),
  ],
  ['trace', 'a closed method', 'debug_traceCall', refuses(-32_601, 'the method debug_traceCall does not exist')],
  [
    'trace',
    'a trace without events',
    'debug_traceCall',
    (_, honest) => ({ result: { ...(honest as object), logs: undefined } }),
  ],
  [
    'trace',
    'a trace without inner calls',
    'debug_traceCall',
    (_, honest) => ({ result: { ...(honest as object), calls: [] } }),
  ],
  ['trace', 'a trace of opcodes', 'debug_traceCall', says({ gas: 21_000, failed: false, structLogs: [] })],
  ['simulate', 'a closed method', 'eth_simulateV1', refuses(-32_004, 'Method eth_simulateV1 is not supported')],
  ['simulate', 'a crash', 'eth_simulateV1', refuses(-32_603, 'method handler crashed')],
  ['simulate', 'no events (erigon before 3.3)', 'eth_simulateV1', logs(([, transfer]) => [transfer])],
  ['simulate', 'no transfers (reth before 1.2)', 'eth_simulateV1', logs(([event]) => [event])],
  [
    'simulate',
    'an ignored time',
    'eth_simulateV1',
    logs(([event, transfer]) => [{ ...event, data: '0x01' }, transfer]),
  ],
  ['simulate', 'another amount', 'eth_simulateV1', logs(([event, transfer]) => [event, { ...transfer, data: '0x08' }])],
  ['simulate', 'a call that failed', 'eth_simulateV1', logs((all) => all, '0x0')],
  ['receipts', 'a closed method', 'eth_getBlockReceipts', refuses(-32_601, 'method not found')],
  ['receipts', 'an empty list for a block with transactions', 'eth_getBlockReceipts', says([])],
  ['receipts', 'receipts of another block', 'eth_getBlockReceipts', says([{ blockHash: `0x${'ab'.repeat(32)}` }])],
  ['archive', 'state that was pruned', 'eth_getTransactionCount', refuses(-32_000, 'missing trie node')],
  ['archive', 'zeros for state that was pruned', 'eth_getTransactionCount', says('0x0')],
  ['archive', 'the state of today', 'eth_getTransactionCount', says('0x1312d01')],
  [
    'archive',
    'headers that were pruned',
    'eth_getBlockByNumber',
    ({ params }, honest) => ({ result: params[0] === 'latest' ? honest : null }),
  ],
]

describe('a node is said to be able to', () => {
  test('do what it answers as known', async () => {
    expect(await probed({})).toEqual(everything)
  })

  test.each(lies)('%s: not after %s', async (capability, _, method, odd) => {
    expect(await probed({ [method]: odd })).toEqual({ ...everything, [capability]: false })
  })

  test('log a move once, where the protocol logs it a second time (EIP-7708)', async () => {
    const both = logs((all) => [...all, { ...all[1], address: `0x${'f'.repeat(39)}e` }])
    expect(await probed({ eth_simulateV1: both })).toEqual(everything)
  })

  test('answer batches: not after it refused one', async () => {
    expect(await probed({}, 'batch refused')).toEqual({ ...everything, batch: false })
  })

  test.each([
    ['a rate limit', refuses(429, 'too many requests')],
    ['no answer', says(undefined)],
  ])('%s to a question is no answer: nothing is kept', async (_, odd) => {
    expect(await probed({ eth_simulateV1: odd })).toBeUndefined()
  })
})
