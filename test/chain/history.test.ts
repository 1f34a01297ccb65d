import { expect } from 'vitest'
import { startAnvil } from '../support/chain/anvil.ts'
import { privateAccount } from '../support/chain/private-account.ts'
import { callData, TestChain } from '../support/chain/test-chain.ts'
import { canonical } from '../support/chain/world.ts'
import { asTyped, makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { usdc } = canonical
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const LOOKALIKE = '0xabcd9e0f8d7c6b5a4938271605142332415099ff'
const [alice, poisoner, drainer] = ['alice', 'poisoner', 'drainer'].map((name) => privateAccount(name).address) as [
  string,
  string,
  string,
]

needs('anvil').test(
  'a wallet that never reported a transaction is warned of a poisoner after its history is read',
  async () => {
    await using node = await startAnvil({ noMining: true })
    const chain = new TestChain(node.rpc)
    for (const one of [alice, poisoner, drainer]) await node.rpc('hardhat_setBalance', one, '0xde0b6b3a7640000')
    await chain.put(usdc, 'Erc20')
    await chain.invoke(alice, usdc, 'init(string,string,uint8)', 'USD Coin', 'USDC', 6)
    await chain.invoke(alice, usdc, 'mint(address,uint256)', alice, 1_000n)
    await chain.invoke(alice, usdc, 'transfer(address,uint256)', PAYEE, 100n)
    await chain.invoke(alice, usdc, 'approve(address,uint256)', drainer, 50n)
    await chain.invoke(drainer, usdc, 'transferFrom(address,address,uint256)', alice, drainer, 50n)
    await chain.invoke(poisoner, usdc, 'transferFrom(address,address,uint256)', alice, LOOKALIKE, 0n)

    const cli = makeCli()
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: node.url }
    const judge = async (to: string) => {
      const data = callData('transfer(address,uint256)', to, 5n)
      const argv = asTyped(`validate --chain ethereum --from ${alice} --to ${usdc} --data ${data} --simulate no`)
      const { code, stdout } = await cli([...argv, '--json'], { env })
      return { code, found: JSON.parse(stdout).combinedScoreDetails.subCategory as string }
    }
    const sync = async () => {
      const { code, stdout, stderr } = await cli(['tx', 'history', 'sync', alice, '--chain', 'ethereum', '--json'], {
        env,
      })
      expect([code, stderr]).toEqual([0, ''])
      return JSON.parse(stdout) as Record<string, unknown>
    }
    const before = { payee: await judge(PAYEE), drainer: await judge(drainer) }
    expect((await judge(LOOKALIKE)).found).not.toBe('addressPoisoning')

    expect(await sync()).toMatchObject({ fromBlock: 0, transfers: 4, contacts: 3, added: 3, changed: 0 })
    expect(await sync()).toMatchObject({ transfers: 4, contacts: 3, added: 0, changed: 0 })

    expect(await judge(LOOKALIKE)).toEqual({ code: 12, found: 'addressPoisoning' })
    // Neither whom the wallet paid nor who drained it is known as good by that.
    expect({ payee: await judge(PAYEE), drainer: await judge(drainer) }).toEqual(before)
  },
)
