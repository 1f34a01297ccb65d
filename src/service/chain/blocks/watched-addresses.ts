import { setImmediate } from 'node:timers/promises'
import { monitorRevision, monitorsAfterRevision, type WatchedAddress } from '../../store/repositories/monitors.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { BlockReader } from './block-reader.ts'

/** Rows of one query: SQLite reads them in about 5 ms, in which the service does nothing else. */
const CHUNK = 2000
/** Below the first revision. */
const NONE = -1

/**
 * Watches all monitored addresses of the database, enabled or not: what the reader finds is confirmed there. Addresses that
 * are no longer monitored stay in the tables.
 * @param deps the database sees only committed data
 * @returns `refresh` hands over what was monitored before the call; later reads look for it. One small query when nothing
 * changed. After an error of the database, the next call goes on.
 */
export function createWatchedAddresses({
  db,
  reader,
}: {
  readonly db: Db
  readonly reader: Pick<BlockReader, 'watch'>
}) {
  /** All monitors up to this revision are watched. */
  let known = NONE

  const watch = async (rows: readonly WatchedAddress[]): Promise<void> => {
    for (const [chainId, ofChain] of Map.groupBy(rows, ({ chain_id }) => chain_id))
      await reader.watch(
        chainId,
        ofChain.map(({ address_key }) => address_key),
      )
    await setImmediate()
  }

  const loadAfter = async (revision: number): Promise<number> => {
    const rows = await monitorsAfterRevision(db, revision, CHUNK)
    await watch(rows)
    const last = Number(rows.at(-1)?.revision ?? revision)
    return rows.length < CHUNK ? last : loadAfter(last)
  }

  const refresh = async (): Promise<void> => {
    const revision = await monitorRevision(db)
    if (revision === known) return
    // A restored backup has a lower one.
    if (revision < known) known = NONE
    // Monitors that are written meanwhile have higher revisions.
    known = Math.max(revision, await loadAfter(known))
  }

  let last: Promise<void> = Promise.resolve()
  return {
    // One after another: a call that joined an earlier one could miss what was monitored in between.
    refresh(): Promise<void> {
      const own = last.then(refresh)
      last = own.catch(() => undefined)
      return own
    },
  }
}
