import { DatabaseSync } from 'node:sqlite'
import { test as base, describe, expect, onTestFinished } from 'vitest'
import { chains } from '../../../src/api/chains.ts'
import { operationIds } from '../../../src/api/operations/operations.ts'
import { channels, coverages, productTypes, statuses } from '../../../src/api/vocabulary.ts'
import { testAddresses } from '../../../src/service/intel/baseline-records.ts'
import { ServiceMeters } from '../../../src/service/server/health/service-meters.ts'
import { enableFeed } from '../../../src/service/store/repositories/enabled-feeds.ts'
import { fakeNode } from '../../support/chain/fake-node.ts'
import { parseMetrics, seriesValue } from '../../support/prometheus-text.ts'
import { RawConnection } from '../../support/raw-connection.ts'
import { send } from '../../support/requests.ts'
import { type Served, serveForTest } from '../../support/served.ts'
import { until } from '../../support/stepped-time.ts'
import { answering, startReceiver } from '../alerts/receiver.ts'

const test = base.extend('served', () => metered())

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const VALIDATE = '/api/v2/transaction/validate'
const LOCAL = { host: '127.0.0.1', port: 0 }

async function metered(options: Parameters<typeof serveForTest>[0] = {}) {
  const served = await serveForTest({ metrics: LOCAL, ...options })
  const url = served.serving.metricsUrl ?? ''
  const text = async () => (await fetch(`${url}/metrics`)).text()
  return { ...served, metricsUrl: url, text, metrics: async () => parseMetrics(await text()) }
}

function call({ url, keys }: Served, method: string, path: string, body?: unknown, headers = {}) {
  return fetch(`${url}${path}`, {
    method,
    headers: {
      'x-api-key': keys[/\/management\/|\/holds|\/policies/.test(path) ? 'management' : 'validation'],
      'x-validation-product': 'SONAR',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

function validate(served: Served, headers = {}) {
  const transaction = { chainId: '1', from: SENDER, to: testAddresses.drainer }
  return call(served, 'POST', VALIDATE, { transaction, trackNonce: false }, headers)
}

describe('metrics', () => {
  test('are served nowhere by default', async () => {
    const { url, serving } = await serveForTest()
    expect(serving.metricsUrl).toBeUndefined()
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
  })

  test('count requests, validations, commits and deliveries', async () => {
    const receiver = await startReceiver(answering(200))
    const served = await metered({ allowDestinations: ['127.0.0.1'] })
    const base = '/api/v2/management/alert-configurations'
    const hook = { name: 'ops', channel: 'WEBHOOK', webhookUrl: `${receiver.origin}/hook` }
    const { id } = (await (await call(served, 'POST', `${base}/destinations`, hook)).json()) as { id: string }
    await call(served, 'POST', base, { alertName: 'unsafe', alertType: 'SONAR', destinationIds: [id] })

    expect((await validate(served)).status).toBe(200)
    expect((await call(served, 'POST', '/api/v2/transaction/validate', {})).status).toBe(400)
    await until(() => receiver.requests.length === 1)

    let families = await served.metrics()
    const sent = { channel: 'WEBHOOK', outcome: 'sent' }
    while (seriesValue(families, 'txwarden_deliveries_total', sent) === 0) families = await served.metrics()
    const value = (series: string, labels = {}) => seriesValue(families, series, labels)
    const operation = { operation: 'validateTransaction' }
    expect(value('txwarden_http_requests_total', { ...operation, code: '2xx' })).toBe(1)
    expect(value('txwarden_http_requests_total', { ...operation, code: '4xx' })).toBe(1)
    expect(value('txwarden_http_request_duration_seconds_count', operation)).toBe(2)
    expect(value('txwarden_http_request_duration_seconds_count', { operation: 'other' })).toBe(2)
    const validation = { product: 'SONAR', chain: 'ethereum', status: 'UNSAFE', valid: 'false' }
    expect(value('txwarden_validations_total', validation)).toBe(1)
    expect(value('txwarden_validation_duration_seconds_count', { product: 'SONAR' })).toBe(1)
    expect(value('txwarden_deliveries_total', sent)).toBe(1)
    expect(value('txwarden_delivery_delay_seconds_count', { channel: 'WEBHOOK' })).toBe(1)
    expect(value('txwarden_deliveries_waiting', { channel: 'WEBHOOK' })).toBe(0)
    expect(value('txwarden_commit_duration_seconds_count')).toBeGreaterThan(2)
    expect(value('txwarden_database_size_bytes')).toBeGreaterThan(0)
    expect(value('txwarden_ready')).toBe(1)
    expect(value('txwarden_build_info', { version: '0.0.0' })).toBe(1)
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(0)
  })

  test('name no more chains than are configured: the others of the list are one', async () => {
    const served = await metered()
    for (const chainId of ['59144', '100', '1']) {
      const transaction = { chainId, from: SENDER, to: testAddresses.drainer }
      expect((await call(served, 'POST', VALIDATE, { transaction, trackNonce: false })).status).toBe(200)
    }
    const families = await served.metrics()
    const count = (chain: string) => seriesValue(families, 'txwarden_validations_total', { chain })
    expect([count('other'), count('linea'), count('ethereum')]).toEqual([2, undefined, 1])
  })

  test('count what policies refuse, by policy, mode and result', async () => {
    const served = await metered()
    for (const [name, mode] of [
      ['ours', 'observe'],
      ['all', 'enforce'],
    ] as const)
      expect((await call(served, 'POST', '/ext/v1/policies', { name, mode, default: 'hold' })).status).toBe(200)
    expect(await validate(served)).toBeDefined()
    const families = await served.metrics()
    const count = (labels: object) =>
      seriesValue(families, 'txwarden_policies_refused_total', { result: 'hold', ...labels })
    expect([count({ policy: 'ours', mode: 'observe' }), count({ policy: 'all', mode: 'enforce' })]).toEqual([1, 1])
  })

  test('say how long a delivery waits, and what was given up', async () => {
    const receiver = await startReceiver(answering(503))
    const served = await metered({ allowDestinations: ['127.0.0.1'] })
    const base = '/api/v2/management/alert-configurations'
    const hook = { name: 'ops', channel: 'SLACK', webhookUrl: `${receiver.origin}/hook` }
    const { id } = (await (await call(served, 'POST', `${base}/destinations`, hook)).json()) as { id: string }
    await call(served, 'POST', base, { alertName: 'unsafe', alertType: 'SONAR', destinationIds: [id] })
    await validate(served)
    await until(() => receiver.requests.length > 0)
    served.clock.advance(150_000)
    const families = await served.metrics()
    expect(seriesValue(families, 'txwarden_deliveries_waiting', { channel: 'SLACK' })).toBe(1)
    expect(seriesValue(families, 'txwarden_delivery_oldest_waiting_seconds')).toBe(150)
    await served.serving.service.store.write((db) =>
      db.updateTable('deliveries').set({ state: 'FAILED' }).where('state', '=', 'PENDING').execute(),
    )
    const after = await served.metrics()
    expect(seriesValue(after, 'txwarden_deliveries_failed', { channel: 'SLACK' })).toBe(1)
    expect(seriesValue(after, 'txwarden_delivery_oldest_waiting_seconds')).toBe(0)
  })

  test('say how old feeds and chains are', async () => {
    const served = await metered({ follow: ['8453'] })
    const { store } = served.serving.service
    const now = served.clock.now()
    const source = {
      generation: 1,
      rows_read: 0,
      rows_kept: 0,
      rows_rejected: 0,
      rejections: '[]',
      invalid: '[]',
      entries: 7,
    }
    const stored = { imported_at: now, chain_ids: null, url: null, etag: null, last_modified: null }
    const times = { as_of: now - 7_200_000, max_age_ms: 86_400_000 }
    await store.write(async (db) => {
      const row = { ...source, ...stored, ...times }
      await db
        .insertInto('intel_sources')
        .values({ ...row, name: 'of"ac\\', format: 'ofac' })
        .execute()
      await db
        .insertInto('intel_sources')
        .values({ ...row, name: 'prices', format: 'prices', generation: 2 })
        .execute()
      await enableFeed(db, {
        name: 'scamsniffer',
        format: 'addresses',
        urls: '[]',
        interval_ms: 3_600_000,
        max_age_ms: 7_200_000,
        rescreen_ms: null,
        enabled_at: now - 10_800_000,
        next_at: now + 3_600_000,
      })
    })
    await until(async () => (await store.read.selectFrom('chain_heads').selectAll().execute()).length > 0)
    await store.write((db) =>
      db
        .updateTable('chain_heads')
        .set({ tip_time: now / 1000 - 40, tip_number: 1 })
        .execute(),
    )
    const families = await served.metrics()
    expect(seriesValue(families, 'txwarden_intel_source_age_seconds', { source: 'of"ac\\' })).toBe(7200)
    expect(seriesValue(families, 'txwarden_intel_source_max_age_seconds', { source: 'prices' })).toBe(86_400)
    expect(seriesValue(families, 'txwarden_intel_entries', { source: 'prices' })).toBe(7)
    // It was enabled and never fetched.
    expect(seriesValue(families, 'txwarden_intel_source_age_seconds', { source: 'scamsniffer' })).toBe(10_800)
    expect(seriesValue(families, 'txwarden_intel_source_max_age_seconds', { source: 'scamsniffer' })).toBe(7200)
    expect(seriesValue(families, 'txwarden_price_age_seconds', { source: 'prices' })).toBe(7200)
    expect(seriesValue(families, 'txwarden_price_age_seconds', { source: 'of"ac\\' })).toBeUndefined()
    expect(seriesValue(families, 'txwarden_chain_lag_seconds', { chain: 'base' })).toBeCloseTo(40, 0)
    expect(seriesValue(families, 'txwarden_chain_following', { chain: 'base' })).toBe(0)
  })

  test('say since when a chain and a node give nothing, and why; also of a chain that was never read', async () => {
    const node = await fakeNode()
    const served = await metered({ follow: ['1', '8453'], env: { TXWARDEN_CHAIN_ETHEREUM_URL: node.url } })
    const series = async (name: string, labels: object) =>
      seriesValue(await served.metrics(), `txwarden_${name}`, labels as Record<string, string>)
    const followed = { chain: 'ethereum', reason: 'none' }
    await until(async () => (await series('chain_silent_seconds', followed)) === 0)
    await until(async () => (await series('node_silent_seconds', { chain: 'ethereum' })) === 0)
    const missing = { chain: 'base', reason: 'no-node' }
    await until(async () => (await series('chain_silent_seconds', missing)) !== undefined)
    expect(await series('chain_following', { chain: 'base' })).toBe(0)

    node.script('closes connection')
    served.clock.advance(20_000)
    const silent = { chain: 'ethereum', reason: 'no-node' }
    await until(async () => Number(await series('chain_silent_seconds', silent)) >= 20)
    await until(async () => Number(await series('node_silent_seconds', { chain: 'ethereum' })) >= 20)
    served.clock.advance(100_000)
    expect(await series('node_silent_seconds', { chain: 'ethereum' })).toBe(120)
    expect(await series('chain_silent_seconds', silent)).toBe(120)
    expect(await series('chain_silent_seconds', missing)).toBe(120)

    node.script('none')
    await until(async () => (await series('node_silent_seconds', { chain: 'ethereum' })) === 0)
  })

  test('count what a rescreen found', async ({ served }) => {
    const { service } = served.serving
    const changed = async () =>
      seriesValue(await served.metrics(), 'txwarden_rescreen_changed_total', { direction: 'worse' })
    const payee = `0x${'ab'.repeat(20)}`
    const transaction = { chainId: '1', from: SENDER, to: payee, value: '1' }
    await call(served, 'POST', '/api/v2/transaction/validate', { transaction, trackNonce: false })
    expect(await changed()).toBe(0)
    const stream = (async function* () {
      yield Buffer.from(`address,kind,label\n${payee},sanctioned,Listed\n`)
    })()
    await (await service.intel()).import({ format: 'addresses', source: 'ours', from: { stream, name: 'ours' } })
    await send(service, 'POST', '/ext/v1/rescreens', { source: 'ours' })
    expect(await changed()).toBe(1)
  })

  test('count bodies with members that are ignored', async ({ served }) => {
    const transaction = { chainId: '1', from: SENDER, to: `0x${'ab'.repeat(20)}`, value: '1' }
    const body = { transaction: { ...transaction, isAdmin: true }, trackNonce: false }
    await call(served, 'POST', '/api/v2/transaction/validate', body)
    await call(served, 'POST', '/api/v2/transaction/validate', { transaction, trackNonce: false })
    const ignored = 'txwarden_http_ignored_members_total'
    expect(seriesValue(await served.metrics(), ignored)).toBe(1)
  })

  test('name no address, no id and no URL', async () => {
    const receiver = await startReceiver(answering(200))
    const served = await metered({ allowDestinations: ['127.0.0.1'] })
    await validate(served)
    const text = await served.text()
    expect(text).not.toMatch(/0x[0-9a-f]{4}|[0-9a-f]{8}-[0-9a-f]{4}|https?:/i)
    expect(text).not.toContain(receiver.origin)
  })

  test('have at most 700 series with eight chains, every channel, operation and outcome, and six feeds', async () => {
    const meters = new ServiceMeters()
    for (const product of productTypes)
      for (const { id } of chains)
        for (const status of statuses)
          for (const valid of [true, false])
            for (const coverage of coverages)
              meters.validated({ product, chainId: id, status, valid, coverage, policies: [] }, 1)
    for (const operation of operationIds)
      for (const status of [200, 400, 500]) meters.request({ info: { operation }, status, ms: 1 })
    for (const channel of channels)
      for (const state of ['SENT', 'PENDING', 'FAILED', 'CANCELLED'] as const)
        meters.delivered({ ...({} as Parameters<ServiceMeters['delivered']>[0]), channel, state, eventAt: 0 }, 1)
    for (const { id } of chains) {
      for (const outcome of ['answered', 'limited', 'timeout', 'failed'] as const) meters.nodeAnswered(id, outcome)
      meters.blocksFollowed(id, 1)
    }
    const counted = meters.families().flatMap(({ samples }) => samples).length
    const [feeds, safeStates, ofOneProcess] = [6, 5, 3]
    const scraped = (await (await metered()).text()).split('\n').filter((line) => /^\w/.test(line))
    const others = scraped.filter((line) => !meters.families().some(({ name }) => line.startsWith(name)))
    expect(counted + others.length + 4 * feeds + safeStates + 2 * chains.length + ofOneProcess).toBeLessThanOrEqual(700)
  })

  test('remain without the database', async ({ served }) => {
    await served.serving.service.close()
    const families = await served.metrics()
    expect(seriesValue(families, 'txwarden_ready')).toBe(0)
    expect(seriesValue(families, 'txwarden_http_refused_total')).toBe(0)
    expect(families.has('txwarden_database_size_bytes')).toBe(false)
  })
})

describe('the port of metrics', () => {
  test.each([
    ['GET', '/livez', 200, 'ok\n'],
    ['GET', '/readyz', 200, 'ok\n'],
    ['HEAD', '/readyz', 200, ''],
    ['GET', '/healthz', 404, 'not found\n'],
    ['GET', '/api/v2/management/monitor', 404, 'not found\n'],
    ['POST', '/metrics', 405, 'method not allowed\n'],
  ])('%s %s: %i', async (method, path, status, body) => {
    const { metricsUrl } = await metered()
    const response = await fetch(`${metricsUrl}${path}`, { method })
    expect({ status: response.status, body: await response.text() }).toEqual({ status, body })
  })

  test('refuses a host of another name on loopback', async ({ served: { metricsUrl } }) => {
    const connection = await RawConnection.open(metricsUrl)
    const answer = await connection
      .send('GET /metrics HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n')
      .untilClosed()
    expect(answer).toContain('HTTP/1.1 403 ')
    expect(answer).not.toContain('txwarden_')
  })

  test('is refused where another one listens', async ({ served: { metricsUrl } }) => {
    const port = Number(new URL(metricsUrl).port)
    await expect(serveForTest({ metrics: { ...LOCAL, port } })).rejects.toMatchObject({
      code: 'cannot-listen',
      parameters: { metrics: '127.0.0.1:0' },
    })
  })
})

describe('readiness', () => {
  test('is there on the main port, too', async () => {
    const { url } = await serveForTest()
    for (const path of ['/livez', '/readyz', '/healthz'])
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200])
  })

  test('ends with a database that a newer version migrated', async () => {
    const { url, serving } = await serveForTest()
    if (serving.service.store.isShared) return
    const other = new DatabaseSync(serving.service.database)
    onTestFinished(() => other.close())
    other.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')")
    const response = await fetch(`${url}/readyz`)
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      503,
      'A newer version of the service migrated the database.',
    ])
    expect((await fetch(`${url}/livez`)).status).toBe(200)
  })

  test('ends with a database that takes no writes, before a request meets that', async () => {
    const { url, serving, log } = await serveForTest()
    const { store } = serving.service
    if (store.isShared) return
    const other = new DatabaseSync(serving.service.database)
    onTestFinished(() => other.close())
    other.exec("create trigger refusing before update on kept_counts begin select raise(fail, 'no'); end")
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    expect(log.join('')).toContain('"level":"error"')
    other.exec('drop trigger refusing')
    await until(async () => (await fetch(`${url}/readyz`)).status === 200)
  })

  test('ends when the service stops; running requests finish, and both ports answer meanwhile', async ({ served }) => {
    const body = JSON.stringify({
      transaction: { chainId: '1', from: SENDER, to: testAddresses.drainer },
      trackNonce: false,
    })
    const running = await RawConnection.open(served.url)
    const head = `POST /api/v2/transaction/validate HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${served.keys.validation}\r\nX-Validation-Product: SONAR\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
    await running.send(head).until('100 Continue')

    const stopped = served.serving.stop()
    const statusOf = async (url: string) => (await fetch(url)).status
    expect(await statusOf(`${served.metricsUrl}/readyz`)).toBe(503)
    expect(await statusOf(`${served.url}/readyz`)).toBe(503)
    expect(await statusOf(`${served.url}/healthz`)).toBe(503)
    expect(await statusOf(`${served.url}/livez`)).toBe(200)
    expect(await statusOf(`${served.metricsUrl}/livez`)).toBe(200)
    expect(seriesValue(await served.metrics(), 'txwarden_ready')).toBe(0)
    expect(await (await fetch(`${served.metricsUrl}/readyz`)).text()).toBe('not ready: shutting-down\n')

    expect(await running.send(body).untilClosed()).toContain('"svcTxId"')
    await stopped
    await expect(fetch(`${served.url}/livez`)).rejects.toThrow('fetch failed')
    await expect(fetch(`${served.metricsUrl}/livez`)).rejects.toThrow('fetch failed')
  })
})

describe('traceparent', () => {
  const TRACE = '0af7651916cd43dd8448eb211c80319c'
  const PARENT = 'b7ad6b7169203331'
  test.each([
    ['of version 00', `00-${TRACE}-${PARENT}-01`, TRACE],
    ['of a later version', `cc-${TRACE}-${PARENT}-01-what-follows`, TRACE],
    ['of an invalid version', `ff-${TRACE}-${PARENT}-01`, undefined],
    ['with more than version 00 has', `00-${TRACE}-${PARENT}-01-more`, undefined],
    ['in upper case', `00-${TRACE.toUpperCase()}-${PARENT}-01`, undefined],
    ['with a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`, undefined],
    ['with a parent of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
    ['that is too short', `00-${TRACE.slice(1)}-${PARENT}-01`, undefined],
    ['of a later version that goes on without a dash', `01-${TRACE}-${PARENT}-012`, undefined],
  ])('%s: the log has its trace id, if any', async (_, traceparent, expected) => {
    const served = await serveForTest()
    await validate(served, { traceparent })
    await until(() => served.log.some((line) => line.includes('validateTransaction')))
    const line = served.log.find((each) => each.includes('validateTransaction')) ?? '{}'
    expect(JSON.parse(line).trace_id).toBe(expected)
  })
})
