import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { test as base, expect } from 'vitest'
import { type Verdict, verdictOf, verdicts } from '../../../src/api/verdict.ts'
import type { Service } from '../../../src/service/index.ts'
import { insertRescreen, insertVerdictChanges, rescreenRow } from '../../../src/service/store/repositories/rescreens.ts'
import { TestClock } from '../../support/deterministic.ts'
import { insertRows, madeAddress } from '../../support/indexable-rows.ts'
import { openForTest } from '../../support/open-service.ts'
import { listed, send, validate as validateOn } from '../../support/requests.ts'
import { runs } from '../../support/share.ts'

const test = base.extend('opened', () => open())

const addressOf = (name: string) => `0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`
const word = (address: string) => address.slice(2).padStart(64, '0')
const TOKEN = addressOf('a token')
const ME = addressOf('me')

async function open(clock = new TestClock()) {
  return { service: await openForTest({ env: { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }, clock }), clock }
}

interface Change {
  readonly svcTxId: string
  readonly from: Verdict
  readonly to: Verdict
  readonly hops: number
}
interface Report {
  readonly content: readonly Change[]
  readonly total: number
  readonly id: string
}

type Given = Readonly<Record<string, string | undefined>>

type Judged = { svcTxId: string } & Parameters<typeof verdictOf>[0]

const validate = (service: Service, transaction: Given, more = {}) =>
  validateOn<Judged>(service, { value: '0', ...transaction }, more)

const verdictNow = async (service: Service, transaction: Given) =>
  verdictOf(await validate(service, transaction, { 'x-txwarden-dry-run': 'true' }))

const rescreen = (service: Service, body: object = {}) => send<Report>(service, 'POST', '/ext/v1/rescreens', body)

const block = (service: Service, address: string) => listed(service, 'BLOCK', address)

async function list(service: Service, source: string, rows: readonly (readonly string[])[], rescreenSince?: number) {
  const text = ['address,kind,label,severity', ...rows.map((row) => row.join(','))].join('\n')
  const stream = (async function* () {
    yield Buffer.from(text)
  })()
  const intel = await service.intel()
  const request = { format: 'addresses', source, from: { stream, name: source }, rescreenSince } as const
  return intel.import(request)
}

/** Ways to name an address: recipient, sender, arguments, inner calls, undecoded bytes. */
const forms: readonly ((address: string) => Given)[] = [
  (to) => ({ from: ME, to, value: '1' }),
  (from) => ({ from, to: TOKEN, value: '1' }),
  (address) => ({ from: ME, to: TOKEN, data: `0xa9059cbb${word(address)}${'1'.padStart(64, '0')}` }),
  (address) => ({ from: ME, to: TOKEN, data: `0x095ea7b3${word(address)}${'f'.repeat(64)}` }),
  (address) => ({ from: ME, to: TOKEN, data: `0x23b872dd${word(ME)}${word(address)}${'1'.padStart(64, '0')}` }),
  (address) => ({ from: ME, to: TOKEN, data: `0x0badf00d${word(address)}` }),
  (address) => ({ from: ME, to: TOKEN, data: `0x0badf00d0badf0${address.slice(2)}abcdef0123456789` }),
  (address) => ({ from: ME, data: `0x6080604052abcdefab73${address.slice(2)}abcdefabcdefabcd` }),
]

const kinds = fc.constantFrom('sanctioned', 'malicious', 'mixer', 'BLOCK')

const history = fc.record({
  steps: fc.array(fc.record({ form: fc.nat(forms.length - 1), named: fc.nat(5) }), { minLength: 1, maxLength: 8 }),
  listed: fc.dictionary(
    fc.nat(5).map(String),
    fc.record({ kind: kinds, severity: fc.constantFrom('', '20', '50', '95') }),
    { minKeys: 1, maxKeys: 3 },
  ),
  /** As where too many addresses are listed for a look-up of each. */
  readsAll: fc.boolean(),
})

test('a rescreen finds what a validation of everything finds, of direct listings', async ({
  opened: { service, clock },
}) => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, listed, readsAll }) => {
      run += 1
      clock.advance(60_000)
      const since = clock.now()
      const pool = Array.from({ length: 6 }, (_, at) => addressOf(`${run} ${at}`))
      const made = []
      for (const { form, named } of steps) {
        const transaction = forms[form]?.(pool[named] ?? '') ?? {}
        const answer = await validate(service, transaction)
        made.push({ id: answer.svcTxId, transaction, before: verdictOf(answer) })
      }
      const rows = Object.entries(listed).map(([at, { kind, severity }]) => ({
        address: pool[Number(at)] ?? '',
        kind,
        severity,
      }))
      for (const { address, kind } of rows) if (kind === 'BLOCK') await block(service, address)
      const feed = rows.filter(({ kind }) => kind !== 'BLOCK')
      if (feed.length > 0)
        await list(
          service,
          `source ${run}`,
          feed.map(({ address, kind, severity }) => [address, kind, 'Listed', severity]),
        )

      const expected = new Map<string, string>()
      for (const { id, transaction, before } of made) {
        const now = await verdictNow(service, transaction)
        if (verdicts.indexOf(now) > verdicts.indexOf(before)) expected.set(id, `${before} → ${now}`)
      }
      const row = rescreenRow({ id: `run ${run}`, now: clock.now(), since, wanted: undefined })
      if (readsAll) await service.store.write((db) => insertRescreen(db, row))
      const scope = readsAll ? { id: row.id } : { since: new Date(since).toISOString() }
      const { content } = await rescreen(service, scope)
      const found = content.filter(({ from, to }) => from !== to)
      expect(new Map(found.map(({ svcTxId, from, to }) => [svcTxId, `${from} → ${to}`]))).toEqual(expected)
      const again = await rescreen(service, { since: new Date(since).toISOString() })
      expect(again).toMatchObject({ total: 0, content: [] })
    }),
    { numRuns: runs(25) },
  )
})

test('a listing one transfer away is found, and two away is not', async ({ opened: { service } }) => {
  const [near, far, listed] = [addressOf('near'), addressOf('far'), addressOf('listed')]
  const intel = await service.intel()
  const edges = `from,to\n${near},${listed}\n${far},${near}\n`
  const stream = (async function* () {
    yield Buffer.from(edges)
  })()
  await intel.importGraph({ stream, name: 'edges.csv' }, '1')
  const { svcTxId } = await validate(service, { from: ME, to: near, value: '1' })
  await validate(service, { from: ME, to: far, value: '1' })
  await list(service, 'ours', [[listed, 'malicious', 'Drainer', '95']])
  const { content } = await rescreen(service)
  expect(content).toMatchObject([{ svcTxId, from: 'NO DATA', to: 'WARNING', hops: 1 }])
})

test('an address that only a trace showed is found by the row', async ({ opened: { service } }) => {
  const traced = addressOf('traced')
  const { svcTxId } = await validate(service, forms[2]?.(traced) ?? {})
  // As where only a trace named it.
  const request = JSON.stringify({ transaction: { chainId: '1', from: ME, to: TOKEN, value: '0' } })
  await service.store.write((db) => db.updateTable('transactions').set({ request }).execute())
  await list(service, 'ours', [[traced, 'sanctioned', 'Listed', '']])
  expect((await rescreen(service)).content).toMatchObject([{ svcTxId, to: 'BLOCKED' }])
})

test('rows that are not indexed yet are found, too', async ({ opened: { service } }) => {
  const rare = addressOf('rare')
  const { svcTxId } = await validate(service, forms[5]?.(rare) ?? {})
  await insertRows(service.store, 0, 1100, Date.now())
  // More than the search reads one by one.
  await service.store.write((db) => db.updateTable('transactions').set({ is_unindexed: 1 }).execute())
  await list(service, 'ours', [[rare, 'sanctioned', 'Listed', '']])
  const query = `/ext/v1/rescreen-preview?address=${rare}`
  expect(await send(service, 'GET', query)).toMatchObject({ total: 1, content: [{ svcTxId }] })
  expect(await rescreen(service, { address: rare })).toMatchObject({ total: 1, content: [{ svcTxId, to: 'BLOCKED' }] })
})

test('each destination gets one message for a run, with exact counts, and none for a second run', async ({
  opened: { service },
}) => {
  const destination = async (name: string) => {
    const body = { name, channel: 'WEBHOOK', webhookUrl: `http://127.0.0.1:9/${name}`, state: 'ACTIVE' }
    const path = '/api/v2/management/alert-configurations/destinations'
    return (await send<{ id: string }>(service, 'POST', path, body)).id
  }
  const [shared, own, quiet] = [await destination('shared'), await destination('own'), await destination('quiet')]
  const alert = (alertName: string, destinationIds: readonly string[], transactionFilter: object) => {
    const body = { alertName, alertType: 'SONAR', destinationIds, transactionFilter }
    return send<{ alertId: string }>(service, 'POST', '/ext/v1/alert-configurations', body)
  }
  await alert('ethereum', [shared], { rescreen: true, chainIds: [1] })
  const { alertId } = await alert('base', [shared, own], { rescreen: true, chainIds: [8453] })
  await alert('not asked', [quiet], {})
  await alert('other', [quiet], { rescreen: true, fromScore: 0, toScore: 99 })
  const paid = addressOf('paid')
  for (const chainId of ['1', '1', '8453']) await validate(service, { chainId, from: ME, to: paid, value: '1' })
  await service.store.write((db) => db.deleteFrom('alert_events').execute())

  const { rescreenId } = await list(service, 'ours', [[paid, 'sanctioned', 'Listed', '']], 0)
  expect(await rescreen(service, { id: rescreenId })).toMatchObject({ total: 3, id: rescreenId })
  const messages = async () => {
    const rows = await service.store.read
      .selectFrom('deliveries')
      .innerJoin('alert_events', 'alert_events.id', 'deliveries.event_id')
      .select(['deliveries.destination_id', 'alert_events.content', 'alert_events.subject'])
      .execute()
    return new Map(rows.map((row) => [row.destination_id, { ...row, content: JSON.parse(row.content) }]))
  }
  const first = await messages()
  expect(new Set(first.keys())).toEqual(new Set([shared, own]))
  expect(first.get(shared)).toMatchObject({
    subject: `rescreen:${rescreenId}`,
    content: {
      notice: {
        kind: 'rescreen',
        text: expect.stringMatching(/^3 transactions changed: NO DATA → BLOCKED, listed by ours on 2/),
      },
      rescreen: { transactions: 3, counterparties: 0, worst: [{ to: 'BLOCKED' }, {}, {}] },
    },
  })
  expect(first.get(own)?.content).toMatchObject({ alert: { id: alertId }, rescreen: { transactions: 1 } })
  await rescreen(service)
  await rescreen(service, { id: rescreenId })
  expect(await messages()).toEqual(first)
})

test('a MONITOR alert gets what a run finds of a Safe that is not monitored', async ({ opened: { service } }) => {
  const destination = { name: 'all', channel: 'WEBHOOK', webhookUrl: 'http://127.0.0.1:9/all', state: 'ACTIVE' }
  const { id } = await send(service, 'POST', '/api/v2/management/alert-configurations/destinations', destination)
  const alert = (alertName: string, filter: object) => ({
    alertName,
    alertType: 'MONITOR',
    destinationIds: [id],
    transactionFilter: { rescreen: true, ...filter },
  })
  for (const each of [alert('any', {}), alert('queued', { kinds: ['queued'] }), alert('sent', { kinds: ['sent'] })])
    await send(service, 'POST', '/ext/v1/alert-configurations', each)
  const [paid, other] = [addressOf('paid'), addressOf('other')]
  await send(service, 'POST', '/ext/v1/safes', { chainId: '1', address: ME, name: 'treasury' })
  for (const from of [ME, other]) await validate(service, { from, to: paid, value: '1' })
  await list(service, 'ours', [[paid, 'sanctioned', 'Listed', '']], 0)
  await rescreen(service)
  const events = await service.store.read.selectFrom('alert_events').select(['content']).execute()
  const contents = events.map(({ content }) => JSON.parse(content))
  expect(contents).toMatchObject([{ rescreen: { transactions: 1 } }])
})

test('a run stores what it finds without writing its addresses again', async ({ opened: { service } }) => {
  const rows = 100
  await insertRows(service.store, 0, rows, Date.now())
  const result = JSON.stringify({ valid: true, combinedScore: 0, coverage: 'none' })
  await service.store.write((db) => db.updateTable('transactions').set({ result }).execute())
  const paid = Array.from({ length: rows }, (_, at) => [madeAddress(`receiver ${at}`), 'sanctioned', 'Listed', ''])
  const { rescreenId = '' } = await list(service, 'ours', paid, 0)
  const places: Promise<unknown>[] = []
  const row = () => service.store.read.selectFrom('rescreens').select(['state', 'next_at', 'next_id'])
  const onProgress = () => void places.push(row().executeTakeFirst())
  const headers = { 'content-type': 'application/json' }
  const request = { path: '/ext/v1/rescreens', query: '', headers, body: JSON.stringify({ id: rescreenId }) }
  const { body } = await service.handle({ method: 'POST', ...request }, { kind: 'in-process', onProgress })
  expect(JSON.parse(body)).toMatchObject({ total: rows, isDone: true })
  expect(places.length).toBeGreaterThan(3)
  for (const place of await Promise.all(places))
    expect(place).toEqual({ state: 'RUNNING', next_at: null, next_id: null })
})

test('others are answered between counterparties that were reported before', async () => {
  /** Each look takes a millisecond. */
  class WorkingClock extends TestClock {
    override elapsed(): number {
      this.advance(1)
      return super.elapsed()
    }
  }
  const { service } = await open(new WorkingClock())
  const paid = Array.from({ length: 200 }, (_, at) => addressOf(`paid ${at}`))
  const [owner, at] = [addressOf('owner'), 1]
  await service.store.write(async (db) => {
    for (const address of paid) {
      const known = {
        chain_id: '1',
        owner,
        counterparty: address,
        ends: 0,
        count: 1,
        had_value: 1,
        standing: 0,
      } as const
      await db
        .insertInto('counterparties')
        .values({ ...known, first_seen: at, last_seen: at })
        .execute()
      const verdict = { from_verdict: null, from_score: null, to_verdict: 'BLOCKED', to_score: 100 } as const
      const about = { rescreen_id: 'earlier', svc_tx_id: null, chain_id: '1', owner, address, at, hops: 0 }
      const cause = { source: 'ours', reason: 'is listed', sub_categories: '[]' }
      await insertVerdictChanges(db, [{ id: `change of ${address}`, ...about, ...verdict, ...cause }])
    }
  })
  await list(
    service,
    'ours',
    paid.map((address) => [address, 'sanctioned', 'Listed', '']),
  )
  let turns = 0
  let isDone = false
  const tick = () => {
    turns += 1
    if (!isDone) setImmediate(tick)
  }
  setImmediate(tick)
  expect(await rescreen(service)).toMatchObject({ total: 0, counterparties: [] })
  isDone = true
  expect(turns).toBeGreaterThan(paid.length / 2)
})
