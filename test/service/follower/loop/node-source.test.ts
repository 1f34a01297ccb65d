import { expect, test } from 'vitest'
import type { CheckedBlock } from '../../../../src/service/chain/blocks/block.ts'
import { NodeBlockSource } from '../../../../src/service/follower/loop/node-source.ts'
import { NO_CHAINS } from '../../../../src/service/store/repositories/chain-nodes.ts'
import { quantity } from '../../../../src/shared/json/evm-json.ts'
import { fakeNode } from '../../../support/chain/fake-node.ts'
import { PLENTY_MS, poolOf } from '../../chain/nodes/pool-of.ts'

test('the requests of a node are all that it got: of the follower and of verdicts', async () => {
  const node = await fakeNode()
  const { pool, clock, race } = await poolOf([node])
  const [pooled] = pool.nodesOf('1', NO_CHAINS)
  if (!pooled) throw new Error('no node')
  const reader = {
    read: async () => ({ block: { kind: 'lagging', message: 'no such block' } as const, requests: 2 }),
    watch: async () => {},
    close: async () => {},
  }
  const source = new NodeBlockSource(pooled, { reader, clock })
  const got = () => node.exchanges.flatMap(({ calls }) => calls).length

  // A verdict: the chain, the head, what the node can, and a question of its own.
  await race(async ({ node: { rpc } }) => {
    await rpc.send([{ method: 'eth_getBalance', params: [`0x${'aa'.repeat(20)}`, 'latest'] }], PLENTY_MS)
    return ''
  })
  expect(got()).toBeGreaterThan(5)
  expect(source.takeRequests()).toBe(got())
  expect(source.takeRequests()).toBe(0)

  const before = got()
  await source.head()
  await source.headers([19_999_998, 19_999_999])
  await source.send([{ method: 'eth_getBalance', params: [`0x${'aa'.repeat(20)}`, quantity(1)] }])
  await source.block(19_999_999)
  expect(got() - before).toBe(4)
  expect(source.takeRequests()).toBe(4 + 2)
})

test('a block that a node needs long for gets more time with each attempt, and the next one the usual time', async () => {
  const { pool, clock } = await poolOf([await fakeNode()])
  const [pooled] = pool.nodesOf('1', NO_CHAINS)
  if (!pooled) throw new Error('no node')
  const budgets: number[] = []
  let isSlow = true
  const reader = {
    read: async ({ timeoutMs }: { timeoutMs: number }) => {
      budgets.push(timeoutMs)
      const block = isSlow ? ({ kind: 'timeout', message: '' } as const) : ({} as CheckedBlock)
      return { block, requests: 1 }
    },
    watch: async () => {},
    close: async () => {},
  }
  const source = new NodeBlockSource(pooled, { reader, clock })
  for (let attempt = 0; attempt < 7; attempt++) await source.block(1)
  isSlow = false
  for (let attempt = 0; attempt < 2; attempt++) await source.block(1)
  expect(budgets).toEqual([15_000, 30_000, 60_000, 120_000, 240_000, 240_000, 240_000, 240_000, 15_000])
})
