import { describe, expect, test } from 'vitest'
import type { CheckedBlock } from '../../../../src/service/chain/blocks/block.ts'
import type { RpcReply, RpcRequest } from '../../../../src/service/chain/rpc/json-rpc.ts'
import type { ChainSource } from '../../../../src/service/follower/source.ts'
import { readSpan } from '../../../../src/service/follower/sparse/read-span.ts'

const OWNER = `0x${'ab'.repeat(20)}`

interface Filter {
  readonly fromBlock: string
  readonly toBlock: string
  readonly address?: readonly string[]
  readonly topics?: readonly (readonly string[] | null)[]
}

/** A node whose events are in the given blocks; it searches `most` blocks at a time. */
function node(blocks: readonly number[], { most = 1000, hashOf = hash }: { most?: number; hashOf?: typeof hash } = {}) {
  const asked: Filter[] = []
  const answer = ({ params: [filter] }: RpcRequest): RpcReply => {
    const given = filter as Filter
    asked.push(given)
    const [first, last] = [Number(given.fromBlock), Number(given.toBlock)]
    if (last - first + 1 > most) return { failure: { kind: 'range', message: 'too many blocks' } }
    const found = given.topics?.[1] ? blocks.filter((number) => number >= first && number <= last) : []
    return { result: found.map((number) => ({ blockNumber: `0x${number.toString(16)}`, blockHash: hashOf(number) })) }
  }
  const header = (number: number) => ({ number, hash: hash(number), parentHash: hash(number - 1), timestamp: number })
  const source: ChainSource = {
    host: 'node',
    isOnOtherChain: false,
    head: async () => header(1000),
    headers: async (numbers) => numbers.map(header),
    finalized: async () => undefined,
    block: async (number): Promise<CheckedBlock> => ({
      ...{ header: header(number as number), transactions: 1, matched: [], credits: [] },
    }),
    ask: async (requests) => requests.map(answer),
    takeRequests: () => 0,
  }
  return { source, asked }
}

function hash(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}

test('reads the blocks that have events of an address, in order, and the last one of the span', async () => {
  const { source, asked } = node([40, 12, 12, 31])
  const span = await readSpan(source, [OWNER], { first: 10, last: 99 })
  expect(span).toMatchObject({
    last: { number: 99 },
    blocks: [12, 31, 40].map((number) => ({ header: { number } })),
  })
  const padded = `0x${'0'.repeat(24)}${'ab'.repeat(20)}`
  const span10To99 = { fromBlock: '0xa', toBlock: '0x63' }
  expect(asked).toEqual([
    { ...span10To99, topics: [null, [padded]] },
    { ...span10To99, topics: [null, null, [padded]] },
    { ...span10To99, topics: [null, null, null, [padded]] },
    { ...span10To99, address: [OWNER] },
  ])
})

test('a span that is too large for the node is halved until all of it is read', async () => {
  const { source } = node([10, 55, 99], { most: 7 })
  expect(await readSpan(source, [OWNER], { first: 10, last: 99 })).toMatchObject({
    blocks: [10, 55, 99].map((number) => ({ header: { number } })),
  })
})

test('many addresses are asked for in parts', async () => {
  const { source, asked } = node([])
  const addresses = Array.from({ length: 450 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  await readSpan(source, addresses, { first: 1, last: 2 })
  expect(asked.flatMap(({ address }) => address ?? [])).toEqual(addresses)
})

describe('fails, so that nothing is left out, when', () => {
  test('an event is in a block of another branch', async () => {
    const { source } = node([12], { hashOf: (number) => hash(number + 1) })
    expect(await readSpan(source, [OWNER], { first: 10, last: 20 })).toMatchObject({ kind: 'lagging' })
  })

  test('the answer has events of other blocks', async () => {
    const { source } = node([12])
    const shifted = { ...source, ask: (requests: readonly RpcRequest[]) => source.ask(requests.map(later)) }
    expect(await readSpan(shifted, [OWNER], { first: 1, last: 9 })).toMatchObject({ kind: 'bad-answer' })
  })

  test('one block is still too much', async () => {
    const { source } = node([12], { most: 0 })
    expect(await readSpan(source, [OWNER], { first: 12, last: 12 })).toMatchObject({ kind: 'range' })
  })
})

function later({ method, params: [filter] }: RpcRequest): RpcRequest {
  return { method, params: [{ ...(filter as Filter), fromBlock: '0xa', toBlock: '0x14' }] }
}
