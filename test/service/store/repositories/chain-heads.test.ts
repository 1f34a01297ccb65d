import { test as base, describe, expect, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/service/store/open.ts'
import {
  ensureChainHead,
  fenceChain,
  findChainHead,
  listChainHeads,
  noteLag,
} from '../../../../src/service/store/repositories/chain-heads.ts'
import { freeLease, LeaseLost, releaseLease, takeLease } from '../../../../src/service/store/repositories/leases.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const test = base.extend('store', () => heads())

/** Two servers on one database: what the first one writes about a chain when the second one, or a command, changed it. */

const CHAIN = '1'
const lease = (claimId: string, id = CHAIN) => ({ table: 'chain_heads', id, claimId }) as const

async function heads() {
  const { database } = await freshDatabase(temporaryFolder())
  const store = await openStore(database, { env: process.env })
  onTestFinished(() => store.close())
  await store.write((db) => ensureChainHead(db, CHAIN, 5))
  const head = async () => {
    const row = await findChainHead(store.read, CHAIN)
    if (!row) throw new Error('no row')
    return row
  }
  return {
    store,
    head,
    claim: (claimId: string, now: number, until = 1000) =>
      store.write((db) => takeLease(db, { ...lease(claimId), holder: `server ${claimId}` }, { until, now })),
    fence: (claimId: string, tipHash: string | null, changes: Parameters<typeof fenceChain>[3] = {}) =>
      store.write((db) => fenceChain(db, lease(claimId), tipHash, changes)),
  }
}

test('a chain begins without a holder, a tip or requests, and a second begin changes nothing', async ({
  store: { store, head },
}) => {
  const begun = { mode: 'full', state: 'STARTING', lease_until: 0, calls: 0, tip_hash: null, updated_at: 5 }
  expect(await head()).toMatchObject({ ...begun, claim_id: null, holder: null, lag_told_at: null })
  await store.write(async (db) => {
    await ensureChainHead(db, CHAIN, 9)
    await ensureChainHead(db, '10', 9)
  })
  expect((await listChainHeads(store.read)).map(({ chain_id, updated_at }) => [chain_id, updated_at]).sort()).toEqual([
    ['1', 5],
    ['10', 9],
  ])
  expect(await findChainHead(store.read, '56')).toBeUndefined()
})

describe('the lease', () => {
  test('is taken when it is free, expired or its own', async ({ store: { claim, head } }) => {
    expect(await claim('a', 0)).toBe(true)
    expect(await head()).toMatchObject({ claim_id: 'a', holder: 'server a', lease_until: 1000 })
    expect(await claim('a', 10, 2000)).toBe(true)
    expect(await claim('b', 1999)).toBe(false)
    expect((await head()).claim_id).toBe('a')
    expect(await claim('b', 2000, 3000)).toBe(true)
    expect(await head()).toMatchObject({ claim_id: 'b', lease_until: 3000 })
  })

  test('of another chain is not touched', async ({ store: { store, claim, head } }) => {
    await store.write((db) => ensureChainHead(db, '10', 5))
    await claim('a', 0)
    expect(await findChainHead(store.read, '10')).toMatchObject({ claim_id: null, holder: null, lease_until: 0 })
    await store.write((db) => releaseLease(db, lease('a', '10')))
    await store.write((db) => freeLease(db, lease('', '10')))
    expect((await head()).claim_id).toBe('a')
  })

  test('is released by its holder only, and freed by a command', async ({ store: { store, claim, head } }) => {
    await claim('a', 0)
    await store.write((db) => releaseLease(db, lease('b')))
    expect((await head()).claim_id).toBe('a')
    await store.write((db) => releaseLease(db, lease('a')))
    const free = { claim_id: null, holder: null, lease_until: 0 }
    expect(await head()).toMatchObject(free)
    await claim('a', 0)
    await store.write((db) => freeLease(db, lease('')))
    expect(await head()).toMatchObject(free)
  })
})

describe('a write about a chain', () => {
  test('is stored for the holder who knows the tip', async ({ store: { claim, fence, head } }) => {
    await claim('a', 0)
    await fence('a', null, { tip_number: 7, tip_hash: '0x7', state: 'AT_HEAD' })
    await fence('a', '0x7', { tip_number: 8, tip_hash: '0x8' })
    expect(await head()).toMatchObject({ tip_number: 8, tip_hash: '0x8', state: 'AT_HEAD', claim_id: 'a' })
  })

  test('fails with nothing stored when another server holds the lease', async ({
    store: { store, claim, fence, head },
  }) => {
    await claim('a', 0)
    await fence('a', null, { tip_hash: '0x7' })
    await claim('b', 1000, 2000)
    const lost = store.write(async (db) => {
      await fenceChain(db, lease('a'), '0x7', { tip_hash: '0x8' })
      await ensureChainHead(db, '10', 5)
    })
    await expect(lost).rejects.toThrow(new LeaseLost(lease('a')))
    expect((await head()).tip_hash).toBe('0x7')
    expect(await findChainHead(store.read, '10')).toBeUndefined()
  })

  test('fails when a command moved the tip, although the lease is still held', async ({
    store: { store, claim, fence, head },
  }) => {
    await claim('a', 0)
    await fence('a', null, { tip_hash: '0x7' })
    await store.write((db) => db.updateTable('chain_heads').set({ tip_hash: '0x90', tip_number: 90 }).execute())
    for (const known of ['0x7', null])
      await expect(fence('a', known, { tip_hash: '0x8', tip_number: 8 })).rejects.toThrow(LeaseLost)
    expect(await head()).toMatchObject({ tip_hash: '0x90', tip_number: 90 })
  })

  test('counts requests by day', async ({ store: { claim, fence, head } }) => {
    await claim('a', 0)
    const counted = async (requests?: { count: number; day: string }) => {
      await fence('a', null, { state: 'AT_HEAD', ...(requests && { requests }) })
      const { calls, calls_day } = await head()
      return [calls, calls_day]
    }
    const monday = '2026-01-05'
    expect(await counted({ count: 3, day: monday })).toEqual([3, monday])
    expect(await counted({ count: 4, day: monday })).toEqual([7, monday])
    expect(await counted()).toEqual([7, monday])
    expect(await counted({ count: 2, day: '2026-01-06' })).toEqual([2, '2026-01-06'])
  })
})

test('a lag is noted once, by the server that saw it first', async ({ store: { store, head } }) => {
  await store.write((db) => ensureChainHead(db, '10', 5))
  const note = (seen: number | null, at: number | null) =>
    store.write((db) => noteLag(db, { chain_id: CHAIN, lag_told_at: seen }, at))
  expect([await note(null, 100), await note(null, 200)]).toEqual([true, false])
  expect((await head()).lag_told_at).toBe(100)
  expect([await note(99, null), await note(100, null)]).toEqual([false, true])
  expect((await head()).lag_told_at).toBeNull()
  await note(null, 300)
  // That of one chain only.
  expect((await findChainHead(store.read, '10'))?.lag_told_at).toBeNull()
})
