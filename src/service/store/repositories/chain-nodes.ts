import type { ChainNodeRow, ChainProbeRow, Db } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import { forgetChainAccounts } from './chain-accounts.ts'
import { bumpEvidenceRevision, bumpRevision } from './revisions.ts'

/** Nodes by priority, and chains whose nodes are not read. */
export interface StoredChains {
  readonly nodes: readonly ChainNodeRow[]
  readonly paused: ReadonlySet<string>
}

const PROBE_KEPT_MS = 30 * 24 * 60 * 60 * 1000

export const NO_CHAINS: StoredChains = { nodes: [], paused: new Set() }

export async function readChains(db: Db): Promise<StoredChains> {
  const nodes = await listChainNodes(db)
  const paused = await pausedChains(db)
  return { nodes, paused: new Set(paused.map((row) => row.chain_id)) }
}

const pausedChains = cachedQuery((db) => db.selectFrom('paused_chains').select('chain_id').compile())

/** The lowest priority number first, then the oldest. */
export const listChainNodes = cachedQuery<ChainNodeRow>((db) =>
  db.selectFrom('chain_nodes').selectAll().orderBy('priority').orderBy('created_at').orderBy('id').compile(),
)

export async function insertChainNode(db: Db, row: ChainNodeRow): Promise<void> {
  await db.insertInto('chain_nodes').values(row).execute()
  await noteChange(db)
}

/** Deletes a node with its probe; returns it, undefined when there is none. */
export async function deleteChainNode(db: Db, id: string): Promise<ChainNodeRow | undefined> {
  const row = await db.deleteFrom('chain_nodes').where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) return undefined
  await db.deleteFrom('chain_probes').where('key', '=', id).execute()
  await forgetChainAccounts(db, row.chain_id)
  await noteChange(db)
  return row
}

/** Returns whether the chain was not paused. */
export async function pauseChain(db: Db, chainId: string, now: number): Promise<boolean> {
  const inserted = await db
    .insertInto('paused_chains')
    .values({ chain_id: chainId, paused_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('chain_id')
    .executeTakeFirst()
  if (inserted) await noteChange(db)
  return inserted !== undefined
}

/** Returns whether the chain was paused. */
export async function resumeChain(db: Db, chainId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('paused_chains')
    .where('chain_id', '=', chainId)
    .returning('chain_id')
    .executeTakeFirst()
  if (deleted) await noteChange(db)
  return deleted !== undefined
}

/** A verdict with other nodes can be another one. */
async function noteChange(db: Db): Promise<void> {
  await bumpRevision(db, 'chains')
  await bumpEvidenceRevision(db)
}

export async function findProbe(db: Db, key: string): Promise<ChainProbeRow | undefined> {
  const [row] = await probeOf(db, [key])
  return row
}

const probeOf = cachedQuery<ChainProbeRow>((db) =>
  db.selectFrom('chain_probes').selectAll().where('key', '=', '').compile(),
)

/** Replaces the probe of a node, and deletes those of nodes that were not used for a month. Since when one is silent stays. */
export async function saveProbe(db: Db, row: Pick<ChainProbeRow, 'key' | 'content' | 'probed_at'>): Promise<void> {
  const { key: _, ...values } = row
  await db
    .deleteFrom('chain_probes')
    .where('probed_at', '<', row.probed_at - PROBE_KEPT_MS)
    .where('failed_at', 'is', null)
    .execute()
  await db
    .insertInto('chain_probes')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute()
}

/** Notes that a node gives its head, or none, beside what it can do. */
export async function saveAnswer(
  db: Db,
  key: string,
  answer: Pick<ChainProbeRow, 'answered_at' | 'failed_at'>,
  now: number,
): Promise<void> {
  await db
    .insertInto('chain_probes')
    .values({ key, content: '', probed_at: now, ...answer })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(answer))
    .execute()
}
