import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { administer } from '../../../../src/service/administration/administration.ts'
import type { Schema } from '../../../../src/service/store/schema/schema.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import type { Store } from '../../../../src/service/store/store.ts'
import { seededRandom, TestClock } from '../../../support/deterministic.ts'
import { storedValidation } from '../../../support/stored-validation.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

export type Table = keyof Schema

/** A value outside of every index and constraint, for each table: text, or an integer of six bytes. */
export const MARKED: Readonly<Partial<Record<Table, readonly [column: string, value: string | number]>>> = {
  api_keys: ['hint', 'marked-hint'],
  control_list_entries: ['address', 'marked-address-of-an-entry'],
  monitored_addresses: ['address', 'marked-address-of-a-monitor'],
  alerts: ['filter', 'marked-filter'],
  alert_destinations: ['position', 0x7e5700000001],
  destinations: ['name', 'marked-destination'],
  signers: ['sealed_private_key', 'marked-private-key'],
  settings: ['value', 'marked-setting'],
  nonces: ['confirmed', 0x7e5700000002],
  kept_counts: ['count', 0x7e5700000003],
  revisions: ['value', 0x7e5700000004],
  chain_nodes: ['sealed_url', 'marked-node-url'],
  paused_chains: ['paused_at', 0x7e5700000006],
  chain_settings: ['updated_at', 0x7e570000000e],
  contracts: ['functions', 'marked-functions'],
  names: ['name', 'marked-name'],
  transactions: ['request', 'marked-request'],
  transaction_reports: ['block_number', 'marked-block'],
  address_blocks: ['has_more', 0x7e5700000008],
  alert_events: ['content', 'marked-content'],
  deliveries: ['error_message', 'marked-delivery'],
  delivery_attempts: ['error_message', 'marked-attempt'],
  counterparties: ['first_seen', 0x7e5700000005],
  payments: ['amount', 'marked-payment'],
  granted_allowances: ['amount', 'marked-amount'],
  chain_accounts: ['fingerprint', 'marked-code'],
  monitor_backfills: ['last_number', 0x7e5700000007],
  chain_events: ['content', 'marked-event'],
  digests: ['content', 'marked-digest'],
  fan_outs: ['content', 'marked-fan-out'],
  holds: ['parts', 'marked-hold'],
  safes: ['sealed_service', 'marked-safe-service'],
  safe_items: ['content', 'marked-safe-item'],
  safe_budgets: ['quota', 0x7e570000000a],
  enabled_feeds: ['urls', 'marked-urls'],
  policies: ['content', 'marked-policy'],
  policy_spends: ['policy', 'marked-spend'],
  policy_sums: ['amount', 'marked-sum'],
  rescreens: ['source', 'marked-source'],
  verdict_changes: ['reason', 'marked-reason'],
  audit: ['after', 'marked-change'],
}

const aboutTransaction = { svc_tx_id: 't', subject: 't', step: '', round: 0 }

const rows: Readonly<Partial<Record<Table, Readonly<Record<string, string | number | Uint8Array>>>>> = {
  api_keys: { id: 'k', kind: 'validation', hash: 'h', created_at: 1 },
  control_list_entries: entry('e'),
  monitored_addresses: {
    id: 'm',
    address_key: 'a',
    chain_id: '1',
    name: '',
    name_key: '',
    enabled: 1,
    revision: 1,
    created_at: 1,
  },
  destinations: { id: 'd', channel: 'SLACK', state: 'ACTIVE', error_message: '', created_at: 1 },
  alerts: {
    id: 'a',
    name: '',
    type: 'SONAR',
    on_no_data: 0,
    is_active: 1,
    sent_counter: 0,
    silences_blocked: 0,
    created_at: 1,
    updated_at: 1,
  },
  alert_destinations: { alert_id: 'a', destination_id: 'd' },
  signers: { address: 's', created_at: 1 },
  settings: { name: 'marked', updated_at: 1 },
  nonces: { chain_id: '1', to_key: 't', from_key: 'f', updated_at: 1 },
  kept_counts: { name: 'marked' },
  revisions: { name: 'marked' },
  chain_nodes: { id: 'n', chain_id: '1', host: 'h', priority: 1, created_at: 1 },
  paused_chains: { chain_id: '1' },
  chain_settings: { chain_id: '1', settings: '{}' },
  contracts: { chain_id: '1', address_key: 'a', name: '', source: 'operator', created_at: 1, updated_at: 1 },
  names: { chain_id: '1', address_key: 'a', created_at: 1, updated_at: 1 },
  transactions: { ...definite(storedValidation({ id: 't', created_at: 1 })) },
  transaction_reports: { id: 'r', svc_tx_id: 't', reported_at: 1 },
  address_blocks: { until_at: 1, until_id: 't', hashes: Uint8Array.of(1, 2, 3, 4) },
  alert_events: { id: 'v', alert_id: 'a', alert_name: '', alert_type: 'SONAR', ...aboutTransaction, created_at: 1 },
  deliveries: { ...delivery('y'), destination_id: 'd' },
  delivery_attempts: { delivery_id: 'y', number: 1, at: 1, latency_ms: 1, state: 'SENT', claim_id: '' },
  counterparties: {
    chain_id: '1',
    owner: 'o',
    counterparty: 'c',
    ends: 1,
    last_seen: 1,
    count: 1,
    had_value: 0,
    standing: 1,
  },
  payments: { chain_id: '1', owner: 'o', counterparty: 'c', asset: 'a', paid_at: 1, standing: 1, svc_tx_id: 't' },
  granted_allowances: { chain_id: '1', owner: 'o', spender: 's', token: 't', standing: 1, svc_tx_id: 't' },
  chain_accounts: { chain_id: '1', address: 'a', since: 1, recorded_at: 1 },
  monitor_backfills: { monitor_id: 'm', chain_id: '1', next_number: 1 },
  chain_events: {
    id: 'w',
    chain_id: '1',
    tx_hash: 't',
    address: 'a',
    kind: 'sent',
    block_number: 1,
    block_hash: 'b',
    block_time: 1,
    state: 'IN',
    round: 0,
    created_at: 1,
    updated_at: 1,
  },
  digests: { id: 'g', topic: 'poison', chain_id: '1', address: 'a', since: 1, due_at: 2, count: 1 },
  fan_outs: { id: 'f', ...aboutTransaction, alerts: '{}', planned: 0, unplanned_deliveries: 1, created_at: 1 },
  holds: {
    id: 'h',
    content_key: 'c',
    state: 'held',
    set_at: 1,
    returned: 0,
    requested_by: 'k',
    self_approve: 0,
    approvals: 0,
    approved_by: '[]',
    created_at: 1,
    updated_at: 1,
    told_alerts: 0,
    digest: 'd',
    kind: 'transaction',
    method: 'm',
    chain_id: '1',
    verdict: 'UNSAFE',
    combined_score: 1,
    category: '',
    sub_category: '',
  },
  safes: {
    id: 's',
    chain_id: '1',
    address_key: 'a',
    name: '',
    created_at: 1,
    updated_at: 1,
    turn: 0,
    next_poll_at: 0,
    lease_until: 0,
  },
  safe_items: {
    id: 'i',
    safe_id: 's',
    kind: 'transaction',
    safe_tx_hash: 'h',
    confirmations: '[]',
    state: 'queued',
    round: 0,
    first_seen_at: 1,
    updated_at: 1,
  },
  safe_budgets: { id: 'b', window_end: 1, used: 0, paused_until: 0, updated_at: 1 },
  enabled_feeds: {
    name: 'f',
    format: 'ofac',
    urls: '[]',
    interval_ms: 1,
    max_age_ms: 1,
    enabled_at: 1,
    next_at: 1,
    failures: 0,
  },
  policies: { name: 'p', created_at: 1, updated_at: 1 },
  policy_spends: {
    budget: 'b',
    unit: 'USD',
    svc_tx_id: 't',
    amount: '1',
    state: 'RESERVED',
    at: 1,
    chain_id: '1',
    sender: 's',
  },
  policy_sums: { budget: 'b', unit: 'USD', hour: 1 },
  rescreens: { id: 'x', state: 'DONE', since_at: 1, started_at: 1, updated_at: 1 },
  verdict_changes: {
    id: 'z',
    rescreen_id: 'x',
    svc_tx_id: 't',
    chain_id: '1',
    owner: 'o',
    address: 'a',
    at: 1,
    to_verdict: 'UNSAFE',
    to_score: 100,
    source: 's',
    hops: 0,
    sub_categories: '[]',
  },
  audit: { id: 'u', at: 1, actor: '', action: '', resource_id: '' },
}

type Db = Parameters<Parameters<Store['write']>[0]>[0]

/** A database with a row in every table that has a marked value. */
export async function filled() {
  const folder = temporaryFolder()
  const database = join(folder, 'local.db')
  image ??= await imageOf(join(folder, 'image.db'))
  writeFileSync(database, image)
  const deps = { database, env: {}, clock: new TestClock(), random: seededRandom(folder) }
  return { folder, database, deps, administration: administer(deps) }
}

let image: Buffer | undefined

async function imageOf(database: string): Promise<Buffer> {
  await writeTo(database, (db) => ({
    async execute() {
      for (const [table, row] of Object.entries(rows)) {
        const [name, value] = MARKED[table as Table] ?? ['', '']
        await db
          .insertInto(table as 'settings')
          .values({ ...row, [name]: value } as never)
          .execute()
      }
    },
  }))
  return readFileSync(database)
}

export async function writeTo(database: string, build: (db: Db) => { execute(): Promise<unknown> }): Promise<void> {
  const store = await openSqliteStore(database)
  try {
    await store.write(async (db) => void (await build(db).execute()))
  } finally {
    await store.close()
  }
}

function entry(id: string) {
  return {
    id,
    address_key: id,
    chain_ids: '[]',
    type: 'BLOCK',
    product_type: 'SONAR',
    created_at: 1,
    last_updated_at: 1,
  }
}

function delivery(id: string) {
  return {
    id,
    event_id: 'v',
    alert_id: 'a',
    destination_name: '',
    channel: 'SLACK',
    state: 'SENT',
    due_at: 1,
    attempts: 1,
    uncounted: 0,
    severity: 0,
    created_at: 1,
    updated_at: 1,
  }
}

/** Without null. */
function definite(row: object): Record<string, string | number> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}
