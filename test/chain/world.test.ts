import { describe, expect } from 'vitest'
import { canonical, people, startWorld } from '../support/chain/world.ts'
import { needs } from '../support/needs.ts'

const THREE_DAYS = 3 * 24 * 3600

describe.each(['anvil', 'hardhat'] as const)('the world on %s', (kind) => {
  needs(kind).test('tokens answer as they do on Ethereum, and contracts are older than three days', async () => {
    await using world = await startWorld(kind)
    const { chain } = world
    expect(await chain.read(canonical.usdc, 'symbol() returns (string)')).toBe('USDC')
    expect(await chain.read(canonical.mkr, 'symbol() returns (bytes32)')).toMatch(/^0x4d4b520{58}$/)
    expect(await chain.read(world.safe, 'getOwners() returns (address[])')).toEqual([
      people.alice.address,
      people.bob.address,
    ])
    const head = (await chain.rpc('eth_getBlockByNumber', 'latest', false)) as { number: string; timestamp: string }
    const before = `0x${(Number(head.number) - THREE_DAYS / 3600).toString(16)}`
    const { timestamp } = (await chain.rpc('eth_getBlockByNumber', before, false)) as { timestamp: string }
    expect(Number(head.timestamp) - Number(timestamp)).toBeGreaterThanOrEqual(THREE_DAYS - 3600)
    for (const address of [canonical.weth, world.vault, world.safe, world.pools.usdcWeth])
      expect(await chain.rpc('eth_getCode', address, before), address).not.toBe('0x')
  })
})

needs('anvil', 'hardhat').test('both nodes have the same world', async () => {
  const addresses = async (kind: 'anvil' | 'hardhat') => {
    await using world = await startWorld(kind)
    return JSON.stringify({ ...world, url: undefined, chain: undefined })
  }
  expect(await addresses('anvil')).toBe(await addresses('hardhat'))
})
