import { chains } from '../../../api/chains.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { ChainObserver } from '../../chain/observer.ts'
import { readChains, type StoredChains } from '../../store/repositories/chain-nodes.ts'
import { firstChecks } from '../../store/repositories/transactions.ts'
import type { Store } from '../../store/store.ts'

/** Reports of an earlier version are due before it: their payments are not read yet. */
export const EARLIER = 1

export interface DueReports {
  readonly stored: StoredChains
  /** Chains with reports of an earlier version. */
  readonly earlier: readonly string[]
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
  readonly chain: Pick<ChainObserver, 'hasNode'>
}): Promise<DueReports> {
  const stored = await readChains(store.read)
  const hasNode = (id: string) => chain.hasNode(id, stored) && !stored.paused.has(id)
  const now = clock.now()
  const first = await firstChecks(
    store.read,
    chains.map(({ id }) => ({ chainId: id, before: hasNode(id) ? now + 1 : EARLIER })),
  )
  const earlier = [...first].flatMap(([id, checkAt]) => (checkAt < EARLIER ? [id] : []))
  return { stored, earlier, due: [...first.keys()].filter(hasNode) }
}
