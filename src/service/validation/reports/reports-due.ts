import type { Clock } from '../../../shared/time/clock.ts'
import type { OpenedChain } from '../../chain/open-chain.ts'
import { readChains, type StoredChains } from '../../store/repositories/chain-nodes.ts'
import { chainsToCheck } from '../../store/repositories/transactions.ts'
import type { Store } from '../../store/store.ts'

export interface DueReports {
  readonly stored: StoredChains
  /** Chains with nodes and with reports to confirm. */
  readonly due: readonly string[]
}

/** Finds the chains with due reports in the store alone: it sends no request and loads no node. */
export async function findDue({
  store,
  clock,
  chain,
}: {
  readonly store: Pick<Store, 'read'>
  readonly clock: Clock
  readonly chain: Pick<OpenedChain, 'chainIds'>
}): Promise<DueReports> {
  const stored = await readChains(store.read)
  const ids = chain.chainIds(stored).filter((id) => !stored.paused.has(id))
  const before = clock.now() + 1
  return { stored, due: await chainsToCheck(store.read, ids, before) }
}
