import { type ChainSettings, knownChain } from '../../../api/chains.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import type { ChainNodeRow, ChainProbeRow, ChainSettingsRow, Db } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import { forgetChainAccounts } from './chain-accounts.ts'
import { bumpWithEvidence } from './revisions.ts'
import { deleteRows, saveRow } from './rows.ts'

/** Nodes by priority, and chains whose nodes are not read. */
export interface StoredChains {
  readonly nodes: readonly ChainNodeRow[]
  readonly paused: ReadonlySet<string>
  readonly settings: readonly ChainSettings[]
}

const PROBE_KEPT_MS = 30 * DAY_MS

export const NO_CHAINS: StoredChains = { nodes: [], paused: new Set(), settings: [] }

export async function readChains(db: Db): Promise<StoredChains> {
  const nodes = await listChainNodes(db)
  const paused = await pausedChains(db)
  return { nodes, paused: new Set(paused.map((row) => row.chain_id)), settings: await listChainSettings(db) }
}

const pausedChains = cachedQuery((db) => db.selectFrom('paused_chains').select('chain_id').compile())

/** The lowest priority number first, then the oldest. */
const listChainNodes = cachedQuery<ChainNodeRow>((db) =>
  db.selectFrom('chain_nodes').selectAll().orderBy('priority').orderBy('created_at').orderBy('id').compile(),
)

export async function insertChainNode(db: Db, row: ChainNodeRow): Promise<void> {
  await db.insertInto('chain_nodes').values(row).execute()
  await bumpWithEvidence(db, 'chains')
}

/** Deletes a node with its probe; returns it, undefined when there is none. */
export async function deleteChainNode(db: Db, id: string): Promise<ChainNodeRow | undefined> {
  const row = await db.deleteFrom('chain_nodes').where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) return undefined
  await db.deleteFrom('chain_probes').where('key', '=', id).execute()
  await forgetChainAccounts(db, row.chain_id)
  await bumpWithEvidence(db, 'chains')
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
  if (inserted) await bumpWithEvidence(db, 'chains')
  return inserted !== undefined
}

/** Returns whether the chain was paused. */
export async function resumeChain(db: Db, chainId: string): Promise<boolean> {
  const deleted = await deleteRows(db, 'paused_chains', { chain_id: chainId }).returning('chain_id').executeTakeFirst()
  if (deleted) await bumpWithEvidence(db, 'chains')
  return deleted !== undefined
}

/** By id of the chain, as text. */
export async function listChainSettings(db: Db): Promise<ChainSettings[]> {
  const rows = await settingsOfChains(db)
  return rows.map(({ chain_id: chainId, settings }) => ({ chainId, ...(JSON.parse(settings) as object) }))
}

const settingsOfChains = cachedQuery<ChainSettingsRow>((db) =>
  db.selectFrom('chain_settings').selectAll().orderBy('chain_id').compile(),
)

/** Replaces what is set for the chain. */
export async function saveChainSettings(db: Db, { chainId, ...given }: ChainSettings, now: number): Promise<void> {
  const row = { chain_id: chainId, settings: JSON.stringify(given), updated_at: now }
  await saveRow(db, 'chain_settings', ['chain_id'], row)
  await bumpWithEvidence(db, 'chains')
}

/** Ids of the chains that something stored names, besides transactions. */
export async function chainsInUse(db: Db): Promise<Set<string>> {
  const tables = ['chain_nodes', 'monitored_addresses', 'safes', 'contracts'] as const
  const named = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table as 'chain_nodes')
        .select('chain_id')
        .distinct()
        .execute(),
    ),
  )
  const lists = await db.selectFrom('control_list_entries').select('chain_ids').distinct().execute()
  const alerts = await db.selectFrom('alerts').select('filter').execute()
  return new Set([
    ...named.flat().map(({ chain_id }) => chain_id),
    ...lists.flatMap(({ chain_ids }) => JSON.parse(chain_ids) as string[]),
    ...alerts.flatMap(({ filter }) => (JSON.parse(filter) as { chainIds?: number[] }).chainIds ?? []).map(String),
  ])
}

export async function deleteChainSettings(db: Db, chainId: string): Promise<void> {
  await deleteRows(db, 'chain_settings', { chain_id: chainId }).execute()
  if (!knownChain(chainId)) await deleteRows(db, 'paused_chains', { chain_id: chainId }).execute()
  await bumpWithEvidence(db, 'chains')
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
  await db
    .deleteFrom('chain_probes')
    .where('probed_at', '<', row.probed_at - PROBE_KEPT_MS)
    .where('failed_at', 'is', null)
    .execute()
  await saveRow(db, 'chain_probes', ['key'], row)
}

/** Notes that a node gives its head, or none, beside what it can do. */
export async function saveAnswer(
  db: Db,
  key: string,
  answer: Pick<ChainProbeRow, 'answered_at' | 'failed_at'>,
  now: number,
): Promise<void> {
  await saveRow(db, 'chain_probes', ['key'], { key, content: '', probed_at: now, ...answer }, { changes: answer })
}
