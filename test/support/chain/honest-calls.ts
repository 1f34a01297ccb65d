import { artefact } from './artefacts.ts'
import { delegation, multiSend, safeCall, userOperation } from './signed-calls.ts'
import { callData, hex, type Tx } from './test-chain.ts'
import { canonical, claimed, claimTree, people, units, type World } from './world.ts'

const { usd, ether } = units
const { alice, bob, carol } = people
const { usdc, usdt, dai, weth, mkr, steth, permit2, router, entryPoint, multiSend: batches } = canonical
const UNLIMITED = 2n ** 256n - 1n
const LATER = 4_000_000_000n
const APPROVE = 'approve(address,uint256)'
const TRANSFER = 'transfer(address,uint256)'
const FOR_ALL = 'setApprovalForAll(address,bool)'
const SWAP_TOKENS = 'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)'

export interface HonestCall {
  readonly title: string
  readonly tx: Tx & { readonly authorizations?: readonly object[] }
  /** The node of a test takes no unsigned authorizations: the delegation is put there. */
  readonly beforeBlock?: () => Promise<void>
}

/** What alice may do on any day. Each succeeds on the chain; but for one, contracts are on it for ten days. */
export async function honestCalls(world: World): Promise<readonly HonestCall[]> {
  const { chain, feeToken, rewardToken, vault, proxiedVault, ownProxy, nextVault, staking, distributor, marketplace } =
    world
  const { collection, items, safe, account, upgradeable, auction, till } = world
  const me = alice.address
  const calls: HonestCall[] = []
  const add = (title: string, to: string, data: string, value = 0n) =>
    calls.push({ title, tx: { from: me, to, data, value } })
  const call = (title: string, to: string, signature: string, ...args: readonly unknown[]) =>
    add(title, to, callData(signature, ...args))

  add('ether for an EOA', carol.address, '0x', ether(0.5))
  add('ether for her Safe', safe, '0x', ether(1))
  add('a cancellation: nothing to herself', me, '0x')
  call('USDC for an EOA', usdc, TRANSFER, carol.address, usd(250))
  call('USDT, which returns nothing', usdt, TRANSFER, carol.address, usd(99))
  call('MKR, whose symbol is 32 bytes', mkr, TRANSFER, carol.address, ether(1))
  call('stETH, whose balances are shares', steth, TRANSFER, carol.address, ether(2))
  call('a token that keeps 2 %', feeToken, TRANSFER, carol.address, ether(100))
  call('USDC for her Safe', usdc, TRANSFER, safe, usd(1000))
  call('an unlimited allowance for Permit2', dai, APPROVE, permit2, UNLIMITED)
  call('the exact allowance for an unlisted vault', usdc, APPROVE, vault, usd(500))
  call('an unlimited allowance for an unlisted vault', dai, APPROVE, proxiedVault, UNLIMITED)
  call('an allowance for an unlisted staking contract', rewardToken, APPROVE, staking, ether(1000))
  call('an allowance is withdrawn', usdc, APPROVE, vault, 0n)
  const expires = 1_800_000_000n
  const byPermit2 = 'approve(address,address,uint160,uint48)'
  call('an allowance of Permit2 for the router', permit2, byPermit2, usdc, router, usd(100), expires)
  add('ether is wrapped', weth, callData('deposit()'), ether(3))
  call('ether is unwrapped', weth, 'withdraw(uint256)', ether(2))
  add('ether is staked for stETH', steth, callData('submit(address)', `0x${'0'.repeat(40)}`), ether(4))

  const buy = callData('swapExactETHForTokens(uint256,address[],address,uint256)', usd(19_000), [weth, usdc], me, LATER)
  add('ether is exchanged for USDC', router, buy, ether(1))
  call('USDC is exchanged for USDT', router, SWAP_TOKENS, usd(1000), usd(980), [usdc, usdt], me, LATER)
  const sell = 'swapExactTokensForETH(uint256,uint256,address[],address,uint256)'
  call('USDT is exchanged for ether, over USDC', router, sell, usd(2000), ether(0.09), [usdt, usdc, weth], me, LATER)
  call('an unlisted token is sold', router, sell, ether(400), ether(0.09), [rewardToken, weth], me, LATER)
  const provide = 'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)'
  const provided = callData(provide, rewardToken, ether(400), ether(396), ether(0.099), me, LATER)
  add('liquidity is added', router, provided, ether(0.101))

  call('a deposit into an unlisted vault', vault, 'deposit(uint256,address)', usd(700), me)
  call('shares of the vault are redeemed', vault, 'redeem(uint256,address,address)', usd(1500), me, me)
  call('a deposit into a vault behind a proxy', proxiedVault, 'deposit(uint256,address)', ether(300), me)
  call('tokens are staked', staking, 'stake(uint256)', ether(200))
  call('staked tokens are withdrawn', staking, 'withdraw(uint256)', ether(500))
  call('the reward of the stake is taken', staking, 'getReward()')
  const claim = 'claim(uint256,address,uint256,bytes32[])'
  call('a distribution is claimed', distributor, claim, 0n, me, claimed, claimTree().proof)

  call('an item for an EOA', collection, 'safeTransferFrom(address,address,uint256)', me, carol.address, 1n)
  const several = 'safeTransferFrom(address,address,uint256,uint256,bytes)'
  call('items of ERC-1155 for an EOA', items, several, me, carol.address, 7n, 5n, '0x')
  call('an unlisted marketplace may sell her items', collection, FOR_ALL, marketplace, true)
  add('an item is bought', marketplace, callData('buy(address,uint256)', collection, 3n), ether(2))

  add('a bid at an unlisted auction', auction, callData('placeBid(uint256)', 8n), ether(1))
  const payInvoice = 'payInvoice(bytes32,address,uint256,address)'
  call('an invoice by an unlisted till', till, payInvoice, `0x${'1a'.repeat(32)}`, usdc, usd(75), carol.address)

  const salary = callData(TRANSFER, carol.address, usd(3000))
  add('the Safe pays USDC', safe, await safeCall(chain, { safe, to: usdc, data: salary }))
  const batch = multiSend([
    { to: usdc, data: callData(APPROVE, vault, usd(900)) },
    { to: vault, data: callData('deposit(uint256,address)', usd(900), safe) },
  ])
  const batched = { safe, to: batches, data: batch, operation: 1 } as const
  add('the Safe approves and deposits in one batch', safe, await safeCall(chain, batched))
  const paid = callData('execute(address,uint256,bytes)', usdc, 0n, callData(TRANSFER, bob.address, usd(40)))
  add('her smart account pays by a user operation', entryPoint, await userOperation(chain, account, paid))
  call('her proxy is upgraded to her new code', ownProxy, 'upgradeTo(address)', nextVault)
  const made = await chain.create(me, 'Vault')
  call('her proxy is upgraded to code that she created just now', ownProxy, 'upgradeTo(address)', made)
  const next = await chain.create(me, 'UpgradeableAccount')
  const upgrade = 'upgradeToAndCall(address,bytes)'
  call('her UUPS proxy is upgraded to code that she created just now', upgradeable, upgrade, next, '0x')
  const nonce = Number(await chain.rpc('eth_getTransactionCount', me, 'latest')) + 1
  const both = [
    [rewardToken, 0n, callData(APPROVE, staking, ether(50))],
    [staking, 0n, callData('stake(uint256)', ether(50))],
  ]
  calls.push({
    title: 'her account is delegated to a known delegate, and stakes in one batch',
    tx: {
      from: me,
      to: me,
      data: callData('execute((address,uint256,bytes)[])', both),
      authorizations: [{ chainId: 1, address: canonical.delegate, nonce: hex(nonce) }],
    },
    beforeBlock: async () => void (await chain.rpc('hardhat_setCode', me, delegation(canonical.delegate))),
  })
  calls.push({ title: 'a contract is created', tx: { from: me, data: artefact('Vault').creation } })
  return calls
}
