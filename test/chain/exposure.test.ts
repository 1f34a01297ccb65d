import { expect } from 'vitest'
import { checksummed } from '../../src/api/address.ts'
import { startAnvil } from '../support/chain/anvil.ts'
import { privateAccount } from '../support/chain/private-account.ts'
import { TestChain } from '../support/chain/test-chain.ts'
import { canonical } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { usdc } = canonical
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const ITEMS = `0x${'17e5'.repeat(10)}`
const SPENDER = checksummed('0x51e1d2c390ab51e1d2c390ab51e1d2c390ab90ab')
const { address: owner } = privateAccount('alice')

needs('anvil').test('the calls that exposure names revoke what is open', async () => {
  await using node = await startAnvil({ noMining: true })
  const chain = new TestChain(node.rpc)
  await node.rpc('hardhat_setBalance', owner, '0xde0b6b3a7640000')
  await chain.put(usdc, 'Erc20')
  await chain.invoke(owner, usdc, 'init(string,string,uint8)', 'USD Coin', 'USDC', 6)
  await chain.put(ITEMS, 'Erc721')
  await chain.put(PERMIT2, 'Permit2')
  await chain.invoke(owner, usdc, 'approve(address,uint256)', SPENDER, 7_000_000n)
  await chain.invoke(owner, usdc, 'approve(address,uint256)', PERMIT2, 2n ** 256n - 1n)
  await chain.invoke(owner, PERMIT2, 'approve(address,address,uint160,uint48)', usdc, SPENDER, 9n, 2 ** 40)
  await chain.invoke(owner, ITEMS, 'setApprovalForAll(address,bool)', SPENDER, true)
  await chain.invoke(owner, ITEMS, 'setApprovalForAll(address,bool)', PERMIT2, true)
  await chain.invoke(owner, ITEMS, 'setApprovalForAll(address,bool)', PERMIT2, false)

  const cli = makeCli()
  const exposure = async () => {
    const argv = ['monitor', 'exposure', owner, '--chain', 'ethereum', '--json']
    const { code, stdout, stderr } = await cli(argv, { env: { TXWARDEN_CHAIN_ETHEREUM_URL: node.url } })
    expect([code, stderr]).toEqual([0, ''])
    return JSON.parse(stdout).content as {
      kind: string
      amount: string
      spender: string
      revoke: { to: string; data: string }
    }[]
  }
  const open = await exposure()
  expect(open.map(({ kind, spender, amount }) => `${kind} ${spender} ${amount}`).toSorted()).toEqual(
    [
      `allowance ${SPENDER} 7000000`,
      `allowance ${PERMIT2} ${2n ** 256n - 1n}`,
      `permit2 ${SPENDER} 9`,
      `operator ${SPENDER} unlimited`,
    ].toSorted(),
  )
  for (const { revoke } of open) await chain.send({ from: owner, ...revoke })
  expect(await exposure()).toEqual([])
})
