import { expect, onTestFinished } from 'vitest'
import type { ReadyNode } from '../../src/service/chain/nodes/chain-node.ts'
import { poolOf } from '../service/chain/nodes/pool-of.ts'
import { startAnvil } from '../support/chain/anvil.ts'
import { startHardhat } from '../support/chain/hardhat.ts'
import type { NodeProcess } from '../support/chain/node-process.ts'
import { needs } from '../support/needs.ts'

const anvil = needs('anvil')
const hardhat = needs('hardhat')

async function readyAt({ url }: { readonly url: string }): Promise<ReadyNode> {
  const { race } = await poolOf([{ url }])
  let found: ReadyNode | undefined
  const { failures } = await race(async (ready) => {
    found = ready
    return ''
  })
  if (!found) throw new Error(JSON.stringify(failures))
  return found
}

async function started(starting: Promise<NodeProcess>): Promise<NodeProcess> {
  const node = await starting
  onTestFinished(() => node.stop())
  return node
}

const everything = { overrides: true, trace: true, simulate: true, receipts: true, archive: true, batch: true }
const THREE_DAYS = 3 * 24 * 3600

anvil.test('anvil can everything', async () => {
  const { node, head, past } = await readyAt(await started(startAnvil()))
  expect(node.can).toEqual(everything)
  expect(head.number).toBe(0n)
  expect(past).toMatchObject({ number: 0n, hash: head.hash })
})

hardhat.test('Hardhat traces and runs overrides, and neither simulates nor lists receipts', async () => {
  const { node } = await readyAt(await started(startHardhat()))
  expect(node.can).toEqual({ ...everything, simulate: false, receipts: false })
})

anvil.test('the block of three days ago is found on a chain whose clock jumped, with its state', async () => {
  const chain = await started(startAnvil({ noMining: true }))
  const [from] = (await chain.rpc('eth_accounts')) as string[]
  const send = async () => {
    await chain.rpc('eth_sendTransaction', { from, to: from, value: '0x1' })
    await chain.rpc('evm_mine')
  }
  for (let block = 0; block < 5; block++) await send()
  await chain.rpc('evm_increaseTime', THREE_DAYS + 3600)
  for (let block = 0; block < 3; block++) await send()
  const { node, head, past } = await readyAt(chain)
  expect(node.can).toEqual(everything)
  expect(head.number).toBe(8n)
  expect(past?.number).toBe(5n)
  expect(head.timestamp - (past?.timestamp ?? 0)).toBeGreaterThanOrEqual(THREE_DAYS)
})
