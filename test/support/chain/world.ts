import { Hash } from 'ox'
import { startAnvil } from './anvil.ts'
import { startHardhat } from './hardhat.ts'
import { privateAccount } from './private-account.ts'
import type { Rpc } from './rpc.ts'
import { safeContract } from './safe-contracts.ts'
import { hex, TestChain } from './test-chain.ts'

/** Addresses that the program knows on Ethereum; a test puts code there. */
export const canonical = {
  usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  dai: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall: '0xcA11bde05977b3631167028862bE2a173976CA11',
  router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  safe: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  multiSend: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  delegate: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B',
  /** Not in the tables of the program. */
  mkr: '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2',
  steth: '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84',
} as const

/** People with keys. alice signs; bob is the second owner of her Safe; carol trades with her. */
export const people = {
  alice: privateAccount('alice'),
  bob: privateAccount('bob'),
  carol: privateAccount('carol'),
  /** Puts contracts on the chain, and owns the tokens. */
  deployer: privateAccount('deployer'),
  /** Puts the contracts of the drain patterns there, and gains. */
  thief: privateAccount('thief'),
} as const

/** Contracts that no list knows. */
export interface Contracts {
  readonly chain: TestChain
  readonly feeToken: string
  readonly rewardToken: string
  readonly vault: string
  /** Behind a proxy of ERC-1967. */
  readonly proxiedVault: string
  /** A proxy whose admin is alice, and code that she may upgrade it to. */
  readonly ownProxy: string
  readonly nextVault: string
  readonly staking: string
  readonly distributor: string
  readonly marketplace: string
  readonly auction: string
  readonly till: string
  readonly collection: string
  readonly items: string
  readonly pools: { readonly usdcWeth: string; readonly usdtUsdc: string; readonly rewardWeth: string }
  /** Owners alice and bob, both sign. */
  readonly safe: string
  /** An account of ERC-4337, owned by alice. */
  readonly account: string
  /** An account of alice behind a proxy, which upgrades itself (UUPS). */
  readonly upgradeable: string
}

const usd = (amount: number) => BigInt(amount) * 1_000_000n
export const ether = (amount: number) => BigInt(Math.round(amount * 1000)) * 10n ** 15n
export const units = { usd, ether }
const UNLIMITED = 2n ** 256n - 1n

export interface World extends Contracts, AsyncDisposable {
  readonly url: string
}

/** Blocks of one hour, so that three days ago is a block that the node still has. */
const HOURS = 240

/** Longer than the blocks that build the world. */
const SETUP = 600

export interface WorldOptions {
  /** Time of the head (seconds); default: the clock of tests. */
  readonly now?: number | undefined
  /** What else is on the chain for longer than three days. */
  readonly early?: (world: Contracts) => Promise<void>
}

/** A node with the world. Stops at the end of its scope. */
export async function startWorld(
  kind: 'anvil' | 'hardhat' = 'anvil',
  { now = Date.parse('2026-01-02T03:04:05.000Z') / 1000, early }: WorldOptions = {},
): Promise<World> {
  const timestamp = now - HOURS * 3600 - SETUP
  const node = await (kind === 'anvil' ? startAnvil({ noMining: true, timestamp }) : startHardhat({ timestamp }))
  const { rpc, url } = node
  try {
    const contracts = await buildWorld(rpc)
    await early?.(contracts)
    // One by one: in blocks that hardhat_mine makes at once, Hardhat does not find the contracts.
    for (let hour = HOURS - 1; hour > 0; hour--) await rpc('evm_mine', hex(now - hour * 3600))
    // After hours without transactions the base fee is near 0.
    await rpc('hardhat_setNextBlockBaseFeePerGas', hex(12_000_000_000))
    await rpc('evm_setNextBlockTimestamp', hex(now))
    await rpc('evm_mine')
    return { ...contracts, url, [Symbol.asyncDispose]: () => node.stop() }
  } catch (error) {
    await node.stop()
    throw error
  }
}

/** The contracts and balances of honest calls. */
async function buildWorld(rpc: Rpc): Promise<Contracts> {
  const chain = new TestChain(rpc)
  const { alice, bob, carol, deployer } = people
  await rpc('evm_setAutomine', false)
  // Blocks have a producer, as on a real chain.
  await rpc('hardhat_setCoinbase', '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97')
  for (const { address } of Object.values(people)) await rpc('hardhat_setBalance', address, hex(ether(1000)))
  const by = deployer.address

  await chain.put(canonical.usdc, 'Erc20')
  await chain.put(canonical.dai, 'Erc20')
  await chain.put(canonical.usdt, 'SilentToken')
  await chain.put(canonical.mkr, 'Bytes32Token')
  await chain.put(canonical.steth, 'RebasingToken')
  await chain.put(canonical.weth, 'Weth')
  await chain.put(canonical.permit2, 'Permit2')
  await chain.put(canonical.multicall, 'Multicall3')
  await chain.put(canonical.router, 'Router')
  await chain.put(canonical.safe, 'Safe')
  const { deployedBytecode } = safeContract('1.4.1', 'libraries/MultiSendCallOnly:MultiSendCallOnly')
  await rpc('hardhat_setCode', canonical.multiSend, deployedBytecode)
  await chain.put(canonical.entryPoint, 'EntryPoint')
  await chain.put(canonical.delegate, 'BatchAccount')

  const token = 'init(string,string,uint8)'
  await chain.invoke(by, canonical.usdc, token, 'USD Coin', 'USDC', 6)
  await chain.invoke(by, canonical.dai, token, 'Dai Stablecoin', 'DAI', 18)
  await chain.invoke(by, canonical.usdt, token, 'Tether USD', 'USDT', 6)
  await chain.invoke(by, canonical.steth, token, 'Liquid staked Ether 2.0', 'stETH', 18)
  await chain.invoke(by, canonical.mkr, 'init(bytes32,bytes32)', bytes32('Maker'), bytes32('MKR'))
  await chain.invoke(by, canonical.router, 'init(address)', canonical.weth)

  const feeToken = await chain.create(by, 'FeeToken')
  await chain.invoke(by, feeToken, token, 'Levy', 'LEVY', 18)
  const rewardToken = await chain.create(by, 'Erc20')
  await chain.invoke(by, rewardToken, token, 'Orchard', 'ORCH', 18)
  const collection = await chain.create(by, 'Erc721')
  await chain.invoke(by, collection, 'init(string,string)', 'Garden Gates', 'GATE')
  const items = await chain.create(by, 'Erc1155')
  await chain.invoke(by, items, 'init()')

  const mint = 'mint(address,uint256)'
  for (const { address } of [alice, bob, carol, deployer]) {
    await chain.invoke(by, canonical.usdc, mint, address, usd(1_000_000))
    await chain.invoke(by, canonical.usdt, mint, address, usd(1_000_000))
    await chain.invoke(by, canonical.dai, mint, address, ether(50_000))
    await chain.invoke(by, canonical.mkr, mint, address, ether(40))
    await chain.invoke(by, feeToken, mint, address, ether(10_000))
    await chain.invoke(by, rewardToken, mint, address, ether(100_000))
    await chain.send({ from: address, to: canonical.weth, value: ether(50) })
    await chain.send({ from: address, to: canonical.steth, data: submit, value: ether(20) })
  }
  // The shares of stETH are worth more than what was paid.
  await chain.send({ from: by, to: canonical.steth, data: '0x228cb733', value: ether(1.7) })
  await chain.invoke(by, feeToken, 'setFee(uint256,address)', 200n, by)
  for (const [id, { address }] of [alice, alice, carol, carol].entries())
    await chain.invoke(by, collection, mint, address, BigInt(id + 1))
  for (const { address } of [alice, carol])
    await chain.invoke(by, items, 'mint(address,uint256,uint256)', address, 7n, 50n)

  const pools = {
    usdcWeth: await addPool(chain, by, [canonical.usdc, usd(600_000)], [canonical.weth, ether(30)]),
    usdtUsdc: await addPool(chain, by, [canonical.usdt, usd(300_000)], [canonical.usdc, usd(300_000)]),
    rewardWeth: await addPool(chain, by, [rewardToken, ether(60_000)], [canonical.weth, ether(15)]),
  }

  const vaultInit = 'init(address,string,string,uint8)'
  const vault = await chain.create(by, 'Vault')
  await chain.invoke(by, vault, vaultInit, canonical.usdc, 'Orchard USDC', 'oUSDC', 6)
  const implementation = await chain.create(by, 'Vault')
  const nextVault = await chain.create(by, 'Vault')
  // The team behind the vault upgrades it by a Safe.
  const team = await chain.create(by, 'SafeProxy', 'address', canonical.safe)
  await chain.invoke(by, team, 'setup(address[],uint256)', [by, carol.address], 2n)
  const proxiedVault = await chain.create(by, 'Proxy', 'address, address, bytes', implementation, team, '0x')
  const ownProxy = await chain.create(by, 'Proxy', 'address, address, bytes', implementation, alice.address, '0x')
  await chain.invoke(carol.address, proxiedVault, vaultInit, canonical.dai, 'Orchard DAI', 'oDAI', 18)
  const staking = await chain.create(by, 'Staking')
  await chain.invoke(by, staking, 'init(address,address)', rewardToken, rewardToken)
  await chain.invoke(by, rewardToken, 'transfer(address,uint256)', staking, ether(20_000))
  const distributor = await chain.create(by, 'MerkleDistributor')
  await chain.invoke(by, distributor, 'init(address,bytes32)', rewardToken, claimTree().root)
  await chain.invoke(by, rewardToken, 'transfer(address,uint256)', distributor, ether(1000))
  const marketplace = await chain.create(by, 'Marketplace')
  const auction = await chain.create(by, 'Auction')
  const till = await chain.create(by, 'Till')
  await chain.invoke(carol.address, collection, 'setApprovalForAll(address,bool)', marketplace, true)
  await chain.invoke(carol.address, marketplace, 'list(address,uint256,uint256)', collection, 3n, ether(2))

  const safe = await chain.create(by, 'SafeProxy', 'address', canonical.safe)
  await chain.invoke(by, safe, 'setup(address[],uint256)', [alice.address, bob.address], 2n)
  await chain.invoke(by, canonical.usdc, mint, safe, usd(500_000))
  await chain.send({ from: by, to: safe, value: ether(20) })
  const account = await chain.create(by, 'SimpleAccount')
  await chain.invoke(by, account, 'init(address,address)', alice.address, canonical.entryPoint)
  await chain.invoke(by, canonical.usdc, mint, account, usd(20_000))

  const nobody = `0x${'0'.repeat(40)}`
  const accountCode = await chain.create(by, 'UpgradeableAccount')
  const upgradeable = await chain.create(by, 'Proxy', 'address, address, bytes', accountCode, nobody, '0x')
  await chain.invoke(alice.address, upgradeable, 'init(address)', alice.address)
  await chain.invoke(by, canonical.usdc, mint, upgradeable, usd(500_000))

  // What alice did before.
  const allow = 'approve(address,uint256)'
  for (const each of [canonical.usdc, canonical.usdt, canonical.dai, rewardToken, pools.usdcWeth, feeToken])
    await chain.invoke(alice.address, each, allow, canonical.router, UNLIMITED)
  await chain.invoke(alice.address, canonical.usdc, allow, canonical.permit2, UNLIMITED)
  for (const spender of [vault, till]) await chain.invoke(alice.address, canonical.usdc, allow, spender, UNLIMITED)
  await chain.invoke(alice.address, canonical.dai, allow, proxiedVault, UNLIMITED)
  await chain.invoke(alice.address, rewardToken, allow, staking, UNLIMITED)
  await chain.invoke(alice.address, vault, 'deposit(uint256,address)', usd(5_000), alice.address)
  await chain.invoke(alice.address, staking, 'stake(uint256)', ether(3_000))
  await chain.invoke(carol.address, canonical.usdc, 'transfer(address,uint256)', alice.address, usd(10))
  return {
    chain,
    feeToken,
    rewardToken,
    vault,
    proxiedVault,
    ownProxy,
    nextVault,
    staking,
    distributor,
    marketplace,
    collection,
    auction,
    till,
    items,
    pools,
    safe,
    account,
    upgradeable,
  }
}

const submit = `0xa1903eab${'0'.repeat(64)}`

function bytes32(text: string): string {
  return `0x${Buffer.from(text).toString('hex').padEnd(64, '0')}`
}

/** A pool with liquidity of an account, known to the router. */
export async function addPool(chain: TestChain, by: string, ...[a, b]: readonly [Amount, Amount]): Promise<string> {
  const pair = await chain.create(by, 'Pair')
  await chain.invoke(by, pair, 'init(address,address)', a[0], b[0])
  for (const [token, amount] of [a, b]) await chain.invoke(by, token, 'transfer(address,uint256)', pair, amount)
  await chain.invoke(by, pair, 'mint(address)', by)
  await chain.invoke(by, canonical.router, 'register(address)', pair)
  return pair
}

type Amount = readonly [token: string, amount: bigint]

export const claimed = ether(250)

/** The tree of the distribution: alice and carol. The proof is that of alice. */
export function claimTree(): { readonly root: string; readonly proof: readonly string[] } {
  const leaf = (index: number, { address }: { address: string }) =>
    Hash.keccak256(`0x${hexWord(BigInt(index))}${address.slice(2).toLowerCase()}${hexWord(claimed)}`)
  const [mine, other] = [leaf(0, people.alice), leaf(1, people.carol)]
  const [low, high] = mine < other ? [mine, other] : [other, mine]
  return { root: Hash.keccak256(`0x${low.slice(2)}${high.slice(2)}`), proof: [other] }
}

function hexWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
