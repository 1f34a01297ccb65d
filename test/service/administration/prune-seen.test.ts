import { test as base, describe, expect, onTestFinished } from 'vitest'
import { administer } from '../../../src/service/administration/administration.ts'
import { openStore } from '../../../src/service/store/open.ts'
import { insertAlertEvents, insertDeliveries } from '../../../src/service/store/repositories/alert-events.ts'
import { ensureChainHead } from '../../../src/service/store/repositories/chain-heads.ts'
import { insertFanOuts } from '../../../src/service/store/repositories/fan-outs.ts'
import { saveMonitorBalances } from '../../../src/service/store/repositories/monitor-balances.ts'
import { insertMonitor } from '../../../src/service/store/repositories/monitors.ts'
import { keepNewestPoison, POISON_KEPT } from '../../../src/service/store/repositories/poison-events.ts'
import { saveSafeItem } from '../../../src/service/store/repositories/safe-items.ts'
import { insertSafe } from '../../../src/service/store/repositories/safes.ts'
import { insertTransaction } from '../../../src/service/store/repositories/transactions.ts'
import type {
  AlertEventRow,
  ChainEventRow,
  DeliveryRow,
  SafeItemRow,
  Schema,
} from '../../../src/service/store/schema/schema.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { storedValidation } from '../../support/stored-validation.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const test = base.extend('made', () => house())

const DAY = 86_400_000
const CHAIN = '8453'
const ADDRESS = '0x7e57000000000000000000000000000000000001'
const TIP = 10_000
const FINAL = 9_000

const hashOf = (id: string) => `0x${Buffer.from(id).toString('hex').padStart(64, '0')}`

async function house() {
  const place = await freshDatabase(temporaryFolder())
  const clock = new TestClock()
  const store = await openStore(place.database, { env: {} })
  onTestFinished(() => store.close())
  const old = clock.now() - 100 * DAY
  await store.write(async (db) => {
    await ensureChainHead(db, CHAIN, old)
    await db.updateTable('chain_heads').set({ tip_number: TIP, finalized_number: FINAL }).execute()
  })
  const options = { ...place, env: {}, clock, random: seededRandom('prune') }
  return {
    store,
    old,
    now: clock.now(),
    prune: (dryRun = false) => administer(options).prune({ olderThanMs: 90 * DAY, dryRun }),
    event: (id: string, about: Partial<ChainEventRow> = {}) =>
      store.write(async (db) => {
        const row: ChainEventRow = {
          id,
          chain_id: CHAIN,
          tx_hash: hashOf(id),
          address: ADDRESS,
          kind: 'received',
          svc_tx_id: null,
          block_number: 100,
          block_hash: hashOf(`block ${id}`),
          block_time: 1,
          state: 'IN',
          round: 0,
          gone_number: null,
          gone_at: null,
          content: '{}',
          created_at: old,
          updated_at: old,
          ...about,
        }
        await db.insertInto('chain_events').values(row).execute()
      }),
    notified: (id: string, about: Partial<AlertEventRow> = {}, delivery?: Partial<DeliveryRow>) =>
      store.write(async (db) => {
        const event: AlertEventRow = {
          id,
          alert_id: 'a',
          alert_name: 'a',
          alert_type: 'MONITOR',
          svc_tx_id: null,
          subject: id,
          step: 'included',
          round: 0,
          kind: 'withdrawal',
          content: '{}',
          created_at: old,
          confirmed_at: null,
          ...about,
        }
        await insertAlertEvents(db, [event])
        if (!delivery) return
        const row: DeliveryRow = {
          id: `d-${id}`,
          event_id: id,
          alert_id: 'a',
          destination_id: 'd',
          destination_name: 'd',
          channel: 'EMAIL',
          state: 'SENT',
          due_at: 0,
          attempts: 1,
          uncounted: 0,
          error_message: '',
          created_at: old,
          updated_at: old,
          severity: 0,
          group_id: null,
          ...delivery,
        }
        await insertDeliveries(db, [row])
      }),
    ids: async (table: 'chain_events' | 'alert_events' | 'transactions' | 'safe_items') =>
      (await store.read.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id),
    count: async (table: keyof Schema) => (await store.read.selectFrom(table).selectAll().execute()).length,
  }
}

describe('chain events', () => {
  test('that are old are removed, but not what can still be reported, nor what says which allowances there are', async ({
    made: { event, prune, ids, now, old },
  }) => {
    await event('old')
    await event('old poison', { kind: 'poison' })
    await event('out', { state: 'OUT', block_number: TIP, kind: 'allowance-granted' })
    await event('of a chain that is not followed', { chain_id: '1' })
    const kept: Record<string, Partial<ChainEventRow>> = {
      gone: { state: 'GONE', gone_number: TIP, gone_at: old },
      'not final': { block_number: FINAL + 1 },
      'few confirmations': { block_number: TIP - 255 },
      young: { updated_at: now - DAY },
      allowance: { kind: 'allowance-granted' },
      operator: { kind: 'operator' },
    }
    for (const [id, about] of Object.entries(kept)) await event(id, about)
    const counted = await prune(true)
    expect(counted).toMatchObject({ chainEvents: 4, transactions: 0 })
    expect(await prune()).toEqual(counted)
    expect(await ids('chain_events')).toEqual(Object.keys(kept).sort())
    expect(await prune()).toMatchObject({ chainEvents: 0 })
  })

  test('of any number are removed', async ({ made: { event, prune, ids } }) => {
    await Promise.all(Array.from({ length: 700 }, (_, at) => event(`e${at}`, at % 7 === 0 ? { state: 'GONE' } : {})))
    expect(await prune()).toMatchObject({ chainEvents: 600 })
    expect(await ids('chain_events')).toHaveLength(100)
  })
})

describe('alert events about no validation', () => {
  test('are removed with their deliveries, but not with pending or recent ones, nor about what waits', async ({
    made: { event, notified, prune, ids, count, now, old, store },
  }) => {
    await event('gone', { state: 'GONE' })
    await event('settled')
    const subject = (id: string) => `${CHAIN}:${hashOf(id)}`
    await notified('notice', { kind: 'lag', step: 'opened' as AlertEventRow['step'] }, { state: 'SENT' })
    await notified('dead', {}, { state: 'FAILED' })
    await notified('without destinations')
    await notified('of the settled', { subject: `${subject('settled')}:${ADDRESS}` })
    await notified('pending', {}, { state: 'PENDING' })
    await notified('recent', {}, { state: 'FAILED', updated_at: now - DAY })
    await notified('young', { created_at: now - DAY })
    await notified('of the gone', { subject: `${subject('gone')}:${ADDRESS}` })
    await notified('being planned', { subject: 'planning' })
    await store.write((db) =>
      insertFanOuts(db, [
        {
          id: 'f',
          svc_tx_id: null,
          subject: 'planning',
          step: 'included',
          round: 0,
          kind: 'withdrawal',
          content: '{}',
          alerts: '[]',
          planned: 0,
          unplanned_deliveries: 1,
          created_at: old,
        },
      ]),
    )
    const counted = await prune(true)
    expect(counted).toMatchObject({ chainEvents: 1, alertEvents: 4, deliveries: 2 })
    expect(await prune()).toEqual(counted)
    expect(await ids('alert_events')).toEqual(['being planned', 'of the gone', 'pending', 'recent', 'young'])
    expect(await count('deliveries')).toBe(2)
    expect(await count('audit')).toBe(2)
  })
})

test('a transaction whose block can still go is kept, with what was reported of it', async ({
  made: { event, notified, prune, ids, old, store },
}) => {
  for (const id of ['gone', 'settled']) {
    await store.write((db) => insertTransaction(db, storedValidation({ id, created_at: old, updated_at: old })))
    await event(id, { svc_tx_id: id, ...(id === 'gone' && { state: 'GONE' }) })
    await notified(`notified of ${id}`, { svc_tx_id: id })
  }
  expect(await prune()).toMatchObject({ transactions: 1, chainEvents: 1, alertEvents: 1, kept: 1 })
  expect(await ids('transactions')).toEqual(['gone'])
  expect(await ids('alert_events')).toEqual(['notified of gone'])
})

test('balances of accounts that are not monitored, or disabled, are removed', async ({
  made: { prune, store, now },
}) => {
  const monitor = (address: string, enabled: 0 | 1) => ({
    id: address,
    address,
    address_key: address,
    chain_id: CHAIN,
    name: '',
    name_key: '',
    enabled,
    created_at: now,
    kinds: null,
    from_block: null,
  })
  const accounts = ['monitored', 'disabled', 'unknown']
  await store.write(async (db) => {
    await insertMonitor(db, monitor('monitored', 1))
    await insertMonitor(db, monitor('disabled', 0))
    const of = (address: string, chain_id: string, block_number: number) =>
      ({
        chain_id,
        address,
        block_number,
        is_change: 1,
        balance: '1',
        nonce: 0,
      }) as const
    await saveMonitorBalances(
      db,
      accounts.flatMap((address) => [of(address, CHAIN, 1), of(address, CHAIN, 2), of(address, '1', 1)]),
    )
  })
  const counted = await prune(true)
  expect(counted).toMatchObject({ monitorBalances: 7 })
  expect(await prune()).toEqual(counted)
  expect(await store.read.selectFrom('monitor_balances').select(['address', 'chain_id']).execute()).toEqual([
    { address: 'monitored', chain_id: CHAIN },
    { address: 'monitored', chain_id: CHAIN },
  ])
})

test('of an address only the newest poison is kept: strangers decide how much there is', async ({
  made: { event, ids, store },
}) => {
  const extra = 30
  await event('received')
  await event('other', { kind: 'poison', address: 'other', block_number: 0 })
  await store.write(async (db) => {
    for (let at = 0; at < POISON_KEPT + extra; at++) {
      const id = `p${String(at).padStart(5, '0')}`
      await db
        .insertInto('chain_events')
        .values({
          id,
          chain_id: CHAIN,
          tx_hash: hashOf(id),
          address: ADDRESS,
          kind: 'poison',
          svc_tx_id: null,
          block_number: at,
          block_hash: id,
          block_time: 1,
          state: 'IN',
          round: 0,
          gone_number: null,
          gone_at: null,
          content: '{}',
          created_at: 0,
          updated_at: 0,
        })
        .execute()
    }
    await keepNewestPoison(db, CHAIN, ADDRESS)
  })
  const kept = await ids('chain_events')
  expect(kept).toHaveLength(POISON_KEPT + 2)
  expect(kept.slice(0, 3)).toEqual([
    'other',
    `p${String(extra).padStart(5, '0')}`,
    `p${String(extra + 1).padStart(5, '0')}`,
  ])
})

test('transactions of Safes that are finished are removed, except the last one of a proposer and what waits', async ({
  made: { store, old, now, prune, ids },
}) => {
  const safe = { id: 's', chain_id: '1', address_key: ADDRESS, name: '', created_at: old, updated_at: old }
  await store.write(async (db) => {
    const service = { service_host: null, sealed_service: null, budget_id: null }
    await insertSafe(db, { ...safe, ...service })
    const item = (id: string, about: Partial<SafeItemRow> = {}) =>
      saveSafeItem(db, {
        id,
        safe_id: 's',
        kind: 'transaction',
        safe_tx_hash: hashOf(id),
        claimed_hash: null,
        nonce: '1',
        content: null,
        proposer: ADDRESS,
        submitted_at: null,
        confirmations: '[]',
        state: 'executed',
        round: 0,
        svc_tx_id: null,
        verdict: null,
        effect_digest: null,
        checked_at: null,
        evidence_revision: null,
        transaction_id: null,
        first_seen_at: old,
        updated_at: old,
        ...about,
      })
    await item('a executed')
    await item('b replaced', { state: 'replaced' })
    await item('c last of the proposer')
    await item('d waits', { state: 'queued' })
    await item('e executable', { state: 'executable' })
    await item('f without proposer', { proposer: null })
    await item('g recent', { updated_at: now, proposer: null })
    await item('h message', { kind: 'message', nonce: null, proposer: null })
  })
  expect(await prune(true)).toMatchObject({ safeItems: 3 })
  expect(await prune()).toMatchObject({ safeItems: 3 })
  const kept = ['c last of the proposer', 'd waits', 'e executable', 'g recent', 'h message']
  expect(await ids('safe_items')).toEqual(kept)
  expect(await prune()).toMatchObject({ safeItems: 0 })
})
