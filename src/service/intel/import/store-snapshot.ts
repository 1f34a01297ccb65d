import { localAuthor } from '../../keys/authenticate.ts'
import { recordChange } from '../../store/repositories/audit.ts'
import { findSource } from '../../store/repositories/intel-sources.ts'
import { findGeneration, listedIn } from '../../store/repositories/listed-addresses.ts'
import {
  insertRescreen,
  MOST_ADDRESSES,
  rescreenRow,
  type WantedAddresses,
} from '../../store/repositories/rescreens.ts'
import type { Db, IntelSourceRow } from '../../store/schema/schema.ts'
import { formatOf } from '../formats/index.ts'
import { type FeedImport, importFeed } from './import-feed.ts'
import type { FetchedFacts, ImportControl, ImportReport, ImportRequest, IntelDeps } from './import-request.ts'
import type { FeedOrigin } from './open-feed.ts'
import { toSourceRecord } from './source-record.ts'

/** Replaces the snapshot of a source. The caller holds the import lock. */
export async function storeSnapshot(
  deps: IntelDeps,
  request: ImportRequest,
  source: string,
  origin: FeedOrigin,
  fetched: FetchedFacts,
  control: ImportControl,
): Promise<ImportReport> {
  const { store, clock } = deps
  const now = clock.now()
  const held = await findSource(store.read, source)
  const facts: FeedImport['facts'] = {
    as_of: Math.min(request.asOf ?? now, now),
    max_age_ms: request.maxAgeMs ?? held?.max_age_ms ?? formatOf(request.format).maxAgeMs ?? null,
    chain_ids: request.chainIds ? JSON.stringify(request.chainIds) : (held?.chain_ids ?? null),
    // Without the validators of a fetched snapshot, the next sync fetches the whole feed.
    url: fetched.url ?? held?.url ?? null,
    etag: fetched.etag ?? null,
    last_modified: fetched.lastModified ?? null,
  }
  let rescreenId: string | undefined
  const { before, after } = await importFeed(store, {
    source,
    format: request.format,
    origin,
    force: request.force ?? false,
    now,
    facts,
    audit: (db, old, fresh) => audit(deps, db, 'intel.import', old, fresh),
    compare: async (generation, old) => {
      const since = request.rescreenSince
      if (since === undefined || request.format === 'prices') return undefined
      const wanted = await addedBy(store.read, generation, old?.generation)
      if (wanted?.size === 0) return undefined
      const row = rescreenRow({ id: deps.newId(), now: clock.now(), since, source, wanted })
      rescreenId = row.id
      return (db) => insertRescreen(db, row)
    },
    ...control,
  })
  return {
    ...toSourceRecord(after, now),
    ...(rescreenId !== undefined && { rescreenId }),
    replaced: before ? { kept: before.rows_kept, importedAt: new Date(before.imported_at).toISOString() } : null,
  }
}

/** Records what changed a source. */
export async function audit(
  deps: IntelDeps,
  db: Db,
  action: string,
  before: IntelSourceRow | undefined,
  after: IntelSourceRow | undefined,
): Promise<void> {
  const author = localAuthor(deps)
  const audited = (row: IntelSourceRow | undefined) => {
    if (!row) return undefined
    const { rejections: _, isStale: __, sync: ___, ...record } = toSourceRecord(row, author.now)
    return record
  }
  const name = (after ?? before)?.name ?? ''
  await recordChange(db, author, action, name, { before: audited(before), after: audited(after) })
}

/** Addresses that a snapshot lists as threats, and that the earlier one did not list in the same way. */
async function addedBy(db: Db, generation: number, earlier: number | undefined): Promise<WantedAddresses> {
  const row = await findGeneration(db, generation)
  const found = row ? await listedIn(db, row, earlier, MOST_ADDRESSES) : undefined
  return found && found.size <= MOST_ADDRESSES ? found : undefined
}
