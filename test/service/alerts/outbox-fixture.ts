import { test as base, onTestFinished } from 'vitest'
import type { Channel } from '../../../src/api/vocabulary.ts'
import { createAlertSender } from '../../../src/service/alerts/delivery/attempts/send-alert.ts'
import { Courier, type CourierDeps } from '../../../src/service/alerts/delivery/courier.ts'
import type { VerdictContent } from '../../../src/service/alerts/delivery/messages/event-content.ts'
import { enqueueFanOut } from '../../../src/service/alerts/delivery/plan-deliveries.ts'
import { aboutValidation } from '../../../src/service/alerts/matching/enqueue-alerts.ts'
import { parseEgressPolicy } from '../../../src/service/egress/egress-policy.ts'
import type { Ids } from '../../../src/service/runtime/deps.ts'
import { createIds } from '../../../src/service/runtime/ids.ts'
import type { Service } from '../../../src/service/service.ts'
import { findAlert } from '../../../src/service/store/repositories/alerts.ts'
import { attemptsOf, findDelivery } from '../../../src/service/store/repositories/deliveries.ts'
import type { DeliveryAttemptRow, DeliveryRow, EventSubject } from '../../../src/service/store/schema/schema.ts'
import { seededRandom } from '../../support/deterministic.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { openForTest } from '../../support/open-service.ts'
import { type Answered, ask } from '../../support/requests.ts'
import { SteppedTime, until } from '../../support/stepped-time.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export const SIGNING_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** An outbox in a real database, with alerts and destinations, and couriers that send it. */
export class Outbox {
  readonly time: SteppedTime
  readonly random = seededRandom()
  readonly newId: Ids
  readonly reported: unknown[]
  /** Where the master key is. */
  readonly keyFolder: string
  #service: Service
  readonly #reopen: () => Promise<Service>
  readonly #started: Courier[] = []

  private constructor(
    service: Service,
    reopen: () => Promise<Service>,
    time: SteppedTime,
    reported: unknown[],
    keyFolder: string,
  ) {
    this.keyFolder = keyFolder
    this.#service = service
    this.#reopen = reopen
    this.time = time
    this.newId = createIds(time, this.random)
    this.reported = reported
  }

  get service(): Service {
    return this.#service
  }

  static async open({ start }: { readonly start?: number } = {}): Promise<Outbox> {
    const time = new SteppedTime(start)
    const reported: unknown[] = []
    const place = await freshDatabase(temporaryFolder())
    let opened = 0
    const reopen = () => {
      const env = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }
      const random = seededRandom(`service ${opened++}`)
      return openForTest({ ...place, env, clock: time, random, report: (error) => void reported.push(error) })
    }
    return new Outbox(await reopen(), reopen, time, reported, place.keyFolder)
  }

  /** Ends the process of the service; sets the wall clock before the next one starts as `serve` does. */
  async restart(step = 0): Promise<void> {
    for (const courier of this.#started.splice(0)) await courier.stop(0)
    await this.#service.close()
    this.time.step(step)
    this.#service = await this.#reopen()
    await (await this.#service.deliveries()).serving(() => undefined)
  }

  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered> {
    return ask(this.service, method, path, body, headers)
  }

  async destination(webhookUrl: string, channel: Channel = 'WEBHOOK'): Promise<string> {
    const attributes = channel === 'WEBHOOK' ? { token: SIGNING_SECRET } : {}
    const body = { name: `to ${webhookUrl}`, channel, webhookUrl, attributes }
    const created = await this.call('POST', '/api/v2/management/alert-configurations/destinations', body)
    if (created.status !== 200) throw new Error(JSON.stringify(created.body))
    return String(created.body.id)
  }

  /** Whether a destination gets a digest in place of many messages, in place of what its channel does by default. */
  async grouping(grouping: 0 | 1, ...destinationIds: string[]): Promise<void> {
    await this.service.store.write(async (db) => {
      await db.updateTable('destinations').set({ grouping }).where('id', 'in', destinationIds).execute()
    })
  }

  async alert(...destinationIds: string[]): Promise<string> {
    const body = { alertName: 'unsafe', alertType: 'SONAR', destinationIds }
    return String((await this.call('POST', '/api/v2/management/alert-configurations', body)).body.alertId)
  }

  /** Adds an event to the outbox, as a validation does. */
  event(alertId: string, svcTxId: string): Promise<void> {
    return this.#enqueue(alertId, svcTxId, aboutValidation(svcTxId))
  }

  /** A step of a followed transaction; its message names subject, step and round in the place of `svcTxId`. */
  step(alertId: string, subject: string, step: 'included' | 'retracted', round = 0): Promise<void> {
    return this.#enqueue(alertId, `${subject} ${step} ${round}`, {
      svc_tx_id: null,
      subject,
      step,
      round,
      kind: 'received',
    })
  }

  async #enqueue(alertId: string, svcTxId: string, about: EventSubject): Promise<void> {
    await this.service.store.write(async (db) => {
      const alert = await findAlert(db, alertId)
      if (!alert) throw new Error(`no alert ${alertId}`)
      const now = this.service.deadlines.now()
      const { alert: _, ...content } = contentOf(alertId, svcTxId)
      await enqueueFanOut(db, { about, content, alerts: [alert], matchedAt: now }, { now, newId: this.newId })
    })
  }

  /** A started courier; stopped at the end of the test. */
  courier(options: Partial<CourierDeps> & { readonly timeoutMs?: number } = {}): Courier {
    const courier = this.idleCourier(options)
    courier.start()
    this.#started.push(courier)
    return courier
  }

  idleCourier({ timeoutMs = 5000, ...options }: Partial<CourierDeps> & { readonly timeoutMs?: number } = {}): Courier {
    const { service, time, random, newId } = this
    const policy = parseEgressPolicy(['127.0.0.1'])
    const sender = createAlertSender({ masterKey: service.masterKey, clock: time, env: {}, policy, timeoutMs })
    const courier = new Courier({
      store: service.store,
      clock: time,
      deadlines: service.deadlines,
      random,
      newId,
      sleep: time.sleep,
      send: (attempt) => sender.send(attempt),
      openPipeline: () => sender.openPipeline(),
      close: () => sender.close(),
      report: (error) => void this.reported.push(error),
      ...options,
    })
    onTestFinished(() => courier.stop(0))
    return courier
  }

  /** All deliveries, oldest first. */
  deliveries(): Promise<DeliveryRow[]> {
    return this.service.store.read.selectFrom('deliveries').selectAll().orderBy('created_at').orderBy('id').execute()
  }

  async only(): Promise<DeliveryRow> {
    const [row] = await this.deliveries()
    if (!row) throw new Error('the outbox is empty')
    return row
  }

  async attempts(deliveryId: string): Promise<DeliveryAttemptRow[]> {
    return attemptsOf(this.service.store.read, deliveryId)
  }

  async counter(alertId: string): Promise<number | undefined> {
    return (await findAlert(this.service.store.read, alertId))?.sent_counter
  }

  /** Waits until a delivery has a state or a number of attempts. */
  async reaches(deliveryId: string, wanted: Partial<Pick<DeliveryRow, 'state' | 'attempts'>>): Promise<DeliveryRow> {
    let row: DeliveryRow | undefined
    await until(
      async () => {
        // The clock is stepped: a courier that began to sleep after the step would never wake.
        for (const courier of this.#started) courier.wake()
        row = await findDelivery(this.service.store.read, deliveryId)
        return Object.entries(wanted).every(([name, value]) => row?.[name as 'state'] === value)
      },
      `a delivery with ${JSON.stringify(wanted)}`,
    )
    return row as DeliveryRow
  }

  /** Waits until no queue is claimed. */
  async isIdle(): Promise<void> {
    await until(async () => (await this.#claimed()) === 0, 'the release of all queues')
  }

  /** Waits until a queue is claimed. */
  async isClaimed(): Promise<void> {
    await until(async () => (await this.#claimed()) > 0, 'a claim')
  }

  async #claimed(): Promise<number> {
    const claimed = await this.service.store.read
      .selectFrom('lanes')
      .select('destination_id')
      .where('claim_id', 'is not', null)
      .execute()
    return claimed.length
  }
}

export function contentOf(alertId: string, svcTxId: string): VerdictContent {
  return {
    alert: { id: alertId, name: 'unsafe', type: 'SONAR' },
    transaction: {
      svcTxId,
      chainId: '1',
      from: '0x7E57E185F01f2900F3b969962D790bD76275007A',
      to: '0x7E57000000000000000000000000000000000001',
      value: '7',
    },
    result: {
      verdict: 'BLOCKED',
      valid: false,
      status: 'UNSAFE',
      enforcement: 'BLOCKED',
      combinedScore: 95,
      category: 'cyber',
      subCategory: 'maliciousInteraction',
      subCategoryDescription: 'Interaction with a malicious address',
      hops: 0,
      coverage: 'full',
      error: 'The recipient is on a list.',
      reasons: [],
      totalLossUsd: null,
    },
  }
}

/** A test with an outbox: `outbox`. */
export const test = base.extend('outbox', () => Outbox.open())
