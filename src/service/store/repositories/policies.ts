import { HOUR_MS } from '../../../shared/time/units.ts'
import type { Db, PolicyRow, PolicySpendRow, PolicySumRow } from '../schema/schema.ts'
import { listNames } from './names.ts'
import { bumpWithEvidence } from './revisions.ts'
import { deleteRows, finder, inserter, lister, rowsWith, saveRow, updateRows } from './rows.ts'

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
export const listPolicies = lister('policies', 'name')

export const findPolicy = finder('policies', 'name')

/** Replaces the policy with this name. */
export async function savePolicy(db: Db, row: PolicyRow): Promise<void> {
  const { created_at: _, ...changes } = row
  await saveRow(db, 'policies', ['name'], row, { changes })
  await bumpWithEvidence(db, 'policies')
}

/** What is spent stays: a policy with the same name and scope goes on with it. */
export async function deletePolicy(db: Db, name: string): Promise<void> {
  await deleteRows(db, 'policies', { name }).execute()
  await bumpWithEvidence(db, 'policies')
}

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

/** States of what counts in its budget. */
const COUNTING = ['RESERVED', 'SETTLED'] as const

export function isCounting(state: PolicySpendRow['state']): boolean {
  return COUNTING.some((each) => each === state)
}

/** Budgets, and parts of hours in which their windows begin (ms, both exclusive). */
export interface SpendsOfWindows {
  readonly budgets: readonly string[]
  readonly parts: readonly { readonly from: number; readonly to: number }[]
  readonly now: number
}

/**
 * In one statement: what counts in parts of hours, reservations whose end is over, and what a validation replaces: its own
 * spends in any state, and those of the same nonce that may be sent.
 */
export async function readSpends(
  db: Db,
  { budgets, parts, now }: SpendsOfWindows,
  { svcTxId, chainId, sender, nonce }: Replaced,
): Promise<PolicySpendRow[]> {
  const spends = () => db.selectFrom('policy_spends').selectAll()
  const own = svcTxId === undefined ? [] : [spends().where('svc_tx_id', '=', svcTxId)]
  const same =
    nonce === undefined
      ? []
      : [
          spends()
            .where('chain_id', '=', chainId)
            .where('sender', '=', sender)
            .where('nonce', '=', nonce)
            .where('state', 'in', ['RESERVED', 'REPLACED']),
        ]
  const ofBudgets = () => spends().where('budget', 'in', budgets)
  const ofWindows =
    budgets.length === 0
      ? []
      : [
          ofBudgets().where('state', '=', 'RESERVED').where('expires_at', '<=', now),
          ...parts.map(({ from, to }) =>
            ofBudgets().where('at', '>', from).where('at', '<', to).where('state', 'in', COUNTING),
          ),
        ]
  const [first, ...others] = [...own, ...same, ...ofWindows]
  return first ? others.reduce((all, each) => all.union(each), first).execute() : []
}

/** Those of an account that are for one nonce. */
export function spendsOfNonce(
  db: Db,
  { chain_id, sender, nonce }: Pick<PolicySpendRow, 'chain_id' | 'sender' | 'nonce'>,
): Promise<PolicySpendRow[]> {
  if (nonce === null) return Promise.resolve([])
  return rowsWith(db, 'policy_spends', { chain_id, sender, nonce }).execute()
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

/** In one look. */
const MAX_UNSETTLED = 200

/** What was validated for the nonces of an account and is neither settled nor executed by another call, the newest first. */
export async function unsettledOf(
  db: Db,
  { chainId, sender, executedBy }: Pick<Replaced, 'chainId' | 'sender'> & { readonly executedBy: string | undefined },
): Promise<{ readonly svc_tx_id: string; readonly nonce: string }[]> {
  const rows = await db
    .selectFrom('policy_spends')
    .select(['svc_tx_id', 'nonce', 'at'])
    .distinct()
    .where('chain_id', '=', chainId)
    .where('sender', '=', sender)
    .where('nonce', 'is not', null)
    .where('state', '!=', 'SETTLED')
    .where((e) => e.or([e('executed_by', 'is', null), e('executed_by', '=', executedBy ?? '')]))
    .orderBy('at', 'desc')
    .limit(MAX_UNSETTLED)
    .execute()
  return rows.flatMap(({ svc_tx_id, nonce }) => (nonce === null ? [] : [{ svc_tx_id, nonce }]))
}

/** A spend as it is to be. */
export interface SpendChange {
  readonly row: PolicySpendRow
  /** As it is stored; absent: like `row`. `new`: it is not stored. */
  readonly before?: PolicySpendRow | 'new'
  readonly state: PolicySpendRow['state']
  /** When it counts from now on (ms). */
  readonly at?: number
}

const insertSpends = inserter('policy_spends')

type BudgetSum = Omit<PolicySumRow, 'amount'> & { readonly amount: bigint }

function sumKey({ budget, unit, hour }: Omit<PolicySumRow, 'amount'>): string {
  return `${budget} ${unit} ${hour}`
}

/** Writes spends, and the sums that have them. */
export async function changeSpends(db: Db, changes: readonly SpendChange[]): Promise<void> {
  const sums = new Map<string, BudgetSum>()
  const addToSum = ({ budget, unit, at, amount }: PolicySpendRow, sign: bigint) => {
    const hour = hourOf(at)
    const before = sums.get(sumKey({ budget, unit, hour })) ?? { budget, unit, hour, amount: 0n }
    sums.set(sumKey(before), { ...before, amount: before.amount + sign * BigInt(amount) })
  }
  const inserted: PolicySpendRow[] = []
  for (const { row, before = row, state, at = row.at } of changes) {
    const changed = { ...row, state, at }
    const { budget, unit, svc_tx_id, amount, expires_at, executed_by } = changed
    if (before === 'new') inserted.push(changed)
    else {
      await updateRows(
        db,
        'policy_spends',
        { budget, unit, svc_tx_id },
        { state, at, amount, expires_at, executed_by },
      ).execute()
      if (isCounting(before.state)) addToSum(before, -1n)
    }
    if (isCounting(state)) addToSum(changed, 1n)
  }
  if (inserted.length > 0) await insertSpends(db, inserted)
  await addToSums(
    db,
    [...sums.values()].filter(({ amount }) => amount !== 0n),
  )
}

async function addToSums(db: Db, added: readonly BudgetSum[]): Promise<void> {
  if (added.length === 0) return
  const among = (column: 'budget' | 'unit' | 'hour') => [...new Set(added.map((each) => each[column]))]
  const stored = await db
    .selectFrom('policy_sums')
    .selectAll()
    .where('budget', 'in', among('budget') as string[])
    .where('unit', 'in', among('unit') as string[])
    .where('hour', 'in', among('hour') as number[])
    .execute()
  const known = new Map(stored.map((row) => [sumKey(row), BigInt(row.amount)]))
  await db
    .insertInto('policy_sums')
    .values(added.map((each) => ({ ...each, amount: String((known.get(sumKey(each)) ?? 0n) + each.amount) })))
    .onConflict((conflict) =>
      conflict.columns(['budget', 'unit', 'hour']).doUpdateSet((row) => ({ amount: row.ref('excluded.amount') })),
    )
    .execute()
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
    .where('state', 'in', COUNTING)
    .where((e) => e.or([e('state', '=', 'SETTLED'), e('expires_at', 'is', null), e('expires_at', '>', now)]))
    .orderBy('at')
    .execute()
  return { reserved: rows.filter(({ state }) => state === 'RESERVED').length, oldest: rows[0]?.at }
}
