import { expect } from 'vitest'
import { startAnvil } from '../support/chain/anvil.ts'
import { startHardhat } from '../support/chain/hardhat.ts'
import { RpcFailure } from '../support/chain/rpc.ts'
import { needs } from '../support/needs.ts'

const anvil = needs('anvil')
const hardhat = needs('hardhat')
const anything = { blockStateCalls: [{ calls: [{ to: `0x${'51'.repeat(20)}` }] }] }

anvil.test('several anvils run beside each other, each on a port and a chain id of its own', async () => {
  await using first = await startAnvil()
  await using second = await startAnvil({ chainId: 8453 })
  expect(first.url).not.toBe(second.url)
  expect(await first.rpc('eth_chainId')).toBe('0x1')
  expect(await second.rpc('eth_chainId')).toBe('0x2105')
})

anvil.test('anvil without mining makes a block when it is instructed to', async () => {
  await using node = await startAnvil({ noMining: true })
  const [from] = (await node.rpc('eth_accounts')) as string[]
  await node.rpc('eth_sendTransaction', { from, to: from, value: '0x1' })
  expect(await node.rpc('eth_blockNumber')).toBe('0x0')
  await node.rpc('evm_mine')
  expect(await node.rpc('eth_blockNumber')).toBe('0x1')
})

anvil.test('anvil simulates', async () => {
  await using node = await startAnvil()
  expect(await node.rpc('eth_simulateV1', anything, 'latest')).toMatchObject([{ calls: [{ status: '0x1' }] }])
})

anvil.test('a node is gone after stop()', async () => {
  const node = await startAnvil()
  await node.stop()
  await expect(node.rpc('eth_chainId')).rejects.toThrow('fetch failed')
})

hardhat.test('Hardhat traces calls and refuses to simulate', async () => {
  await using node = await startHardhat()
  expect(await node.rpc('eth_chainId')).toBe('0x1')
  const traced = node.rpc('debug_traceCall', { to: `0x${'51'.repeat(20)}` }, 'latest', { tracer: 'callTracer' })
  expect(await traced).toMatchObject({ type: 'CALL' })
  await expect(node.rpc('eth_simulateV1', anything, 'latest')).rejects.toThrow(RpcFailure)
})
