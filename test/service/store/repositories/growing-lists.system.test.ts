import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PageRequest } from '../../../../src/api/schemas/page.ts'
import { insertAudit, pageOfAudit } from '../../../../src/service/store/repositories/audit.ts'
import { pageOfEntries } from '../../../../src/service/store/repositories/control-lists.ts'
import { whichHaveHistory } from '../../../../src/service/store/repositories/counterparties.ts'
import { InvalidCursor } from '../../../../src/service/store/repositories/cursor.ts'
import { pageOfDeliveries } from '../../../../src/service/store/repositories/deliveries.ts'
import { pageOfMonitors } from '../../../../src/service/store/repositories/monitors.ts'
import {
  chainsToCheck,
  insertTransaction,
  pageOfTransactions,
  reportsToCheck,
} from '../../../../src/service/store/repositories/transactions.ts'
import type { AuditRow, Db } from '../../../../src/service/store/schema/schema.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import type { Store } from '../../../../src/service/store/store.ts'
import { plansOf } from '../../../support/plans.ts'
import { storedValidation } from '../../../support/stored-validation.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const page = (more: Partial<PageRequest> = {}): PageRequest => ({ page: 0, size: 25, sort: [], ...more })
const by = (field: string, direction: 'asc' | 'desc' = 'desc') => page({ sort: [{ field, direction }] })

async function emptyStore(): Promise<Store> {
  const store = await openSqliteStore(join(temporaryFolder(), 'local.db'))
  onTestFinished(() => store.close())
  return store
}

async function withTransactions(count: number): Promise<Store> {
  const store = await emptyStore()
  await store.write(async (db) => {
    for (let index = 0; index < count; index++) await insertTransaction(db, transaction(index))
  })
  return store
}

/** In each order many are equal. */
const transaction = (index: number) =>
  storedValidation({
    id: `tx-${String(index * 7).padStart(8, '0')}`,
    chain_id: index % 3 === 0 ? '1' : '8453',
    valid: index % 10 === 0 ? 0 : 1,
    combined_score: index % 4,
    created_at: Math.floor(index / 9),
    updated_at: Math.floor(index / 5),
  })

const change = (index: number): AuditRow => ({
  id: `change-${String(index).padStart(8, '0')}`,
  at: Math.floor(index / 3),
  actor: 'local',
  action: index % 500 === 0 ? 'alert.update' : index % 2 === 0 ? 'control-list.create' : 'control-list.delete',
  resource_id: `r${index % 7}`,
  before: null,
  after: null,
})

function fill(store: Store, from: number, to: number): Promise<void> {
  return store.write(async (db) => {
    for (let index = from; index < to; index++) await insertAudit(db, change(index))
  })
}

describe('an append-only list', () => {
  test.each(['createdAt', 'updatedAt', 'combinedScore', 'chainId', 'id'])(
    'by %s is the same page by page and place by place, up and down',
    async (field) => {
      const store = await withTransactions(100)
      for (const direction of ['asc', 'desc'] as const) {
        const request = { ...by(field, direction), size: 7 }
        const whole = await pageOfTransactions(store.read, {}, { ...request, size: 100 })
        expect(whole.rows).toHaveLength(100)
        expect(whole.next).toBeUndefined()
        const numbered: string[] = []
        const walked: string[] = []
        let after: string | undefined
        for (let number = 0; number < 15; number++) {
          const one = await pageOfTransactions(store.read, {}, { ...request, page: number })
          numbered.push(...one.rows.map(({ id }) => id))
          const next = await pageOfTransactions(store.read, {}, { ...request, after })
          walked.push(...next.rows.map(({ id }) => id))
          after = next.next
          expect(after === undefined).toBe(number === 14)
        }
        const ids = whole.rows.map(({ id }) => id)
        expect(numbered).toEqual(ids)
        expect(walked).toEqual(ids)
      }
    },
  )

  test('continues after a cursor whose row was deleted', async () => {
    const store = await withTransactions(100)
    const first = await pageOfTransactions(store.read, {}, page({ size: 5 }))
    const rest = await pageOfTransactions(store.read, {}, page({ size: 100, after: first.next }))
    await store.write((db) =>
      db
        .deleteFrom('transactions')
        .where('id', '=', first.rows[4]?.id ?? '')
        .execute(),
    )
    const later = await pageOfTransactions(store.read, {}, page({ size: 100, after: first.next }))
    expect(later.rows).toEqual(rest.rows)
    expect(rest.rows).toHaveLength(95)
  })

  test('has no cursor in a mixed order, and rejects cursors of another order', async () => {
    const store = await withTransactions(100)
    const mixed = page({
      size: 5,
      sort: [
        { field: 'combinedScore', direction: 'asc' },
        { field: 'createdAt', direction: 'desc' },
      ],
    })
    expect((await pageOfTransactions(store.read, {}, mixed)).next).toBeUndefined()
    const { next } = await pageOfTransactions(store.read, {}, page({ size: 5 }))
    const place = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const request of [
      { ...by('combinedScore'), after: next },
      { ...mixed, after: next },
      page({ after: 'x' }),
      page({ after: place({ id: 1 }) }),
      page({ after: place(['created_at desc,id desc', '1', 'x']) }),
      page({ after: place(['created_at desc,id desc', 1]) }),
      page({ after: place(['created_at desc,id desc', 1.5, 'x']) }),
    ])
      await expect(pageOfTransactions(store.read, {}, request)).rejects.toThrow(InvalidCursor)
  })

  test('counts up to a thousand, then reports more', async () => {
    const store = await emptyStore()
    const counted = async (filter: Parameters<typeof pageOfAudit>[1]) => {
      const { total, isMore } = await pageOfAudit(store.read, filter, page())
      return { total, isMore }
    }
    await fill(store, 0, 1_000)
    expect(await counted({})).toEqual({ total: 1_000, isMore: false })
    await fill(store, 1_000, 1_200)
    expect(await counted({})).toEqual({ total: 1_000, isMore: true })
    expect(await counted({ action: 'control-list' })).toEqual({ total: 1_000, isMore: true })
    expect(await counted({ action: 'alert' })).toEqual({ total: 3, isMore: false })
  })

  test('filters the same with few and with many matches', async () => {
    const store = await emptyStore()
    await fill(store, 0, 12_000)
    const ids = async (db: Db, request: PageRequest) =>
      (await pageOfAudit(db, { action: 'control-list' }, request)).rows.map(({ id }) => id)
    const expected = Array.from({ length: 12_000 }, (_, index) => change(index))
      .filter(({ action }) => action.startsWith('control-list.'))
      .map(({ id }) => id)
      .reverse()
    expect(await ids(store.read, page({ size: 1000 }))).toEqual(expected.slice(0, 1000))
    // Many: sorting them would take the longer the more there are.
    const plans = await plansOf(store.read, (db) => ids(db, page()))
    expect(plans.at(-2)).toBe('SCAN audit USING INDEX audit_at')
    expect(await ids(store.read, { ...by('resourceId', 'asc'), size: 2 })).toEqual([
      'change-00000007',
      'change-00000014',
    ])
  })
})

describe('is read by an index', () => {
  test.each<[string, (db: Db) => Promise<unknown>]>([
    ['transactions', (db) => pageOfTransactions(db, {}, page())],
    ['transactions of a chain', (db) => pageOfTransactions(db, { chainId: '1' }, page())],
    ['blocked transactions', (db) => pageOfTransactions(db, { valid: 'false' }, page())],
    ['transactions that passed', (db) => pageOfTransactions(db, { valid: 'true' }, page())],
    ['transactions by score', (db) => pageOfTransactions(db, {}, by('combinedScore'))],
    ['transactions by change', (db) => pageOfTransactions(db, {}, by('updatedAt', 'asc'))],
    ['transactions by chain', (db) => pageOfTransactions(db, {}, by('chainId'))],
    ['deliveries', (db) => pageOfDeliveries(db, {}, page())],
    ['dead deliveries', (db) => pageOfDeliveries(db, { state: 'FAILED' }, page())],
    ['pending deliveries', (db) => pageOfDeliveries(db, { state: 'PENDING' }, page())],
    ['deliveries of an alert', (db) => pageOfDeliveries(db, { alertId: 'a' }, page())],
    ['deliveries by change', (db) => pageOfDeliveries(db, {}, by('updatedAt'))],
    ['audit', (db) => pageOfAudit(db, {}, page())],
    ['audit of a resource', (db) => pageOfAudit(db, { resourceId: 'r1' }, page())],
    ['audit of an action', (db) => pageOfAudit(db, { action: 'alert.update' }, page())],
    ['audit by actor', (db) => pageOfAudit(db, {}, by('actor'))],
    ['control lists', (db) => pageOfEntries(db, {}, page())],
    ['blocked addresses', (db) => pageOfEntries(db, { type: 'BLOCK' }, page())],
    ['control lists by address', (db) => pageOfEntries(db, {}, by('address'))],
    ['control lists by product', (db) => pageOfEntries(db, {}, by('productType'))],
    ['control lists by change', (db) => pageOfEntries(db, {}, by('lastUpdatedAt'))],
    ['monitors', (db) => pageOfMonitors(db, {}, page())],
    ['monitors by name', (db) => pageOfMonitors(db, {}, by('name'))],
    ['monitors by address', (db) => pageOfMonitors(db, {}, by('address', 'asc'))],
    ['monitors by chain', (db) => pageOfMonitors(db, {}, by('chainId'))],
    ['the history of a sender', (db) => whichHaveHistory(db, [{ chainId: '1', owner: '0x01', least: 1 }])],
    ['chains with reports to check', (db) => chainsToCheck(db, ['1', '10'], 5)],
    ['reports to check', (db) => reportsToCheck(db, '1', 5, 10)],
  ])('%s: no sort, no full scan', async (_, read) => {
    const store = await emptyStore()
    const plans = await plansOf(store.read, read)
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) {
      expect(plan).not.toContain('TEMP B-TREE')
      expect(plan).not.toMatch(
        /SCAN (?!.*INDEX)(transactions|deliveries|audit|control_list_entries|monitored_addresses|counterparties)/,
      )
    }
  })
})

describe('a list of rows with large columns', () => {
  const FIELDS = ['createdAt', 'updatedAt', 'combinedScore', 'chainId', 'id']
  const orders = FIELDS.flatMap((first) => [
    [first],
    ...FIELDS.filter((second) => second !== first).map((second) => [first, second]),
  ])
  const filters: Parameters<typeof pageOfTransactions>[1][] = [undefined, 'true', 'false'].flatMap((valid) =>
    [undefined, '1'].map((chainId) => ({ chainId, valid: valid as 'true' | 'false' | undefined })),
  )

  test.each(filters)('transactions with %o are sorted in an index, in every order', async (filter) => {
    const store = await emptyStore()
    for (const fields of orders) {
      const sort = fields.map((field) => ({ field, direction: 'desc' as const }))
      const plans = await plansOf(store.read, (db) => pageOfTransactions(db, filter, page({ sort })))
      expect(plans.length).toBeGreaterThan(0)
      for (const plan of plans.filter((one) => one.includes('TEMP B-TREE')))
        expect(plan, fields.join()).toMatch(/(SEARCH|SCAN) transactions USING COVERING INDEX/)
    }
  })

  test('the audit log is sorted for less than reading it costs', async () => {
    const store = await emptyStore()
    const before = JSON.stringify('x'.repeat(500_000))
    await store.write(async (db) => {
      for (let index = 0; index < 40; index++)
        await insertAudit(db, { ...change(index), action: 'alert.update', resource_id: `r-${index}`, before })
    })
    const costOf = async (work: () => Promise<unknown>) => {
      const start = process.threadCpuUsage()
      for (let round = 0; round < 10; round++) await work()
      const { user, system } = process.threadCpuUsage(start)
      return user + system
    }
    const sorted = { ...by('resourceId'), size: 1 }
    const list = () => pageOfAudit(store.read, { action: 'alert.update' }, sorted)
    await list()
    const reading = await costOf(() => store.read.selectFrom('audit').selectAll().orderBy('resource_id').execute())
    expect(await costOf(list)).toBeLessThan(reading / 8)
  })
})
