import type { SimulateOptions } from './simulate-on.ts'
import { callData, hex, type Tx } from './test-chain.ts'
import { canonical, people, units, type World } from './world.ts'

const { alice, carol, thief } = people
const { usdc, weth, permit2 } = canonical
const { usd, ether } = units
const from = alice.address
const anything = `0x${'11'.repeat(32)}`
const zero = `0x${'0'.repeat(40)}`
const poor = '0x9090909090909090909090909090909090909090'
const unlimited = 2n ** 256n - 1n

/** A transaction whose simulation is recorded, and what the node is used for. */
export interface Recording extends Pick<SimulateOptions, 'can' | 'standards'> {
  readonly tx: Tx
}

/** What is done on the chain before, and the transaction. */
type Prepare = (world: World) => Promise<Recording> | Recording

const transfer = (to: string, amount: bigint) => callData('transfer(address,uint256)', to, amount)
const payment: Tx = { from, to: usdc, data: transfer(carol.address, usd(250)) }
const safeCall = (to: string, value: bigint, data: string) =>
  callData(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[to, value, data, 0, 0n, 0n, 0n, zero, zero, '0x'],
  )

/** A contract of the attacker that has native currency. */
async function pillOf({ chain }: World, name: string): Promise<string> {
  const pill = await chain.create(thief.address, name)
  await chain.rpc('hardhat_setBalance', pill, hex(ether(10)))
  return pill
}

/** A token of the attacker, of which alice has some. */
async function tokenOf({ chain }: World, name: string, amount: bigint): Promise<string> {
  const token = await chain.create(thief.address, name)
  await chain.invoke(thief.address, token, 'init(string,string,uint8)', 'Token', 'TKN', 18)
  await chain.invoke(thief.address, token, 'mint(address,uint256)', from, amount)
  return token
}

/** A sender that cannot pay for the gas, and a contract that takes its tokens where it sees a balance between two. */
async function poorPayer({ chain }: World, least: bigint, most: bigint): Promise<Recording> {
  const takes = usd(70)
  await chain.invoke(from, usdc, 'transfer(address,uint256)', poor, takes)
  await chain.rpc('hardhat_setBalance', poor, hex(ether(1)))
  const pill = await chain.create(thief.address, 'BalancePill', 'address, uint256, uint256', usdc, least, most)
  await chain.invoke(poor, usdc, 'approve(address,uint256)', pill, takes)
  await chain.rpc('hardhat_setBalance', poor, hex(ether(0.0005)))
  return { tx: { from: poor, to: pill, data: callData('participate(bytes32)', anything) } }
}

async function openItems({ chain }: World, data: string): Promise<Recording> {
  const items = await chain.create(thief.address, 'OpenItems')
  await chain.invoke(thief.address, items, 'init()')
  await chain.invoke(thief.address, items, 'mint(address,uint256,uint256)', from, 7n, 50n)
  return { tx: { from, to: items, data }, standards: { [items.toLowerCase()]: 'erc1155' } }
}

function ofCollection({ collection }: World, data: string): Recording {
  return { tx: { from, to: collection, data }, standards: { [collection.toLowerCase()]: 'erc721' } }
}

/** By the name of the file that has the answers. */
export const recordings = {
  ether: () => ({ tx: { from, to: carol.address, value: ether(1.5), data: '0x' } }),
  payment: () => ({ tx: payment }),
  'payment-simulated': () => ({ tx: payment, can: { trace: false } }),
  'payment-probed': () => ({ tx: payment, can: { simulate: false } }),
  'payment-probed-only': () => ({ tx: payment, can: { simulate: false, trace: false } }),
  'payment-traced': () => ({ tx: payment, can: { simulate: false, overrides: false } }),
  revert: () => ({ tx: { from, to: canonical.dai, data: transfer(carol.address, ether(1_000_000)) } }),
  swap: () => {
    const signature = 'swapExactETHForTokens(uint256,address[],address,uint256)'
    const data = callData(signature, 0n, [weth, usdc], from, 2n ** 40n)
    return { tx: { from, to: canonical.router, value: ether(0.1), data } }
  },
  unwrap: () => ({ tx: { from, to: weth, data: callData('withdraw(uint256)', ether(3)) } }),
  pill: async (world) => {
    const to = await pillOf(world, 'RedPill')
    return { tx: { from, to, value: ether(1), data: callData('participate(bytes32)', anything) } }
  },
  'fake-sale': async ({ chain }) => {
    const to = await chain.create(thief.address, 'FakeSale')
    return { tx: { from, to, value: ether(1), data: callData('acquire(uint256)', 2n) } }
  },
  'silent-token': async (world) => {
    const to = await tokenOf(world, 'SilentReceipt', 777n)
    return { tx: { from, to, data: callData('refresh(bytes32)', anything) } }
  },
  'vanishing-token': async (world) => {
    const to = await tokenOf(world, 'VanishingToken', 100n)
    return { tx: { from, to, data: transfer(carol.address, 60n) } }
  },
  'poor-loses': (world) => poorPayer(world, 0n, ether(0.001)),
  'rich-would-lose': (world) => poorPayer(world, ether(0.002), ether(1_000)),
  'value-missing': () => ({ tx: { from: poor, to: carol.address, value: ether(1), data: '0x' } }),
  'fee-missing': async ({ chain }) => {
    await chain.rpc('hardhat_setBalance', poor, hex(ether(1)))
    return { tx: { from: poor, to: carol.address, value: ether(1), data: '0x' } }
  },
  safe: ({ safe }) => ({ tx: { from, to: safe, data: safeCall(usdc, 0n, transfer(carol.address, usd(9))) } }),
  'safe-value-missing': ({ safe }) => ({ tx: { from, to: safe, data: safeCall(carol.address, ether(5000), '0x') } }),
  approval: () => ({ tx: { from, to: usdc, data: callData('approve(address,uint256)', thief.address, unlimited) } }),
  'approval-lowered': () => ({
    tx: { from, to: usdc, data: callData('approve(address,uint256)', canonical.router, 100n) },
  }),
  permit2: () => {
    const signature = 'approve(address,address,uint160,uint48)'
    const data = callData(signature, usdc, thief.address, 2n ** 160n - 1n, 2 ** 40)
    return { tx: { from, to: permit2, data } }
  },
  operator: (world) => ofCollection(world, callData('setApprovalForAll(address,bool)', thief.address, true)),
  'approved-item': (world) => ofCollection(world, callData('approve(address,uint256)', thief.address, 1n)),
  'revoked-item': async (world) => {
    await world.chain.invoke(from, world.collection, 'approve(address,uint256)', thief.address, 1n)
    return ofCollection(world, callData('approve(address,uint256)', zero, 1n))
  },
  'sent-item': (world) =>
    ofCollection(world, callData('transferFrom(address,address,uint256)', from, carol.address, 1n)),
  'sent-items': ({ items }) => {
    const signature = 'safeTransferFrom(address,address,uint256,uint256,bytes)'
    return { tx: { from, to: items, data: callData(signature, from, carol.address, 7n, 20n, '0x') } }
  },
  'drawn-item': async ({ chain }) => {
    const items = await chain.create(people.deployer.address, 'DrawnItems')
    const tx = { from, to: items, value: ether(0.05), data: callData('draw(uint256)', 1n) }
    return { tx, standards: { [items.toLowerCase()]: 'erc1155' } }
  },
  'items-named': (world) => openItems(world, callData('settle(uint256)', 7n)),
  'items-unnamed': (world) => openItems(world, callData('settleAll()')),
} as const satisfies Readonly<Record<string, Prepare>>

export type RecordedName = keyof typeof recordings

export async function recordingOf(name: RecordedName, world: World): Promise<Recording> {
  return await (recordings[name] as Prepare)(world)
}
