import * as AbiParameters from 'ox/AbiParameters'
import type { Hex } from 'ox/Hex'
import { test as base, describe, expect } from 'vitest'
import type { RpcFailureKind, RpcReply, RpcRequest } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { Refusals } from '../../../../src/service/chain/rpc/refusals.ts'
import { balanceAt, callAt, codeAt, nonceAt, slotAt } from '../../../../src/service/chain/state/requests.ts'
import { readStates, StateReader } from '../../../../src/service/chain/state/state-reader.ts'
import { TestClock } from '../../../support/deterministic.ts'

const test = base.extend('node', () => nodeOf())

const blockOf = (number: number) => ({
  hash: `0x${number.toString(16).padStart(64, '0')}`,
  timestamp: 1000 + number,
})
const [first, second] = [blockOf(1), blockOf(2)]
const addresses = ['0x00000000000000000000000000000000000000a1', '0x00000000000000000000000000000000000000a2']
const at = { blockHash: first.hash }
const failure = (kind: RpcFailureKind): RpcReply => ({ failure: { kind, message: `node: ${kind}` } })

const readInput = AbiParameters.from('(address target, bytes data)[] reads')
const bytesList = AbiParameters.from('bytes[] answers')
const lookInput = AbiParameters.from('address[] list, bytes[] questions')
const lookOutput = AbiParameters.from([
  'Account[] found, uint256 timestamp',
  'struct Account { uint256 balance; bytes32 codeHash; uint256 codeSize; bytes code; bytes[] answers; }',
])

interface Script {
  /** Replaces the answer to a call of the lens. */
  readonly lens?: (request: RpcRequest) => RpcReply | undefined
  /** Replaces the answer to another request. */
  readonly single?: (request: RpcRequest) => RpcReply | undefined
  /** The lens has gas for so many reads. */
  readonly gasFor?: number
}

/** A node where each account has as many wei as its address says, and each contract returns the call data. */
function nodeOf({ lens, single, gasFor = Number.POSITIVE_INFINITY }: Script = {}) {
  const clock = new TestClock()
  const requests: RpcRequest[] = []
  const packed = ({ params }: RpcRequest): Hex => {
    const [{ data }, { blockHash }] = params as [{ data: Hex }, { blockHash: string }]
    const input: Hex = `0x${data.slice(10)}`
    if (data.startsWith('0xc5f1887e')) {
      const [list] = AbiParameters.decode(lookInput, input)
      const found = list.map((address) => {
        const codeSize = address.endsWith('2') ? 7n : 0n
        return {
          balance: BigInt(address),
          codeHash: `0x${'c0'.repeat(32)}` as Hex,
          codeSize,
          code: '0x' as Hex,
          answers: [],
        }
      })
      return AbiParameters.encode(lookOutput, [found, 1000n + BigInt(blockHash)])
    }
    const [reads] = AbiParameters.decode(readInput, input)
    return AbiParameters.encode(bytesList, [
      reads.map((read, index) => (index < gasFor ? (read.data === '0x' ? '0x01' : read.data) : '0x')),
    ])
  }
  const reply = (request: RpcRequest): RpcReply => {
    const [subject, , overrides] = request.params as [{ data: string } | string, unknown, unknown]
    if (overrides !== undefined) return lens?.(request) ?? { result: packed(request) }
    return (
      single?.(request) ?? { result: typeof subject === 'string' ? `0x${BigInt(subject).toString(16)}` : subject.data }
    )
  }
  const send = async (batch: readonly RpcRequest[]) => {
    requests.push(...batch)
    return batch.map(reply)
  }
  return { clock, requests, source: { send, refusals: new Refusals(clock) } }
}

const readsOf = (count: number, block: { blockHash: string } | 'latest' = at) =>
  Array.from({ length: count }, (_, index) => ({
    read: { target: addresses[0] as string, data: `0xaa0${index}` },
    block,
  }))

describe('calls', () => {
  test('of one block are made in one request, from four on', async ({ node: { source, requests } }) => {
    const state = new StateReader(source, first)
    expect(await state.calls(readsOf(4))).toEqual(['0xaa00', '0xaa01', '0xaa02', '0xaa03'].map((value) => ({ value })))
    expect(requests).toHaveLength(1)
    await state.calls(readsOf(3))
    expect(requests).toHaveLength(4)
    await state.calls([...readsOf(4), ...readsOf(4, 'latest'), ...readsOf(1, { blockHash: second.hash })])
    expect(requests).toHaveLength(4 + 3)
  })

  test('the lens runs at an address that no contract of the block can know', async ({ node: { source, requests } }) => {
    await new StateReader(source, { hash: `0x${'ab'.repeat(32)}` }).calls(readsOf(4))
    expect(requests[0]?.params[0]).toMatchObject({ to: `0x${'ab'.repeat(20)}`, gas: '0xffffff' })
  })

  test('what the lens had no gas for is requested alone', async () => {
    const { source, requests } = nodeOf({ gasFor: 2 })
    const answers = await new StateReader(source, first).calls(readsOf(5))
    expect(answers).toEqual([0, 1, 2, 3, 4].map((index) => ({ value: `0xaa0${index}` })))
    expect(requests).toHaveLength(1 + 3)
    // It did not refuse the code.
    expect(source.refusals.has('lens')).toBe(false)
  })

  test('a call that reverts returns nothing; any other failure is one', async () => {
    const kinds: RpcFailureKind[] = ['reverted', 'pruned', 'failed']
    const { source } = nodeOf({
      single: ({ params: [call] }) => failure(kinds[Number((call as { data: string }).data.at(-1))] as RpcFailureKind),
    })
    expect(await new StateReader(source, first).calls(readsOf(3))).toEqual([
      { value: '0x' },
      failure('pruned'),
      failure('failed'),
    ])
  })

  test('beyond the budget are not requested', async ({ node: { source, requests } }) => {
    const state = new StateReader(source, { ...first, budget: 2 })
    const unread = { failure: expect.objectContaining({ message: 'not requested, too many requests' }) }
    expect(await state.calls(readsOf(3))).toEqual([{ value: '0xaa00' }, { value: '0xaa01' }, unread])
    expect(await state.calls(readsOf(4))).toEqual([unread, unread, unread, unread])
    expect(requests).toHaveLength(2)
    expect(source.refusals.has('lens')).toBe(false)
  })
})

describe('a node that refuses code of ours', () => {
  test.each<[string, RpcReply]>([
    ['with an error', failure('closed')],
    ['by an answer that is none of the lens', { result: '0x' }],
  ])('%s gets single requests for five minutes', async (_, answer) => {
    const { source, requests, clock } = nodeOf({ lens: () => answer })
    const state = new StateReader(source, first)
    expect(await state.calls(readsOf(4))).toContainEqual({ value: '0xaa03' })
    expect(requests).toHaveLength(1 + 4)
    await state.calls(readsOf(4))
    await state.balances(addresses, [first])
    expect(requests).toHaveLength(1 + 4 + 4 + 2)
    clock.advance(5 * 60_000)
    await state.calls(readsOf(4))
    expect(requests).toHaveLength(1 + 4 + 4 + 2 + 5)
  })

  test.each(['rate', 'timeout', 'network', 'lagging', 'pruned', 'bad-answer'] as const)(
    '%s is no refusal',
    async (kind) => {
      const { source } = nodeOf({ lens: () => failure(kind) })
      expect(await new StateReader(source, first).calls(readsOf(4))).toContainEqual({ value: '0xaa00' })
      expect(await new StateReader(source, first).balances(addresses, [first])).toEqual([
        [failure(kind), failure(kind)],
      ])
      expect(source.refusals.has('lens')).toBe(false)
    },
  )
})

describe('balances', () => {
  const values = addresses.map((address) => BigInt(address))

  test('come from the lens, by block, with whether there is code', async ({ node: { source, requests } }) => {
    const found = [{ value: { balance: values[0], hasCode: false } }, { value: { balance: values[1], hasCode: true } }]
    expect(await new StateReader(source, first).balances(addresses, [first, second])).toEqual([found, found])
    expect(requests).toHaveLength(2)
  })

  test('more than a hundred addresses take several calls', async ({ node: { source, requests } }) => {
    const many = Array.from({ length: 150 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`)
    const [found = []] = await new StateReader(source, first).balances(many, [first])
    expect(found.map((answer) => 'value' in answer && answer.value.balance)).toEqual(many.map(BigInt))
    expect(requests).toHaveLength(2)
  })

  test('of another block are refused, and read one by one', async ({ node: { source, requests } }) => {
    const other = { ...first, timestamp: 5 }
    expect(await new StateReader(source, first).balances(addresses, [other])).toEqual([
      values.map((balance) => ({ value: { balance, hasCode: undefined } })),
    ])
    expect(requests).toHaveLength(1 + 2)
  })

  test('of one block that the node lacks are missing, and those of others are there', async () => {
    const { source } = nodeOf({
      lens: ({ params: [, block] }) =>
        (block as { blockHash: string }).blockHash === first.hash ? failure('failed') : undefined,
    })
    const [before, after] = await new StateReader(source, first).balances(addresses, [first, second])
    expect(before).toEqual([failure('failed'), failure('failed')])
    expect(after).toMatchObject([{ value: { balance: values[0] } }, { value: { balance: values[1] } }])
    expect(source.refusals.has('lens')).toBe(false)
  })

  test('one by one: of the newest blocks, as many as one batch has room for', async () => {
    const { source, requests } = nodeOf({ lens: () => failure('closed') })
    const many = Array.from({ length: 100 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`)
    const blocks = [first, second, blockOf(3)]
    const found = await new StateReader(source, first).balances(many, blocks)
    expect(found.map((some) => some.every((answer) => 'value' in answer))).toEqual([false, true, true])
    expect(found.map(({ length }) => length)).toEqual([100, 100, 100])
    expect(requests.filter(({ method }) => method === 'eth_getBalance')).toHaveLength(200)
  })

  test('of one address take no code of ours', async ({ node: { source, requests } }) => {
    expect(await new StateReader(source, first).balances(addresses.slice(1), [first])).toEqual([
      [{ value: { balance: values[1], hasCode: undefined } }],
    ])
    expect(requests.map(({ method }) => method)).toEqual(['eth_getBalance'])
  })
})

describe('single requests', () => {
  const illegible = { failure: expect.objectContaining({ message: 'the node gave no legible answer' }) }
  const word = `0x${'0A'.repeat(32)}`

  test.each([
    [balanceAt('0xa', 'latest'), '0x10', { value: 16n }],
    [balanceAt('0xa', 'latest'), 16, illegible],
    [nonceAt('0xa', 'latest'), '0x10', { value: 16 }],
    [nonceAt('0xa', 'latest'), '0x20000000000000', illegible],
    [codeAt('0xa', 'latest'), '0xEF', { value: '0xef' }],
    [codeAt('0xa', 'latest'), null, illegible],
    [slotAt('0xa', '0x0', 'latest'), word, { value: word.toLowerCase() }],
    [slotAt('0xa', '0x0', 'latest'), '0x0a', illegible],
    [callAt({ target: '0xa', data: '0x' }, 'latest', 1n), '0x', { value: '0x' }],
    [callAt({ target: '0xa', data: '0x' }, 'latest', 1n), '0x1', illegible],
  ])('%j answered with %j', async (request, result, expected) => {
    const send = async () => [{ result }]
    expect(await readStates<unknown>({ send }, [request])).toEqual([expected])
  })

  test('a batch that fails as a whole, or has too few replies, has no answers', async () => {
    const missing = { failure: { kind: 'bad-answer', message: 'no answer' } }
    const failing = async () => {
      throw new Error('the connection broke')
    }
    expect(await readStates({ send: failing }, [balanceAt('0xa', 'latest')])).toEqual([missing])
    expect(await readStates({ send: async () => [] }, [balanceAt('0xa', 'latest')])).toEqual([missing])
  })

  test('are sent in batches of at most 256', async () => {
    const sizes: number[] = []
    const send = async (batch: readonly RpcRequest[]) => {
      sizes.push(batch.length)
      return batch.map(() => ({ result: '0x1' }))
    }
    const answers = await readStates(
      { send },
      Array.from({ length: 300 }, () => balanceAt('0xa', 'latest')),
    )
    expect([sizes, answers.length]).toEqual([[256, 44], 300])
  })
})
