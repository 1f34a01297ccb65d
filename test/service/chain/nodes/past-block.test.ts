import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPast, isOutdated, PAST_AGE_S, type Past } from '../../../../src/service/chain/nodes/past-block.ts'
import { readBlock } from '../../../../src/service/chain/nodes/read-block.ts'
import type { RpcNode } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { answerOf, fakeChain, headerOf } from '../../../support/chain/fake-chain.ts'

/** A node in memory, whose blocks have the given times. */
function nodeOf(times: (number: number) => number, head: number) {
  const trips: number[] = []
  const chain = fakeChain({ head })
  const datedHeader = (number: number) => ({
    ...headerOf(chain, number),
    timestamp: `0x${times(number).toString(16)}`,
  })
  const rpc: RpcNode = {
    host: 'memory',
    takesBatches: () => true,
    send: async (requests) => {
      trips.push(requests.length)
      return requests.map(({ method, params }) =>
        method === 'eth_getBlockByNumber'
          ? { result: datedHeader(Number(params[0])) }
          : (answerOf(chain, { id: 1, method, params }) as { result: unknown }),
      )
    },
  }
  const found = readBlock(datedHeader(head))
  if (!found) throw new Error('no head')
  return { rpc, head: found, trips }
}

const isFound = (past: unknown): past is Past => typeof past === 'object'

describe('the block of three days ago', () => {
  test('is found on every real pace of blocks, less than an hour too old, in at most six trips', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 50_000, max: 400_000_000 }),
        fc.constantFrom(0.1, 0.25, 0.45, 1, 2, 12, 15),
        fc.double({ min: 0, max: 0.2, noNaN: true }),
        async (head, pace, drift) => {
          // Slower or quicker in the past, as chains that changed their pace.
          const now = 1_800_000_000
          const times = (number: number) =>
            Math.max(0, Math.floor(now - (head - number) * pace * (1 + drift * ((head - number) / head))))
          const { rpc, head: block, trips } = nodeOf(times, head)
          const past = await findPast(rpc, block, 1)
          if (!isFound(past)) throw new Error(`${past}`)
          const age = block.timestamp - past.block.timestamp
          const genesisAge = block.timestamp - times(0)
          if (genesisAge < PAST_AGE_S) expect(past.block.number).toBe(0n)
          else expect(age).toBeGreaterThanOrEqual(PAST_AGE_S)
          if (genesisAge > PAST_AGE_S) expect(age).toBeLessThanOrEqual(PAST_AGE_S + 3600 + pace)
          expect(isOutdated(past, block)).toBe(false)
          expect(trips.length).toBeLessThanOrEqual(6)
          expect(Math.max(...trips)).toBeLessThanOrEqual(25)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('is exact on a chain for tests, whose clock jumps at any block', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(1, 12, 3600, 86_400, 400_000), { minLength: 1, maxLength: 60 }),
        async (gaps) => {
          const all = [1_700_000_000]
          for (const gap of gaps) all.push((all.at(-1) ?? 0) + gap)
          const { rpc, head } = nodeOf((number) => all[number] ?? 0, all.length - 1)
          const past = await findPast(rpc, head, 1)
          const exact = all.findLastIndex((time) => time <= head.timestamp - PAST_AGE_S)
          if (!isFound(past)) throw new Error(`${past}`)
          const found = Number(past.block.number)
          if (exact < 0) expect(found).toBe(0)
          else expect((all[exact] as number) - (all[found] as number)).toBeLessThanOrEqual(3600)
          // The state holds until the next block; where others may be between, only at the block.
          expect([all[found], all[found + 1] ?? all[found]]).toContain(past.block.until)
          if (found === exact && exact + 1 < all.length) expect(past.block.until).toBe(all[exact + 1])
        },
      ),
      { numRuns: 200 },
    )
  })

  test('is looked for again when the clock of a short chain jumped, and once a day on a real one', async () => {
    const short = nodeOf((number) => 1_700_000_000 + number, 5)
    const past = await findPast(short.rpc, short.head, 1)
    if (!isFound(past)) throw new Error('not found')
    const later = (seconds: number, blocks = 1n) => ({
      ...short.head,
      number: short.head.number + blocks,
      timestamp: short.head.timestamp + seconds,
    })
    expect(isOutdated(past, later(3600))).toBe(false)
    expect(isOutdated(past, later(PAST_AGE_S + 120))).toBe(true)

    const real = nodeOf((number) => 1_500_000_000 + number * 12, 20_000_000)
    const ofReal = await findPast(real.rpc, real.head, 1)
    if (!isFound(ofReal)) throw new Error('not found')
    const after = (hours: number) => ({
      ...real.head,
      number: real.head.number + BigInt(hours * 300),
      timestamp: real.head.timestamp + hours * 3600,
    })
    expect([1, 23, 26].map((hours) => isOutdated(ofReal, after(hours)))).toEqual([false, false, true])
  })

  test('of a node to which nothing connects is unknown, and not one that it lacks', async () => {
    const { rpc, head } = nodeOf((number) => 1_700_000_000 + 12 * number, 100_000)
    const refused = { failure: { kind: 'refused-address', message: 'memory: refused' } } as const
    const send: RpcNode['send'] = async (requests) => requests.map(() => refused)
    expect(await findPast({ ...rpc, send }, head, 1)).toBe('unknown')
  })

  test('of a chain that began again, or went back, is not used', () => {
    const past: Past = {
      block: { number: 100n, hash: '0x', timestamp: 1_700_000_000, until: 1_700_000_012 },
      nextTimestamp: 1_700_000_012,
      hasState: true,
    }
    const head = { number: 50n, hash: '0x', timestamp: 1_700_000_000 + PAST_AGE_S }
    expect(isOutdated(past, head)).toBe(true)
    expect(isOutdated(past, { ...head, number: 200n, timestamp: head.timestamp - 1 })).toBe(true)
    expect(isOutdated(past, { ...head, number: 200n })).toBe(false)
  })
})
