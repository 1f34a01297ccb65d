import type { NodeRecord } from '../../../api/schemas/chain.ts'
import { chainName } from '../../../api/text/chains.ts'
import { channels } from '../../../api/vocabulary.ts'
import { type Family, gauge, gaugeBy } from '../../../shared/metrics/text-format.ts'
import { silentSince } from '../../follower/list-chains.ts'
import { listChainHeads } from '../../store/repositories/chain-heads.ts'
import { listEnabledFeeds } from '../../store/repositories/enabled-feeds.ts'
import { countWaitingHolds, deliveryHealth, safeHealth } from '../../store/repositories/health.ts'
import { listSources } from '../../store/repositories/intel-sources.ts'
import { lastBackupAt } from '../../store/sqlite/last-backup.ts'
import type { Store } from '../../store/store.ts'

export interface DatabaseGaugesDeps {
  readonly store: Store
  /** The nodes of all chains, without a request. */
  readonly nodes: () => Promise<readonly NodeRecord[]>
  /** Path or URL. */
  readonly database: string
  /** Ids of the chains that this process follows. */
  readonly chains: readonly string[]
  /** Wall time (ms). */
  readonly now: number
  /** Time of the `DeadlineClock` (ms). */
  readonly deadlineNow: number
}

/** Seconds since a time (ms). */
type Age = (time: number) => number

/** Reads at a scrape, by indexes and bounded counts, what the database says about the service. */
export async function databaseGauges(deps: DatabaseGaugesDeps): Promise<Family[]> {
  const age: Age = (time) => Math.max(0, deps.now - time) / 1000
  const families = await Promise.all([
    storageGauges(deps, age),
    deliveryGauges(deps, age),
    queueGauges(deps, age),
    feedGauges(deps, age),
    chainGauges(deps, age),
    nodeGauges(deps, age),
  ])
  return families.flat()
}

async function storageGauges({ store, database }: DatabaseGaugesDeps, age: Age): Promise<Family[]> {
  const sizes = await store.sizes()
  const backupAt = store.isShared ? undefined : lastBackupAt(database)
  return [
    gauge('txwarden_database_size_bytes', 'Size of the database, with the log of SQLite.', sizes.bytes),
    gauge('txwarden_database_wal_bytes', 'Size of the log of SQLite.', sizes.logBytes),
    gauge('txwarden_database_free_bytes', 'Free pages in the file of SQLite, for new rows.', sizes.reusableBytes),
    gauge('txwarden_disk_free_bytes', 'Free bytes on the disk of the database.', sizes.freeDiskBytes),
    gauge(
      'txwarden_backup_age_seconds',
      'Age of the last `local backup`.',
      backupAt === undefined ? null : age(backupAt),
    ),
  ]
}

async function deliveryGauges({ store }: DatabaseGaugesDeps, age: Age): Promise<Family[]> {
  const { waiting, failed, oldestWaiting } = await deliveryHealth(store.read)
  return [
    gaugeBy(
      'txwarden_deliveries_waiting',
      'Deliveries to active destinations that wait; the sum stops at 10,000.',
      'channel',
      channels.map((channel) => [channel, waiting.get(channel) ?? 0]),
    ),
    gaugeBy(
      'txwarden_deliveries_failed',
      'Deliveries that were given up; the sum stops at 1,000.',
      'channel',
      channels.map((channel) => [channel, failed.get(channel) ?? 0]),
    ),
    gauge(
      'txwarden_delivery_oldest_waiting_seconds',
      'Age of the delivery that waits longest for an active destination.',
      oldestWaiting === null ? 0 : age(oldestWaiting),
    ),
  ]
}

async function queueGauges({ store, deadlineNow }: DatabaseGaugesDeps, age: Age): Promise<Family[]> {
  const [holds, safes] = await Promise.all([countWaitingHolds(store.read, deadlineNow), safeHealth(store.read)])
  return [
    gaugeBy('txwarden_holds', 'Holds that wait for a decision, a release or an outcome.', 'state', holds),
    gaugeBy('txwarden_safe_queue_items', 'Items of Safes; of the 1,000 that changed last.', 'state', safes.items),
    gauge(
      'txwarden_safe_queue_age_seconds',
      'Age of the queue of a Safe that was not read for longest.',
      safes.oldestQueue === null ? null : age(safes.oldestQueue),
    ),
  ]
}

async function feedGauges({ store }: DatabaseGaugesDeps, age: Age): Promise<Family[]> {
  const [sources, enabled] = await Promise.all([listSources(store.read), listEnabledFeeds(store.read)])
  const prices = sources.filter(({ format }) => format === 'prices')
  const names = new Set(sources.map(({ name }) => name))
  // A feed that is never fetched counts from when it was enabled: an alert about its age fires.
  const awaited = enabled
    .filter(({ name }) => !names.has(name))
    .map(({ name, enabled_at: as_of, max_age_ms }) => ({ name, as_of, max_age_ms }))
  const aged = [...sources, ...awaited].filter(({ max_age_ms }) => max_age_ms !== null)
  return [
    gaugeBy(
      'txwarden_intel_source_age_seconds',
      'Time since a feed was known to be current, or was enabled where it was never fetched.',
      'source',
      [...sources, ...awaited].map(({ name, as_of }) => [name, age(as_of)]),
    ),
    gaugeBy(
      'txwarden_intel_source_max_age_seconds',
      'Age from which a feed counts as stale.',
      'source',
      aged.map(({ name, max_age_ms }) => [name, Number(max_age_ms) / 1000]),
    ),
    gaugeBy(
      'txwarden_intel_entries',
      'Entries of a feed.',
      'source',
      sources.map(({ name, entries }) => [name, Number(entries)]),
    ),
    gaugeBy(
      'txwarden_price_age_seconds',
      'Age of the prices of a feed.',
      'source',
      prices.map(({ name, as_of }) => [name, age(as_of)]),
    ),
  ]
}

async function chainGauges({ store, chains, now, deadlineNow }: DatabaseGaugesDeps, age: Age): Promise<Family[]> {
  const heads = await listChainHeads(store.read)
  const followed = heads.filter(({ chain_id }) => chains.includes(chain_id))
  const begun = followed.filter(({ tip_time }) => tip_time !== null)
  return [
    gaugeBy(
      'txwarden_chain_lag_seconds',
      'Time since the last block that was followed.',
      'chain',
      begun.map(({ chain_id, tip_time }) => [chainName(chain_id), age(Number(tip_time) * 1000)]),
    ),
    gaugeBy(
      'txwarden_chain_following',
      '1: a chain is followed · 0: it waits, or stopped.',
      'chain',
      followed.map(({ chain_id, state }) => [chainName(chain_id), state === 'WAITING' || state === 'STOPPED' ? 0 : 1]),
    ),
    {
      name: 'txwarden_chain_silent_seconds',
      help: 'Time since a chain was followed last, and why it is not; 0: it is followed.',
      type: 'gauge',
      samples: followed.map((row) => ({
        value: silence(silentSince(row, { now, deadlineNow }), age),
        labels: [
          ['chain', chainName(row.chain_id)],
          ['reason', row.reason_code ?? 'none'],
        ],
      })),
    },
  ]
}

async function nodeGauges({ nodes: listed }: DatabaseGaugesDeps, age: Age): Promise<Family[]> {
  const nodes = await listed()
  return [
    gaugeBy(
      'txwarden_node_silent_seconds',
      'Time since the last answer of the node of a chain that is silent for longest; 0: all answer.',
      'chain',
      // Those of a paused chain are not asked.
      Map.groupBy(
        nodes.filter(({ paused }) => !paused),
        ({ chain }) => chain,
      )
        .entries()
        .map(([chain, of]) => [
          chain,
          Math.max(
            ...of.map((node) => silence(node.silentSince === null ? undefined : Date.parse(node.silentSince), age)),
          ),
        ]),
    ),
  ]
}

function silence(since: number | undefined, age: Age): number {
  return since === undefined ? 0 : age(since)
}
