import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreement, BlockTimes, blockTimesIn } from '../../../../src/service/chain/accounts/block-times.ts'

const DAY = 86_400
const NOW = 1_700_000_000

/** A chain whose blocks came every `before` seconds until `changed` days ago, and every `since` seconds from then on. */
interface Chain {
  readonly before: number
  readonly since: number
  readonly changed: number
  readonly age: number
}

function blocksOf({ before, since, changed, age }: Chain) {
  const recent = Math.floor((changed * DAY) / since)
  const early = Math.floor(((age - changed) * DAY) / before)
  const number = early + recent
  const timeOf = (at: number) =>
    Math.floor(at >= early ? NOW - (number - at) * since : NOW - recent * since - (early - at) * before)
  const blockAt = (at: bigint) => ({ number: at, timestamp: timeOf(Number(at)) })
  return { head: { ...blockAt(BigInt(number)), hash: '0x' }, blockAt }
}

const chains = fc.record({
  before: fc.double({ min: 0.25, max: 16, noNaN: true }),
  since: fc.double({ min: 0.25, max: 16, noNaN: true }),
  changed: fc.double({ min: 7, max: 500, noNaN: true }),
  age: fc.double({ min: 501, max: 4000, noNaN: true }),
})

describe('the block of three days ago', () => {
  test('a recent block shows the rate, whatever it was before', () => {
    fc.assert(
      fc.property(chains, fc.integer({ min: 700, max: 2000 }), (chain, seconds) => {
        const { head, blockAt } = blocksOf(chain)
        const times = new BlockTimes()
        times.add([blockAt(0n), blockAt(head.number - BigInt(Math.round(seconds / chain.since)))])
        const old = times.oldBlock(head) as bigint
        expect(agreement(head, blockAt(old).timestamp)).toBe('three days')
      }),
    )
  })

  test('the first block alone leads there in a few steps, also when the rate has changed', () => {
    fc.assert(
      fc.property(chains, (chain) => {
        const { head, blockAt } = blocksOf(chain)
        const times = new BlockTimes()
        times.add([blockAt(0n)])
        for (let steps = 0; steps < 6 && !times.knowsOldBlock(head); steps++)
          times.add([blockAt(times.oldBlock(head) as bigint)])
        expect(times.knowsOldBlock(head)).toBe(true)
        expect(agreement(head, blockAt(times.oldBlock(head) as bigint).timestamp)).toBe('three days')
      }),
    )
  })

  test('it moves with the head', () => {
    const { head, blockAt } = blocksOf({ before: 12, since: 12, changed: 10, age: 1000 })
    const times = new BlockTimes()
    times.add([blockAt(head.number - 100n)])
    const later = { ...head, number: head.number + 7200n, timestamp: head.timestamp + DAY }
    expect((times.oldBlock(later) as bigint) - (times.oldBlock(head) as bigint)).toBe(7200n)
  })

  test('a chain younger than that had nothing before its first block', () => {
    const times = new BlockTimes()
    times.add([{ number: 0n, timestamp: NOW - DAY }])
    expect(times.oldBlock({ number: 100n, hash: '0x', timestamp: NOW })).toBe(0n)
    expect(new BlockTimes().oldBlock({ number: 0n, hash: '0x', timestamp: NOW })).toBe(0n)
  })

  test('without a block to compare with, nobody knows', () => {
    expect(new BlockTimes().oldBlock({ number: 100n, hash: '0x', timestamp: NOW })).toBeUndefined()
  })

  test('blocks of a chain that was reset are forgotten', () => {
    const times = new BlockTimes()
    times.add([{ number: 1000n, timestamp: NOW - 4 * DAY }])
    times.add([{ number: 10n, timestamp: NOW - DAY }])
    expect(times.oldBlock({ number: 20n, hash: '0x', timestamp: NOW })).toBe(0n)
  })

  test('any blocks give a block of the chain, or none', () => {
    const block = fc.record({
      number: fc.bigInt({ min: 0n, max: 2n ** 64n }),
      timestamp: fc.integer({ min: 0, max: 2 ** 53 - 1 }),
    })
    fc.assert(
      fc.property(fc.array(block), block, (known, head) => {
        const times = new BlockTimes()
        times.add(known)
        const old = times.oldBlock({ ...head, hash: '0x' })
        expect(old === undefined || (old >= 0n && old <= head.number)).toBe(true)
      }),
    )
  })

  test('what is no block is left out', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (results) => {
        expect(blockTimesIn(results.map((result) => ({ result })))).toEqual([])
      }),
    )
    const header = { number: '0x10', timestamp: '0x20' }
    const replies = [
      { result: header },
      { result: null },
      undefined,
      { failure: { kind: 'failed', message: '' } },
    ] as const
    expect(blockTimesIn(replies)).toEqual([{ number: 16n, timestamp: 32 }])
  })
})
