import { Hash, Hex } from 'ox'
import { safeCall, signedPermit } from './signed-calls.ts'
import { callData, type Tx } from './test-chain.ts'
import { type Contracts, canonical, people, units } from './world.ts'

const { usd, ether } = units
const { usdc, usdt, dai, weth, steth, mkr, permit2 } = canonical
const { alice, carol, deployer } = people
const me = alice.address
const by = deployer.address
const UNLIMITED = 2n ** 256n - 1n
const NOBODY = `0x${'0'.repeat(40)}`
const TRANSFER = 'transfer(address,uint256)'
const TRANSFER_FROM = 'transferFrom(address,address,uint256)'
const APPROVE = 'approve(address,uint256)'
const MINT = 'mint(address,uint256)'
const MINT_ITEMS = 'mint(address,uint256,uint256)'
const SAFE_ITEMS = 'safeTransferFrom(address,address,uint256,uint256,bytes)'
const DEPOSIT = 'deposit(uint256,address)'
const REDEEM = 'redeem(uint256,address,address)'
const SWAP = 'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)'
const LATER = 4_000_000_000n
const IMPLEMENTATION = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const ADMIN = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'

/** A call of alice that was written before its verdict was seen. */
export interface UnseenCall {
  readonly id: string
  readonly family: string
  readonly isAttack: boolean
  readonly tx: Tx
}

type Step = readonly [kind: number, to: string, value: bigint, data: string]

const word = (value: string | bigint): Hex.Hex =>
  Hex.padLeft(typeof value === 'bigint' ? Hex.fromNumber(value) : (value as Hex.Hex), 32)
const call = (to: string, signature: string, ...args: readonly unknown[]): Step => [
  0,
  to,
  0n,
  callData(signature, ...args),
]
const pay = (to: string, value: bigint): Step => [0, to, value, '0x']
const store = (slot: string | bigint, value: string | bigint): Step => [
  1,
  NOBODY,
  0n,
  Hex.concat(word(slot), word(value)),
]
const log = (event: string, first: string, second: string): Step => [
  2,
  NOBODY,
  0n,
  Hex.concat(Hash.keccak256(Hex.fromString(event)), word(first), word(second)),
]
const only = (kind: 3 | 4 | 5): Step => [kind, NOBODY, 0n, '0x']

/** Address without a history. */
const party = (label: string) => Hex.slice(Hash.keccak256(Hex.fromString(`unseen chain set: ${label}`)), 12)
const collector = party('collector')
/** Names no function that anyone knows. */
const opaque = (id: string) =>
  Hex.concat(Hex.slice(Hash.keccak256(Hex.fromString(`unseen function ${id}`)), 0, 4), word(7n))

/** Puts the contracts of the set on the chain, where they age with the rest of it. */
export async function unseenCalls(world: Contracts): Promise<readonly UnseenCall[]> {
  const { chain, collection, items, safe, account } = world
  const all: UnseenCall[] = []

  async function scripted(steps: readonly Step[], owner = by): Promise<string> {
    const contract = await chain.create(by, 'Scripted', 'address', owner)
    await write(contract, steps)
    return contract
  }
  const write = (contract: string, steps: readonly Step[]) =>
    chain.invoke(
      by,
      contract,
      'script((uint8 kind, address to, uint256 value, bytes data)[])',
      steps.map(([kind, to, value, data]) => ({ kind, to, value, data })),
    )

  /** A token that the contract may create. */
  async function tokenOf(contract: string, name: string, symbol: string, decimals = 18): Promise<string> {
    const token = await chain.create(by, 'Erc20')
    await write(contract, [call(token, 'init(string,string,uint8)', name, symbol, decimals)])
    await chain.send({ from: by, to: contract, data: '0x01020304' })
    return token
  }
  async function collectionOf(contract: string, name: string): Promise<string> {
    const token = await chain.create(by, 'Erc721')
    await write(contract, [call(token, 'init(string,string)', name, name.toUpperCase())])
    await chain.send({ from: by, to: contract, data: '0x01020304' })
    return token
  }
  const fund = (contract: string, token: string, amount: bigint) => chain.invoke(by, token, TRANSFER, contract, amount)
  const etherTo = (to: string, value: bigint) => chain.rpc('hardhat_setBalance', to, Hex.fromNumber(value))
  const allow = (token: string, spender: string, amount = UNLIMITED, from = me) =>
    chain.invoke(from, token, APPROVE, spender, amount)

  interface Case {
    readonly steps: (self: string) => readonly Step[] | Promise<readonly Step[]>
    readonly data?: string
    readonly value?: bigint
    /** Tokens that alice allowed the contract to take. */
    readonly allowed?: readonly string[]
    readonly owner?: string
    readonly before?: (self: string) => Promise<unknown>
    readonly to?: (self: string) => Promise<Pick<Tx, 'to' | 'data'>>
  }
  async function add(isAttack: boolean, family: string, id: string, given: Case): Promise<void> {
    const { steps, data = opaque(id) as string, value = 0n, allowed = [], owner, before, to } = given
    const self = await scripted([], owner)
    const list = await steps(self)
    await write(self, list)
    for (const token of allowed) await allow(token, self)
    await before?.(self)
    const target = to ? await to(self) : { to: self, data }
    all.push({ id, family, isAttack, tx: { from: me, value, ...target } })
  }
  const attack = (family: string, id: string, given: Case) => add(true, family, id, given)
  const fair = (family: string, id: string, given: Case) => add(false, family, id, given)
  const take = (token: string, amount: bigint, to: string = collector, from = me) =>
    call(token, TRANSFER_FROM, from, to, amount)

  // Allowances of earlier days.
  const old = 'old allowances'
  for (const [id, token, amount] of [
    ['usdc', usdc, usd(200_000)],
    ['dai', dai, ether(9000)],
    ['mkr', mkr, ether(20)],
    ['steth', steth, ether(5)],
    ['weth', weth, ether(10)],
  ] as const)
    await attack(old, `takes-${id}`, { steps: () => [take(token, amount)], allowed: [token] })
  await attack(old, 'takes-two', { steps: () => [take(usdc, usd(9000)), take(dai, ether(4000))], allowed: [usdc, dai] })
  await attack(old, 'takes-named', {
    steps: () => [take(usdc, usd(30_000))],
    allowed: [usdc],
    data: callData('claimRewards()'),
  })
  await attack(old, 'takes-into-itself', { steps: (self) => [take(usdc, usd(30_000), self)], allowed: [usdc] })
  await attack(old, 'takes-by-permit2', {
    steps: () => [call(permit2, 'transferFrom(address,address,uint160,address)', me, collector, usd(70_000), usdc)],
    before: (self) =>
      chain.invoke(me, permit2, 'approve(address,address,uint160,uint48)', usdc, self, usd(100_000), 4_000_000_000),
  })
  await attack(old, 'takes-item', {
    steps: () => [take(collection, 1n)],
    before: (self) => chain.invoke(me, collection, 'setApprovalForAll(address,bool)', self, true),
  })
  await attack(old, 'takes-items', {
    steps: () => [call(items, SAFE_ITEMS, me, collector, 7n, 20n, '0x')],
    before: (self) => chain.invoke(me, items, 'setApprovalForAll(address,bool)', self, true),
  })
  await attack(old, 'of-the-safe', {
    steps: () => [take(usdc, usd(90_000), collector, safe)],
    before: async (self) =>
      chain.send({
        from: me,
        to: safe,
        data: await safeCall(chain, { safe, to: usdc, data: callData(APPROVE, self, UNLIMITED) }),
      }),
    to: async (self) => ({ to: safe, data: await safeCall(chain, { safe, to: self, data: opaque('of-the-safe') }) }),
  })
  const execute = 'execute(address,uint256,bytes)'
  await attack(old, 'of-the-account', {
    steps: () => [take(usdc, usd(9000), collector, account)],
    before: (self) => chain.invoke(me, account, execute, usdc, 0n, callData(APPROVE, self, UNLIMITED)),
    to: async (self) => ({ to: account, data: callData(execute, self, 0n, opaque('of-the-account')) }),
  })
  await attack(old, 'by-a-token', {
    steps: () => [take(usdc, usd(40_000))],
    allowed: [usdc],
    data: callData(TRANSFER, carol.address, 5n),
  })
  await attack(old, 'permit-in-bytes', {
    steps: async () => {
      const [token, value, deadline, v, r, s] = await signedPermit(chain, collector)
      return [
        call(
          token as string,
          'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
          me,
          collector,
          value,
          deadline,
          v,
          r,
          s,
        ),
      ]
    },
  })

  // Ether for nothing, or for little.
  const unpaid = 'nothing for something'
  await attack(unpaid, 'ether-forwarded', {
    steps: () => [pay(collector, ether(2))],
    value: ether(2),
    data: callData('claim()'),
  })
  await attack(unpaid, 'ether-kept', { steps: () => [], value: ether(2), data: callData('securityUpdate()') })
  await attack(unpaid, 'worthless-token', {
    steps: async (self) => [call(await tokenOf(self, 'Hype', 'HYPE'), MINT, me, ether(1000)), pay(collector, ether(3))],
    value: ether(3),
  })
  await attack(unpaid, 'copy-of-usdc', {
    steps: async (self) => [
      take(usdc, usd(10_000)),
      call(await tokenOf(self, 'USD Coin', 'USDC', 6), MINT, me, usd(10_000)),
    ],
    allowed: [usdc],
  })
  await attack(unpaid, 'tenth-of-price', {
    steps: () => [take(usdc, usd(10_000)), call(usdt, TRANSFER, me, usd(1000))],
    allowed: [usdc],
    before: (self) => fund(self, usdt, usd(5000)),
  })
  await attack(unpaid, 'half-of-weth', {
    steps: (self) => [
      take(weth, ether(4), self),
      call(weth, 'withdraw(uint256)', ether(4)),
      pay(me, ether(2)),
      pay(collector, ether(2)),
    ],
    allowed: [weth],
  })
  await attack(unpaid, 'no-item', {
    steps: () => [pay(collector, ether(1))],
    value: ether(1),
    data: callData('buy(address,uint256)', collection, 3n),
  })
  await attack(unpaid, 'another-item', {
    steps: async (self) => [call(await collectionOf(self, 'Gate'), MINT, me, 3n), pay(collector, ether(1))],
    value: ether(1),
    data: callData('buy(address,uint256)', collection, 3n),
  })

  // Functions that do not do what their names say.
  const lies = 'names that lie'
  await attack(lies, 'deposit-for-another', {
    steps: async (self) => [
      take(usdc, usd(8000), self),
      call(await tokenOf(self, 'Vault share', 'vUSDC', 6), MINT, collector, usd(8000)),
    ],
    allowed: [usdc],
    data: callData(DEPOSIT, usd(8000), me),
  })
  await attack(lies, 'deposit-of-more', {
    steps: async (self) => [
      take(usdc, usd(80_000), self),
      call(await tokenOf(self, 'Vault share', 'vUSDC', 6), MINT, me, usd(8000)),
    ],
    allowed: [usdc],
    data: callData(DEPOSIT, usd(8000), me),
  })
  await attack(lies, 'redeem-for-another', {
    steps: async (self) => {
      const share = await tokenOf(self, 'Vault share', 'sUSD', 6)
      await write(self, [call(share, MINT, me, usd(7000))])
      await chain.send({ from: by, to: self, data: '0x01020304' })
      await allow(share, self)
      return [take(share, usd(7000), self), call(usdc, TRANSFER, collector, usd(7000))]
    },
    before: (self) => fund(self, usdc, usd(7000)),
    data: callData(REDEEM, usd(7000), me, me),
  })
  await attack(lies, 'swap-for-another', {
    steps: () => [take(usdc, usd(6000)), call(usdt, TRANSFER, collector, usd(5990))],
    allowed: [usdc],
    before: (self) => fund(self, usdt, usd(6000)),
    data: callData(SWAP, usd(6000), usd(5980), [usdc, usdt], me, LATER),
  })
  await attack(lies, 'stake-away', {
    steps: () => [take(world.rewardToken, ether(900))],
    allowed: [world.rewardToken],
    data: callData('stake(uint256)', ether(900)),
  })
  await attack(lies, 'invoice-of-another', {
    steps: () => [take(usdc, usd(3000))],
    allowed: [usdc],
    data: callData('payInvoice(bytes32,address,uint256,address)', word(5n), usdc, usd(3000), carol.address),
  })
  await attack(lies, 'bridge-away', {
    steps: () => [take(usdc, usd(3000))],
    allowed: [usdc],
    data: callData('bridge(uint256,address)', usd(3000), me),
  })

  // Control of what is the signer's own.
  const control = 'control'
  await attack(control, 'owner-silently', { owner: me, steps: () => [store(0n, collector)] })
  await attack(control, 'owner-with-event', {
    owner: me,
    steps: () => [store(0n, collector), log('OwnershipTransferred(address,address)', me, collector)],
  })
  await attack(control, 'implementation-silently', { owner: me, steps: () => [store(IMPLEMENTATION, collector)] })
  await attack(control, 'admin-silently', {
    owner: me,
    steps: () => [store(ADMIN, collector)],
    before: (self) => chain.rpc('hardhat_setStorageAt', self, ADMIN, word(me)),
  })
  await attack(control, 'name', {
    steps: async (self) => {
      const registry = await chain.create(by, 'Registry')
      await chain.invoke(me, registry, 'register(bytes32)', word(9n))
      await chain.invoke(me, registry, 'setManager(address,bool)', self, true)
      return [call(registry, 'setOwner(bytes32,address)', word(9n), collector)]
    },
  })

  // It does it only in a real block.
  const pills = 'simulation evasion'
  for (const [id, kind] of [
    ['gas-price', 3],
    ['base-fee', 4],
    ['coinbase', 5],
  ] as const)
    await attack(pills, id, { steps: () => [only(kind), take(usdc, usd(50_000))], allowed: [usdc] })

  const lending = 'lending'
  await attack(lending, 'loan-for-another', {
    steps: async (self) => [
      call(await tokenOf(self, 'Debt of USDC', 'debtUSDC', 6), MINT, me, usd(20_000)),
      call(usdc, TRANSFER, collector, usd(20_000)),
    ],
    before: (self) => fund(self, usdc, usd(20_000)),
  })

  // The honest side: what protocols do that no list knows.
  const vaults = 'vaults'
  for (const [id, token, amount, symbol] of [
    ['usdc', usdc, usd(4000), 'yUSDC'],
    ['dai', dai, ether(300), 'yDAI'],
    ['weth', weth, ether(2), 'yWETH'],
    ['steth', steth, ether(2), 'ySTETH'],
    ['mkr', mkr, ether(2), 'yMKR'],
  ] as const) {
    await fair(vaults, `deposit-${id}`, {
      steps: async (self) => [
        take(token, amount, self),
        call(await tokenOf(self, `Share of ${id}`, symbol), MINT, me, amount),
      ],
      allowed: [token],
      data: callData(DEPOSIT, amount, me),
    })
    await fair(vaults, `opaque-deposit-${id}`, {
      steps: async (self) => [
        take(token, amount, self),
        call(await tokenOf(self, `Part of ${id}`, `${symbol}2`), MINT, me, amount),
      ],
      allowed: [token],
    })
    await fair(vaults, `redeem-${id}`, {
      steps: async (self) => {
        const share = await tokenOf(self, `Old share of ${id}`, `${symbol}3`)
        await write(self, [call(share, MINT, me, amount)])
        await chain.send({ from: by, to: self, data: '0x01020304' })
        await allow(share, self)
        return [take(share, amount, self), call(token, TRANSFER, me, amount)]
      },
      before: (self) => fund(self, token, token === steth ? amount + 10n : amount),
      data: callData(REDEEM, amount, me, me),
    })
  }
  const trades = 'trades'
  for (const [id, from, given, to, got] of [
    ['usdc-usdt', usdc, usd(2000), usdt, usd(1998)],
    ['dai-usdc', dai, ether(700), usdc, usd(699)],
    ['usdc-dai', usdc, usd(900), dai, ether(899)],
  ] as const) {
    await fair(trades, id, {
      steps: (self) => [take(from, given, self), call(to, TRANSFER, me, got)],
      allowed: [from],
      before: (self) => fund(self, to, got),
      data: callData(SWAP, given, got, [from, to], me, LATER),
    })
    await fair(trades, `opaque-${id}`, {
      steps: (self) => [take(from, given, self), call(to, TRANSFER, me, got)],
      allowed: [from],
      before: (self) => fund(self, to, got),
    })
  }
  await fair(trades, 'with-fee', {
    steps: (self) => [
      take(usdc, usd(3000), self),
      call(usdc, TRANSFER, party('treasury'), usd(9)),
      call(usdt, TRANSFER, me, usd(2985)),
    ],
    allowed: [usdc],
    before: (self) => fund(self, usdt, usd(3000)),
  })
  await fair(trades, 'unwrap', {
    steps: (self) => [take(weth, ether(1), self), call(weth, 'withdraw(uint256)', ether(1)), pay(me, ether(1))],
    allowed: [weth],
  })
  await fair(trades, 'wrap', {
    steps: () => [[0, weth, ether(1), callData('deposit()')], call(weth, TRANSFER, me, ether(1))],
    value: ether(1),
  })
  await fair(trades, 'liquidity', {
    steps: async (self) => [
      take(usdc, usd(500), self),
      take(dai, ether(500), self),
      call(await tokenOf(self, 'Pool', 'LP'), MINT, me, ether(1000)),
    ],
    allowed: [usdc, dai],
  })
  const claims = 'claims'
  await fair(claims, 'reward', {
    steps: () => [call(world.rewardToken, TRANSFER, me, ether(40))],
    before: (self) => fund(self, world.rewardToken, ether(40)),
  })
  await fair(claims, 'usdc', {
    steps: () => [call(usdc, TRANSFER, me, usd(40))],
    before: (self) => fund(self, usdc, usd(40)),
    data: callData('claim()'),
  })
  await fair(claims, 'ether', { steps: () => [pay(me, ether(1))], before: (self) => etherTo(self, ether(1)) })
  await fair(claims, 'shared', {
    steps: () => [call(usdc, TRANSFER, me, usd(90)), call(usdc, TRANSFER, party('treasury'), usd(10))],
    before: (self) => fund(self, usdc, usd(100)),
  })
  await fair(claims, 'item', { steps: async (self) => [call(await collectionOf(self, 'Badge'), MINT, me, 1n)] })
  const sales = 'sales'
  await fair(sales, 'mint', {
    steps: async (self) => [call(await collectionOf(self, 'Rooms'), MINT, me, 4n)],
    value: ether(0.1),
    data: callData('mint(uint256)', 1n),
  })
  await fair(sales, 'buy', {
    steps: (self) =>
      [call(collection, TRANSFER_FROM, carol.address, me, 4n), pay(carol.address, ether(1)), pay(self, 0n)].slice(
        0,
        2,
      ) as Step[],
    value: ether(1),
    before: (self) => chain.invoke(carol.address, collection, 'setApprovalForAll(address,bool)', self, true),
    data: callData('buy(address,uint256)', collection, 4n),
  })
  await fair(sales, 'items', {
    steps: async (self) => {
      const token = await chain.create(by, 'Erc1155')
      await write(self, [call(token, 'init()')])
      await chain.send({ from: by, to: self, data: '0x01020304' })
      return [call(token, MINT_ITEMS, me, 2n, 3n)]
    },
    value: ether(0.05),
  })
  await fair(sales, 'sell', {
    steps: (self) => [take(collection, 2n, self), pay(me, ether(2))],
    before: async (self) => {
      await chain.invoke(me, collection, 'setApprovalForAll(address,bool)', self, true)
      await etherTo(self, ether(2))
    },
  })
  const own = 'own contracts'
  await fair(own, 'pause', { owner: me, steps: () => [store(7n, 1n)], data: callData('pause()') })
  await fair(own, 'fee', { owner: me, steps: () => [store(8n, 30n)], data: callData('setFee(uint256)', 30n) })
  await fair(own, 'ping', { steps: () => [log('Ping(address,address)', me, me)] })
  await fair(own, 'vote', {
    steps: () => [log('VoteCast(address,address)', me, NOBODY), store(9n, 1n)],
    data: callData('castVote(uint256,uint8)', 5n, 1),
  })
  await fair(own, 'name', {
    steps: async (self) => {
      const registry = await chain.create(by, 'Registry')
      await chain.invoke(me, registry, 'setManager(address,bool)', self, true)
      return [call(registry, 'register(bytes32)', word(11n))]
    },
  })
  await fair('loans', 'borrow', {
    steps: async (self) => [
      call(await tokenOf(self, 'Debt of DAI', 'debtDAI'), MINT, me, ether(200)),
      call(dai, TRANSFER, me, ether(200)),
    ],
    before: (self) => fund(self, dai, ether(200)),
  })
  await fair('loans', 'repay', {
    steps: async (self) => {
      const debt = await tokenOf(self, 'Old debt of DAI', 'dDAI')
      await write(self, [call(debt, MINT, me, ether(100))])
      await chain.send({ from: by, to: self, data: '0x01020304' })
      await allow(debt, self)
      return [take(dai, ether(100), self), take(debt, ether(100), self)]
    },
    allowed: [dai],
    data: callData('repay(uint256,address)', ether(100), me),
  })
  await fair(vaults, 'of-the-safe', {
    steps: async (self) => [
      take(usdc, usd(5000), self, safe),
      call(await tokenOf(self, 'Share of a team', 'tUSDC', 6), MINT, safe, usd(5000)),
    ],
    before: async (self) =>
      chain.send({
        from: me,
        to: safe,
        data: await safeCall(chain, { safe, to: usdc, data: callData(APPROVE, self, UNLIMITED) }),
      }),
    to: async (self) => ({
      to: safe,
      data: await safeCall(chain, { safe, to: self, data: callData(DEPOSIT, usd(5000), safe) }),
    }),
  })
  await fair(trades, 'of-the-account', {
    steps: (self) => [take(usdc, usd(50), self, account), call(usdt, TRANSFER, account, usd(50))],
    before: async (self) => {
      await chain.invoke(me, account, execute, usdc, 0n, callData(APPROVE, self, UNLIMITED))
      await fund(self, usdt, usd(50))
    },
    to: async (self) => ({
      to: account,
      data: callData(execute, self, 0n, callData(SWAP, usd(50), usd(49), [usdc, usdt], account, LATER)),
    }),
  })
  return all
}
