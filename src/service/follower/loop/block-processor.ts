import type { BlockHeader } from '../../chain/blocks/block.ts'
import type { BlockObserver } from '../../chain/observer.ts'
import { StepTraces } from '../../chain/traces.ts'
import { conditionsOf } from '../../records/alert-filter.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import {
  hasEventsAbove,
  markEventsReorged,
  reorgedTransactions,
  type SeenEvent,
  upsertChainEvents,
} from '../../store/repositories/chain-events.ts'
import { recordContacts } from '../../store/repositories/counterparties.ts'
import { enabledMonitorsOf, monitoredAddresses, monitorRevision } from '../../store/repositories/monitors.ts'
import { keepNewestPoison } from '../../store/repositories/poison-events.ts'
import type { ChainEventRow, Db } from '../../store/schema/schema.ts'
import type { Activity } from '../activity/activity.ts'
import { baitsOf } from '../activity/baits.ts'
import { contentOf } from '../activity/details.ts'
import { readActivities } from '../activity/read-activities.ts'
import { Auditor } from '../audit/auditor.ts'
import { noteBlock, undoBlocks } from '../audit/note-block.ts'
import { Backfiller } from '../backfill/backfiller.ts'
import { noteDust, notePoison, notifyDigests } from '../notify/digests.ts'
import { FormerAlerts } from '../notify/former-alerts.ts'
import { notifyBlock, notifyConfirmed } from '../notify/notify-confirmed.ts'
import type { NotifyContext, StoredTransaction } from '../notify/notify-context.ts'
import { disputesText, notifyDisputes } from '../notify/notify-disputes.ts'
import { notifyDropped } from '../notify/notify-dropped.ts'
import { recordFollowed } from '../verdict/record-followed.ts'
import { recordReturned } from '../verdict/record-returned.ts'
import { type ActivityGroup, validateGroups } from '../verdict/validate-followed.ts'
import { AUDIT_ADDRESSES } from './rates.ts'
import type { ChainSource } from './source.ts'
import type { WatchdogDeps } from './watchdog.ts'
import type { BlockProcessor, ChainProgress, PreparedBlock } from './work.ts'

/** Events that a reorg removed, of which the transactions are looked for in each block. */
const MAX_REMOVED = 1000

export interface BlockProcessorDeps extends Pick<WatchdogDeps, 'reads' | 'clock' | 'deadlines' | 'newId' | 'wake'> {
  readonly chainId: string
  readonly chain: BlockObserver
}

/** Validates, stores and notifies what the blocks of a chain mean for monitored addresses. */
export function createBlockProcessor(deps: BlockProcessorDeps): BlockProcessor {
  const { chainId, reads, chain, clock, deadlines, newId, wake } = deps
  const auditor = new Auditor()
  const backfiller = new Backfiller({ chainId, db: reads.db, clock })
  const former = new FormerAlerts()
  const traces = new StepTraces()
  let alerts: readonly StoredAlert[] = []
  let removed: readonly string[] = []
  let revision: number | undefined
  /** When the last audit began. */
  let auditedRevision: number | undefined

  const contextOf = (db: Db, { tip, finalized }: ChainProgress): NotifyContext => ({
    ...{ db, alerts, chainId, tip, finalized, newId, wake },
    ...{ deadlineNow: deadlines.now(), now: clock.now() },
  })

  const activityContext = (source: ChainSource) => ({ chainId, reads, source, traces })

  const validateAll = (header: BlockHeader, activities: readonly Activity[]): Promise<ActivityGroup[]> =>
    validateGroups({ chainId, header, activities }, { reads, chain, traces, now: clock.now() })

  const recordAll = async (db: Db, groups: readonly ActivityGroup[], progress: ChainProgress) => {
    const context = contextOf(db, progress)
    const stored: StoredTransaction[] = []
    const poisoned = new Set<string>()
    const fresh: ChainEventRow[] = []
    for (const group of groups) {
      const now = clock.now()
      const validated = group.validated && (await recordFollowed(group.validated, { db, now, newId }))
      const rows = group.activities.map((activity) => rowOf(activity, group, validated?.row.id ?? null, now))
      const events = await upsertChainEvents(db, rows)
      stored.push({ events, validated })
      const news = events.filter(({ isNew }) => isNew)
      await notePoison(context, news)
      fresh.push(...news)
      for (const { kind, address } of news) if (kind === 'poison') poisoned.add(address)
      for (const activity of group.activities) {
        const baits = baitsOf(activity, group.header.timestamp * 1000)
        if (baits.length > 0) await recordContacts(db, { chainId, owner: activity.address }, baits)
      }
    }
    await noteDust(context, fresh)
    for (const address of poisoned) await keepNewestPoison(db, chainId, address)
    await notifyBlock(context, stored)
  }

  const rowOf = (
    { address, kind, mined, details }: Activity,
    { header }: ActivityGroup,
    svcTxId: string | null,
    now: number,
  ): SeenEvent => ({
    ...{ id: newId(), chain_id: chainId, address, kind, svc_tx_id: svcTxId },
    tx_hash: mined?.transaction.hash ?? header.hash,
    ...{ block_number: header.number, block_hash: header.hash, block_time: header.timestamp },
    ...{ content: contentOf(details), created_at: now, updated_at: now },
  })

  return {
    async begin() {
      alerts = await reads.alerts()
      removed = await reorgedTransactions(reads.db, chainId, MAX_REMOVED)
      revision = await monitorRevision(reads.db)
    },

    async waitsForFinal(finalized) {
      const isWanted = alerts.some(
        (alert) => alert.type === 'MONITOR' && conditionsOf(alert).confirmations === 'finalized',
      )
      return isWanted && finalized !== undefined && hasEventsAbove(reads.db, chainId, finalized)
    },

    hasNewMonitors: () => revision !== auditedRevision,

    removed: () => removed,

    async prepare(block, source): Promise<PreparedBlock> {
      traces.clear()
      const candidates = [
        ...block.matched.flatMap((matched) => matched.candidates),
        ...block.credits.map(({ address }) => address),
      ]
      const monitors = candidates.length === 0 ? [] : await enabledMonitorsOf(reads.db, chainId, candidates)
      const again = new Set(removed)
      const returned = block.matched.filter(({ transaction }) => again.has(transaction.hash))
      if (monitors.length === 0 && returned.length === 0) return { record: async () => {} }
      const monitored = new Set(monitors.map(({ address_key }) => address_key))
      const activities = await readActivities(block, monitored, activityContext(source))
      const groups = await validateAll(block.header, activities)
      return {
        async record(db, progress) {
          // First: a transaction that keeps what only an audit saw keeps the verdict of that.
          await recordReturned(db, returned, {
            chainId,
            header: block.header,
            shown: activities,
            now: clock.now(),
            newId,
          })
          await recordAll(db, groups, progress)
          await noteBlock(db, chainId, block, monitored)
        },
      }
    },

    async undo(db, { from, tip }) {
      await markEventsReorged(db, { chainId, from, tip, now: clock.now() })
      await undoBlocks(db, chainId, from)
    },

    async settle(db, progress) {
      const context = contextOf(db, progress)
      await notifyConfirmed(context, progress.previous, former.take(alerts, progress.previous, progress.tip))
      await notifyDropped(context)
      await notifyDigests(context)
    },

    async atHead(header, { source, other, mode }) {
      auditedRevision = revision
      traces.clear()
      const { found, disputes, record, failure, isPartial } = await auditor.audit(header, {
        ...{ chainId, db: reads.db, source, secondSource: other, traces },
        // There the audit is what finds transactions without events.
        ...(mode === 'sparse' && { addresses: AUDIT_ADDRESSES.sparse }),
        activitiesOf: (block, addresses) => readActivities(block, addresses, activityContext(source)),
      })
      const fault = failure ? `balances are not compared: ${failure.message}` : disputesText(disputes)
      if (found.length === 0 && disputes.length === 0 && !record) return { prepared: undefined, fault, isPartial }
      const groups: ActivityGroup[] = []
      for (const { header: at, activities } of found) groups.push(...(await validateAll(at, activities)))
      const prepared: PreparedBlock = {
        async record(db, progress) {
          await recordAll(db, groups, progress)
          await notifyDisputes(contextOf(db, progress), disputes)
          await record?.(db)
        },
      }
      return { prepared, fault, isPartial }
    },

    backfill(tip, { source, other }) {
      traces.clear()
      return backfiller.next(tip, { source, other }, async (block, addresses) => {
        const activities = await readActivities(block, addresses, activityContext(source))
        const groups = await validateAll(block.header, activities)
        return { record: (db, progress) => recordAll(db, groups, progress) }
      })
    },

    async sparseAddresses() {
      const addresses = await monitoredAddresses(reads.db, chainId, AUDIT_ADDRESSES.sparse + 1)
      return addresses.length > AUDIT_ADDRESSES.sparse ? undefined : addresses
    },
  }
}
