import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { AlertReplay } from '../../../../src/api/schemas/delivery.ts'
import { parseEgressPolicy } from '../../../../src/service/egress/egress-policy.ts'
import { createBegin, handleOf } from '../../../../src/service/http/handle.ts'
import type { Service } from '../../../../src/service/index.ts'
import { testAddresses } from '../../../../src/service/intel/baseline-records.ts'
import { StorageLimit } from '../../../../src/service/records/quotas.ts'
import { createReads } from '../../../../src/service/records/reads/reads.ts'
import { createIds } from '../../../../src/service/runtime/ids.ts'
import { seededRandom, TestClock } from '../../../support/deterministic.ts'
import { type LocalDatabase, localDatabase } from '../../administration/local-database.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const { drainer: DRAINER, benign: BENIGN } = testAddresses
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const HASH = `0x${'ab'.repeat(32)}`
const OTHER_HASH = `0x${'cd'.repeat(32)}`

type Send = <T>(method: string, path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<T>

interface Opened {
  readonly send: Send
  /** The number of events that were readable at each wake-up of the courier. */
  readonly woken: number[]
  readonly local: LocalDatabase
  replay(alertId: string): Promise<AlertReplay>
}

async function withService(work: (opened: Opened) => Promise<void>): Promise<void> {
  const local = localDatabase()
  await local.use(async (service: Service) => {
    const woken: number[] = []
    const clock = new TestClock()
    const begin = createBegin({
      store: service.store,
      storageLimit: new StorageLimit(service.store, clock),
      reads: createReads(service.store.read),
      masterKey: service.masterKey,
      clock,
      deadlines: service.deadlines,
      random: (length) => new Uint8Array(length),
      newId: createIds(clock, seededRandom()),
      pool: () => Promise.reject(new Error('no node is needed')),
      hasAdminApi: false,
      effects: { sendTest: async () => ({ state: 'SENT', errorMessage: '' }) },
      destinationPolicy: async () => parseEgressPolicy([]),
      report: (error) => {
        throw error
      },
      wake: () => woken.push(rows(local, 'select id from alert_events').length),
    })
    const handle = handleOf(begin)
    const send: Send = async (method, path, body, headers) => {
      const answer = await handle(
        {
          method,
          path,
          query: '',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        },
        { kind: 'in-process' },
      )
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
      return (answer.body === '' ? undefined : JSON.parse(answer.body)) as never
    }
    const replay = async (alertId: string) => {
      const path = `/ext/v1/alert-configurations/${alertId}/replay`
      const query = 'since=2020-01-01T00:00:00Z'
      const { body } = await handle({ method: 'GET', path, query, headers: {}, body: '' }, { kind: 'in-process' })
      return JSON.parse(body) as AlertReplay
    }
    await work({ send, woken, local, replay })
  })
}

/** On a separate connection, which sees only committed rows. */
function rows(local: LocalDatabase, query: string): Record<string, unknown>[] {
  const database = new DatabaseSync(local.database)
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

async function destination(send: Send, name: string, state = 'ACTIVE'): Promise<string> {
  const made = await send<{ id: string }>('POST', '/api/v2/management/alert-configurations/destinations', {
    name,
    channel: 'EMAIL',
    webhookUrl: 'mailto:ops@example.org',
    state,
  })
  return made.id
}

async function alert(send: Send, alertName: string, over: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const body = { alertName, alertType: 'SONAR', ...over }
  return (await send<{ alertId: string }>('POST', '/api/v2/management/alert-configurations', body)).alertId
}

const judge = (send: Send, transaction: Readonly<Record<string, unknown>>, product = 'SONAR') =>
  send<{ svcTxId: string }>(
    'POST',
    '/api/v2/transaction/validate',
    {
      transaction: { chainId: '1', from: SENDER, value: '7', ...transaction },
      trackNonce: false,
      clientData: { userAgent: 'a-wallet', ip: '203.0.113.9' },
    },
    { 'x-validation-product': product },
  )

const report = (send: Send, id: string, body: unknown, headers?: Readonly<Record<string, string>>) =>
  send<undefined>('PUT', `/api/v2/transaction/${id}`, body, headers)

describe('a validation', () => {
  test('that matches an alert has one delivery per destination when the response is sent', () =>
    withService(async ({ send, woken, local }) => {
      const here = await destination(send, 'here')
      const away = await destination(send, 'away', 'INACTIVE')
      const id = await alert(send, 'blocked', {
        destinationIds: [here, away],
        transactionFilter: { validationEnforcementConfiguration: { alertOnBlocked: true } },
      })
      await judge(send, { to: BENIGN })
      expect([eventsIn(local), woken]).toEqual([[], []])

      const data = `0xa9059cbb${DRAINER.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
      const { svcTxId } = await judge(send, { to: USDC, value: '0', data })
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
    }))

  test('without data has its own verdict in the event, beside the band of its score', () =>
    withService(async ({ send, local, replay }) => {
      const id = await alert(send, 'safe', {
        transactionFilter: { validationStatusConfiguration: { alertOnSafe: true } },
      })
      await judge(send, { to: `0x${'5'.repeat(40)}` })
      await judge(send, { to: BENIGN })
      expect(eventsIn(local)).toMatchObject([
        { content: { result: { status: 'SAFE', verdict: 'NO DATA', coverage: 'none' } } },
        { content: { result: { status: 'SAFE', verdict: 'SAFE', coverage: 'partial' } } },
      ])
      const { transactions } = await replay(id)
      expect(transactions.map(({ status, matched }) => ({ status, matched }))).toEqual([
        { status: 'SAFE', matched: true },
        { status: 'NO DATA', matched: true },
      ])
    }))

  test('without data fires an alert on no data, and one with data does not', () =>
    withService(async ({ send, local }) => {
      await send('POST', '/ext/v1/alert-configurations', {
        alertName: 'unknown',
        alertType: 'SONAR',
        transactionFilter: { validationStatusConfiguration: { alertOnNoData: true } },
      })
      const { svcTxId } = await judge(send, { to: `0x${'5'.repeat(40)}` })
      await judge(send, { to: BENIGN })
      await judge(send, { to: DRAINER })
      await send('POST', '/api/v2/management/control-lists', {
        address: `0x${'6'.repeat(40)}`,
        type: 'BLOCK',
        productType: 'SONAR',
      })
      await judge(send, { to: `0x${'6'.repeat(40)}` })
      expect(eventsIn(local)).toMatchObject([{ alert_name: 'unknown', svc_tx_id: svcTxId }])
    }))

  test('matches the active alerts of its product; the v1 interface is SONAR', () =>
    withService(async ({ send, local }) => {
      const off = await alert(send, 'switched off')
      await send('PUT', `/api/v2/management/alert-configurations/${off}/status`, {
        alertType: 'SONAR',
        isActive: false,
      })
      await alert(send, 'sonar')
      await alert(send, 'rasp', { alertType: 'RASP' })
      await judge(send, { to: BENIGN }, 'RASP')
      await send('POST', '/api/v1/transaction/validate', {
        transaction: { chainId: '1', from: SENDER, to: BENIGN },
        trackNonce: false,
      })
      expect(eventsIn(local).map((event) => event.alert_name)).toEqual(['rasp', 'sonar'])
    }))

  test('has no client data, call arguments or payload in its event', () =>
    withService(async ({ send, local }) => {
      await alert(send, 'everything')
      const data = `0xa9059cbb${BENIGN.slice(2).padStart(64, '0')}${'facade'.padStart(64, '0')}`
      await judge(send, { to: USDC, value: '0', data })
      const notified = JSON.stringify(eventsIn(local))
      for (const secret of ['a-wallet', '203.0.113.9', 'facade']) expect(notified).not.toContain(secret)
    }))

  test('that fails stores neither verdict nor event', () =>
    withService(async ({ send, woken, local }) => {
      await alert(send, 'everything')
      // Events cannot be written: the verdict must not stand without them.
      const database = new DatabaseSync(local.database)
      database.exec("create trigger t before insert on alert_events begin select raise(abort, 'no'); end")
      database.close()
      await expect(judge(send, { to: DRAINER })).rejects.toThrow()
      expect(rows(local, 'select id from transactions')).toEqual([])
      expect(woken).toEqual([])
    }))
})

test('a replay finds the alerts that were enqueued', () =>
  withService(async ({ send, local, replay }) => {
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
        await alert(send, `${alertType} ${index}`, { alertType, transactionFilter })
    for (const [index, to] of Object.values(testAddresses).entries())
      for (const product of ['SONAR', 'RASP'])
        await judge(send, { to, chainId: index % 2 ? '1' : '8453', value: index % 3 ? '7' : '0' }, product)

    const notified = Map.groupBy(eventsIn(local), ({ alert_name }) => alert_name)
    const names = rows(local, 'select id, name from alerts').map(({ id, name }) => [id, String(name)] as const)
    for (const [id, name] of names) {
      const events = (notified.get(name) ?? []).map((event) => event.svc_tx_id)
      const { transactions } = await replay(String(id))
      const hits = transactions.filter(({ matched }) => matched).map(({ svcTxId }) => svcTxId)
      expect(hits.sort(), name).toEqual(events.sort())
      expect(transactions).toHaveLength(2 * Object.keys(testAddresses).length)
    }
    // Most of them fire on something.
    expect(notified.size).toBeGreaterThan(14)
  }))

describe('a transaction that is reported on chain', () => {
  const monitor = (send: Send, address: string, over: Readonly<Record<string, unknown>> = {}) =>
    send<{ id: string }>('POST', '/api/v2/management/monitor', { address, chainId: '1', ...over })

  test('has one event per MONITOR alert when it touches a monitored address', () =>
    withService(async ({ send, woken, local }) => {
      await alert(send, 'watch', { alertType: 'MONITOR' })
      await alert(send, 'big ones', { alertType: 'MONITOR', transactionFilter: { fromScore: 80 } })
      await monitor(send, BENIGN, { name: 'treasury' })
      const data = `0xa9059cbb${BENIGN.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
      const { svcTxId } = await judge(send, { to: USDC, value: '0', data })

      await report(send, svcTxId, { blockNumber: '6' })
      expect(eventsIn(local)).toEqual([])
      await report(send, svcTxId, { transactionId: HASH, blockNumber: '7' })
      await report(send, svcTxId, { transactionId: HASH, blockNumber: '7' })
      await report(send, svcTxId, { transactionId: OTHER_HASH }, { 'x-txwarden-replace': 'true' })
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
    }))

  test('has no event when it touches no enabled monitored address of its chain', () =>
    withService(async ({ send, local }) => {
      await alert(send, 'watch', { alertType: 'MONITOR' })
      await monitor(send, BENIGN, { chainId: '10' })
      await monitor(send, SENDER, { enabled: false })
      const { svcTxId } = await judge(send, { to: BENIGN })
      await report(send, svcTxId, { transactionId: HASH })
      expect(eventsIn(local)).toEqual([])
    }))
})
