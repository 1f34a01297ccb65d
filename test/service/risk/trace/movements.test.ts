import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approvalsIn, movementsIn, wrappingsIn } from '../../../../src/service/risk/trace/movements.ts'
import type { CallFrame, FrameLog } from '../../../../src/service/risk/trace/trace.ts'

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

function frameWith(logs: readonly FrameLog[]): CallFrame {
  const frame = { type: 'CALL', from: ALICE, to: TOKEN, value: 5n, input: '0x', error: undefined, logs } as const
  return { ...frame, calls: [{ ...frame, logs: [], calls: [] }] }
}

test.each([0, 1, 2])('a transfer of which %i arguments are indexed is read', (indexed) => {
  const words = [word(ALICE), word(BOB), word(7)]
  const topics = [events.transfer, ...words.slice(0, indexed).map((each) => `0x${each}`)]
  const log = { address: TOKEN, topics, data: `0x${words.slice(indexed).join('')}` }
  expect(movementsIn(frameWith([log]))).toEqual([{ standard: 'erc20', asset: TOKEN, from: ALICE, to: BOB, amount: 7n }])
})

test.each([0, 1, 2])('an allowance of which %i arguments are indexed is read', (indexed) => {
  const words = [word(ALICE), word(BOB), word(7)]
  const topics = [events.approval, ...words.slice(0, indexed).map((each) => `0x${each}`)]
  const log = { address: TOKEN, topics, data: `0x${words.slice(indexed).join('')}` }
  expect(approvalsIn(frameWith([log]))).toMatchObject([{ token: TOKEN, owner: ALICE, spender: BOB, amount: 7n }])
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
    fc.property(fc.array(logs, { maxLength: 5 }), (given) => {
      const frame = frameWith(given)
      for (const { from, to, asset, amount } of [...movementsIn(frame), ...wrappingsIn(frame)]) {
        expect(from).toMatch(addresses)
        expect(to).toMatch(addresses)
        expect(asset).toMatch(/^0x[0-9a-f]{40}(?: 0x[0-9a-f]{64})?$/)
        expect(amount >= 0n).toBe(true)
      }
      for (const { owner, spender } of approvalsIn(frame)) {
        expect(owner).toMatch(addresses)
        expect(spender).toMatch(addresses)
      }
    }),
  )
})
