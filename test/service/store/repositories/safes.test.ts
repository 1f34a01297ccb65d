import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../../src/service/store/open.ts'
import {
  fence,
  freeLease,
  LeaseLost,
  releaseLease,
  takeLease,
} from '../../../../src/service/store/repositories/leases.ts'
import {
  countSafeRequest,
  findSafeBudget,
  noteSafeQuota,
} from '../../../../src/service/store/repositories/safe-budgets.ts'
import {
  firstProposals,
  knownSafeItems,
  safeItemsOfValidations,
  safeItemsWithHash,
  saveSafeItem,
} from '../../../../src/service/store/repositories/safe-items.ts'
import {
  deleteSafe,
  findSafe,
  findSafeAt,
  forgetSafeServices,
  insertSafe,
  listSafes,
  pageOfSafes,
  requestPoll,
  updateSafe,
} from '../../../../src/service/store/repositories/safes.ts'
import type { SafeItemRow } from '../../../../src/service/store/schema/schema.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const lease = (claimId: string) => ({ table: 'safes', id: 's', claimId }) as const

const TREASURY = '0x7e570000000000000000000000000000000000a1'

async function open() {
  const { database } = await freshDatabase(temporaryFolder())
  const store = await openStore(database, { env: process.env })
  onTestFinished(() => store.close())
  const add = (id: string, name = '', chain_id = '1') =>
    store.write((db) =>
      insertSafe(db, {
        id,
        chain_id,
        address_key: TREASURY,
        name,
        created_at: 5,
        service_host: 'safe.example.org',
        sealed_service: 'v2.0123abcd.x.y',
        budget_id: 'b',
      }),
    )
  return { store, add }
}

function item(changes: Partial<SafeItemRow> = {}): SafeItemRow {
  return {
    id: 'i',
    safe_id: 's',
    kind: 'transaction',
    safe_tx_hash: '0xa',
    claimed_hash: null,
    nonce: '7',
    content: '{}',
    proposer: '0xb',
    submitted_at: null,
    confirmations: '[]',
    state: 'queued',
    round: 0,
    svc_tx_id: null,
    verdict: null,
    effect_digest: null,
    checked_at: null,
    evidence_revision: null,
    transaction_id: null,
    first_seen_at: 1,
    updated_at: 1,
    ...changes,
  }
}

test('a Safe is stored once on a chain, is found by chain and address, and goes with its items', async () => {
  const { store, add } = await open()
  await add('s', 'treasury')
  await add('t', 'treasury', '10')
  await expect(add('u')).rejects.toThrow()
  expect((await listSafes(store.read)).map(({ id }) => id)).toEqual(['s', 't'])
  expect(await findSafeAt(store.read, '10', TREASURY.toUpperCase())).toMatchObject({
    id: 't',
    next_poll_at: 0,
    turn: 0,
  })
  const page = { page: 0, size: 1, sort: [], after: undefined }
  expect(await pageOfSafes(store.read, { name: 'treasury', address: TREASURY }, page)).toMatchObject({ total: 2 })
  expect(await pageOfSafes(store.read, { chainId: '1', name: 'x' }, page)).toMatchObject({ total: 0, rows: [] })
  await store.write(async (db) => {
    await saveSafeItem(db, item())
    await saveSafeItem(db, item({ id: 'j', safe_id: 't' }))
    await deleteSafe(db, 's')
  })
  expect(await findSafe(store.read, 's')).toBeUndefined()
  expect((await safeItemsWithHash(store.read, '0xa')).map(({ id }) => id)).toEqual(['j'])
})

test('one server has the lease of a Safe, and writes nothing once another has it or the Safe was changed', async () => {
  const { store, add } = await open()
  await add('s')
  const claim = (claimId: string, now: number, until: number) =>
    store.write((db) => takeLease(db, { ...lease(claimId), holder: claimId }, { until, now }))
  const write = (claimId: string, updatedAt: number) =>
    store.write(async (db) => {
      await saveSafeItem(db, item({ id: claimId }))
      await fence(db, lease(claimId), { turn: 1, queue_at: 6 }, { updated_at: updatedAt })
    })
  expect(await claim('a', 0, 100)).toBe(true)
  expect(await claim('b', 50, 150)).toBe(false)
  await expect(write('b', 5)).rejects.toThrow(LeaseLost)
  expect(await claim('b', 100, 200)).toBe(true)
  await expect(write('a', 5)).rejects.toThrow(LeaseLost)
  await store.write((db) => updateSafe(db, 's', { name: 'other' }, 9))
  await expect(write('b', 5)).rejects.toThrow(LeaseLost)
  const known = { safeId: 's', kind: 'transaction', hashes: [] } as const
  expect(await knownSafeItems(store.read, known)).toEqual([])
  await write('b', 9)
  expect(await findSafe(store.read, 's')).toMatchObject({ turn: 1, queue_at: 6, name: 'other', claim_id: 'b' })
  await store.write((db) => releaseLease(db, lease('a')))
  expect(await claim('c', 101, 300)).toBe(false)
  await store.write((db) => freeLease(db, lease('')))
  expect(await claim('c', 101, 300)).toBe(true)
  const absent = { ...lease('c'), id: 'x', holder: 'c' }
  expect(await store.write((db) => takeLease(db, absent, { until: 1, now: 0 }))).toBe(false)
})

test('a poll is requested at most so often, and never later than it would be', async () => {
  const { store, add } = await open()
  await add('s')
  await store.write((db) => db.updateTable('safes').set({ polled_at: 1000, next_poll_at: 60_000 }).execute())
  const request = (now: number) => store.write((db) => requestPoll(db, 's', 5000, now))
  expect(await request(2000)).toBe(6000)
  expect(await request(2001)).toBe(6000)
  await store.write((db) => db.updateTable('safes').set({ polled_at: 6000, next_poll_at: 66_000 }).execute())
  expect(await request(20_000)).toBe(20_000)
  expect(await store.write((db) => requestPoll(db, 'x', 5000, 1))).toBeUndefined()
})

test('an item is stored once for a hash, and found by state, validation and proposer', async () => {
  const { store, add } = await open()
  await add('s')
  await store.write(async (db) => {
    await saveSafeItem(db, item())
    await saveSafeItem(db, item({ id: 'm', kind: 'message', nonce: null, first_seen_at: 2 }))
  })
  await expect(store.write((db) => saveSafeItem(db, item({ id: 'n' })))).rejects.toThrow()
  const known = { safeId: 's', kind: 'transaction', hashes: [] } as const
  expect(await knownSafeItems(store.read, known)).toMatchObject([{ id: 'i' }])
  expect(await firstProposals(store.read, 's')).toEqual(new Map([['0xb', 1]]))
  await store.write((db) => saveSafeItem(db, item({ state: 'executed', svc_tx_id: 'v', verdict: 'UNSAFE' })))
  expect(await knownSafeItems(store.read, known)).toEqual([])
  expect(await safeItemsOfValidations(store.read, ['v'])).toMatchObject([{ id: 'i', verdict: 'UNSAFE' }])
  expect(await safeItemsOfValidations(store.read, [])).toEqual([])
  const hash = { safeId: 's', kind: 'message', hashes: ['0xa'] } as const
  expect(await knownSafeItems(store.read, hash)).toMatchObject([{ id: 'm', nonce: null }])
})

test('requests are counted until the quota, anew in the next window, and not while the service refuses them', async () => {
  const { store } = await open()
  const count = (now: number) =>
    store.write((db) => countSafeRequest(db, 'b', { windowEnd: now + 1000, quota: 2, now }))
  expect([await count(1), await count(2), await count(3)]).toEqual([true, true, false])
  expect(await count(1001)).toBe(true)
  expect(await findSafeBudget(store.read, 'b')).toMatchObject({ used: 1, window_end: 2001, quota: null })
  await store.write((db) => noteSafeQuota(db, 'b', { quota: 5, used: 4, window_end: 9000 }, 1002))
  expect([await count(1004), await count(1005)]).toEqual([true, false])
  await store.write((db) => noteSafeQuota(db, 'b', { paused_until: 9500 }, 1006))
  expect([await count(9400), await count(9500)]).toEqual([false, true])
})

test('a service that is sealed with a lost key is not read any more; its host stays', async () => {
  const { store, add } = await open()
  await add('s', 'treasury')
  expect(await store.write((db) => forgetSafeServices(db, 'v_.99999999.%', 7))).toEqual([])
  expect(await store.write((db) => forgetSafeServices(db, 'v_.0123abcd.%', 7))).toEqual([{ id: 's', name: 'treasury' }])
  expect(await findSafe(store.read, 's')).toMatchObject({
    sealed_service: null,
    service_host: 'safe.example.org',
    error_code: 'service-forgotten',
    updated_at: 7,
  })
})
