import { describe, expect, test } from 'vitest'
import type { CheckedBlock } from '../../../../src/service/chain/blocks/block.ts'
import type { RpcReply, RpcRequest } from '../../../../src/service/chain/rpc/json-rpc.ts'
import type { BlockSource } from '../../../../src/service/follower/loop/source.ts'
import { SpanReader, type SpanRequest } from '../../../../src/service/follower/loop/span-reader.ts'
import { fakeSource } from '../fake-source.ts'

const OWNER = `0x${'ab'.repeat(20)}`

const EVENT = { address: OWNER, topics: [hash(1), `0x${'0'.repeat(24)}${'ab'.repeat(20)}`], data: '0x' }

interface Filter {
  readonly fromBlock: string
  readonly toBlock: string
  readonly address?: readonly string[]
  readonly topics?: readonly (readonly string[] | null)[]
}

interface NodeOptions {
  /** Most blocks of one search. */
  readonly most?: number
  readonly hashOf?: typeof hash
  /** Last block that a backend has. */
  readonly has?: () => number
  readonly host?: string
}

/** A node whose events are in the given blocks. */
function node(
  blocks: () => readonly number[],
  { most = 1000, hashOf = hash, has = () => Infinity, host = 'node' }: NodeOptions = {},
) {
  const asked: Filter[] = []
  const header = (number: number) => ({
    number,
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: number,
  })
  const answer = ({ method, params }: RpcRequest): RpcReply => {
    if (method === 'eth_getBlockByNumber') {
      const number = Number(params[0])
      return { result: number > has() ? null : raw(number, hashOf) }
    }
    const given = params[0] as Filter
    asked.push(given)
    const [first, last] = [Number(given.fromBlock), Number(given.toBlock)]
    if (last - first + 1 > most) return { failure: { kind: 'range', message: 'too many blocks' } }
    const found = blocks().filter((number) => number >= first && number <= last && number <= has())
    return {
      result: given.topics?.[1]
        ? found.map((number) => ({ ...EVENT, blockNumber: `0x${number.toString(16)}`, blockHash: hashOf(number) }))
        : [],
    }
  }
  const source = fakeSource({
    host,
    head: async () => header(1000),
    headers: async (numbers) => numbers.map(header),
    block: async (number): Promise<CheckedBlock> => ({
      header: header(number as number),
      transactions: 1,
      matched: [],
      credits: [],
    }),
    send: async (requests) => requests.map(answer),
  })
  return { source, asked }
}

function hash(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}

const otherHash = (number: number) => hash(number + 2 ** 20)

function raw(number: number, hashOf: typeof hash) {
  return {
    number: `0x${number.toString(16)}`,
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: '0x1',
    gasLimit: '0x1',
    miner: OWNER,
  }
}

/** Blocks after the tip, up to the head; following began there. */
function above(
  tip: number,
  head: number,
  more: { other?: BlockSource; start?: number; hash?: string; removed?: readonly string[] } = {},
): SpanRequest {
  const { other, start = tip + 1, hash: of = hash(tip), removed = [] } = more
  return { tip: { number: tip, hash: of }, start, head, other, removed }
}

const numbersOf = (span: Awaited<ReturnType<SpanReader['read']>>) =>
  'blocks' in span ? span.blocks.map(({ header }) => header.number) : span

test('reads the blocks that have events of an address, in order, and the last one of the span', async () => {
  const { source, asked } = node(() => [40, 12, 12, 31])
  const span = await new SpanReader().read(source, [OWNER], above(9, 99))
  expect(span).toMatchObject({ last: { number: 99 } })
  expect(numbersOf(span)).toEqual([12, 31, 40])
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
  const { source } = node(() => [10, 55, 99], { most: 7 })
  expect(numbersOf(await new SpanReader().read(source, [OWNER], above(9, 99)))).toEqual([10, 55, 99])
})

test('many addresses are asked for in parts', async () => {
  const { source, asked } = node(() => [])
  const addresses = Array.from({ length: 450 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  await new SpanReader().read(source, addresses, above(1, 2))
  expect(asked.flatMap(({ address }) => address ?? [])).toEqual(addresses)
})

describe('an answer without events is not believed:', () => {
  test('a backend that lacks the last block of the span fails', async () => {
    for (const most of [1000, 7]) {
      const { source } = node(() => [15], { has: () => 14, most })
      const span = await new SpanReader().read(source, [OWNER], above(9, 20))
      expect(span).toMatchObject({
        kind: 'lagging',
        message: expect.stringContaining('node: it gives events, but not'),
      })
    }
  })

  test('a backend of another branch fails', async () => {
    const { source } = node(() => [], { hashOf: otherHash })
    const { source: honest } = node(() => [])
    const mixed = { ...honest, send: source.send }
    expect(await new SpanReader().read(mixed, [OWNER], above(9, 20))).toMatchObject({ kind: 'lagging' })
  })

  test('events that come later are found by the next steps, each block once', async () => {
    const late: number[] = []
    const { source } = node(() => late)
    const reader = new SpanReader()
    const read = async (tip: number) =>
      numbersOf(await reader.read(source, [OWNER], above(tip, tip + 10, { start: 100 })))
    expect(await read(109)).toEqual([])
    late.push(112, 115)
    expect(await read(119)).toEqual([112, 115])
    late.push(101)
    expect(await read(129)).toEqual([101])
    expect(await read(139)).toEqual([])
  })

  test('blocks before following began are not searched', async () => {
    const { source } = node(() => [98, 99, 100])
    expect(numbersOf(await new SpanReader().read(source, [OWNER], above(105, 110, { start: 99 })))).toEqual([99, 100])
  })

  test('what was read is read again when it was not applied, or undone', async () => {
    const { source } = node(() => [12])
    const reader = new SpanReader()
    const read = async () => numbersOf(await reader.read(source, [OWNER], above(9, 20)))
    expect([await read(), await read()]).toEqual([[12], [12]])
  })

  test('another node is asked too', async () => {
    const { source } = node(() => [12])
    const { source: other } = node(() => [12, 14], { host: 'other' })
    expect(numbersOf(await new SpanReader().read(source, [OWNER], above(9, 20, { other })))).toEqual([12, 14])
  })

  test('another node that fails, lags, lies or is on another branch changes nothing', async () => {
    const { source } = node(() => [12])
    const lying = node(() => [13]).source
    const lyingSend: BlockSource['send'] = async (requests) =>
      (await lying.send(requests)).map((reply) =>
        'result' in reply && Array.isArray(reply.result)
          ? { result: reply.result.map((log: object) => ({ ...log, blockHash: otherHash(13) })) }
          : reply,
      )
    const failure = { failure: { kind: 'failed', message: 'down' } } as const
    const others: readonly BlockSource[] = [
      node(() => [13], { has: () => 19 }).source,
      node(() => [13], { hashOf: otherHash }).source,
      { ...lying, send: async (requests) => requests.map(() => failure) },
      { ...lying, send: lyingSend },
    ]
    for (const other of others)
      expect(numbersOf(await new SpanReader().read(source, [OWNER], above(9, 20, { other })))).toEqual([12])
  })
})

describe('a transaction that a reorg removed', () => {
  const TX = hash(0xabcdef)
  /** A node that says in which block the transaction is. */
  const withReceipt = (receipt: unknown) => {
    const { source } = node(() => [12])
    const asked: (readonly string[])[] = []
    const mixed: BlockSource = {
      ...source,
      send: async (requests) => {
        const replies = await source.send(
          requests.filter(({ method }) => method === 'eth_getLogs' || method === 'eth_getBlockByNumber'),
        )
        return requests[0]?.method === 'eth_getTransactionReceipt' ? requests.map(() => ({ result: receipt })) : replies
      },
      block: (number, only, transactions = []) => {
        asked.push(transactions)
        return source.block(number, only)
      },
    }
    return { source: mixed, asked }
  }
  const at = (number: number, more: object = {}) => ({
    transactionHash: TX,
    blockNumber: `0x${number.toString(16)}`,
    blockHash: hash(number),
    ...more,
  })
  const read = (source: BlockSource) => new SpanReader().read(source, [OWNER], above(9, 20, { removed: [TX] }))

  test('is looked for: its block is read, even without an event of an address', async () => {
    const { source, asked } = withReceipt(at(15))
    expect(numbersOf(await read(source))).toEqual([12, 15])
    expect(asked).toEqual([[TX], [TX]])
  })

  test.each([
    ['is in no block', null],
    ['is in a block before the span', at(9)],
    ['is in a block above it', at(21)],
    ['is another one', at(15, { transactionHash: hash(1) })],
    ['has no place', at(15, { blockHash: 'none' })],
  ])('that %s changes nothing', async (_, receipt) => {
    expect(numbersOf(await read(withReceipt(receipt).source))).toEqual([12])
  })

  test('in a block of another branch is no part of this one', async () => {
    expect(await read(withReceipt(at(15, { blockHash: otherHash(15) })).source)).toMatchObject({ kind: 'lagging' })
  })
})

describe('fails, so that nothing is left out, when', () => {
  test('an event is in a block of another branch', async () => {
    const { source } = node(() => [12], { hashOf: otherHash })
    const { source: honest } = node(() => [])
    const mixed: BlockSource = {
      ...honest,
      send: async (requests) => [
        ...(await honest.send(requests.slice(0, 1))),
        ...(await source.send(requests.slice(1))),
      ],
    }
    expect(await new SpanReader().read(mixed, [OWNER], above(9, 20))).toMatchObject({ kind: 'lagging' })
  })

  test('the tip is on another branch than the span', async () => {
    const { source } = node(() => [])
    expect(await new SpanReader().read(source, [OWNER], above(9, 20, { hash: otherHash(9) }))).toMatchObject({
      kind: 'lagging',
    })
  })

  test('the answer has events of other blocks', async () => {
    const { source } = node(() => [12])
    const shifted = { ...source, send: (requests: readonly RpcRequest[]) => source.send(requests.map(later)) }
    expect(await new SpanReader().read(shifted, [OWNER], above(0, 9))).toMatchObject({ kind: 'bad-answer' })
  })

  test('one block is still too much', async () => {
    const { source } = node(() => [12], { most: 0 })
    expect(await new SpanReader().read(source, [OWNER], above(11, 12))).toMatchObject({ kind: 'range' })
  })
})

function later(request: RpcRequest): RpcRequest {
  const [filter] = request.params
  if (request.method !== 'eth_getLogs') return request
  return { ...request, params: [{ ...(filter as Filter), fromBlock: '0xa', toBlock: '0x14' }] }
}
