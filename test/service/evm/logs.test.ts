import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PERMIT2 } from '../../../src/service/evm/allowance.ts'
import { isItem } from '../../../src/service/evm/asset.ts'
import {
  allMovementsIn,
  approvalsIn,
  type Log,
  movementsIn,
  namesIn,
  permit2ApprovalsIn,
  wrappersIn,
  wrappingsIn,
} from '../../../src/service/evm/logs.ts'
import { topicOf } from '../../../src/service/evm/words.ts'

const TOKEN = '0x00000000000000000000000000000000000000aa'
const ALICE = '0x00000000000000000000000000000000000000a1'
const BOB = '0x00000000000000000000000000000000000000b0'
const events = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
}

const word = (value: string | number) => BigInt(value).toString(16).padStart(64, '0')

test.each([0, 1, 2])('a transfer of which %i arguments are indexed is read', (indexed) => {
  const words = [word(ALICE), word(BOB), word(7)]
  const topics = [events.transfer, ...words.slice(0, indexed).map((each) => `0x${each}`)]
  const log = { address: TOKEN, topics, data: `0x${words.slice(indexed).join('')}` }
  expect(movementsIn([log])).toEqual([{ asset: { standard: 'erc20', token: TOKEN }, from: ALICE, to: BOB, amount: 7n }])
})

test.each([0, 1, 2])('an allowance of which %i arguments are indexed is read', (indexed) => {
  const words = [word(ALICE), word(BOB), word(7)]
  const topics = [events.approval, ...words.slice(0, indexed).map((each) => `0x${each}`)]
  const log = { address: TOKEN, topics, data: `0x${words.slice(indexed).join('')}` }
  expect(approvalsIn([log])).toMatchObject([{ token: TOKEN, owner: ALICE, spender: BOB, amount: 7n }])
})

test('of any events, only whole addresses and items are read', () => {
  const hex = (bytes: number) =>
    fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((each) => Buffer.from(each).toString('hex'))
  const words = hex(32)
  const logs = fc.record({
    address: fc.constant(TOKEN),
    topics: fc
      .tuple(fc.constantFrom(...Object.values(events)), fc.array(words, { maxLength: 3 }))
      .map(([event, rest]) => [event, ...rest.map((each) => `0x${each}`)]),
    data: fc.uint8Array({ maxLength: 300 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  })
  const addresses = /^0x[0-9a-f]{40}$/
  fc.assert(
    fc.property(fc.array(logs, { maxLength: 5 }), (given: Log[]) => {
      for (const { from, to, asset, amount } of [...movementsIn(given), ...wrappingsIn(given, () => true)]) {
        expect(from).toMatch(addresses)
        expect(to).toMatch(addresses)
        expect(asset.token).toMatch(addresses)
        expect((asset.id !== undefined) === isItem(asset)).toBe(true)
        expect(amount >= 0n).toBe(true)
      }
      for (const { owner, spender } of approvalsIn(given)) {
        expect(owner).toMatch(addresses)
        expect(spender).toMatch(addresses)
      }
    }),
  )
})

const topic = (value: string | number) => `0x${word(value)}`
const EMITTER = `0x${'e'.repeat(40)}`
const SYSTEM = '0xfffffffffffffffffffffffffffffffffffffffe'

test('a transfer with three indexed arguments is that of an item', () => {
  const log = { address: TOKEN, topics: [events.transfer, topic(ALICE), topic(BOB), topic(7)], data: '0x' }
  expect(movementsIn([log])).toEqual([
    { asset: { standard: 'erc721', token: TOKEN, id: 7n }, from: ALICE, to: BOB, amount: 1n },
  ])
})

test('items of ERC-1155 are read one by one, also from a batch', () => {
  const parties = [topic(1), topic(ALICE), topic(BOB)]
  const single = { address: TOKEN, topics: [events.single, ...parties], data: `0x${word(7)}${word(3)}` }
  const moved = (id: bigint, amount: bigint) => ({
    asset: { standard: 'erc1155', token: TOKEN, id },
    from: ALICE,
    to: BOB,
    amount,
  })
  expect(movementsIn([single])).toEqual([moved(7n, 3n)])
  const lists = [64, 160, 2, 7, 8, 2, 3, 4].map(word).join('')
  const batch = { address: TOKEN, topics: [events.batch, ...parties], data: `0x${lists}` }
  expect(movementsIn([batch])).toEqual([moved(7n, 3n), moved(8n, 4n)])
  expect(movementsIn([{ ...batch, topics: batch.topics.slice(0, 3) }])).toEqual([])
  expect(movementsIn([{ ...batch, data: batch.data.slice(0, -64) }])).toEqual([moved(7n, 3n), moved(8n, 0n)])
})

test('the kind of an approval follows from its event, and what ends one has no amount', () => {
  const approved = (...topics: readonly string[]) => approvalsIn([{ address: TOKEN, topics, data: `0x${word(1)}` }])
  expect(approved(events.approval, topic(ALICE), topic(BOB))).toEqual([
    { kind: 'allowance', token: TOKEN, owner: ALICE, spender: BOB, id: undefined, amount: 1n, isRemainder: false },
  ])
  expect(approved(events.approvalForAll, topic(ALICE), topic(BOB))).toMatchObject([{ kind: 'operator', amount: 1n }])
  expect(approved(events.approval, topic(ALICE), topic(BOB), topic(7))).toMatchObject([
    { kind: 'item', id: 7n, amount: 1n },
  ])
  expect(approved(events.approval, topic(ALICE), topic(0), topic(7))).toMatchObject([{ kind: 'item', amount: 0n }])
  expect(approved(events.transfer, topic(ALICE), topic(BOB))).toEqual([])
})

test('an allowance beside a transfer out of its owner is what is left of it; an operator is not', () => {
  const data = `0x${word(1)}`
  const spent = { address: TOKEN, topics: [events.transfer, topic(ALICE), topic(BOB)], data }
  const left = (event: string, owner: string, address = TOKEN) =>
    approvalsIn([spent, { address, topics: [event, topic(owner), topic(BOB)], data }]).map(
      ({ isRemainder }) => isRemainder,
    )
  expect(left(events.approval, ALICE)).toEqual([true])
  expect(left(events.approval, BOB)).toEqual([false])
  expect(left(events.approval, ALICE, BOB)).toEqual([false])
  expect(left(events.approvalForAll, ALICE)).toEqual([false])
})

test('an event that lacks an argument says nothing', () => {
  const cut = (event: string, count: number) => {
    const words = Array.from({ length: count }, () => topic(7))
    return { address: TOKEN, topics: [event, ...words], data: '0x' }
  }
  const logs = [cut(events.transfer, 2), cut(events.single, 3), cut(events.batch, 3), cut(events.approval, 2)]
  expect([movementsIn(logs), approvalsIn(logs)]).toEqual([[], []])
  expect(approvalsIn([cut(events.approvalForAll, 2)])).toEqual([])
})

test('a list of items that is not where its event says is empty', () => {
  const parties = [topic(1), topic(ALICE), topic(BOB)]
  const movedBy = (...words: readonly number[]) => {
    const log = { address: TOKEN, topics: [events.batch, ...parties], data: `0x${words.map(word).join('')}` }
    return movementsIn([log]).map(({ asset: { id }, amount }) => [id, amount])
  }
  expect(movedBy(64, 128, 1, 7, 1, 3)).toEqual([[7n, 3n]])
  // Within a word, or behind the end.
  expect(movedBy(65, 128, 1, 7, 1, 3)).toEqual([])
  expect(movedBy(32 * 6, 128, 1, 7, 1, 3)).toEqual([])
  expect(movedBy(32 * 7, 128, 1, 7, 1, 3)).toEqual([])
  const data = `0x${[64, 128, 1, 7, 1, 3].map(word).join('')}`
  expect(movementsIn([{ address: TOKEN, topics: [topicOf('Other()'), ...parties], data }])).toEqual([])
})

describe('an event of Permit2', () => {
  const APPROVED = topicOf('Approval(address,address,address,uint160,uint48)')
  const SIGNED = topicOf('Permit(address,address,address,uint160,uint48,uint48)')
  const ENDED = topicOf('Lockdown(address,address,address)')
  const parties = [topic(ALICE), topic(TOKEN), topic(BOB)]
  const event = (name: string, ...words: readonly number[]) => ({
    address: PERMIT2,
    topics: [name, ...parties],
    data: `0x${words.map(word).join('')}`,
  })
  const rights = (log: Log, timestamp?: bigint) => permit2ApprovalsIn([log], timestamp)

  test('is a right of a spender, with its amount', () => {
    const right = { kind: 'permit2', owner: ALICE, token: TOKEN, spender: BOB, id: undefined, isRemainder: false }
    expect(rights(event(APPROVED, 5, 100))).toEqual([{ ...right, amount: 5n }])
    expect(rights(event(SIGNED, 5, 100, 0))).toEqual([{ ...right, amount: 5n }])
    expect(rights({ ...event(ENDED), topics: [ENDED, topic(ALICE)], data: `0x${word(TOKEN)}${word(BOB)}` })).toEqual([
      { ...right, amount: 0n },
    ])
  })

  test('with a right that has ended is none: at its last second it still is one', () => {
    const amountAt = (timestamp: bigint) => rights(event(APPROVED, 5, 100), timestamp)[0]?.amount
    expect([amountAt(99n), amountAt(100n), amountAt(101n)]).toEqual([5n, 5n, 0n])
  })

  test('of another contract, of another kind or without a spender says nothing', () => {
    const log = event(APPROVED, 5, 100)
    expect(rights({ ...log, address: TOKEN })).toEqual([])
    expect(rights({ ...log, topics: [events.approval, ...parties] })).toEqual([])
    expect(rights({ ...log, topics: log.topics.slice(0, 3), data: '0x' })).toEqual([])
    expect(rights({ ...log, topics: [] })).toEqual([])
  })
})

describe('an event of a registry of names', () => {
  // namehash of "eth", keccak256 of "vitalik", and namehash of "vitalik.eth" (ERC-137).
  const ETH = '0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae'
  const LABEL = '0xaf2caa1c2ca1d027f1ac823b529d0a67cd144264b2789fa2ea4d63a67c7103cc'
  const NAME = BigInt('0xee6c4522aab0003e8d14cd40a6af439055fd2577951148c14b6cea9a53475835')
  const given = (event: string, ...topics: readonly string[]) =>
    namesIn([{ address: TOKEN, topics: [topicOf(event), ...topics], data: topic(BOB) }])

  test('gives a name to someone, by its node or by its parent and label', () => {
    expect(given('Transfer(bytes32,address)', ETH)).toEqual([{ token: TOKEN, id: BigInt(ETH) }])
    expect(given('NewOwner(bytes32,bytes32,address)', ETH, LABEL)).toEqual([{ token: TOKEN, id: NAME }])
  })

  test('of another kind, or without its arguments, gives none', () => {
    expect(given('NewResolver(bytes32,address)', ETH)).toEqual([])
    for (const data of ['0x', topic(BOB)])
      expect(namesIn([{ address: TOKEN, topics: [topicOf('Transfer(bytes32,address)')], data }])).toEqual([])
  })
})

describe('wrapped native currency', () => {
  const wrapping = (event: string, amount = 5) => ({
    address: TOKEN,
    topics: [event, topic(ALICE)],
    data: topic(amount),
  })
  const native = (from: string, to: string, address = EMITTER) => ({
    address,
    topics: [events.transfer, topic(from), topic(to)],
    data: topic(5),
  })
  const weth = { standard: 'erc20', token: TOKEN } as const
  const ZERO = `0x${'0'.repeat(40)}`

  test('is created by a deposit and burnt by a withdrawal, where the caller knows that it is', () => {
    const logs = [wrapping(events.deposit), wrapping(events.withdrawal)]
    expect(wrappingsIn(logs, () => true)).toEqual([
      { asset: weth, from: ZERO, to: ALICE, amount: 5n },
      { asset: weth, from: ALICE, to: ZERO, amount: 5n },
    ])
    expect(wrappingsIn(logs, ({ isDeposit }) => !isDeposit)).toHaveLength(1)
    expect(wrappingsIn(logs, () => false)).toEqual([])
    expect(wrappersIn([...logs, native(ALICE, TOKEN)])).toEqual([TOKEN, TOKEN])
  })

  test('counts among all movements only where as much native currency goes to its contract or comes from it', () => {
    const wraps = (logs: readonly Log[]) => allMovementsIn(logs).filter(({ asset }) => asset.token === TOKEN).length
    expect(wraps([native(ALICE, TOKEN), wrapping(events.deposit)])).toBe(1)
    expect(wraps([native(TOKEN, ALICE), wrapping(events.withdrawal)])).toBe(1)
    expect(wraps([native(TOKEN, ALICE), wrapping(events.deposit)])).toBe(0)
    expect(wraps([native(ALICE, TOKEN), wrapping(events.withdrawal)])).toBe(0)
    expect(wraps([native(ALICE, TOKEN), wrapping(events.deposit, 6)])).toBe(0)
    expect(wraps([native(ALICE, BOB), wrapping(events.deposit)])).toBe(0)
    // Among other payments, and not by a movement of a token.
    expect(wraps([native(ALICE, BOB), native(ALICE, TOKEN), wrapping(events.deposit)])).toBe(1)
    expect(wraps([native(ALICE, TOKEN, BOB), wrapping(events.deposit)])).toBe(0)
  })

  test('native currency is read from one emitter only, tokens from all others', () => {
    const moved = { asset: { standard: 'native', token: 'native' }, from: ALICE, to: BOB, amount: 5n }
    const sent = { ...native(ALICE, BOB), address: TOKEN }
    expect(allMovementsIn([native(ALICE, BOB), native(ALICE, BOB, SYSTEM)])).toEqual([moved])
    expect(allMovementsIn([native(ALICE, BOB, SYSTEM)])).toEqual([moved])
    expect(allMovementsIn([native(ALICE, BOB, `0x${'0'.repeat(36)}1010`), sent])).toEqual([{ ...moved, asset: weth }])
    // In the order of the events.
    expect(allMovementsIn([native(ALICE, BOB), sent])).toEqual([moved, { ...moved, asset: weth }])
    expect(allMovementsIn([sent, native(ALICE, BOB)])).toEqual([{ ...moved, asset: weth }, moved])
  })
})
