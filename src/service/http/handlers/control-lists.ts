import { pageOf } from '../../../api/schemas/page.ts'
import { Problem, requiring } from '../../problems/problem.ts'
import { chainsOf, toEntry } from '../../records/control-list-entry.ts'
import {
  deleteEntry,
  entriesAbout,
  findEntry,
  insertEntry,
  pageOfEntries,
  setEntryChains,
} from '../../store/repositories/control-lists.ts'
import { bumpEvidenceRevision } from '../../store/repositories/revisions.ts'
import type { Db, EntryRow } from '../../store/schema/schema.ts'
import type { Handlers } from '../handler.ts'

export const controlListHandlers = {
  async listControlLists({ query }, { db }) {
    const request = pageOf(query)
    const { rows, total } = await pageOfEntries(db, { type: query.type }, request)
    return {
      content: rows.map(toEntry),
      size: request.size,
      number: request.page,
      totalPages: Math.ceil(total / request.size),
      totalElements: total,
    }
  },

  async createControlList({ body }, { db, now, newId, audit }) {
    const row: EntryRow = {
      id: newId(),
      address: body.address,
      address_key: body.address.toLowerCase(),
      chain_ids: chainsText(body.chainIds ?? []),
      type: body.type,
      product_type: body.productType,
      created_at: now,
      last_updated_at: now,
    }
    await refuseOverlap(db, row)
    await insertEntry(db, row)
    await bumpEvidenceRevision(db)
    await audit('control-list.create', row.id, { after: toEntry(row) })
    return { controlListId: row.id }
  },

  async updateControlList({ params, body }, { db, now, audit }) {
    const before = await requireEntry(db, params.controlListId)
    if (body.chainIds == null) return { controlListId: before.id }
    const after: EntryRow = { ...before, chain_ids: chainsText(body.chainIds), last_updated_at: now }
    await refuseOverlap(db, after)
    await setEntryChains(db, after.id, after.chain_ids, now)
    await bumpEvidenceRevision(db)
    await audit('control-list.update', after.id, { before: toEntry(before), after: toEntry(after) })
    return { controlListId: after.id }
  },

  async deleteControlList({ params }, { db, audit }) {
    const row = await requireEntry(db, params.controlListId)
    await deleteEntry(db, row.id)
    await bumpEvidenceRevision(db)
    await audit('control-list.delete', row.id, { before: toEntry(row) })
    return { controlListId: row.id }
  },
} satisfies Partial<Handlers>

function chainsText(chainIds: readonly string[]): string {
  return JSON.stringify([...new Set(chainIds)])
}

const requireEntry = requiring(findEntry, 'control list entry')

/** Two entries with the same address, type and product must not share a chain. */
async function refuseOverlap(db: Db, row: EntryRow): Promise<void> {
  const others = await entriesAbout(db, [row.address_key], row.product_type)
  const twin = others.find(
    (other) => other.id !== row.id && other.type === row.type && overlap(chainsOf(other), chainsOf(row)),
  )
  if (!twin) return
  const chains = chainsOf(twin).length === 0 ? 'every chain' : `chain ${chainsOf(twin).join(', ')}`
  throw new Problem(
    'entry-overlap',
    `Entry ${twin.id} already has ${row.address} as ${row.type} for ${row.product_type} on ${chains}.`,
  )
}

function overlap(a: readonly string[], b: readonly string[]): boolean {
  return a.length === 0 || b.length === 0 || a.some((chain) => b.includes(chain))
}
