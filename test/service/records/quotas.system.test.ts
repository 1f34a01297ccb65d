import { describe, expect, test } from 'vitest'
import type { Service } from '../../../src/service/index.ts'
import { QUOTAS } from '../../../src/service/records/quotas.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { openForTest } from '../../support/open-service.ts'
import { type Answered, ask } from '../../support/requests.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ALERTS = '/api/v2/management/alert-configurations'
const DESTINATIONS = `${ALERTS}/destinations`
const ADDRESS = '0x7e57000000000000000000000000000000000001'

interface Opened {
  readonly service: Service
  send(method: string, path: string, body?: unknown, more?: Readonly<Record<string, string>>): Promise<Answered>
}

/** Several servers of one new database. */
async function openServices(count: number): Promise<Opened[]> {
  const where = await freshDatabase(temporaryFolder())
  const services: Opened[] = []
  for (let index = 0; index < count; index++) services.push(await openOn(where))
  return services
}

async function openOn(where: { database: string; keyFolder: string }): Promise<Opened> {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const service = await openForTest({ ...where, random })
  return {
    service,
    send: (...request) => ask(service, ...request),
  }
}

async function countAudit({ service }: Opened): Promise<number> {
  return (await service.store.read.selectFrom('audit').select('id').execute()).length
}

const alert = { alertName: 'a', alertType: 'SONAR' }
const destination = { name: 'd', channel: 'EMAIL', webhookUrl: 'mailto:ops@example.com' }

describe.each([
  {
    things: 'alert configurations',
    most: QUOTAS.alerts.most,
    path: ALERTS,
    body: alert,
    idOf: (made: Record<string, unknown>) => String(made.alertId),
    update: (id: string) => ({ path: ALERTS, body: { ...alert, alertId: id, alertName: 'renamed', isActive: false } }),
    thing: 'alert',
  },
  {
    things: 'destinations',
    most: QUOTAS.destinations.most,
    path: DESTINATIONS,
    body: destination,
    idOf: (made: Record<string, unknown>) => String(made.id),
    update: (id: string) => ({ path: `${DESTINATIONS}/${id}`, body: { ...destination, name: 'renamed' } }),
    thing: 'destination',
  },
])('$things', ({ things, most, path, body, idOf, update, thing }) => {
  test('end at their limit, exactly, with several servers creating at once; changes and deletions go on', async () => {
    const [first, second] = (await openServices(2)) as [Opened, Opened]
    const LEFT = 3
    const many = await Promise.all(Array.from({ length: most - LEFT }, () => first.send('POST', path, body)))
    expect(many.filter(({ status }) => status !== 200)).toEqual([])

    const racing = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? first : second).send('POST', path, body)),
    )
    expect(racing.map(({ status }) => status).sort()).toEqual([...Array(LEFT).fill(200), ...Array(12 - LEFT).fill(409)])
    const limit = most.toLocaleString('en')
    for (const refusal of racing.filter(({ status }) => status === 409))
      expect(refusal.body).toMatchObject({
        code: 'quota-exceeded',
        detail: `There are ${limit} ${things}, and the limit is ${limit}; nothing was created. Delete one that is not needed.`,
        parameters: { thing },
      })
    // Refused requests leave no trace.
    expect(await countAudit(first)).toBe(most)

    const key = { 'idempotency-key': 'a creation that is tried again' }
    expect((await first.send('POST', path, body, key)).status).toBe(409)

    const id = idOf(many[0]?.body ?? {})
    const change = update(id)
    expect((await second.send('PUT', change.path, change.body)).status).toBe(200)
    expect((await second.send('DELETE', `${path}/${id}`)).status).toBe(200)
    expect((await first.send('POST', path, body, key)).status).toBe(200)
    expect((await second.send('POST', path, body)).status).toBe(409)
  })
})

describe('stored bytes', () => {
  const validation = {
    transaction: { chainId: '1', from: ADDRESS, to: ADDRESS, value: '1', data: '0x' },
    trackNonce: false,
    signTransaction: false,
  }
  const creations: readonly [path: string, body: unknown][] = [
    ['/api/v2/transaction/validate', validation],
    ['/api/v1/transaction/validate', validation],
    ['/api/v2/management/control-lists', { address: ADDRESS, type: 'BLOCK', productType: 'SONAR' }],
    ['/api/v2/management/monitor', { address: ADDRESS, chainId: '1' }],
    [ALERTS, alert],
    ['/ext/v1/alert-configurations', alert],
    [DESTINATIONS, destination],
  ]
  const setLimit = (opened: Opened, maxStoredBytes: number) =>
    opened.send('PUT', '/ext/v1/settings', { maxStoredBytes })

  test('have no limit at first; at a limit all that grows is refused, the rest goes on', async () => {
    const [before, server] = (await openServices(2)) as [Opened, Opened]
    const made = await before.send('POST', ALERTS, alert)
    expect((await setLimit(before, 20_000)).status).toBe(200)

    for (const [path, body] of creations) {
      const { status, body: answer } = await server.send('POST', path, body)
      expect([path, status]).toEqual([path, 507])
      expect(answer).toMatchObject({ code: 'storage-limit' })
      expect(answer.detail).toMatch(
        /^The database stores [\d,]+ bytes, and the limit is 20,000; nothing was written\. Delete old records, or raise the limit \(maxStoredBytes of the settings\)\.$/,
      )
    }
    expect((await server.service.store.read.selectFrom('transactions').select('id').execute()).length).toBe(0)
    const alertId = made.body.alertId
    expect((await server.send('PUT', ALERTS, { ...alert, alertId, isActive: false })).status).toBe(200)
    expect((await server.send('DELETE', `${ALERTS}/${alertId}`)).status).toBe(200)
    expect((await server.send('GET', ALERTS)).body).toEqual({ alerts: [] })

    expect((await setLimit(server, 1_000_000_000_000)).status).toBe(200)
    for (const [path, body] of creations.filter((_, index) => index !== 1))
      expect([path, (await server.send('POST', path, body)).status]).toEqual([path, 200])
  })
})
