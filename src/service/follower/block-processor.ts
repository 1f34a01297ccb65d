import type { BlockHeader, CheckedBlock } from '../chain/blocks/block.ts'
import type { BlockObserver } from '../chain/observer.ts'
import { StepTraces } from '../chain/traces.ts'
import { unsettleFrom } from '../policies/budgets.ts'
import {
  hasEventsAbove,
  markEventsReorged,
  reorgedTransactions,
  type SeenEvent,
  upsertChainEvents,
} from '../store/repositories/chain-events.ts'
import { recordContacts } from '../store/repositories/counterparties.ts'
import { deleteMonitorBalancesFrom } from '../store/repositories/monitor-balances.ts'
import { enabledMonitorsOf, monitoredAddresses, monitorRevision } from '../store/repositories/monitors.ts'
import { keepNewestPoison } from '../store/repositories/poison-events.ts'
import type { ChainEventRow, Db } from '../store/schema/schema.ts'
import { notifyExceeded } from '../validation/reports/notify-exceeded.ts'
import type { Activity } from './activity/activity.ts'
import { contentOf } from './activity/details.ts'
import { readActivities } from './activity/read-activities.ts'
import { baitsOf } from './activity/small-payments.ts'
import { Auditor } from './audit/auditor.ts'
import { recordBalanceChanges } from './audit/ledger.ts'
import { Backfiller } from './backfill/backfiller.ts'
import type {
  AtHead,
  Audited,
  BlockProcessor,
  ChainProgress,
  PreparedBlock,
  StepFacts,
} from './loop/block-processing.ts'
import { AUDIT_ADDRESSES } from './loop/rates.ts'
import type { BlockSource } from './loop/source.ts'
import type { WatchdogDeps } from './loop/watchdog.ts'
import { noteDust, notePoison, notifyDigests } from './notify/digests.ts'
import { FormerAlerts, notifyBlock, notifyConfirmed, waitsForFinal } from './notify/notify-confirmed.ts'
import type { NotifyContext, StoredTransaction } from './notify/notify-context.ts'
import { disputesText, notifyDisputes } from './notify/notify-disputes.ts'
import { notifyDropped } from './notify/notify-dropped.ts'
import { recordFollowed } from './verdict/record-followed.ts'
import { recordReturned } from './verdict/record-returned.ts'
import { type ActivityGroup, validateGroups } from './verdict/validate-followed.ts'

/** Events that a reorg removed, of which the transactions are looked for in each block. */
const MAX_REMOVED = 1000

export interface BlockProcessorDeps extends Pick<WatchdogDeps, 'reads' | 'clock' | 'deadlines' | 'newId' | 'wake'> {
  readonly chainId: string
  readonly chain: BlockObserver
}

/** Validates, stores and notifies what the blocks of a chain mean for monitored addresses. */
export class MonitorProcessor implements BlockProcessor {
  readonly #deps: BlockProcessorDeps
  readonly #auditor = new Auditor()
  readonly #backfiller: Backfiller
  readonly #former = new FormerAlerts()
  readonly #traces = new StepTraces()
  /** When the last audit began. */
  #auditedRevision: number | undefined

  constructor(deps: BlockProcessorDeps) {
    this.#deps = deps
    this.#backfiller = new Backfiller({ chainId: deps.chainId, db: deps.reads.db, clock: deps.clock })
  }

  async begin(): Promise<StepFacts> {
    const { chainId, reads } = this.#deps
    return {
      alerts: await reads.alerts(),
      removed: await reorgedTransactions(reads.db, chainId, MAX_REMOVED),
      monitorRevision: await monitorRevision(reads.db),
    }
  }

  async waitsForFinal({ alerts }: StepFacts, finalized: number | undefined): Promise<boolean> {
    const { chainId, reads } = this.#deps
    return alerts.some(waitsForFinal) && finalized !== undefined && hasEventsAbove(reads.db, chainId, finalized)
  }

  hasNewMonitors(facts: StepFacts): boolean {
    return facts.monitorRevision !== this.#auditedRevision
  }

  async prepare({ removed }: StepFacts, block: CheckedBlock, source: BlockSource): Promise<PreparedBlock> {
    const { chainId, reads, clock, newId } = this.#deps
    this.#traces.clear()
    const candidates = [
      ...block.matched.flatMap((matched) => matched.candidates),
      ...block.credits.map(({ address }) => address),
    ]
    const monitors = candidates.length === 0 ? [] : await enabledMonitorsOf(reads.db, chainId, candidates)
    const again = new Set(removed)
    const returned = block.matched.filter(({ transaction }) => again.has(transaction.hash))
    if (monitors.length === 0 && returned.length === 0) return { record: async () => {} }
    const monitored = new Set(monitors.map(({ address_key }) => address_key))
    const activities = await this.#activities(block, monitored, source)
    const groups = await this.#validate(block.header, activities)
    return {
      record: async (db, progress) => {
        // First: a transaction that keeps what only an audit saw keeps the verdict of that.
        await recordReturned(db, returned, {
          chainId,
          header: block.header,
          shown: activities,
          now: clock.now(),
          newId,
        })
        await this.#record(db, groups, progress)
        await recordBalanceChanges(db, chainId, block, monitored)
      },
    }
  }

  async undo(db: Db, { from, tip }: { readonly from: number; readonly tip: number }): Promise<void> {
    const { chainId, clock } = this.#deps
    await unsettleFrom(db, chainId, from)
    // What was read before these blocks, and what the blocks before them change, still holds.
    await markEventsReorged(db, { chainId, from, tip, now: clock.now() })
    await deleteMonitorBalancesFrom(db, chainId, from)
  }

  async settle(db: Db, progress: ChainProgress): Promise<void> {
    const context = this.#notifying(db, progress)
    const { alerts, previous, tip } = progress
    await notifyConfirmed(context, previous, this.#former.take(alerts, previous, tip))
    await notifyDropped(context)
    await notifyDigests(context)
  }

  async atHead(facts: StepFacts, header: BlockHeader, { source, other, mode }: AtHead): Promise<Audited> {
    this.#auditedRevision = facts.monitorRevision
    this.#traces.clear()
    const { found, disputes, record, failure, isPartial } = await this.#auditor.audit(header, {
      chainId: this.#deps.chainId,
      db: this.#deps.reads.db,
      source,
      secondSource: other,
      traces: this.#traces,
      // There the audit is what finds transactions without events.
      ...(mode === 'sparse' && { addresses: AUDIT_ADDRESSES.sparse }),
      activitiesOf: (block, addresses) => this.#activities(block, addresses, source),
    })
    const fault = failure ? `balances are not compared: ${failure.message}` : disputesText(disputes)
    if (found.length === 0 && disputes.length === 0 && !record) return { prepared: undefined, fault, isPartial }
    const groups: ActivityGroup[] = []
    for (const { header: at, activities } of found) groups.push(...(await this.#validate(at, activities)))
    const prepared: PreparedBlock = {
      record: async (db, progress) => {
        await this.#record(db, groups, progress)
        await notifyDisputes(this.#notifying(db, progress), disputes)
        await record?.(db)
      },
    }
    return { prepared, fault, isPartial }
  }

  backfill(tip: number, { source, other }: Omit<AtHead, 'mode'>): Promise<PreparedBlock | undefined> {
    this.#traces.clear()
    return this.#backfiller.next(tip, { source, other }, async (block, addresses) => {
      const groups = await this.#validate(block.header, await this.#activities(block, addresses, source))
      return { record: (db, progress) => this.#record(db, groups, progress) }
    })
  }

  async sparseAddresses(): Promise<readonly string[] | undefined> {
    const { chainId, reads } = this.#deps
    const addresses = await monitoredAddresses(reads.db, chainId, AUDIT_ADDRESSES.sparse + 1)
    return addresses.length > AUDIT_ADDRESSES.sparse ? undefined : addresses
  }

  #activities(block: CheckedBlock, addresses: ReadonlySet<string>, source: BlockSource): Promise<readonly Activity[]> {
    const { chainId, reads } = this.#deps
    return readActivities(block, addresses, { chainId, reads, source, traces: this.#traces })
  }

  #validate(header: BlockHeader, activities: readonly Activity[]): Promise<ActivityGroup[]> {
    const { chainId, reads, chain, clock } = this.#deps
    return validateGroups({ chainId, header, activities }, { reads, chain, traces: this.#traces, now: clock.now() })
  }

  async #record(db: Db, groups: readonly ActivityGroup[], progress: ChainProgress): Promise<void> {
    const { chainId, clock, newId } = this.#deps
    const context = this.#notifying(db, progress)
    const stored: StoredTransaction[] = []
    const fresh: ChainEventRow[] = []
    for (const group of groups) {
      const now = clock.now()
      const validated = group.validated && (await recordFollowed(group.validated, { db, now, newId }))
      const rows = group.activities.map((activity) => this.#eventOf(activity, group, validated?.row.id ?? null, now))
      const events = await upsertChainEvents(db, rows)
      if (validated) await notifyExceeded(validated.exceeded, validated.row, progress.alerts, context)
      stored.push({ events, validated })
      const news = events.filter(({ isNew }) => isNew)
      await notePoison(context, news)
      fresh.push(...news)
      for (const activity of group.activities) {
        const baits = baitsOf(activity, group.header.timestamp * 1000)
        if (baits.length > 0) await recordContacts(db, { chainId, owner: activity.address }, baits)
      }
    }
    await noteDust(context, fresh)
    const poisoned = new Set(fresh.filter(({ kind }) => kind === 'poison').map(({ address }) => address))
    for (const address of poisoned) await keepNewestPoison(db, chainId, address)
    await notifyBlock(context, stored)
  }

  #eventOf(
    { address, kind, mined, details }: Activity,
    { header }: ActivityGroup,
    svcTxId: string | null,
    now: number,
  ): SeenEvent {
    return {
      id: this.#deps.newId(),
      chain_id: this.#deps.chainId,
      address,
      kind,
      svc_tx_id: svcTxId,
      tx_hash: mined?.transaction.hash ?? header.hash,
      block_number: header.number,
      block_hash: header.hash,
      block_time: header.timestamp,
      content: contentOf(details),
      created_at: now,
      updated_at: now,
    }
  }

  #notifying(db: Db, { alerts, tip, finalized }: ChainProgress): NotifyContext {
    const { chainId, newId, wake, deadlines, clock } = this.#deps
    return { db, alerts, chainId, tip, finalized, newId, wake, deadlineNow: deadlines.now(), now: clock.now() }
  }
}
