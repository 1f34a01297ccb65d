import { expect, inject, test } from 'vitest'
import { utc } from '../../../src/cli/output/time-zone.ts'
import { statusCard } from '../../../src/commands/local/status-card.ts'
import { administer } from '../../../src/service/administration/administration.ts'
import { aboutValidation } from '../../../src/service/alerts/matching/enqueue-alerts.ts'
import { openStore } from '../../../src/service/store/open.ts'
import { insertAlertEvents, insertDeliveries } from '../../../src/service/store/repositories/alert-events.ts'
import type { DeliveryRow } from '../../../src/service/store/schema/schema.ts'
import type { Store } from '../../../src/service/store/store.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { storedValidation } from '../../support/stored-validation.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const plain = { bold: String, dim: String, good: String, warn: String, bad: String } as never
const isPostgres = inject('postgres') !== undefined

const clock = new TestClock()
const secondsAgo = (seconds: number) => clock.now() - seconds * 1000

async function emptyDatabase() {
  const { database, keyFolder } = await freshDatabase(temporaryFolder())
  const administration = administer({ database, keyFolder, env: {}, clock, random: seededRandom('many') })
  const use = async (work: (store: Store) => Promise<void>) => {
    const store = await openStore(database, { env: {} })
    await work(store)
    await store.close()
  }
  return { administration, use }
}

/** Few statements for many rows. */
const CHUNK = 500

function validate(store: Store, from: number, to: number, at: number): Promise<void> {
  return store.write(async (db) => {
    for (let index = from; index < to; index += CHUNK)
      await db
        .insertInto('transactions')
        .values(range(index, Math.min(to, index + CHUNK)).map((n) => transaction(n, at)))
        .execute()
  })
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

const transaction = (index: number, at: number) =>
  storedValidation({ id: `tx-${String(index).padStart(8, '0')}`, created_at: at })

const dead = (index: number): DeliveryRow => ({
  id: `d${index}`,
  event_id: 'e',
  alert_id: 'a',
  destination_id: `x${index}`,
  destination_name: '',
  channel: 'SLACK',
  state: 'FAILED',
  due_at: 1,
  attempts: 1,
  uncounted: 0,
  error_message: '',
  created_at: 1,
  updated_at: 1,
  severity: 0,
  group_id: null,
})

test('counts exactly below ten thousand rows, despite gaps', async () => {
  const { administration, use } = await emptyDatabase()
  await use(async (store) => {
    await validate(store, 0, 6_000, secondsAgo(7_200))
    await validate(store, 6_000, 10_500, secondsAgo(30))
    await store.write(async (db) => {
      await db.deleteFrom('transactions').where('id', '<', 'tx-00000003').execute()
      await db.deleteFrom('transactions').where('id', '>=', 'tx-00004000').where('id', '<', 'tx-00007000').execute()
    })
  })
  const { rows, rates } = await administration.status()
  expect(rows?.validations).toBe(7_497)
  expect(rates).toEqual({ lastMinute: 3_500, lastHour: 3_500, lastDay: 7_497 })
})

test('estimates beyond that and says so', async () => {
  const { administration, use } = await emptyDatabase()
  await use(async (store) => {
    await validate(store, 0, 500, secondsAgo(100_000))
    await validate(store, 500, 1_500, secondsAgo(7_200))
    await validate(store, 1_500, 11_600, secondsAgo(600))
    await validate(store, 11_600, 12_000, secondsAgo(30))
    await store.write(async (db) => {
      await insertAlertEvents(db, [
        {
          id: 'e',
          alert_id: 'a',
          alert_name: '',
          alert_type: 'SONAR',
          ...aboutValidation('tx'),
          content: '{}',
          created_at: 1,
          confirmed_at: null,
        },
      ])
      for (let index = 0; index < 10_500; index += CHUNK)
        await insertDeliveries(db, range(index, index + CHUNK).map(dead))
    })
  })
  const status = await administration.status()
  expect(status.rates).toEqual({ lastMinute: 400, lastHour: 10_500, lastDay: 11_500 })
  expect(status.outbox).toMatchObject({ pending: 0, held: 0, failed: 10_000 })
  const card = statusCard(status, plain, utc)
  expect(card).toContain('10,000 or more failed')
  expect(card).toContain(
    isPostgres
      ? '400 in a minute, 10500 in an hour'
      : '400 in a minute, about 10,500 in an hour, about 11,500 in a day',
  )
  // Until PostgreSQL looked through the table it knows no more than what was counted.
  expect(status.rows?.validations).toBe(isPostgres ? 10_000 : 12_000)
  expect(card).toContain(`about ${isPostgres ? '10,000' : '12,000'}`)
})
