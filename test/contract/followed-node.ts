import { answerAs } from '../service/chain/history/scripted-chain.ts'
import { withSafe } from '../service/chain/nodes/scripted-safe.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { CHAIN_WITH_NODE, randomAddress, SAFE_ON_NODE } from './samples.ts'

/** A node for the operations that ask one; its chain has no other use in the suite. */
export async function startNodeOfContract() {
  const node = await startFaultProxy(
    withSafe(
      answerAs({
        chainId: Number(CHAIN_WITH_NODE),
        transfers: [{ block: 2, token: randomAddress(), from: randomAddress(), to: randomAddress(), amount: 1n }],
        head: 1000,
        blockTime: 5,
        start: Date.parse('2026-01-02T00:00:00Z') / 1000,
      }),
      { address: SAFE_ON_NODE, owners: [randomAddress(), randomAddress()], threshold: 1 },
    ),
  )
  return { env: { TXWARDEN_CHAIN_AVALANCHE_URL: `${node.url}/planted-key` }, close: () => node.close() }
}
