import { delegation, safeCall, signedPermit } from './signed-calls.ts'
import { callData, type TestChain, type Tx } from './test-chain.ts'
import { addPool, type Contracts, canonical, people, startWorld, units, type World } from './world.ts'

const { usd, ether } = units
const UNLIMITED = 2n ** 256n - 1n
const { alice, deployer, thief } = people
const APPROVE = 'approve(address,uint256)'

/** What a verdict has to say. Written before the first verdict was seen. */
export interface RightVerdict {
  readonly atLeast: 'WARNING' | 'UNSAFE'
  /** NO DATA is right too, where the simulation fails or says that it did not run. */
  readonly orCannotJudge?: boolean
  /** In the reasons, in what is missing, or in the reason of the simulation. */
  readonly says: RegExp
}

export interface Trap {
  readonly tx: Tx & { readonly authorizations?: readonly object[] }
  /** What the victim has of what the thief is after, in base units. */
  readonly held: () => Promise<bigint>
  /** Of this at least so much is gone when all is done. */
  readonly loses: bigint
  /** What the thief does between the verdict and the block. */
  readonly beforeBlock?: () => Promise<void>
  /** What the thief does after the block with what he got. */
  readonly afterBlock?: () => Promise<void>
}

export interface Drain {
  /** One of the twelve. */
  readonly pattern: string
  readonly title: string
  /** The contracts are there for minutes, not for ten days. */
  readonly isYoung?: boolean
  readonly set: (world: Contracts) => Promise<Trap> | Trap
  readonly right: RightVerdict
}

const pay = (to: string, data: string, value = 0n): Tx => ({ from: alice.address, to, data, value })
const WORD = `0x${'5a'.repeat(32)}`
const BALANCE = 'balanceOf(address) returns (uint256)'

/** The thief is after all USDC of alice. */
const usdcOf = (chain: TestChain) => ({
  held: () => chain.read<bigint>(canonical.usdc, BALANCE, alice.address),
  loses: usd(500_000),
})

/** The spender takes what is there, once the allowance holds. */
function approval(chain: TestChain, data: string, spender: string): Trap {
  const afterBlock = async () => {
    await chain.rpc('hardhat_setBalance', spender, `0x${ether(1).toString(16)}`)
    const amount = usd(500_000)
    await chain.invoke(spender, canonical.usdc, 'transferFrom(address,address,uint256)', alice.address, spender, amount)
  }
  return { tx: pay(canonical.usdc, data), ...usdcOf(chain), afterBlock }
}

/** 1,000,000 tokens and 10 ether in the pool, where the fee begins later. */
async function feeTokenWithPool(chain: TestChain): Promise<string> {
  const by = thief.address
  const token = await chain.create(by, 'FeeToken')
  await chain.invoke(by, token, 'init(string,string,uint8)', 'Comet Inu', 'COMET', 18)
  await chain.invoke(by, token, 'mint(address,uint256)', by, ether(1_000_000))
  await chain.send({ from: by, to: canonical.weth, value: ether(10) })
  await addPool(chain, by, [token, ether(1_000_000)], [canonical.weth, ether(10)])
  await chain.invoke(by, token, 'setFee(uint256,address)', 9500n, by)
  return token
}

/** A contract of the thief that alice allowed to take a token, when it posed as something else. */
async function allowed({ chain }: Contracts, name: string, token: string, ...more: readonly string[]): Promise<string> {
  const parameters = [token, ...more].map(() => 'address').join(', ')
  const contract = await chain.create(thief.address, name, parameters, token, ...more)
  await chain.invoke(alice.address, token, APPROVE, contract, UNLIMITED)
  return contract
}

/** Takes all USDC of a sender whose balance is between two amounts. */
async function balancePill({ chain }: Contracts, least: bigint, most: bigint): Promise<Trap> {
  const types = 'address, uint256, uint256'
  const pill = await chain.create(thief.address, 'BalancePill', types, canonical.usdc, least, most)
  await chain.invoke(alice.address, canonical.usdc, APPROVE, pill, UNLIMITED)
  return { tx: pay(pill, callData('participate(bytes32)', WORD)), ...usdcOf(chain) }
}

export const drains: readonly Drain[] = [
  {
    pattern: 'hidden transfer',
    title: 'an unknown function takes all USDC by an old allowance',
    set: async (world) => {
      const contract = await allowed(world, 'StaleAllowance', canonical.usdc)
      return { tx: pay(contract, callData('wq81f(bytes32)', WORD)), ...usdcOf(world.chain) }
    },
    right: { atLeast: 'WARNING', says: /nothing|leave|lose|allowance/i },
  },
  {
    pattern: 'hidden transfer',
    title: 'a claim names USDC, and takes all of it',
    isYoung: true,
    set: async (world) => {
      const desk = await world.chain.create(thief.address, 'ClaimDesk')
      await world.chain.invoke(alice.address, canonical.usdc, APPROVE, desk, UNLIMITED)
      return { tx: pay(desk, callData('claimTo(address)', canonical.usdc)), ...usdcOf(world.chain) }
    },
    right: { atLeast: 'WARNING', says: /nothing in return/ },
  },
  {
    pattern: 'hidden transfer',
    title: 'all USDC is taken for 5 DAI',
    set: async (world) => {
      const { chain } = world
      const contract = await allowed(world, 'Changer', canonical.usdc, canonical.dai)
      await chain.invoke(deployer.address, canonical.dai, 'mint(address,uint256)', contract, ether(5))
      await chain.invoke(thief.address, contract, 'allow(uint256)', ether(5))
      return { tx: pay(contract, callData('settle(uint256)', ether(5))), ...usdcOf(chain) }
    },
    right: { atLeast: 'WARNING', says: /much less in return/ },
  },
  {
    pattern: 'hidden transfer',
    title: 'all USDC is taken for an item of a collection made minutes ago',
    isYoung: true,
    set: async (world) => {
      const { chain } = world
      const by = thief.address
      const collection = await chain.create(by, 'Erc721')
      await chain.invoke(by, collection, 'init(string,string)', 'Reward Pass', 'PASS')
      const contract = await allowed(world, 'Changer', canonical.usdc, collection)
      await chain.invoke(by, collection, 'mint(address,uint256)', contract, 1n)
      return { tx: pay(contract, callData('settle(uint256)', 1n)), ...usdcOf(chain) }
    },
    right: { atLeast: 'WARNING', says: /items that no source knows/ },
  },
  {
    pattern: 'hidden transfer',
    title: 'a token moves all of a balance without an event',
    set: async ({ chain }) => {
      const token = await chain.create(thief.address, 'SilentReceipt')
      await chain.invoke(thief.address, token, 'init(string,string,uint8)', 'Savings Receipt', 'srUSD', 6)
      await chain.invoke(thief.address, token, 'mint(address,uint256)', alice.address, usd(40_000))
      return {
        tx: pay(token, callData('refresh(bytes32)', WORD)),
        held: () => chain.read<bigint>(token, BALANCE, alice.address),
        loses: usd(40_000),
      }
    },
    right: { atLeast: 'WARNING', says: /event|log/i },
  },
  {
    pattern: 'hidden transfer',
    title: 'a hundred worthless tokens arrive, and a token that the call data names leaves without an event',
    set: async ({ chain }) => {
      const shares = await chain.create(thief.address, 'OpenShares')
      await chain.invoke(thief.address, shares, 'init(string,string,uint8)', 'Meadow Shares', 'MDW', 18)
      await chain.invoke(thief.address, shares, 'mint(address,uint256)', alice.address, ether(300))
      const confetti = await chain.create(thief.address, 'Confetti')
      for (let made = 0; made < 100; made += 50)
        await chain.invoke(thief.address, confetti, 'prepare(uint256,address)', 50n, shares)
      return {
        tx: pay(confetti, callData('settle(address,uint256)', shares, 100n)),
        held: () => chain.read<bigint>(shares, BALANCE, alice.address),
        loses: ether(300),
      }
    },
    right: { atLeast: 'UNSAFE', says: /event|log/i },
  },
  {
    pattern: 'hidden transfer',
    title: 'items of ERC-1155 leave without an event',
    set: async ({ chain }) => {
      const items = await chain.create(thief.address, 'OpenItems')
      await chain.invoke(thief.address, items, 'init()')
      await chain.invoke(thief.address, items, 'mint(address,uint256,uint256)', alice.address, 7n, 50n)
      return {
        tx: pay(items, callData('settle(uint256)', 7n)),
        held: () => chain.read<bigint>(items, 'balanceOf(address,uint256) returns (uint256)', alice.address, 7n),
        loses: 50n,
      }
    },
    right: { atLeast: 'UNSAFE', says: /event|log/i },
  },
  {
    pattern: 'hidden transfer',
    title: 'Multicall3 is instructed to use an old allowance for all USDC',
    set: async ({ chain }) => {
      await chain.invoke(alice.address, canonical.usdc, APPROVE, canonical.multicall, UNLIMITED)
      const take = callData('transferFrom(address,address,uint256)', alice.address, thief.address, usd(500_000))
      const calls = [[canonical.usdc, true, take]]
      return {
        tx: pay(canonical.multicall, callData('aggregate3((address,bool,bytes)[])', calls)),
        ...usdcOf(chain),
      }
    },
    right: { atLeast: 'WARNING', says: /allowance|takes/i },
  },
  {
    pattern: 'fake event',
    title: 'a sale takes ether; the event says that tokens come, and none do',
    isYoung: true,
    set: async ({ chain }) => {
      const sale = await chain.create(thief.address, 'FakeSale')
      return {
        tx: pay(sale, callData('acquire(uint256)', 2n), ether(3)),
        held: () => chain.balance(alice.address),
        loses: ether(3),
      }
    },
    right: { atLeast: 'WARNING', says: /event|pretend|claim|nothing/i },
  },
  {
    pattern: 'red pill',
    title: 'a contract pays back double without a block producer, and keeps all with one',
    isYoung: true,
    set: async ({ chain }) => {
      const pill = await chain.create(thief.address, 'RedPill')
      await chain.send({ from: deployer.address, to: thief.address, value: ether(20) })
      await chain.rpc('hardhat_setBalance', pill, `0x${ether(20).toString(16)}`)
      return {
        tx: pay(pill, callData('participate(bytes32)', WORD), ether(2)),
        held: () => chain.balance(alice.address),
        loses: ether(2),
      }
    },
    right: { atLeast: 'WARNING', says: /environment|producer|simulat|differ|nothing/i },
  },
  {
    pattern: 'red pill',
    title: 'a contract pays back double with more gas than wallets send, and keeps all with less',
    isYoung: true,
    set: async ({ chain }) => {
      const pill = await chain.create(thief.address, 'GasPill', 'uint256, uint256', 10_000_000n, 0n)
      await chain.rpc('hardhat_setBalance', pill, `0x${ether(20).toString(16)}`)
      return {
        tx: pay(pill, callData('participate(bytes32)', WORD), ether(2)),
        held: () => chain.balance(alice.address),
        loses: ether(2),
      }
    },
    right: { atLeast: 'UNSAFE', says: /another result in a real block/ },
  },
  {
    pattern: 'red pill',
    title: 'an old allowance is used only where the sender has more than a simulation would give it',
    isYoung: true,
    set: async (world) => balancePill(world, ether(5), ether(1_000_000)),
    right: { atLeast: 'WARNING', says: /for nothing in return/ },
  },
  {
    pattern: 'fee token',
    title: 'a purchase by the known router of a token that keeps 95 %',
    set: async ({ chain }) => {
      const token = await feeTokenWithPool(chain)
      const swap = 'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)'
      const path = [canonical.weth, token]
      const data = callData(swap, ether(500), path, alice.address, 4_000_000_000n)
      // What the tokens would bring in the pool, without the fee.
      const held = async () => {
        const tokens = await chain.read<bigint>(token, BALANCE, alice.address)
        return (await chain.balance(alice.address)) + (tokens * ether(10)) / ether(1_000_000)
      }
      return { tx: pay(canonical.router, data, ether(1)), held, loses: ether(0.9) }
    },
    right: { atLeast: 'WARNING', says: /fee|keeps|less|only|%/i },
  },
  {
    pattern: 'fee token',
    title: 'a sale by the known router of a token that keeps 97 %',
    set: async ({ chain }) => {
      const token = await feeTokenWithPool(chain)
      await chain.invoke(thief.address, token, 'mint(address,uint256)', alice.address, ether(10_000))
      await chain.invoke(alice.address, token, APPROVE, canonical.router, UNLIMITED)
      await chain.invoke(thief.address, token, 'setFee(uint256,address)', 9700n, thief.address)
      const swap = 'swapExactTokensForETH(uint256,uint256,address[],address,uint256)'
      const path = [token, canonical.weth]
      const data = callData(swap, ether(5_000), ether(0.001), path, alice.address, 4_000_000_000n)
      // What the tokens would bring in the pool, without the fee.
      const held = async () => {
        const tokens = await chain.read<bigint>(token, BALANCE, alice.address)
        return (await chain.balance(alice.address)) + (tokens * ether(10)) / ether(1_000_000)
      }
      return { tx: pay(canonical.router, data), held, loses: ether(0.045) }
    },
    right: { atLeast: 'WARNING', says: /fee|keeps|less|only|%/i },
  },
  {
    pattern: '7702 sweep',
    title: 'the account is delegated to a sweeper, and calls it',
    set: async ({ chain }) => {
      const sweeper = await chain.create(thief.address, 'Sweeper')
      const data = callData('collect(address[])', [canonical.usdc, canonical.weth])
      const nonce = await chain.rpc('eth_getTransactionCount', alice.address, 'latest')
      const authorizations = [{ chainId: 1, address: sweeper, nonce: `0x${(Number(nonce) + 1).toString(16)}` }]
      return {
        tx: { ...pay(alice.address, data), authorizations },
        ...usdcOf(chain),
        // The node of a test takes unsigned transactions, but no unsigned authorizations: the delegation is put there.
        beforeBlock: async () => void (await chain.rpc('hardhat_setCode', alice.address, delegation(sweeper))),
      }
    },
    right: { atLeast: 'UNSAFE', says: /delegat/i },
  },
  {
    pattern: '7702 sweep',
    title: 'ether for an own second account that is delegated to a sweeper',
    set: async ({ chain }) => {
      const sweeper = await chain.create(thief.address, 'Sweeper')
      const second = '0x5ec0da5ec0da5ec0da5ec0da5ec0da5ec0da5ec0'
      await chain.rpc('hardhat_setCode', second, delegation(sweeper))
      const held = async () => (await chain.balance(alice.address)) + (await chain.balance(second))
      return { tx: pay(second, '0x', ether(4)), held, loses: ether(4) }
    },
    right: { atLeast: 'WARNING', says: /delegat|code of|forward/i },
  },
  {
    pattern: 'permit then sweep',
    title: 'a contract presents a signed permit and takes all USDC at once',
    isYoung: true,
    set: async ({ chain }) => {
      const relay = await chain.create(thief.address, 'PermitRelay')
      const signed = await signedPermit(chain, relay)
      const data = callData('confirm((address,uint256,uint256,uint8,bytes32,bytes32))', signed)
      return { tx: pay(relay, data), ...usdcOf(chain) }
    },
    right: { atLeast: 'WARNING', says: /permit|allowance|nothing|leave|lose/i },
  },
  {
    pattern: 'proxy with hidden implementation',
    title: 'the slot names an honest vault; a deposit of 100 USDC takes all',
    set: async ({ chain, nextVault }) => {
      const hidden = await chain.create(thief.address, 'HiddenVault')
      const init = callData('init(address,string,string,uint8)', canonical.usdc, 'Meadow USDC', 'mUSDC', 6)
      const types = 'address, address, bytes'
      const proxy = await chain.create(thief.address, 'HiddenProxy', types, nextVault, hidden, init)
      await chain.invoke(alice.address, canonical.usdc, APPROVE, proxy, UNLIMITED)
      const data = callData('deposit(uint256,address)', usd(100), alice.address)
      return { tx: pay(proxy, data), ...usdcOf(chain) }
    },
    right: { atLeast: 'WARNING', says: /more than|implementation|takes|leave|lose/i },
  },
  {
    pattern: 'delegatecall of a Safe',
    title: 'what looks like a token payment makes other code that of the Safe',
    set: async ({ chain, safe }) => {
      const takeover = await chain.create(thief.address, 'SafeTakeover')
      const code = await chain.create(thief.address, 'TakenSafe')
      const data = callData('transfer(address,uint256)', code, 0n)
      const tx = pay(safe, await safeCall(chain, { safe, to: takeover, data, operation: 1 }))
      const sweep = callData('sweepERC20(address,address)', canonical.usdc, thief.address)
      const afterBlock = async () => void (await chain.send({ from: thief.address, to: safe, data: sweep }))
      return { tx, held: () => chain.read<bigint>(canonical.usdc, BALANCE, safe), loses: usd(500_000), afterBlock }
    },
    right: { atLeast: 'UNSAFE', says: /delegatecall/i },
  },
  {
    pattern: 'delegatecall of a Safe',
    title: 'a call that a smart account makes to itself makes other code that of the account',
    set: async ({ chain, upgradeable }) => {
      const code = await chain.create(thief.address, 'TakenSafe')
      const upgrade = callData('upgradeToAndCall(address,bytes)', code, '0x')
      const tx = pay(upgradeable, callData('execute(address,uint256,bytes)', upgradeable, 0n, upgrade))
      const sweep = callData('sweepERC20(address,address)', canonical.usdc, thief.address)
      const afterBlock = async () => void (await chain.send({ from: thief.address, to: upgradeable, data: sweep }))
      const held = () => chain.read<bigint>(canonical.usdc, BALANCE, upgradeable)
      return { tx, held, loses: usd(500_000), afterBlock }
    },
    right: { atLeast: 'UNSAFE', says: /implementation/i },
  },
  {
    pattern: 'approve to an EOA',
    title: 'an unlimited allowance of USDC for an EOA',
    set: ({ chain }) => approval(chain, callData(APPROVE, thief.address, UNLIMITED), thief.address),
    right: { atLeast: 'UNSAFE', says: /EOA|no code|without code/i },
  },
  {
    pattern: 'approve to an EOA',
    title: 'a finite allowance, by increaseAllowance, for an address that was never used',
    set: ({ chain }) => {
      const fresh = '0x9f3c41d27aa05b1c88e0d4f6b72519ce30a48d15'
      return approval(chain, callData('increaseAllowance(address,uint256)', fresh, usd(900_000)), fresh)
    },
    right: { atLeast: 'UNSAFE', says: /EOA|no code|without code|never used/i },
  },
  {
    pattern: 'fake token',
    title: 'an exchange gives a token that calls itself USDT in Cyrillic letters',
    set: async (world) => {
      const { chain } = world
      const fake = await chain.create(thief.address, 'Erc20')
      await chain.invoke(thief.address, fake, 'init(string,string,uint8)', 'Tether USD', 'USD\u0422', 6)
      const exchange = await chain.create(thief.address, 'FakeExchange')
      await chain.invoke(thief.address, fake, 'mint(address,uint256)', exchange, usd(1_000_000))
      await chain.invoke(alice.address, canonical.usdc, APPROVE, exchange, usd(30_000))
      const data = callData('exchange(address,address,uint256)', canonical.usdc, fake, usd(30_000))
      return { tx: pay(exchange, data), ...usdcOf(chain), loses: usd(30_000) }
    },
    right: { atLeast: 'WARNING', says: /imitat|USDT|looks like|symbol|name/i },
  },
  {
    pattern: 'return-bomb token',
    title: 'a token that answers with megabytes is handed out while USDC is taken',
    set: async (world) => {
      const contract = await allowed(world, 'BombDrop', canonical.usdc)
      return { tx: pay(contract, callData('receiveAirdrop(bytes32)', WORD)), ...usdcOf(world.chain) }
    },
    right: {
      atLeast: 'WARNING',
      orCannotJudge: true,
      says: /nothing|leave|lose|airdrop|claim|could not|not read|simulat/i,
    },
  },
  {
    pattern: 'reverting preview',
    title: 'fails until the thief opens it in the same block, then takes all USDC',
    set: async (world) => {
      const contract = await allowed(world, 'Ambush', canonical.usdc)
      return {
        tx: pay(contract, callData('enroll(bytes32)', WORD)),
        ...usdcOf(world.chain),
        beforeBlock: async () => void (await world.chain.invoke(thief.address, contract, 'open()')),
      }
    },
    right: { atLeast: 'WARNING', orCannotJudge: true, says: /revert|fail|opens soon/i },
  },
]

/** A node with the world and the traps of all patterns, by title. */
export async function startTraps(
  kind: 'anvil' | 'hardhat',
  now?: number,
): Promise<{ world: World; traps: ReadonlyMap<string, Trap> }> {
  const traps = new Map<string, Trap>()
  const set = async (contracts: Contracts, areYoung: boolean) => {
    for (const drain of drains.filter(({ isYoung = false }) => isYoung === areYoung))
      traps.set(drain.title, await drain.set(contracts))
  }
  const world = await startWorld(kind, { now, early: (contracts) => set(contracts, false) })
  await set(world, true)
  return { world, traps }
}

/** How much the victim loses when the transaction is included; the state is as before afterwards. */
export function lossOf({ tx, held, beforeBlock, afterBlock }: Trap, { chain }: World): Promise<bigint> {
  return chain.onTrial(async () => {
    const before = await held()
    await beforeBlock?.()
    await chain.send(tx)
    await afterBlock?.()
    return before - (await held())
  })
}
