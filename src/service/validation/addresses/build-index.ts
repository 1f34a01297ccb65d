import { Pace } from '../../../shared/time/pace.ts'
import { repeat } from '../../../shared/time/repeat.ts'
import {
  type AddressRow,
  addressRows,
  blockOf,
  countWithin,
  insertBlock,
  lastIndexed,
  type PlaceRange,
  requestRows,
  takeUnindexed,
  updateBlock,
} from '../../store/repositories/address-blocks.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import { packHashes, unpackHashes } from './hash-list.ts'
import { BLOCK, type DueDeps, isIndexDue, nextEnd } from './index-due.ts'
import { hashesInRequest, hashOf, listedAddresses, needsRequest } from './named-addresses.ts'

export interface IndexDeps extends DueDeps {
  readonly store: Pick<Store, 'read' | 'write' | 'isShared' | 'tryLock'>
}

/** Marked transactions of one write. */
const MARKED = 4
const POLL_MS = 2000

/** Adds blocks until the signal aborts; where several servers share a database, one of them does. */
export async function keepIndexing(
  deps: IndexDeps,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  const work = async () => (await isIndexDue(deps)) && indexOnce(deps, signal)
  await repeat(work, { pauseMs: POLL_MS, signal, report })
}

/** Adds what is due until the signal aborts, with pauses as long as the work. */
export async function indexOnce(deps: IndexDeps, signal: AbortSignal): Promise<void> {
  const { store, clock } = deps
  const lock = store.isShared ? await store.tryLock('addresses') : undefined
  if (store.isShared && !lock) return
  try {
    // Also beside requests without end: it would fall behind.
    const pace = new Pace({ elapsed: () => clock.elapsed(), isBusy: () => false })
    const pause = () => pace.pause(signal)
    while (!signal.aborted && ((await addMarked(store)) || (await addBlock(deps, pause)))) await pause()
  } finally {
    await lock?.release()
  }
}

/** Hashes the oldest transactions that are in no block, outside the transaction that stores the block. */
async function addBlock(deps: IndexDeps, pause: () => Promise<void>): Promise<boolean> {
  const { store } = deps
  const until = await nextEnd(deps)
  if (!until) return false
  const range: PlaceRange = { after: await lastIndexed(store.read), until }
  const rows = await addressRows(store.read, range, {}, { most: BLOCK })
  const { hashes, hasMore } = await hashesOf(store.read, rows, pause)
  const block = {
    until_at: until.created_at,
    until_id: until.id,
    hashes: packHashes(hashes),
    has_more: hasMore,
  } as const
  await store.write(async (db) => {
    // Another process was first, or a transaction was stored or deleted meanwhile: the next turn reads again.
    if ((await lastIndexed(db))?.id !== range.after?.id) return
    if ((await countWithin(db, range, BLOCK + 1)) !== rows.length) return
    await insertBlock(db, block)
  })
  return true
}

/** Adds transactions that changed, or were stored late, to their blocks. */
async function addMarked(store: Pick<Store, 'read' | 'write'>): Promise<boolean> {
  const [marked] = await addressRows(store.read, {}, {}, { most: 1, isUnindexed: true })
  if (!marked) return false
  await store.write(async (db) => {
    for (const row of await takeUnindexed(db, MARKED)) {
      const block = await blockOf(db, row)
      if (!block) continue
      const { hashes, hasMore } = await hashesOf(db, [row])
      const packed = packHashes([...unpackHashes(block.hashes), ...hashes])
      await updateBlock(db, { ...block, hashes: packed, has_more: hasMore === 1 ? 1 : block.has_more })
    }
  })
  return true
}

/** @param pause awaited after each decoded request */
async function hashesOf(
  db: Db,
  rows: readonly AddressRow[],
  pause?: () => Promise<void>,
): Promise<{ readonly hashes: ReadonlySet<number>; readonly hasMore: 0 | 1 }> {
  const hashes = new Set(rows.flatMap(listedAddresses).map(hashOf))
  let hasMore: 0 | 1 = 0
  for (const { id } of rows.filter(needsRequest)) {
    const [row] = await requestRows(db, [id])
    if (!row) continue
    const found = hashesInRequest(row)
    for (const hash of found.hashes) hashes.add(hash)
    if (found.hasMore) hasMore = 1
    await pause?.()
  }
  return { hashes, hasMore }
}
