import { describe, expect, test } from 'vitest'
import type { RpcFailureKind, RpcReply, RpcRequest } from '../../../src/service/chain/rpc/json-rpc.ts'
import { Refusals } from '../../../src/service/chain/rpc/refusals.ts'
import { BlockTraces, readRawTrace, StepTraces } from '../../../src/service/chain/traces.ts'
import { TestClock } from '../../support/deterministic.ts'

const block = { hash: `0x${'b'.repeat(64)}`, number: 20 }
const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
const listOf = (count: number) => Array.from({ length: count }, (_, index) => ({ hash: hashOf(index), index }))
const traceOf = (index: number) => ({ type: 'CALL', of: hashOf(index) })
const failure = (kind: RpcFailureKind): RpcReply => ({ failure: { kind, message: `node: ${kind}` } })

const wholeBlock = (count: number): RpcReply => ({
  result: listOf(count).map(({ hash, index }) => ({
    txHash: hash.toUpperCase().replace('0X', '0x'),
    result: traceOf(index),
  })),
})
const flatBlock = (count: number): RpcReply => ({
  result: [
    { type: 'reward', blockHash: block.hash, transactionHash: null },
    ...listOf(count).map(({ hash }) => ({ type: 'call', blockHash: block.hash, transactionHash: hash })),
  ],
})

/** A node that answers by method; traces of single transactions otherwise. */
function nodeOf(answers: Readonly<Record<string, RpcReply>> = {}) {
  const requests: RpcRequest[] = []
  const shares: (number | undefined)[] = []
  const clock = new TestClock()
  const send = async (batch: readonly RpcRequest[], share?: number) => {
    requests.push(...batch)
    shares.push(share)
    return batch.map(({ method, params: [hash] }): RpcReply => {
      if (method in answers) return answers[method] as RpcReply
      return method === 'debug_traceTransaction' ? { result: traceOf(Number(hash)) } : failure('closed')
    })
  }
  const methods = () =>
    [...Map.groupBy(requests.splice(0), ({ method }) => method)].map(([method, all]) => [method, all.length])
  return { source: { send, refusals: new Refusals(clock) }, methods, shares }
}

test('a few transactions are traced one by one, in the trip of other requests', async () => {
  const { source, methods, shares } = nodeOf({ eth_call: { result: '0x2a' } })
  const otherRequests = [{ method: 'eth_call', params: [] }]
  const { traces, replies } = await new BlockTraces(block).read(source, listOf(8), { most: 8, otherRequests })
  expect(traces).toEqual(listOf(8).map(({ index }) => ({ trace: traceOf(index) })))
  expect(replies).toEqual([{ result: '0x2a' }])
  expect(methods()).toEqual([
    ['debug_traceTransaction', 8],
    ['eth_call', 1],
  ])
  expect(shares).toHaveLength(1)
})

describe('more than a few transactions', () => {
  test('come with the trace of the block, which gets a part of the time', async () => {
    const { source, methods, shares } = nodeOf({ debug_traceBlockByHash: wholeBlock(12), eth_call: { result: '0x2a' } })
    const wanted = listOf(12).slice(2)
    const otherRequests = [{ method: 'eth_call', params: [] }]
    const { traces, replies } = await new BlockTraces(block).read(source, wanted, { most: 8, otherRequests })
    expect(traces).toEqual(wanted.map(({ index }) => ({ trace: traceOf(index) })))
    expect(replies).toEqual([{ result: '0x2a' }])
    expect(methods()).toEqual([
      ['debug_traceBlockByHash', 1],
      ['eth_call', 1],
    ])
    expect(shares).toEqual([0.6, undefined])
  })

  test('say which one the trace of the block lacks, or has in another place', async () => {
    const { source } = nodeOf({
      debug_traceBlockByHash: {
        result: [...listOf(9).map(({ index }) => ({ result: traceOf(index) })), { txHash: hashOf(1) }],
      },
    })
    const { traces } = await new BlockTraces(block).read(source, listOf(11), { most: 8 })
    expect(traces.slice(8)).toEqual([
      { trace: traceOf(8) },
      { missing: 'the trace of the block has another transaction in its place' },
      { missing: 'the trace of the block lacks it' },
    ])
  })

  test('the first ones are traced alone where the block is not, and events are needed', async () => {
    const { source, methods } = nodeOf({ trace_block: flatBlock(10) })
    const { traces } = await new BlockTraces(block).read(source, listOf(10), { most: 8 })
    expect(traces.slice(7)).toEqual([
      { trace: traceOf(7) },
      ...[8, 9].map(() => ({ missing: 'only 8 transactions of a block are traced one by one, and node: closed' })),
    ])
    expect(methods()).toEqual([
      ['debug_traceBlockByHash', 1],
      ['debug_traceTransaction', 8],
    ])
  })
})

describe('a whole block', () => {
  const whole = { most: 100, isWholeBlock: true }

  test('is one request, also with few transactions', async () => {
    const { source, methods } = nodeOf({ debug_traceBlockByHash: wholeBlock(2) })
    const { traces } = await new BlockTraces(block).read(source, listOf(2), whole)
    expect(traces).toEqual([{ trace: traceOf(0) }, { trace: traceOf(1) }])
    expect(methods()).toEqual([['debug_traceBlockByHash', 1]])
  })

  test('is taken from the flat trace of the block, and that one method is refused is remembered', async () => {
    const { source, methods } = nodeOf({ trace_block: flatBlock(2) })
    const { traces } = await new BlockTraces(block).read(source, listOf(2), whole)
    expect(traces).toEqual(
      [0, 1].map((index) => ({ trace: [expect.objectContaining({ transactionHash: hashOf(index) })] })),
    )
    await new BlockTraces(block).read(source, listOf(2), whole)
    expect(methods()).toEqual([
      ['debug_traceBlockByHash', 1],
      ['trace_block', 2],
    ])
  })

  test.each<[string, RpcReply]>([
    ['of another block', { result: [{ blockHash: hashOf(1), transactionHash: hashOf(0) }] }],
    ['without one of the transactions', flatBlock(1)],
    ['that is no list', { result: {} }],
  ])('a flat trace %s does not count', async (_, trace_block) => {
    const { source, methods } = nodeOf({ trace_block })
    const { traces } = await new BlockTraces(block).read(source, listOf(2), whole)
    expect(traces).toEqual([{ trace: traceOf(0) }, { trace: traceOf(1) }])
    expect(methods()).toEqual([
      ['debug_traceBlockByHash', 1],
      ['trace_block', 1],
      ['debug_traceTransaction', 2],
    ])
  })

  test('with too many transactions is not traced one by one', async () => {
    const { source, methods } = nodeOf()
    const { traces } = await new BlockTraces(block).read(source, listOf(101), whole)
    expect(traces.every((each) => 'missing' in each)).toBe(true)
    expect(methods()).toEqual([
      ['debug_traceBlockByHash', 1],
      ['trace_block', 1],
    ])
  })
})

test('a node that does not trace single transactions is not requested again', async () => {
  const { source, methods } = nodeOf({ debug_traceTransaction: failure('closed') })
  const read = () => new BlockTraces(block).read(source, listOf(1), { most: 1 })
  expect((await read()).traces).toEqual([{ missing: 'node: closed' }])
  expect((await read()).traces).toEqual([{ missing: 'the node refused the trace' }])
  expect(methods()).toEqual([['debug_traceTransaction', 1]])
})

test('a step reads each trace once, and what failed again', async () => {
  const steps = new StepTraces()
  const failing = nodeOf({ debug_traceTransaction: failure('timeout') })
  await steps.of(block).read(failing.source, listOf(1), { most: 1 })
  const { source, methods } = nodeOf()
  await steps.of(block).read(source, listOf(1), { most: 1 })
  expect(await steps.of({ ...block }).read(source, listOf(2), { most: 8 })).toMatchObject({
    traces: [{ trace: traceOf(0) }, { trace: traceOf(1) }],
  })
  expect(methods()).toEqual([['debug_traceTransaction', 2]])
  steps.clear()
  await steps.of(block).read(source, listOf(1), { most: 1 })
  await steps.of({ ...block, hash: hashOf(9) }).read(source, listOf(1), { most: 1 })
  expect(methods()).toEqual([['debug_traceTransaction', 2]])
})

test('flat traces are not kept for those who need events', async () => {
  const traces = new BlockTraces(block)
  await traces.read(nodeOf({ trace_block: flatBlock(1) }).source, listOf(1), { most: 1, isWholeBlock: true })
  const { source, methods } = nodeOf()
  expect(await traces.read(source, listOf(1), { most: 1 })).toMatchObject({ traces: [{ trace: traceOf(0) }] })
  expect(methods()).toEqual([['debug_traceTransaction', 1]])
})

test('what is not a trace is none', () => {
  expect(readRawTrace({ type: 'CALL' })).toBeUndefined()
})
