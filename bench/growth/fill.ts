import { DatabaseSync } from 'node:sqlite'

/**
 * Rows of every kind as the repositories would have written them, one statement a table: ten million validations by way of the
 * repositories take an hour. Made-up time goes on by a millisecond every ten of them.
 */
export const START = Date.parse('2026-01-01T00:00:00Z')
export const timeOf = (index: number) => START + Math.floor(index / 10)
const MIXER = 0x9e3779b1
const mixed = (index: number) => Math.imul(index + 1, MIXER) >>> 0
/** In the order they came, and ending by chance, as ids do. */
export const idOf = (kind: string, index: number) =>
  `${kind}${String(index).padStart(27, '0')}${(mixed(index) >>> 16).toString(16).padStart(4, '0')}`
export const addressOf = (index: number) =>
  `0x${mixed(index).toString(16).padStart(8, '0')}${String(index).padStart(32, '0')}`

/** What a table has of the row with the number i. */
interface Kind {
  readonly table: string
  /** Of the lists that people keep. */
  readonly isKeptByHand?: boolean
  /** Columns of a key that goes up and down from row to row: all rows at once in its order, each page is written once. */
  readonly sortedBy?: string
  readonly columns: Readonly<Record<string, string>>
}

/** About what a stored validation has: two JSON texts. */
const TEXT = `'${JSON.stringify({ explanation: 'a transfer to somebody who is not known '.repeat(12) })}'`
/** The functions above, in SQL. */
const mix = (index: string) => `((${index} + 1) * ${MIXER} & ${0xffffffff})`
const id = (kind: string) => `printf('${kind}%027d%04x', i, ${mix('i')} >> 16)`
const address = (index = 'i') => `printf('0x%08x%032d', ${mix(index)}, ${index})`
const time = `${START} + i / 10`
/** One in a hundred is on another chain than the first, a quarter of those on it after all. */
const chain = `case when i % 100 <> 0 then '1' else
  case (i / 100) % 4 when 0 then '1' when 1 then '56' when 2 then '137' else '8453' end end`
/** One of them has a name of its own. */
const name = `case when i = 5000 then 'Treasury of the north' else 'wallet ' || i end`
const sender = address('(i % 1000)')

const KINDS: readonly Kind[] = [
  {
    table: 'transactions',
    columns: {
      id: id('t'),
      product: `'SONAR'`,
      chain_id: chain,
      from_key: sender,
      to_key: address(),
      value: `'1'`,
      valid: 'i % 50 <> 0',
      combined_score: '(i * 37) % 101',
      sub_category: `''`,
      request: TEXT,
      result: TEXT,
      created_at: time,
      updated_at: time,
    },
  },
  {
    table: 'counterparties',
    sortedBy: 'chain_id, owner, counterparty',
    columns: {
      chain_id: chain,
      owner: sender,
      counterparty: address(),
      // The first three and the last three hex digits, as the repository has them.
      ends: `(${mix('i')} >> 20) * 4096 + i % 10 + i / 10 % 10 * 16 + i / 100 % 10 * 256`,
      first_seen: time,
      last_seen: time,
      count: '1',
      had_value: '1',
    },
  },
  {
    table: 'control_list_entries',
    isKeptByHand: true,
    columns: {
      id: id('c'),
      address: address(),
      address_key: address(),
      chain_ids: `'[]'`,
      type: `case when i % 4 = 0 then 'ALLOW' else 'BLOCK' end`,
      product_type: `case when i % 3 = 0 then 'RASP' else 'SONAR' end`,
      created_at: time,
      last_updated_at: time,
    },
  },
  {
    table: 'monitored_addresses',
    isKeptByHand: true,
    columns: {
      id: id('m'),
      address: address(),
      address_key: address(),
      chain_id: chain,
      name,
      name_key: `lower(${name})`,
      enabled: '1',
      created_at: time,
    },
  },
  {
    table: 'audit',
    columns: {
      id: id('a'),
      at: time,
      actor: `'local'`,
      action: `case when i % 100 = 0 then 'alert.update' else 'control-list.create' end`,
      resource_id: id('c'),
      after: `'{}'`,
    },
  },
  {
    table: 'alert_events',
    columns: {
      id: id('e'),
      alert_id: `'alert ' || (i % 5)`,
      alert_name: `'large'`,
      alert_type: `'SONAR'`,
      svc_tx_id: id('t'),
      subject: id('t'),
      step: `''`,
      round: '0',
      content: `'{}'`,
      created_at: time,
      confirmed_at: time,
    },
  },
  {
    table: 'deliveries',
    columns: {
      id: id('d'),
      event_id: id('e'),
      alert_id: `'alert ' || (i % 5)`,
      destination_id: `'destination ' || (i % 3)`,
      destination_name: `'ops'`,
      channel: `'SLACK'`,
      state: `case when i % 200 = 0 then 'FAILED' else 'SENT' end`,
      due_at: time,
      attempts: '1',
      uncounted: '0',
      error_message: `''`,
      created_at: time,
      updated_at: time,
    },
  },
]

const KEPT = {
  allow: "control_list_entries where type = 'ALLOW'",
  block: "control_list_entries where type = 'BLOCK'",
  monitors: 'monitored_addresses',
}

/** Rows of one statement. */
const BATCH = 100_000

/**
 * Adds the rows from..to-1 of every kind to a file that nobody else has open; of those kept by hand only up to `mostByHand`.
 * Nothing is synced: a power cut would end the bench anyway.
 */
export function fill(path: string, from: number, to: number, mostByHand: number): void {
  const database = new DatabaseSync(path)
  try {
    database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off;
      pragma locking_mode = exclusive; pragma cache_size = ${-4 * 1024 ** 2}`)
    for (const { table, columns, isKeptByHand, sortedBy } of KINDS) {
      const insert = database.prepare(`with recursive n(i) as (
          select cast(? as integer) union all select i + 1 from n where i + 1 < ?)
        insert into ${table} (${Object.keys(columns)})
          select ${Object.entries(columns).map(([column, value]) => `${value} as ${column}`)} from n
          ${sortedBy ? `order by ${sortedBy}` : ''}`)
      const end = isKeptByHand ? Math.min(to, mostByHand) : to
      const batch = sortedBy ? end - from : BATCH
      for (let at = from; at < end; at += batch) insert.run(at, Math.min(end, at + batch))
    }
    for (const [kept, rows] of Object.entries(KEPT))
      database.exec(`update kept_counts set count = (select count(*) from ${rows}) where name = '${kept}'`)
    database.exec('pragma journal_mode = wal')
  } finally {
    database.close()
  }
}
