import { expect, onTestFinished } from 'vitest'
import { syncHistory } from '../../src/service/chain/history/sync-history.ts'
import { createRpcNode } from '../../src/service/chain/rpc/rpc-node.ts'
import type { Service } from '../../src/service/index.ts'
import { knownTokens } from '../../src/service/intel/known-tokens.ts'
import { localDatabase } from '../service/administration/local-database.ts'
import { startAnvil } from '../support/chain/anvil.ts'
import { privateAccount } from '../support/chain/private-account.ts'
import { callData, TestChain } from '../support/chain/test-chain.ts'
import { TestClock } from '../support/deterministic.ts'
import { needs } from '../support/needs.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const LOOKALIKE = '0xabcd9e0f8d7c6b5a4938271605142332415099ff'
const [alice, poisoner, drainer] = ['alice', 'poisoner', 'drainer'].map((name) => privateAccount(name).address) as [
  string,
  string,
  string,
]

interface Verdict {
  readonly valid: boolean
  readonly combinedScore: number
  readonly combinedScoreDetails: { readonly subCategory: string }
}

async function judge(service: Service, to: string): Promise<Pick<Verdict, 'combinedScore'> & { found: string }> {
  const transaction = { chainId: '1', from: alice, to: USDC, data: callData('transfer(address,uint256)', to, 5n) }
  const answer = await service.handle(
    {
      method: 'POST',
      path: '/api/v2/transaction/validate',
      query: '',
      headers: { 'content-type': 'application/json', 'x-validation-product': 'SONAR' },
      body: JSON.stringify({ transaction, trackNonce: false }),
    },
    { kind: 'in-process' },
  )
  const verdict = JSON.parse(answer.body) as Verdict
  return { combinedScore: verdict.combinedScore, found: verdict.combinedScoreDetails.subCategory }
}

needs('anvil').test(
  'a wallet that never reported a transaction is warned of a poisoner after its history is read',
  async () => {
    await using node = await startAnvil({ noMining: true })
    const chain = new TestChain(node.rpc)
    for (const one of [alice, poisoner, drainer]) await node.rpc('hardhat_setBalance', one, '0xde0b6b3a7640000')
    await chain.put(USDC, 'Erc20')
    await chain.invoke(alice, USDC, 'init(string,string,uint8)', 'USD Coin', 'USDC', 6)
    await chain.invoke(alice, USDC, 'mint(address,uint256)', alice, 1_000n)
    await chain.invoke(alice, USDC, 'transfer(address,uint256)', PAYEE, 100n)
    await chain.invoke(alice, USDC, 'approve(address,uint256)', drainer, 50n)
    await chain.invoke(drainer, USDC, 'transferFrom(address,address,uint256)', alice, drainer, 50n)
    await chain.invoke(poisoner, USDC, 'transferFrom(address,address,uint256)', alice, LOOKALIKE, 0n)

    await localDatabase().use(async (service) => {
      const before = { payee: await judge(service, PAYEE), drainer: await judge(service, drainer) }
      expect((await judge(service, LOOKALIKE)).found).not.toBe('addressPoisoning')
      const clock = new TestClock()
      const rpc = createRpcNode({ url: node.url, clock })
      onTestFinished(() => rpc.close())
      const deps = {
        store: service.store,
        knownTokens: (chainId: string, addresses: readonly string[]) =>
          knownTokens(service.store.read, chainId, addresses),
        clock,
        newId: () => 'one',
      }
      const sync = () => syncHistory(deps, rpc, { address: alice, chainId: '1', since: { seconds: 30 * 86_400 } })
      expect(await sync()).toMatchObject({ fromBlock: 0, transfers: 4, contacts: 3, added: 3, changed: 0 })
      expect(await sync()).toMatchObject({ transfers: 4, contacts: 3, added: 0, changed: 0 })

      const poisoned = await judge(service, LOOKALIKE)
      expect(poisoned.found).toBe('addressPoisoning')
      expect(poisoned.combinedScore).toBeGreaterThanOrEqual(90)
      // Neither whom the wallet paid nor who drained it is known as good by that.
      expect({ payee: await judge(service, PAYEE), drainer: await judge(service, drainer) }).toEqual(before)
    })
  },
)
