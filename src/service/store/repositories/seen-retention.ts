import { type RawBuilder, sql } from 'kysely'
import { MAX_CONFIRMATIONS } from '../../../api/vocabulary.ts'
import type { Db } from '../schema/schema.ts'
import { isUnsent } from './deliveries.ts'
import { isHoldInForce } from './holds.ts'
import { countAll, unindexed } from './page.ts'
import { deleteRows, hasRow } from './rows.ts'
import { OPEN_STATES } from './safe-items.ts'

/** Age limit (ms). */
export interface Age {
  /** No activity at or after this time. */
  readonly before: number
  readonly now: number
}

/** A row of any table, and the time (ms) that its age counts from. */
export interface OldRow {
  readonly id: string
  readonly at: number
}

/** Number of deleted rows of each kind. */
export interface RemovedSeen {
  readonly chainEvents: number
  readonly holds: number
  readonly safeItems: number
  readonly alertEvents: number
  readonly deliveries: number
}

/** What followed chains brought, what belongs to no stored transaction, and holds. */
export interface SeenRows {
  /** Old ones after a given one, oldest first. */
  page(db: Db, age: Age, after: OldRow | undefined, most: number): Promise<OldRow[]>
  /** What `remove` would delete. */
  count(db: Db, ids: readonly string[], age: Age): Promise<RemovedSeen>
  remove(db: Db, ids: readonly string[], age: Age): Promise<RemovedSeen>
}

const NOTHING: RemovedSeen = { chainEvents: 0, holds: 0, safeItems: 0, alertEvents: 0, deliveries: 0 }

/** Says which allowances an account gave (follower/exposure). */
const EVIDENCE = ['allowance-granted', 'operator'] as const

/**
 * Whether a row of `chain_events` can still be notified about: it left the chain and can return, or has fewer confirmations than an alert
 * can ask for.
 */
export function isWaiting(): RawBuilder<boolean> {
  return sql<boolean>`(chain_events.state = 'GONE' or (chain_events.state = 'IN' and exists (
    select 1 from chain_heads where chain_heads.chain_id = chain_events.chain_id and (chain_heads.tip_number is null
      or chain_events.block_number > chain_heads.tip_number - ${sql.lit(MAX_CONFIRMATIONS)}
      or chain_events.block_number > chain_heads.finalized_number))))`
}

/** In the order of their removal: alert events are kept while a chain event of theirs waits. */
export const seenRows: readonly SeenRows[] = [
  seenIn('chain_events', 'updated_at', removableChainEvents, (going) => ({ chainEvents: going.length })),
  // Foreign keys delete deliveries and attempts.
  seenIn('alert_events', 'created_at', removableAlertEvents, async (going, db) => ({
    alertEvents: going.length,
    deliveries: await countDeliveriesOf(db, going),
  })),
  seenIn('holds', 'updated_at', removableHolds, (going) => ({ holds: going.length })),
  seenIn('safe_items', 'updated_at', removableSafeItems, (going) => ({ safeItems: going.length })),
]

type Removable = (db: Db, ids: readonly string[], age: Age) => Promise<string[]>
type Counted = (going: readonly string[], db: Db) => Partial<RemovedSeen> | Promise<Partial<RemovedSeen>>

/**
 * Rows of a table, of which some can go.
 * @param time that their age counts from
 */
function seenIn(
  table: 'alert_events' | 'chain_events' | 'holds' | 'safe_items',
  time: 'created_at' | 'updated_at',
  removable: Removable,
  counted: Counted,
): SeenRows {
  return {
    async page(db, { before }, after, most) {
      let old = db
        .selectFrom(table as 'holds')
        .select(['id', `${time} as at`])
        .where(time, '<', before)
      if (after) old = old.where(sql<boolean>`(${sql.ref(time)}, id) > (${after.at}, ${after.id})`)
      if (table === 'alert_events') old = old.where('svc_tx_id', 'is', null)
      const rows = await old.orderBy(time).orderBy('id').limit(most).execute()
      return rows.map(({ id, at }) => ({ id, at: Number(at) }))
    },
    count: async (db, ids, age) => ({ ...NOTHING, ...(await counted(await removable(db, ids, age), db)) }),
    async remove(db, ids, age) {
      const going = await removable(db, ids, age)
      const removed = await counted(going, db)
      if (going.length > 0) await db.deleteFrom(table).where('id', 'in', going).execute()
      return { ...NOTHING, ...removed }
    },
  }
}

async function removableChainEvents(db: Db, ids: readonly string[], { before }: Age): Promise<string[]> {
  const rows = await db
    .selectFrom('chain_events')
    .select('id')
    .where('id', 'in', ids)
    .where('updated_at', '<', before)
    .where((e) => e.or([e('state', '=', 'OUT'), e('kind', 'not in', EVIDENCE)]))
    .where((e) => e.not(isWaiting()))
    .execute()
  return rows.map(({ id }) => id)
}

/** Those whose state does not hold any more; a signed transaction that was sent long ago is refused by its nonce. */
async function removableHolds(db: Db, ids: readonly string[], { before, now }: Age): Promise<string[]> {
  const old = db.selectFrom('holds').select('id').where('id', 'in', ids).where('updated_at', '<', before)
  const rows = await old.where((e) => e.or([e('expires_at', 'is', null), e.not(isHoldInForce(now))])).execute()
  return rows.map(({ id }) => id)
}

/**
 * Transactions that cannot be executed any more. The last one that a proposer had executed is kept: it says that the proposer is known.
 * Messages are kept: the service lists them for ever, and a removed one would be new.
 */
async function removableSafeItems(db: Db, ids: readonly string[], { before }: Age): Promise<string[]> {
  const rows = await db
    .selectFrom('safe_items')
    .select('id')
    .where('id', 'in', ids)
    .where('updated_at', '<', before)
    .where('kind', '=', 'transaction')
    .where('state', 'not in', OPEN_STATES)
    .where((e) =>
      e.or([
        e('proposer', 'is', null),
        e.exists(
          e
            .selectFrom('safe_items as later')
            .select('later.id')
            .whereRef('later.safe_id', '=', 'safe_items.safe_id')
            .whereRef('later.proposer', '=', 'safe_items.proposer')
            .where('later.state', '=', 'executed')
            .where(sql<boolean>`(later.updated_at, later.id) > (safe_items.updated_at, safe_items.id)`),
        ),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Those without unplanned, pending or recent deliveries, and about nothing that waits. */
async function removableAlertEvents(db: Db, ids: readonly string[], { before }: Age): Promise<string[]> {
  const rows = await db
    .selectFrom('alert_events')
    .select(['id', 'subject'])
    .where('id', 'in', ids)
    .where('svc_tx_id', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from deliveries where deliveries.event_id = alert_events.id
        and (${isUnsent} or deliveries.updated_at >= ${before}))`,
    )
    .where(sql<boolean>`not exists (select 1 from fan_outs where fan_outs.subject = alert_events.subject)`)
    .execute()
  const going: string[] = []
  for (const { id, subject } of rows) if (!(await isSubjectWaiting(db, subject))) going.push(id)
  return going
}

/** `<chain id>:<hash>` and more (alerts/matching/enqueue-alerts.ts). */
const CHAIN_SUBJECT = /^(\d+):(0x[0-9a-f]{64})(?::|$)/

async function isSubjectWaiting(db: Db, subject: string): Promise<boolean> {
  const [, chainId, hash] = CHAIN_SUBJECT.exec(subject) ?? []
  if (chainId === undefined || hash === undefined) return false
  const waiting = db.selectFrom('chain_events').select('id').where('chain_id', '=', chainId).where('tx_hash', '=', hash)
  return hasRow(waiting.where(isWaiting()))
}

/** Number of the deliveries of alert events. */
export async function countDeliveriesOf(db: Db, eventIds: readonly string[]): Promise<number> {
  return eventIds.length === 0 ? 0 : countAll(db.selectFrom('deliveries').where('event_id', 'in', eventIds))
}

/** Balances of accounts that are not monitored, or disabled. */
const orphans = (db: Db) =>
  db
    .selectFrom('monitor_balances')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('monitored_addresses')
            .select('id')
            .whereRef('monitored_addresses.address_key', '=', 'monitor_balances.address')
            .whereRef('monitored_addresses.chain_id', '=', 'monitor_balances.chain_id')
            .where(unindexed<number>('enabled', 0), '=', 1),
        ),
      ),
    )

export async function countOrphanedBalances(db: Db): Promise<number> {
  return countAll(orphans(db))
}

/** Accounts with such balances, some of them. */
export function orphanedAccounts(db: Db, most: number): Promise<{ chain_id: string; address: string }[]> {
  return orphans(db).select(['chain_id', 'address']).distinct().limit(most).execute()
}

/** @returns how many rows it deleted */
export async function removeOrphanedBalances(db: Db, account: { chain_id: string; address: string }): Promise<number> {
  const going = await orphans(db)
    .select('block_number')
    .where('monitor_balances.chain_id', '=', account.chain_id)
    .where('address', '=', account.address)
    .execute()
  if (going.length > 0)
    await deleteRows(db, 'monitor_balances', { chain_id: account.chain_id, address: account.address }).execute()
  return going.length
}
