import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openService, type Service } from '../../../../src/service/index.ts'
import { insertEntry } from '../../../../src/service/store/repositories/control-lists.ts'
import { insertMonitor, type MonitorValues } from '../../../../src/service/store/repositories/monitors.ts'
import type { EntryRow } from '../../../../src/service/store/schema/schema.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { defaults } from '../../../support/open-service.ts'
import { send } from '../../../support/requests.ts'

const LISTS = '/api/v2/management/control-lists'
const MONITORS = '/api/v2/management/monitor'

const address = (index: number) => `0x7e57${index.toString(16).padStart(36, '0')}`
/** In no order. */
const idOf = (index: number) => (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
/** Many at one time, and in no order. */
const timeOf = (index: number) => (index * 7919) % 300

const entry = (index: number): EntryRow => ({
  id: idOf(index),
  address: address(index),
  address_key: address(index),
  chain_ids: '[]',
  type: index % 4 === 0 ? 'ALLOW' : 'BLOCK',
  product_type: 'SONAR',
  created_at: timeOf(index),
  last_updated_at: index % 50,
})
const monitor = (index: number): MonitorValues => ({
  id: idOf(index),
  address: address(index),
  address_key: address(index),
  chain_id: '1',
  name: `Wallet ${index % 90}_${index % 7}%`,
  name_key: `wallet ${index % 90}_${index % 7}%`,
  enabled: index % 3 === 0 ? 0 : 1,
  created_at: timeOf(index),
  kinds: null,
  from_block: null,
})

const ROWS = 2_600
const folder = mkdtempSync(join(tmpdir(), 'txwarden-test-'))
const entries = Array.from({ length: ROWS }, (_, index) => entry(index))
const monitors = Array.from({ length: ROWS }, (_, index) => monitor(index))
let service: Service

beforeAll(async () => {
  service = await openService({ ...defaults(), ...(await freshDatabase(folder)) })
  await service.store.write(async (db) => {
    for (const row of entries) await insertEntry(db, row)
    for (const row of monitors) await insertMonitor(db, row)
  })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

async function idsOf(path: string, query: Record<string, string | number>, sort: readonly string[] = []) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.append(name, String(value))
  for (const term of sort) search.append('sort', term)
  const { content, totalElements } = await send<{
    content: { id?: string; controlListId?: string }[]
    totalElements: number
  }>(service, 'GET', `${path}?${search}`)
  return { ids: content.map(({ id, controlListId }) => id ?? controlListId), totalElements }
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

/** What a page has to hold, by sorting all that is there. */
function slice<Row extends { id: string; created_at: number }>(
  rows: readonly Row[],
  { by, direction, page, size }: { by: keyof Row; direction: 'asc' | 'desc'; page: number; size: number },
) {
  const sign = direction === 'asc' ? 1 : -1
  const value = (row: Row) => row[by] as string | number
  const sorted = rows.toSorted(
    (a, b) => sign * (compare(value(a), value(b)) || compare(a.created_at, b.created_at) || compare(a.id, b.id)),
  )
  return sorted.slice(page * size, (page + 1) * size).map(({ id }) => id)
}

const direction = fc.constantFrom('asc' as const, 'desc' as const)
const size = fc.constantFrom(1, 7, 25, 1000)
/** Of the whole list, and beyond its end. */
const where = fc.double({ min: 0, max: 1.1, noNaN: true })
const pageAt = (total: number, share: number, ofSize: number) => Math.floor((total * share) / ofSize)

describe('a numbered page equals that part of the sorted list', () => {
  test('in control lists', async () => {
    const fields = { createdAt: 'created_at', address: 'address_key', lastUpdatedAt: 'last_updated_at' } as const
    const field = fc.constantFrom(...(Object.keys(fields) as (keyof typeof fields)[]))
    const type = fc.constantFrom(undefined, 'ALLOW' as const, 'BLOCK' as const)
    await fc.assert(
      fc.asyncProperty(field, direction, type, size, where, async (by, way, only, ofSize, share) => {
        const rows = entries.filter((row) => only === undefined || row.type === only)
        const page = pageAt(rows.length, share, ofSize)
        const found = await idsOf(LISTS, { page, size: ofSize, ...(only && { type: only }) }, [`${by},${way}`])
        expect(found.totalElements).toBe(rows.length)
        expect(found.ids).toEqual(slice(rows, { by: fields[by], direction: way, page, size: ofSize }))
      }),
      { numRuns: 150 },
    )
  })

  test('in monitored addresses', async () => {
    const fields = { createdAt: 'created_at', name: 'name_key', enabled: 'enabled', id: 'id' } as const
    const field = fc.constantFrom(...(Object.keys(fields) as (keyof typeof fields)[]))
    await fc.assert(
      fc.asyncProperty(field, direction, size, where, async (by, way, ofSize, share) => {
        const page = pageAt(monitors.length, share, ofSize)
        const found = await idsOf(MONITORS, { page, size: ofSize }, [`${by},${way}`])
        expect(found.totalElements).toBe(monitors.length)
        expect(found.ids).toEqual(slice(monitors, { by: fields[by], direction: way, page, size: ofSize }))
      }),
      { numRuns: 100 },
    )
  })

  test('in monitored addresses by part of the name, with literal % and _', async () => {
    const part = fc.constantFrom('7', '_', '%', '_3%', 'ALLET 8', 'wallet 17_', 'wallet 1%', 'nobody')
    await fc.assert(
      fc.asyncProperty(part, size, where, async (name, ofSize, share) => {
        const rows = monitors.filter((row) => row.name_key.includes(name.toLowerCase()))
        const page = pageAt(rows.length, share, ofSize)
        const found = await idsOf(MONITORS, { page, size: ofSize, name })
        expect(found.totalElements).toBe(rows.length)
        expect(found.ids).toEqual(slice(rows, { by: 'created_at', direction: 'asc', page, size: ofSize }))
      }),
      { numRuns: 60 },
    )
  })

  test('in a mixed order', async () => {
    const [up, down] = await Promise.all(
      [2, 2_599].map((page) => idsOf(MONITORS, { page, size: 1 }, ['enabled,asc', 'id,desc'])),
    )
    const sorted = monitors.toSorted((a, b) => compare(a.enabled, b.enabled) || compare(b.id, a.id))
    expect(up?.ids).toEqual([sorted[2]?.id])
    expect(down?.ids).toEqual([sorted[2_599]?.id])
  })

  test('after a row before it was removed, added or changed', async () => {
    const sort = ['createdAt,asc']
    const read = (path: string) => idsOf(path, { page: 40, size: 25 }, sort)
    for (const [path, body] of [
      [LISTS, { address: address(9_000), type: 'BLOCK', productType: 'SONAR' }],
      [MONITORS, { address: address(9_000), chainId: '1' }],
    ] as const) {
      const before = await read(path)
      const [first] = (await idsOf(path, { page: 0, size: 1 }, sort)).ids
      await send(service, 'DELETE', `${path}/${first}`)
      const shifted = await read(path)
      expect(shifted.ids.slice(0, -1)).toEqual(before.ids.slice(1))
      // The clock of the test is ahead of all rows: the new one is the last.
      await send(service, 'POST', path, body)
      expect((await read(path)).ids).toEqual(shifted.ids)
      expect((await idsOf(path, { page: 2_599, size: 1 }, sort)).totalElements).toBe(2_600)
    }
  })
})
