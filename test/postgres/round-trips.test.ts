import { beforeEach, expect, test } from 'vitest'
import type { Service } from '../../src/service/index.ts'
import { type CountingProxy, startCountingProxy } from '../support/counting-proxy.ts'
import { TestClock } from '../support/deterministic.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { ask } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openServices } from './servers.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const RECEIVER = '0x7e57000000000000000000000000000000000002'
/** Of a validation: configuration, evidence, BEGIN with the inserts, COMMIT. */
const MAX_TRIPS = 4

let service: Service
let proxy: CountingProxy

beforeEach(async () => {
  const place = await freshDatabase(temporaryFolder())
  // Its migrations are not delayed.
  const [migrating] = await openServices(1, place)
  await migrating?.close()
  proxy = await startCountingProxy(place.database)
  // Its clock stands: what is read again after some time would come beside a validation on a busy machine.
  const [opened] = await openServices(1, { ...place, database: proxy.database }, undefined, new TestClock())
  service = opened as Service
  // Loads alerts and opens connections.
  await validate(0)
})

async function validate(index: number, headers: Readonly<Record<string, string>> = {}) {
  const transaction = {
    chainId: '1',
    from: `0x7e57${index.toString(16).padStart(36, '1')}`,
    to: USDC,
    data: `0xa9059cbb${RECEIVER.slice(2).padStart(64, '0')}${(1000 + index).toString(16).padStart(64, '0')}`,
  }
  const path = '/api/v2/transaction/validate'
  const answer = await ask(service, 'POST', path, { transaction, trackNonce: false }, headers)
  expect(answer.status).toBe(200)
  return answer
}

async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  proxy.takeTrips()
  await work()
  return proxy.takeTrips().length
}

async function manage(path: string, body: object): Promise<void> {
  const answer = await ask(service, 'POST', `/api/v2/management/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

test('a validation waits at most four times for the database', async () => {
  for (let index = 1; index <= 5; index++) expect(await tripsOf(() => validate(index))).toBeLessThanOrEqual(MAX_TRIPS)
})

test('list entries and alerts add no wait', async () => {
  await manage('alert-configurations', { alertName: 'blocked', alertType: 'SONAR', destinationIds: [] })
  await validate(1)
  await manage('control-lists', { address: RECEIVER, type: 'BLOCK', productType: 'SONAR' })
  const trips: number[] = []
  // On a busy machine, what other servers changed is read again in between: that is one wait of one of them.
  for (const index of [2, 3, 4])
    trips.push(await tripsOf(async () => expect((await validate(index)).body.valid).toBe(false)))
  expect(Math.min(...trips)).toBeLessThanOrEqual(MAX_TRIPS)
  const fired = await service.store.read.selectFrom('alert_events').select('alert_name').execute()
  expect(fired.length).toBeGreaterThan(0)
})

test('concurrent validations share their waits', async () => {
  const trips = await tripsOf(() => Promise.all(Array.from({ length: 40 }, (_, index) => validate(index + 1))))
  expect(trips).toBeLessThanOrEqual(MAX_TRIPS + 2)
})

test('an Idempotency-Key adds four waits, and its replay has two', async () => {
  const headers = { 'idempotency-key': 'first' }
  // The first key is made with the first answer that is encrypted.
  await validate(1, { 'idempotency-key': 'before' })
  expect(await tripsOf(() => validate(2, headers))).toBeLessThanOrEqual(MAX_TRIPS + 4)
  expect(await tripsOf(() => validate(2, headers))).toBe(2)
})
