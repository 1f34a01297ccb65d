import type { Clock } from '../../../shared/time/clock.ts'
import { addressRows, lastIndexed, placeAfter } from '../../store/repositories/address-blocks.ts'
import type { Store } from '../../store/store.ts'

/** Every short command checks what is due, so this module loads no decoder. */
export interface DueDeps {
  readonly store: Pick<Store, 'read' | 'isShared'>
  readonly clock: Clock
}

/** Transactions of a block. */
export const BLOCK = 512
/**
 * On a shared database, an insert does not see a block that another server has not committed, so a block gets no row of
 * this last time (ms): no transaction is open for as long, and clocks differ by less.
 */
const SHARED_MARGIN_MS = 120_000

/** Whether a block can be added, or a transaction to its block. */
export async function isIndexDue({ store, clock }: DueDeps): Promise<boolean> {
  const [marked] = await addressRows(store.read, {}, {}, { most: 1, isUnindexed: true })
  return marked !== undefined || (await nextEnd({ store, clock })) !== undefined
}

/** The last place of the next block. */
export async function nextEnd({ store, clock }: DueDeps) {
  const before = store.isShared ? clock.now() - SHARED_MARGIN_MS : Number.MAX_SAFE_INTEGER
  return placeAfter(store.read, await lastIndexed(store.read), { distance: BLOCK, before })
}
