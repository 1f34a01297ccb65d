import { withSafe } from '../service/chain/nodes/scripted-safe.ts'
import { answerOf, fakeChain, transferLog } from '../support/chain/fake-chain.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { CHAIN_WITH_NODE, randomAddress, SAFE_ON_NODE } from './samples.ts'

/** A node for the operations that ask one; its chain has no other use in the suite. */
export async function startNodeOfContract() {
  const chain = fakeChain({
    chainId: Number(CHAIN_WITH_NODE),
    head: 1000,
    headTime: Date.parse('2026-01-02T00:00:00Z') / 1000 + 1000 * 5,
    secondsPerBlock: 5,
    logs: [transferLog({ block: 2, token: randomAddress(), from: randomAddress(), to: randomAddress(), amount: 1n })],
    isBasic: true,
  })
  const safe = { address: SAFE_ON_NODE, owners: [randomAddress(), randomAddress()], threshold: 1 }
  const node = await startFaultProxy(withSafe((call) => answerOf(chain, call), safe))
  return { env: { TXWARDEN_CHAIN_AVALANCHE_URL: `${node.url}/planted-key` }, close: () => node.close() }
}
