import { test as base } from 'vitest'
import type { EventContent } from '../../../../src/service/alerts/delivery/messages/event-content.ts'
import { planSlice } from '../../../../src/service/alerts/delivery/plan-deliveries.ts'
import type { ActivityDetails } from '../../../../src/service/follower/activity/activity.ts'
import { notePoison, notifyDigests } from '../../../../src/service/follower/notify/digests.ts'
import { notifyBlock, notifyConfirmed } from '../../../../src/service/follower/notify/notify-confirmed.ts'
import type { NotifyContext } from '../../../../src/service/follower/notify/notify-context.ts'
import { notifyDropped } from '../../../../src/service/follower/notify/notify-dropped.ts'
import { type Notice, notifyNotice } from '../../../../src/service/follower/notify/notify-notice.ts'
import type { Service } from '../../../../src/service/service.ts'
import { activeAlerts, type StoredAlert } from '../../../../src/service/store/repositories/alerts.ts'
import { markEventsReorged, upsertChainEvents } from '../../../../src/service/store/repositories/chain-events.ts'
import type { ChainEventRow, Db } from '../../../../src/service/store/schema/schema.ts'
import { openServices } from '../../../postgres/servers.ts'
import { ask } from '../../../support/requests.ts'

export const TREASURY = '0x7e57e185f01f2900f3b969962d790bd76275007a'
export const DRAINER = `0x${'d'.repeat(40)}`
export const CHAIN = '8453'
const CONFIGURATIONS = '/api/v2/management/alert-configurations'
const START = Date.parse('2026-03-04T05:06:07Z')

export interface SeenActivity {
  /** Transaction, by a number; undefined: outside of all. */
  readonly transaction: number | undefined
  readonly kind: ChainEventRow['kind']
  readonly address?: string
  readonly details?: ActivityDetails
}

export interface Notification {
  readonly alert: string
  readonly transaction: string | undefined
  readonly step: string
  readonly kind: string | undefined
  readonly confirmations: number | null | undefined
  readonly block: string | undefined
}

/** A chain whose blocks are applied and undone as the follower does it, in a real database. */
export class NotifiedChain {
  readonly service: Service
  /** Wall clock (ms). */
  now = START
  tip = 100
  finalized: number | undefined
  /** What a step read at its begin; undefined: it reads the alerts of now. */
  alerts: readonly StoredAlert[] | undefined
  #ids = 0
  #forks = 0

  private constructor(service: Service) {
    this.service = service
  }

  static async open(): Promise<NotifiedChain> {
    const [service] = (await openServices(1)) as [Service]
    return new NotifiedChain(service)
  }

  async alert(
    alertName: string,
    transactionFilter: object = {},
    destinationIds: readonly string[] = [],
  ): Promise<string> {
    const body = { alertName, alertType: 'MONITOR', transactionFilter, destinationIds }
    const made = await ask(this.service, 'POST', '/ext/v1/alert-configurations', body)
    if (made.status !== 200) throw new Error(JSON.stringify(made.body))
    return made.body.alertId
  }

  async monitor(address = TREASURY, name = 'treasury'): Promise<string> {
    const made = await ask(this.service, 'POST', '/api/v2/management/monitor', { address, chainId: CHAIN, name })
    return made.body.id
  }

  async destinations(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let at = 0; at < count; at++) {
      const body = { name: `to ${at}`, channel: 'EMAIL', webhookUrl: 'mailto:ops@example.com' }
      ids.push((await ask(this.service, 'POST', `${CONFIGURATIONS}/destinations`, body)).body.id)
    }
    return ids
  }

  /** Time of a block (ms). */
  blockMs = 2000

  /** Applies the next block, a little later. */
  async apply(...seen: readonly SeenActivity[]): Promise<void> {
    this.tip += 1
    this.now += this.blockMs
    await this.#record(this.tip - 1, seen, `0x${'b'.repeat(32)}${String(++this.#forks).padStart(32, '0')}`)
  }

  /** An audit finds more in the last block. */
  async find(...seen: readonly SeenActivity[]): Promise<void> {
    await this.#record(this.tip, seen, `0x${'b'.repeat(32)}${String(this.#forks).padStart(32, '0')}`)
  }

  async #record(before: number, seen: readonly SeenActivity[], block_hash: string): Promise<void> {
    const previous = { tip: before, finalized: this.finalized }
    await this.#write(async (db, context) => {
      const rows = await upsertChainEvents(
        db,
        seen.map((each) => ({
          id: this.#newId(),
          chain_id: CHAIN,
          tx_hash: each.transaction === undefined ? block_hash : hashOf(each.transaction),
          address: each.address ?? TREASURY,
          kind: each.kind,
          svc_tx_id: null,
          block_number: this.tip,
          block_hash,
          block_time: Math.floor(this.now / 1000),
          content: JSON.stringify(each.details ?? {}),
          created_at: this.now,
          updated_at: this.now,
        })),
      )
      // One by one, as if several rounds of an audit had found them.
      await notifyBlock(
        context,
        rows.map((row) => ({ events: [row], validated: undefined })),
      )
      await notePoison(
        context,
        rows.filter(({ isNew }) => isNew),
      )
      await notifyConfirmed(context, previous)
      await notifyDropped(context)
    })
  }

  /** The tip after blocks that were not read, or read at once. */
  async skip(blocks: number): Promise<void> {
    const previous = { tip: this.tip, finalized: this.finalized }
    this.tip += blocks
    await this.#write(async (_, context) => {
      await notifyConfirmed(context, previous)
    })
  }

  /** A reorg removes the last blocks. */
  async undo(blocks: number): Promise<void> {
    const tip = this.tip
    this.tip -= blocks
    await this.service.store.write((db) =>
      markEventsReorged(db, { chainId: CHAIN, from: this.tip + 1, tip, now: this.now }),
    )
  }

  /** Time passes without a block. */
  async settle(ms = 0, finalized = this.finalized): Promise<void> {
    const previous = { tip: this.tip, finalized: this.finalized }
    this.now += ms
    this.finalized = finalized
    await this.#write(async (_, context) => {
      await notifyConfirmed(context, previous)
      await notifyDropped(context)
      await notifyDigests(context)
    })
  }

  notice(notice: Notice): Promise<void> {
    return this.#write((_, context) => notifyNotice(context, notice))
  }

  /** All that was reported, in order; plans what waits. */
  async notified(): Promise<Notification[]> {
    const events = await this.events()
    return events.map(({ alert_name, content, step, kind }) => ({
      alert: alert_name,
      transaction: content.transaction.transactionId,
      step,
      kind: kind ?? undefined,
      confirmations: content.confirmations,
      block: content.transaction.blockNumber,
    }))
  }

  async events() {
    await this.plan()
    const rows = await this.service.store.read
      .selectFrom('alert_events')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ ...row, content: JSON.parse(row.content) as EventContent }))
  }

  async plan(): Promise<void> {
    const context = { now: this.now, newId: () => this.#newId() }
    while (await this.service.store.write((db) => planSlice(db, context)));
  }

  async #write(work: (db: Db, context: NotifyContext) => Promise<void>): Promise<void> {
    await this.service.store.write(async (db) => {
      const { now, tip, finalized } = this
      const alerts = this.alerts ?? (await activeAlerts(db))
      const shared = { db, alerts, chainId: CHAIN, newId: () => this.#newId(), wake: () => {} }
      await work(db, { ...shared, deadlineNow: now, now, tip, finalized })
    })
  }

  #newId(): string {
    return String(this.#ids++).padStart(9, '0')
  }
}

export function hashOf(transaction: number): string {
  return `0x${String(transaction).padStart(64, '0')}`
}

/** A test with such a chain: `chain`. */
export const test = base.extend('chain', () => NotifiedChain.open())
