import { DatabaseSync } from 'node:sqlite'
import { test as base, describe, expect } from 'vitest'
import type { AlertReplay } from '../../../../src/api/schemas/delivery.ts'
import { testAddresses } from '../../../../src/service/intel/baseline-records.ts'
import { bareHandle } from '../../../support/bare-service.ts'
import { openForTest } from '../../../support/open-service.ts'
import { listed, send, validate } from '../../../support/requests.ts'
import { type LocalDatabase, localDatabase } from '../../administration/local-database.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const { drainer: DRAINER, benign: BENIGN } = testAddresses
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const HASH = `0x${'ab'.repeat(32)}`
const ALERTS = '/api/v2/management/alert-configurations'
const OTHER_HASH = `0x${'cd'.repeat(32)}`

type Service = Pick<Opened, 'handle'>

/** A service, and the number of events that were readable at each wake-up of its courier. */
const test = base.extend('opened', async () => {
  const local = localDatabase()
  const opened = await openForTest({ database: local.database })
  const woken: number[] = []
  const handle = bareHandle(opened, { wake: () => woken.push(rows(local, 'select id from alert_events').length) })
  return { service: { handle }, woken, local }
})
type Opened = Awaited<ReturnType<typeof openForTest>>

const replay = (service: Service, alertId: string) =>
  send<AlertReplay>(service, 'GET', `/ext/v1/alert-configurations/${alertId}/replay?since=2020-01-01T00:00:00Z`)

/** On a separate connection, which sees only committed rows. */
function rows({ database: path }: LocalDatabase, query: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path)
  try {
    return database.prepare(query).all() as Record<string, unknown>[]
  } finally {
    database.close()
  }
}

const eventsIn = (local: LocalDatabase) =>
  rows(local, 'select alert_name, alert_type, svc_tx_id, content from alert_events order by id').map((event) => ({
    ...event,
    alert_name: String(event.alert_name),
    svc_tx_id: String(event.svc_tx_id),
    content: JSON.parse(String(event.content)) as Record<string, unknown>,
  }))

async function destination(service: Service, name: string, state = 'ACTIVE'): Promise<string> {
  const body = { name, channel: 'EMAIL', webhookUrl: 'mailto:ops@example.org', state }
  return (await send(service, 'POST', `${ALERTS}/destinations`, body)).id
}

const alert = async (service: Service, alertName: string, over: object = {}): Promise<string> =>
  (await send(service, 'POST', ALERTS, { alertName, alertType: 'SONAR', ...over })).alertId

const judge = (service: Service, transaction: object, product = 'SONAR') => {
  const about = { clientData: { userAgent: 'a-wallet', ip: '203.0.113.9' } }
  return validate(service, { from: SENDER, value: '7', ...transaction }, { 'x-validation-product': product }, about)
}

const report = (service: Service, id: string, body: unknown, headers?: Readonly<Record<string, string>>) =>
  send<undefined>(service, 'PUT', `/api/v2/transaction/${id}`, body, headers)

describe('a validation', () => {
  test('that matches an alert has one delivery per destination when the response is sent', async ({
    opened: { service, woken, local },
  }) => {
    const here = await destination(service, 'here')
    const away = await destination(service, 'away', 'INACTIVE')
    const id = await alert(service, 'blocked', {
      destinationIds: [here, away],
      transactionFilter: { validationEnforcementConfiguration: { alertOnBlocked: true } },
    })
    await judge(service, { to: BENIGN })
    expect([eventsIn(local), woken]).toEqual([[], []])

    const data = `0xa9059cbb${DRAINER.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
    const { svcTxId } = await judge(service, { to: USDC, value: '0', data })
    expect(eventsIn(local)).toEqual([
      {
        alert_name: 'blocked',
        alert_type: 'SONAR',
        svc_tx_id: svcTxId,
        content: {
          alert: { id, name: 'blocked', type: 'SONAR' },
          transaction: { svcTxId, chainId: '1', from: SENDER, to: USDC, value: '0', selector: '0xa9059cbb' },
          result: {
            valid: false,
            status: 'UNSAFE',
            verdict: 'BLOCKED',
            enforcement: 'BLOCKED',
            combinedScore: 95,
            category: 'cyber',
            subCategory: 'maliciousInteraction',
            subCategoryDescription: 'Interaction with a malicious address or contract',
            hops: 0,
            coverage: 'partial',
            actions: [`pays 0.000001 USDC to ${DRAINER} (listed as a threat)`],
            error: expect.stringContaining(DRAINER),
            reasons: [expect.objectContaining({ subject: DRAINER, role: 'recipient', points: 95 })],
            totalLossUsd: null,
          },
        },
      },
    ])
    expect(rows(local, 'select destination_name, state from deliveries order by destination_name')).toEqual([
      { destination_name: 'away', state: 'CANCELLED' },
      { destination_name: 'here', state: 'PENDING' },
    ])
    // The courier is reported once, and what it is to send is committed by then.
    expect(woken).toEqual([1])
  })

  test('without data has its own verdict in the event, beside the band of its score', async ({
    opened: { service, local },
  }) => {
    const id = await alert(service, 'safe', {
      transactionFilter: { validationStatusConfiguration: { alertOnSafe: true } },
    })
    await judge(service, { to: `0x${'5'.repeat(40)}` })
    await judge(service, { to: BENIGN })
    expect(eventsIn(local)).toMatchObject([
      { content: { result: { status: 'SAFE', verdict: 'NO DATA', coverage: 'none' } } },
      { content: { result: { status: 'SAFE', verdict: 'SAFE', coverage: 'partial' } } },
    ])
    const { transactions } = await replay(service, id)
    expect(transactions.map(({ status, matched }) => ({ status, matched }))).toEqual([
      { status: 'SAFE', matched: true },
      { status: 'NO DATA', matched: true },
    ])
  })

  test('without data fires an alert on no data, and one with data does not', async ({ opened: { service, local } }) => {
    await send(service, 'POST', '/ext/v1/alert-configurations', {
      alertName: 'unknown',
      alertType: 'SONAR',
      transactionFilter: { validationStatusConfiguration: { alertOnNoData: true } },
    })
    const { svcTxId } = await judge(service, { to: `0x${'5'.repeat(40)}` })
    await judge(service, { to: BENIGN })
    await judge(service, { to: DRAINER })
    await listed(service, 'BLOCK', `0x${'6'.repeat(40)}`)
    await judge(service, { to: `0x${'6'.repeat(40)}` })
    expect(eventsIn(local)).toMatchObject([{ alert_name: 'unknown', svc_tx_id: svcTxId }])
  })

  test('matches the active alerts of its product; the v1 interface is SONAR', async ({
    opened: { service, local },
  }) => {
    const off = await alert(service, 'switched off')
    await send(service, 'PUT', `${ALERTS}/${off}/status`, {
      alertType: 'SONAR',
      isActive: false,
    })
    await alert(service, 'sonar')
    await alert(service, 'rasp', { alertType: 'RASP' })
    await judge(service, { to: BENIGN }, 'RASP')
    await send(service, 'POST', '/api/v1/transaction/validate', {
      transaction: { chainId: '1', from: SENDER, to: BENIGN },
      trackNonce: false,
    })
    expect(eventsIn(local).map((event) => event.alert_name)).toEqual(['rasp', 'sonar'])
  })

  test('has no client data, call arguments or payload in its event', async ({ opened: { service, local } }) => {
    await alert(service, 'everything')
    const data = `0xa9059cbb${BENIGN.slice(2).padStart(64, '0')}${'facade'.padStart(64, '0')}`
    await judge(service, { to: USDC, value: '0', data })
    const notified = JSON.stringify(eventsIn(local))
    for (const secret of ['a-wallet', '203.0.113.9', 'facade']) expect(notified).not.toContain(secret)
  })

  test('that fails stores neither verdict nor event', async ({ opened: { service, woken, local } }) => {
    await alert(service, 'everything')
    // Events cannot be written: the verdict must not stand without them.
    const database = new DatabaseSync(local.database)
    database.exec("create trigger t before insert on alert_events begin select raise(abort, 'no'); end")
    database.close()
    await expect(judge(service, { to: DRAINER })).rejects.toThrow()
    expect(rows(local, 'select id from transactions')).toEqual([])
    expect(woken).toEqual([])
  })
})

test('a replay finds the alerts that were enqueued', async ({ opened: { service, local } }) => {
  const filters = [
    {},
    { fromScore: 50, toScore: 94 },
    { validationStatusConfiguration: { alertOnSafe: true } },
    { validationEnforcementConfiguration: { alertOnPassed: true } },
    { categories: ['fraud'] },
    { categories: ['compliance', 'cyber'], subCategories: ['reentrancy', 'mixerMaliciousContractInteraction'] },
    { subCategories: ['addressPoisoning', 'maliciousInteraction'] },
    { fromTotalLoss: 0 },
    { toTotalLoss: 100, chainIds: [8453] },
    { chainIds: [10, 8453] },
  ]
  for (const alertType of ['SONAR', 'RASP'])
    for (const [index, transactionFilter] of filters.entries())
      await alert(service, `${alertType} ${index}`, { alertType, transactionFilter })
  for (const [index, to] of Object.values(testAddresses).entries())
    for (const product of ['SONAR', 'RASP'])
      await judge(service, { to, chainId: index % 2 ? '1' : '8453', value: index % 3 ? '7' : '0' }, product)

  const notified = Map.groupBy(eventsIn(local), ({ alert_name }) => alert_name)
  const names = rows(local, 'select id, name from alerts').map(({ id, name }) => [id, String(name)] as const)
  for (const [id, name] of names) {
    const events = (notified.get(name) ?? []).map((event) => event.svc_tx_id)
    const { transactions } = await replay(service, String(id))
    const hits = transactions.filter(({ matched }) => matched).map(({ svcTxId }) => svcTxId)
    expect(hits.sort(), name).toEqual(events.sort())
    expect(transactions).toHaveLength(2 * Object.keys(testAddresses).length)
  }
  // Most of them fire on something.
  expect(notified.size).toBeGreaterThan(14)
})

describe('a transaction that is reported on chain', () => {
  const monitor = (service: Service, address: string, over: object = {}) =>
    send(service, 'POST', '/api/v2/management/monitor', { address, chainId: '1', ...over })

  test('has one event per MONITOR alert when it touches a monitored address', async ({
    opened: { service, woken, local },
  }) => {
    await alert(service, 'watch', { alertType: 'MONITOR' })
    await alert(service, 'big ones', { alertType: 'MONITOR', transactionFilter: { fromScore: 80 } })
    await monitor(service, BENIGN, { name: 'treasury' })
    const data = `0xa9059cbb${BENIGN.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
    const { svcTxId } = await judge(service, { to: USDC, value: '0', data })

    await report(service, svcTxId, { blockNumber: '6' })
    expect(eventsIn(local)).toEqual([])
    await report(service, svcTxId, { transactionId: HASH, blockNumber: '7' })
    await report(service, svcTxId, { transactionId: HASH, blockNumber: '7' })
    await report(service, svcTxId, { transactionId: OTHER_HASH }, { 'x-txwarden-replace': 'true' })
    expect(eventsIn(local)).toEqual([
      expect.objectContaining({
        alert_name: 'watch',
        alert_type: 'MONITOR',
        content: expect.objectContaining({
          transaction: expect.objectContaining({ transactionId: HASH, blockNumber: '7' }),
          monitored: [{ address: BENIGN, name: 'treasury' }],
        }),
      }),
    ])
    expect(woken).toEqual([1])
  })

  test('has no event when it touches no enabled monitored address of its chain', async ({
    opened: { service, local },
  }) => {
    await alert(service, 'watch', { alertType: 'MONITOR' })
    await monitor(service, BENIGN, { chainId: '10' })
    await monitor(service, SENDER, { enabled: false })
    const { svcTxId } = await judge(service, { to: BENIGN })
    await report(service, svcTxId, { transactionId: HASH })
    expect(eventsIn(local)).toEqual([])
  })
})
