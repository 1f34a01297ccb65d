import { describe, expect, test } from 'vitest'
import { enqueueFanOut, planDeliveries, planSlice } from '../../../../src/service/alerts/delivery/plan-deliveries.ts'
import { aboutValidation } from '../../../../src/service/alerts/matching/enqueue-alerts.ts'
import type { Service } from '../../../../src/service/service.ts'
import { countOutbox } from '../../../../src/service/store/repositories/outbox-counts.ts'
import { openServices } from '../../../postgres/servers.ts'
import { ask } from '../../../support/requests.ts'

const CONFIGURATIONS = '/api/v2/management/alert-configurations'
const ALERTS = 12
const DESTINATIONS = 30
const DELIVERIES = ALERTS * DESTINATIONS
const NEVER = new AbortController().signal

const newId = () => crypto.randomUUID()
const deps = (service: Service) => ({ store: service.store, deadlines: { now: () => Date.now() }, newId })
const context = { now: 1, newId }

/** Alerts that send to the same destinations, the last of which is inactive, and a validation that fires all. */
async function fire(service: Service): Promise<{ svcTxId: string; destinationIds: string[]; alertIds: string[] }> {
  const destinationIds: string[] = []
  for (let index = 0; index < DESTINATIONS; index++) {
    const body = {
      name: `to ${index}`,
      channel: 'EMAIL',
      webhookUrl: 'mailto:ops@example.com',
      state: index === DESTINATIONS - 1 ? 'INACTIVE' : 'ACTIVE',
    }
    destinationIds.push((await ask(service, 'POST', `${CONFIGURATIONS}/destinations`, body)).body.id)
  }
  const alertIds: string[] = []
  for (let index = 0; index < ALERTS; index++) {
    const body = { alertName: `alert ${index}`, alertType: 'SONAR', destinationIds }
    alertIds.push((await ask(service, 'POST', CONFIGURATIONS, body)).body.alertId)
  }
  const transaction = { chainId: '1', from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}` }
  const validated = await ask(service, 'POST', '/api/v2/transaction/validate', { transaction, trackNonce: false })
  expect(validated.status).toBe(200)
  return { svcTxId: validated.body.svcTxId, destinationIds, alertIds }
}

const planned = ({ store }: Service) => store.read.selectFrom('deliveries').selectAll().execute()
const unplanned = async ({ store }: Service) => (await countOutbox(store.read, Date.now())).unplanned

/** Every delivery once: of each alert to each destination. */
async function expectAllPlanned(service: Service, { destinationIds, alertIds }: Awaited<ReturnType<typeof fire>>) {
  const rows = await planned(service)
  const pairs = rows.map(({ alert_id, destination_id }) => `${alert_id} ${destination_id}`)
  expect(pairs.sort()).toEqual(alertIds.flatMap((id) => destinationIds.map((to) => `${id} ${to}`)).sort())
  expect(rows.filter(({ state }) => state === 'CANCELLED').map(({ destination_id }) => destination_id)).toEqual(
    Array(ALERTS).fill(destinationIds.at(-1)),
  )
  expect(await unplanned(service)).toBe(0)
}

describe('a validation that fires many alerts', () => {
  test('is answered with one row of its deliveries, which are planned in slices', async () => {
    const [service] = (await openServices(1)) as [Service]
    const fired = await fire(service)
    expect(await planned(service)).toEqual([])
    expect(await unplanned(service)).toBe(DELIVERIES)
    const rows = await service.store.read.selectFrom('fan_outs').select(['svc_tx_id', 'alerts']).execute()
    expect(rows.map((row) => row.svc_tx_id)).toEqual([fired.svcTxId])
    // Each destination is named once.
    expect(rows[0]?.alerts.split(fired.destinationIds[0] ?? '').length).toBe(2)

    let before = 0
    while (await service.store.write((db) => planSlice(db, context))) {
      const now = (await planned(service)).length
      expect(now - before).toBeGreaterThan(0)
      expect(now - before).toBeLessThanOrEqual(64)
      expect(await unplanned(service)).toBe(DELIVERIES - now)
      before = now
    }
    await expectAllPlanned(service, fired)
  })

  test('is stored in rows of at most 64 alerts, so that no slice reads more', async () => {
    const [service] = (await openServices(1)) as [Service]
    const alerts = Array.from({ length: 200 }, (_, at) => {
      const id = `alert ${String(at).padStart(3, '0')}`
      return { id, name: id, type: 'SONAR' as const, destinationIds: ['disable'] }
    })
    const fanOut = { about: aboutValidation('validation'), content: {} as never, alerts, matchedAt: 1 }
    let ids = 0
    const inOrder = { now: 1, newId: () => String(ids++).padStart(9, '0') }
    await service.store.write((db) => enqueueFanOut(db, fanOut, inOrder))
    const rows = await service.store.read.selectFrom('fan_outs').select('alerts').orderBy('id').execute()
    expect(rows.map((row) => JSON.parse(row.alerts).alerts.length)).toEqual([64, 64, 64, 8])
    expect(await unplanned(service)).toBe(alerts.length)
    while (await service.store.write((db) => planSlice(db, inOrder)));
    const events = await service.store.read.selectFrom('alert_events').select('alert_id').orderBy('id').execute()
    expect(events.map((event) => event.alert_id)).toEqual(alerts.map(({ id }) => id))
    expect(await unplanned(service)).toBe(0)
  })

  test('keeps its alerts as they were, whatever is changed or deleted before they are planned', async () => {
    const [service] = (await openServices(1)) as [Service]
    const fired = await fire(service)
    const [first = '', second = ''] = fired.alertIds
    await ask(service, 'DELETE', `${CONFIGURATIONS}/${first}`)
    const body = { alertId: second, alertName: 'new', alertType: 'SONAR', isActive: false, destinationIds: [] }
    await ask(service, 'PUT', CONFIGURATIONS, body)
    await planDeliveries(deps(service), NEVER)
    await expectAllPlanned(service, fired)
    const event = await service.store.read
      .selectFrom('alert_events')
      .select(['alert_name', 'content'])
      .where('alert_id', '=', second)
      .executeTakeFirstOrThrow()
    expect([event.alert_name, JSON.parse(event.content).alert]).toEqual([
      'alert 1',
      { id: second, name: 'alert 1', type: 'SONAR' },
    ])
  })

  test('keeps its destinations until its deliveries are planned, also from a forced deletion', async () => {
    const [service] = (await openServices(1)) as [Service]
    const { alertIds, destinationIds } = await fire(service)
    for (const id of alertIds) await ask(service, 'DELETE', `${CONFIGURATIONS}/${id}`)
    const remove = () =>
      ask(service, 'DELETE', `${CONFIGURATIONS}/destinations/${destinationIds[0]}`, undefined, {
        'x-txwarden-force': 'true',
      })
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'deliveries-pending' } })
    await planDeliveries(deps(service), NEVER)
    expect(await remove()).toMatchObject({ status: 200 })
    const rows = (await planned(service)).filter((row) => row.destination_id === destinationIds[0])
    expect(rows.map(({ state }) => state)).toEqual(Array(ALERTS).fill('CANCELLED'))
  })

  test('loses and doubles nothing when the process ends before the commit of any slice', async () => {
    const [service] = (await openServices(1)) as [Service]
    const fired = await fire(service)
    let isMore = true
    for (let slices = 0; isMore; slices++) {
      const before = await planned(service)
      await expect(
        service.store.write(async (db) => {
          await planSlice(db, context)
          throw new Error('killed')
        }),
      ).rejects.toThrow('killed')
      expect(await planned(service)).toEqual(before)
      isMore = await service.store.write((db) => planSlice(db, context))
      expect(slices).toBeLessThan(20)
    }
    await expectAllPlanned(service, fired)
  })

  test('is planned once by several servers at the same time', async () => {
    const servers = await openServices(3)
    const [service] = servers as [Service]
    const fired = await fire(service)
    await Promise.all(servers.map((server) => planDeliveries(deps(server), NEVER)))
    // A server ends while another one plans the last fan-out.
    await planDeliveries(deps(service), NEVER)
    await expectAllPlanned(service, fired)
  })
})
