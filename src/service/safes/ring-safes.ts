import { listSafes, requestPoll } from '../store/repositories/safes.ts'
import type { Store } from '../store/store.ts'
import { hasReserve } from './budget/budget.ts'
import { isPolled, paceOfSafe } from './safe-record.ts'

/** Time between the starts of two polls of a Safe (ms). */
const LEAST_MS = 5000

/**
 * Has Safes polled at once. The caller is not trusted: it only chooses which Safes, and cannot spend what the regular polls need.
 * @param address undefined: all Safes
 */
export async function ringSafes(
  address: string | undefined,
  { store, now }: { readonly store: Store; readonly now: number },
): Promise<void> {
  const polled = (await listSafes(store.read)).filter(isPolled)
  const rung = address === undefined ? polled : polled.filter((row) => row.address_key === address.toLowerCase())
  for (const row of rung) {
    // After a failure the poller waits as long as the service says.
    if (row.error_code !== null || row.next_poll_at <= now) continue
    if (!hasReserve(await paceOfSafe(row, polled, { db: store.read, now }))) continue
    await store.write((db) => requestPoll(db, row.id, LEAST_MS, now))
  }
}
