import { afterAll, beforeAll } from 'vitest'
import { type AnvilOptions, startAnvil } from './anvil.ts'
import type { NodeProcess } from './node-process.ts'
import { hex, TestChain } from './test-chain.ts'
import { people, units } from './world.ts'

export interface FundedNode {
  readonly node: NodeProcess
  readonly chain: TestChain
}

/** A node that makes blocks on request, on which the people of the tests have ether. */
export async function startFundedNode(options: Omit<AnvilOptions, 'noMining'> = {}): Promise<FundedNode> {
  const node = await startAnvil({ ...options, noMining: true })
  const chain = new TestChain(node.rpc)
  for (const { address } of Object.values(people))
    await chain.rpc('hardhat_setBalance', address, hex(units.ether(1000)))
  return { node, chain }
}

/** One node for all tests of a `describe`. Its members are there when the tests run. */
export function sharedFundedNode(options: Omit<AnvilOptions, 'noMining'> = {}): FundedNode {
  const shared = {} as { node: NodeProcess; chain: TestChain }
  beforeAll(async () => void Object.assign(shared, await startFundedNode(options)))
  afterAll(() => shared.node.stop())
  return shared
}
