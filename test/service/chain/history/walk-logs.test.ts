import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { transfersOf } from '../../../../src/service/chain/history/sync-history.ts'
import { walkLogs } from '../../../../src/service/chain/history/walk-logs.ts'
import { createRpcNode } from '../../../../src/service/chain/rpc/rpc-node.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { type NodeAnswer, type RpcCall, startFaultProxy } from '../../../support/fault-proxy.ts'

test('with any range that a node searches at once, no block is read twice or left out', async () => {
  let answer: (first: number, last: number) => NodeAnswer = () => ({ result: [] })
  const proxy = await startFaultProxy(({ params }: RpcCall) => {
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
    return answer(Number(fromBlock), Number(toBlock))
  })
  const clock = new TestClock()
  const rpc = createRpcNode({ url: proxy.url, clock })
  onTestFinished(async () => {
    await rpc.close()
    await proxy.close()
  })
  const cases = fc.record({
    first: fc.nat(1000),
    blocks: fc.integer({ min: 1, max: 60 }),
    most: fc.integer({ min: 1, max: 70 }),
    offers: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ first, blocks, most, offers }) => {
      const read: number[] = []
      answer = (from, to) => {
        if (to - from >= most) {
          const offer = offers ? `: use the range ${from}-${from + most - 1}` : ''
          return { error: { code: -32_602, message: `block range too large${offer}` } }
        }
        for (let block = from; block <= to; block++) read.push(block)
        return { result: [] }
      }
      const range = { first: BigInt(first), last: BigInt(first + blocks - 1) }
      const limits = { requests: 1000, found: 1 }
      const walked = await walkLogs({ rpc, clock, query: transfersOf(`0x${'7e'.repeat(20)}`), range, limits })
      expect(walked.notRead).toBeUndefined()
      // What the address sent, and what it received.
      const expected = Array.from({ length: blocks }, (_, at) => [first + at, first + at]).flat()
      expect(read.toSorted((a, b) => a - b)).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})
