import type { Db, PolicyRow, PolicySpendRow, PolicySumRow } from '../schema/schema.ts'
import { listNames } from './names.ts'
import { bumpEvidenceRevision, bumpRevision } from './revisions.ts'
import { deleteRows, finder, inserter, rowsWith, saveRow, updateRows } from './rows.ts'

/** Policies, and which parties (`partyKey`) have the names in them (lower case). */
export interface StoredPolicies {
  readonly rows: readonly PolicyRow[]
  readonly names: ReadonlyMap<string, readonly string[]>
}

export const NO_POLICIES: StoredPolicies = { rows: [], names: new Map() }

export async function readPolicies(db: Db): Promise<StoredPolicies> {
  const rows = await listPolicies(db)
  return { rows, names: await namesIn(db, rows) }
}

/** Names are read only where a policy (JSON) has one. */
export async function namesIn(
  db: Db,
  policies: readonly { readonly content: string }[],
): Promise<StoredPolicies['names']> {
  const isNamed = policies.some(({ content }) => content.includes('"@'))
  const named = Map.groupBy(isNamed ? await listNames(db) : [], ({ name }) => name.toLowerCase())
  return new Map(
    Array.from(named, ([name, all]) => [name, all.map((each) => partyKey(each.address_key, each.chain_id))] as const),
  )
}

/** An address, as a party on one chain or, with '', on every chain. */
export function partyKey(address: string, chainId: string): string {
  return chainId === '' ? address : `${address} ${chainId}`
}

/** By name. */
export function listPolicies(db: Db): Promise<PolicyRow[]> {
  return db.selectFrom('policies').selectAll().orderBy('name').execute()
}

export const findPolicy = finder('policies', 'name')

/** Replaces the policy with this name. */
export async function savePolicy(db: Db, row: PolicyRow): Promise<void> {
  const { created_at: _, ...changes } = row
  await saveRow(db, 'policies', ['name'], row, changes)
  await noteChange(db)
}

/** What is spent stays: a policy with the same name and scope goes on with it. */
export async function deletePolicy(db: Db, name: string): Promise<void> {
  await deleteRows(db, 'policies', { name }).execute()
  await noteChange(db)
}

/** An answer with other policies can be another one. */
async function noteChange(db: Db): Promise<void> {
  await bumpRevision(db, 'policies')
  await bumpEvidenceRevision(db)
}

const HOUR_MS = 3_600_000

export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS
}

/** What a validation replaces if it is sent: itself, when it is validated again, and another one of the same nonce. */
export interface Replaced {
  readonly svcTxId: string | undefined
  readonly chainId: string
  /** Lower case. */
  readonly sender: string
  /** Decimal; undefined: it replaces no other. */
  readonly nonce: string | undefined
}

/** The sums of budgets of the hours that begin after the one of a time (ms). */
export function sumsSince(db: Db, budgets: readonly string[], from: number): Promise<PolicySumRow[]> {
  return db
    .selectFrom('policy_sums')
    .selectAll()
    .where('budget', 'in', budgets)
    .where('hour', '>', hourOf(from))
    .execute()
}

/** Spends of budgets in a part of an hour that are not released. @param from exclusive @param to exclusive */
export function spendsBetween(db: Db, budgets: readonly string[], from: number, to: number): Promise<PolicySpendRow[]> {
  return db
    .selectFrom('policy_spends')
    .selectAll()
    .where('budget', 'in', budgets)
    .where('at', '>', from)
    .where('at', '<', to)
    .where('state', '!=', 'RELEASED')
    .execute()
}

/** Reservations whose end is over (ms), of some budgets or of all. */
export function dueSpends(db: Db, now: number, budgets?: readonly string[]): Promise<PolicySpendRow[]> {
  const due = db.selectFrom('policy_spends').selectAll().where('state', '=', 'RESERVED').where('expires_at', '<=', now)
  return (budgets === undefined ? due.limit(MAX_RELEASED) : due.where('budget', 'in', budgets)).execute()
}

/** In one transaction. */
const MAX_RELEASED = 500

/** Spends that count now and that one validation would replace. What a block has is replaced by none. */
export async function replacedSpends(db: Db, { svcTxId, chainId, sender, nonce }: Replaced): Promise<PolicySpendRow[]> {
  const own = svcTxId === undefined ? [] : await spendsOf(db, svcTxId)
  const same =
    nonce === undefined
      ? []
      : await rowsWith(db, 'policy_spends', { chain_id: chainId, sender, nonce, state: 'RESERVED' }).execute()
  return [...own.filter(({ state }) => state !== 'RELEASED'), ...same.filter((row) => row.svc_tx_id !== svcTxId)]
}

export function spendsOf(db: Db, svcTxId: string): Promise<PolicySpendRow[]> {
  return rowsWith(db, 'policy_spends', { svc_tx_id: svcTxId }).execute()
}

/** Spends that transactions of the blocks from one on have settled: as they were seen, or by their validations. */
export async function spendsSettledFrom(db: Db, chainId: string, from: number): Promise<PolicySpendRow[]> {
  const seen = await db
    .selectFrom('chain_events')
    .innerJoin('transactions', 'transactions.id', 'chain_events.svc_tx_id')
    .select(['transactions.id', 'transactions.validated_as'])
    .distinct()
    .where('chain_events.chain_id', '=', chainId)
    .where('chain_events.block_number', '>=', from)
    .execute()
  const ids = seen.flatMap(({ id, validated_as }) => (validated_as === null ? [id] : [id, validated_as]))
  const spends: PolicySpendRow[] = []
  for (const id of ids) spends.push(...(await spendsOf(db, id)).filter(({ state }) => state === 'SETTLED'))
  return spends
}

const insertSpendRow = inserter('policy_spends')

export async function insertSpend(db: Db, row: PolicySpendRow): Promise<void> {
  await insertSpendRow(db, row)
  if (row.state !== 'RELEASED') await addToSum(db, row, BigInt(row.amount))
}

/** Changes the state of a spend and the sum that has it, and the amount of one that is released. @param at when it counts from now on (ms) */
export async function changeSpend(
  db: Db,
  row: PolicySpendRow,
  state: PolicySpendRow['state'],
  at = row.at,
): Promise<void> {
  const { budget, unit, svc_tx_id, amount, expires_at } = row
  await updateRows(db, 'policy_spends', { budget, unit, svc_tx_id }, { state, at, amount, expires_at }).execute()
  if (row.state !== 'RELEASED') await addToSum(db, row, -BigInt(row.amount))
  if (state !== 'RELEASED') await addToSum(db, { budget, unit, at }, BigInt(row.amount))
}

async function addToSum(
  db: Db,
  { budget, unit, at }: Pick<PolicySpendRow, 'budget' | 'unit' | 'at'>,
  amount: bigint,
): Promise<void> {
  const hour = hourOf(at)
  const [row] = await rowsWith(db, 'policy_sums', { budget, unit, hour }).execute()
  const sum = BigInt(row?.amount ?? 0) + amount
  await saveRow(db, 'policy_sums', ['budget', 'unit', 'hour'], { budget, unit, hour, amount: String(sum) })
}

/** What counts in a window: how many spends are only reserved, and the time of the oldest one (ms). @param from exclusive */
export async function openSpends(
  db: Db,
  {
    budget,
    unit,
    from,
    now,
  }: { readonly budget: string; readonly unit: string; readonly from: number; readonly now: number },
): Promise<{ readonly reserved: number; readonly oldest: number | undefined }> {
  const rows = await db
    .selectFrom('policy_spends')
    .select(['state', 'at'])
    .where('budget', '=', budget)
    .where('unit', '=', unit)
    .where('at', '>', from)
    .where('state', '!=', 'RELEASED')
    .where((e) => e.or([e('state', '=', 'SETTLED'), e('expires_at', 'is', null), e('expires_at', '>', now)]))
    .orderBy('at')
    .execute()
  return { reserved: rows.filter(({ state }) => state === 'RESERVED').length, oldest: rows[0]?.at }
}
