import { expect, test } from 'vitest'
import { openService } from '../../../src/service/index.ts'
import { FREE_QUOTA, MONTH_MS } from '../../../src/service/safes/budget/budget.ts'
import { findSafe } from '../../../src/service/store/repositories/safes.ts'
import { startNodeOfContract } from '../../contract/followed-node.ts'
import { sendTo } from '../../contract/over-http.ts'
import { CHAIN_WITH_NODE, randomAddress, SAFE_ON_NODE } from '../../contract/samples.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { startSafeService } from '../../support/safe-service.ts'
import { serveForTest } from '../../support/served.ts'
import { until } from '../../support/stepped-time.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const SECRET = 'a-secret-of-thirty-two-characters'
/** The poller looks every 500 ms which Safes are due: what is not polled by then is not polled at all. */
const LOOKED_MS = 1000

/** A Safe whose service has a quota, so that regular polls are rare. It was polled once. */
async function startFollowed(env: Readonly<Record<string, string>> = { TXWARDEN_SAFE_EVENTS_SECRET: SECRET }) {
  const node = await startNodeOfContract()
  const standIn = await startSafeService()
  const served = await serveForTest({ env: { ...node.env, ...env }, safes: 'all' })
  const { store } = served.serving.service
  const send = sendTo(served.url)
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>>) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return send({ method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body: text })
  }
  const made = await post(
    '/ext/v1/safes',
    { chainId: CHAIN_WITH_NODE, address: SAFE_ON_NODE, name: 'treasury', serviceUrl: standIn.url, serviceKey: 'key' },
    { 'x-api-key': served.keys.management },
  )
  const { id } = JSON.parse(made.body) as { id: string }
  await store.write((db) => db.updateTable('safes').set({ budget_id: 'quota', next_poll_at: 0 }).execute())
  const row = async () => {
    const found = await findSafe(store.read, id)
    if (!found) throw new Error('no Safe')
    return found
  }
  /** Polls of the queue so far, after the next look of the poller. */
  const polls = async () => {
    await new Promise((resolve) => setTimeout(resolve, LOOKED_MS))
    return (await row()).turn
  }
  const turned = (turn: number) => expect.poll(async () => (await row()).turn).toBe(turn)
  const ring = async (authorization: string | undefined, body: object = { type: 'NEW_CONFIRMATION' }) => {
    const answer = await post('/ext/v1/safe-events', body, authorization === undefined ? {} : { authorization })
    return { status: answer.status, code: answer.body && (JSON.parse(answer.body) as { code: string }).code }
  }
  await expect.poll(async () => (await row()).turn).toBeGreaterThan(0)
  const interval = (await row()).next_poll_at - served.clock.now()
  if (interval < 60_000) served.clock.advance(interval)
  const isRare = ({ claim_id, next_poll_at }: Awaited<ReturnType<typeof row>>) =>
    claim_id === null && next_poll_at - served.clock.now() > 60_000
  await until(async () => isRare(await row()), 'a regular interval')
  const before = (await row()).turn
  return { ...served, standIn, node, store, post, ring, polls, turned, before, row }
}

const bearer = `Bearer ${SECRET}`

test('an event with the secret has its Safe polled at once, and at most once in 5 s', async () => {
  const { ring, polls, turned, before, clock, row } = await startFollowed()
  clock.advance(10_000)
  const { next_poll_at: planned } = await row()
  for (const authorization of [undefined, 'Bearer x', `Basic ${SECRET}`, SECRET, `${bearer}x`])
    expect(await ring(authorization), authorization).toMatchObject({ status: 401 })
  const other = { address: randomAddress(), type: 'EXECUTED_MULTISIG_TRANSACTION' }
  expect(await ring(bearer, other)).toEqual({ status: 200, code: '' })
  expect((await row()).next_poll_at).toBe(planned)

  const event = { address: SAFE_ON_NODE, type: 'PENDING_MULTISIG_TRANSACTION', safeTxHash: '0x00', to: 'forged' }
  expect(await ring(bearer, event)).toEqual({ status: 200, code: '' })
  expect(await ring(bearer)).toEqual({ status: 200, code: '' })
  await turned(before + 1)
  clock.advance(4900)
  await ring(bearer)
  await ring(bearer)
  expect(await polls()).toBe(before + 1)
  clock.advance(100)
  await turned(before + 2)
  expect((await row()).next_poll_at).toBeGreaterThan(clock.now() + 60_000)
})

test('the secret opens nothing else, and a body is checked', async () => {
  const { ring, url, keys, post } = await startFollowed()
  const answer = await fetch(`${url}/ext/v1/safes`, { headers: { authorization: bearer } })
  expect(answer.status).toBe(401)
  expect(await ring(bearer, { address: 'x' })).toEqual({ status: 400, code: 'invalid-body' })
  const asKey = { 'x-api-key': SECRET, authorization: bearer }
  expect(await post('/ext/v1/safe-events', {}, asKey)).toMatchObject({ status: 401 })
  const validation = { 'x-api-key': keys.validation, authorization: bearer }
  expect(await post('/ext/v1/safe-events', {}, validation)).toMatchObject({ status: 403 })
  expect(await post('/ext/v1/safe-events', {}, { 'x-api-key': keys.management })).toMatchObject({ status: 200 })
})

test('events spend no more than half of what regular polls need, and end no pause', async () => {
  const { ring, turned, before, clock, store, row } = await startFollowed()
  clock.advance(10_000)
  const { window_end: end } = await store.read.selectFrom('safe_budgets').select('window_end').executeTakeFirstOrThrow()
  const month = (end - clock.now()) / MONTH_MS
  const { next_poll_at: planned } = await row()
  /** @param left share of what is planned for the rest of the month */
  const leave = (left: number) =>
    store.write((db) =>
      db
        .updateTable('safe_budgets')
        .set({ used: Math.round(FREE_QUOTA * (1 - month * left)) })
        .execute(),
    )
  await leave(0.45)
  await ring(bearer)
  expect((await row()).next_poll_at).toBe(planned)
  await leave(0.55)
  await store.write((db) => db.updateTable('safes').set({ error_code: 'rate-limited' }).execute())
  await ring(bearer)
  expect((await row()).next_poll_at).toBe(planned)
  await store.write((db) => db.updateTable('safes').set({ error_code: null }).execute())
  await ring(bearer)
  await turned(before + 1)
})

test('without a secret there is none, and a short one stops the start', async () => {
  const { ring } = await startFollowed({})
  for (const authorization of [undefined, bearer, 'Bearer undefined', 'Bearer '])
    expect(await ring(authorization)).toEqual({ status: 401, code: 'missing-key' })
  const opening = openService({
    ...(await freshDatabase(temporaryFolder())),
    clock: new TestClock(),
    random: seededRandom(),
    isServer: true,
    report: () => {},
    env: { TXWARDEN_SAFE_EVENTS_SECRET: 'short-secret' },
  })
  await expect(opening).rejects.toThrow('TXWARDEN_SAFE_EVENTS_SECRET needs at least 32 characters')
  await expect(opening).rejects.not.toThrow('short-secret')
})
