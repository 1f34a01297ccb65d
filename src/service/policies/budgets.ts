import { limitText } from '../../api/policies/limits.ts'
import type { PolicyOutcome, PolicyUsage } from '../../api/schemas/policy.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import { HOUR_MS } from '../../shared/time/units.ts'
import {
  changeSpends,
  hourOf,
  isCounting,
  openSpends,
  type Replaced,
  readSpends,
  type SpendChange,
  spendsOf,
  spendsOfNonce,
  spendsSettledFrom,
  sumsSince,
} from '../store/repositories/policies.ts'
import type { Db, PolicySpendRow, PolicySumRow } from '../store/schema/schema.ts'
import {
  type BudgetUse,
  type CompiledPolicy,
  exceededLimits,
  type UsedOf,
  windowLimitsOf,
  windowsOf,
} from './evaluate.ts'

/** Budgets of one statement: each is in it once a window. */
const TOGETHER = 1000

/** What budgets have used, without what a validation replaces. */
export interface Usage {
  readonly usedOf: UsedOf
  /** Spends of the validation itself, and those that may be sent with its nonce. */
  readonly replaced: readonly PolicySpendRow[]
  /** Reservations of the budgets that have ended, and are still in their sums. */
  readonly due: readonly PolicySpendRow[]
}

/**
 * All budgets together: their number costs no more queries.
 * @param windows the lengths of the windows of each budget (ms)
 */
export async function readUsage(
  db: Db,
  windows: ReadonlyMap<string, ReadonlySet<number>>,
  replaced: Replaced,
  now: number,
): Promise<Usage> {
  const budgets = [...windows.keys()]
  const lengths = [...new Set(Array.from(windows.values()).flatMap((each) => [...each]))]
  const longest = Math.max(...lengths)
  const parts = lengths.map((ms) => ({ from: now - ms, to: hourOf(now - ms) + HOUR_MS }))
  const spends: PolicySpendRow[] = []
  const sums: PolicySumRow[] = []
  for (const [at, some] of [...chunksOf(budgets, TOGETHER)].entries()) {
    spends.push(...(await readSpends(db, { budgets: some, parts, now }, at === 0 ? replaced : NOTHING)))
    sums.push(...(await sumsSince(db, some, now - longest)))
  }
  const isReplaced = (row: PolicySpendRow) =>
    row.svc_tx_id === replaced.svcTxId ||
    (replaced.nonce === row.nonce && row.chain_id === replaced.chainId && row.sender === replaced.sender)
  const isDue = (row: PolicySpendRow) => hasEnded(row, now) && windows.has(row.budget)
  const ended = spends.filter(
    (row) => isCounting(row.state) && (isDue(row) || isReplaced(row)) && !isSent(row, replaced),
  )
  const [sumsOf, spendsIn, endedOf] = [byUnit(sums), byUnit(spends), byUnit(ended)]
  return {
    replaced: spends.filter(isReplaced),
    due: spends.filter(isDue),
    usedOf: (budget, unit, ms) => {
      const from = now - ms
      const isPartOf = (row: PolicySpendRow) =>
        isCounting(row.state) && row.at > from && row.at < hourOf(from) + HOUR_MS
      return (
        sum(sumsOf(budget, unit).filter(({ hour }) => hour > hourOf(from))) +
        sum(spendsIn(budget, unit).filter(isPartOf)) -
        sum(endedOf(budget, unit).filter(({ at }) => at > from))
      )
    },
  }
}

/** Looks up rows: each budget asks for its own, once a window. */
function byUnit<Row extends { readonly budget: string; readonly unit: string }>(rows: readonly Row[]) {
  const groups = Map.groupBy(rows, ({ budget, unit }) => `${budget} ${unit}`)
  return (budget: string, unit: string): readonly Row[] => groups.get(`${budget} ${unit}`) ?? []
}

/** What a block has is replaced by no other one. */
function isSent(row: PolicySpendRow, { svcTxId }: Replaced): boolean {
  return row.state === 'SETTLED' && row.svc_tx_id !== svcTxId
}

function hasEnded({ state, expires_at }: PolicySpendRow, now: number): boolean {
  return state === 'RESERVED' && expires_at !== null && expires_at <= now
}

function sum(rows: readonly { readonly amount: string }[]): bigint {
  return rows.reduce((total, { amount }) => total + BigInt(amount), 0n)
}

/** What a validation takes from budgets. */
export interface Taken {
  /** Whether it passes: what is blocked counts only when a person lets it pass, or when it is sent all the same. */
  readonly valid: boolean
  readonly uses: readonly BudgetUse[]
  /** What they had used. */
  readonly usage: Usage
}

/** Of what owners of a Safe signed, `executedBy` is the validation of the call that executes it. */
type Spending = Replaced & { readonly svcTxId: string; readonly executedBy?: string | undefined }

/**
 * Reserves in budgets what a validation takes, in the transaction that stores it; of one that is blocked, it is kept and does not
 * count. What is smaller and of the same nonce is replaced.
 * @param now ms since 1970 @param expiresAt end of its payload (ms)
 */
export async function reserve(
  db: Db,
  { valid, uses, usage }: Taken,
  { svcTxId, chainId, sender, nonce, executedBy }: Spending,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number | undefined },
): Promise<void> {
  const changes = new Changes(usage.due.map((row) => ({ row, state: 'RELEASED' })))
  for (const { budget, unit, policy, amount } of uses) {
    const before = usage.replaced.find((row) => row.svc_tx_id === svcTxId && row.budget === budget && row.unit === unit)
    const isKept = before !== undefined && before.state !== 'RELEASED' && !hasEnded(before, now)
    // What may be sent counts on, also where it would not pass any more.
    if (before?.state === 'SETTLED' || (isKept && !valid)) continue
    const row: PolicySpendRow = {
      budget,
      unit,
      policy,
      svc_tx_id: svcTxId,
      amount: String(executedBy !== undefined && before && BigInt(before.amount) > amount ? before.amount : amount),
      state: before?.state ?? 'RELEASED',
      at: now,
      expires_at: expiresAt ?? null,
      chain_id: chainId,
      sender,
      nonce: nonce ?? null,
      executed_by: executedBy ?? before?.executed_by ?? null,
    }
    const rivals = usage.replaced.filter((other) => isRival(other, row))
    changes.add({ row, before: before ?? 'new', state: valid ? changes.place(row, rivals) : 'RELEASED' })
  }
  await changes.apply(db)
}

/** Reserves what was kept of a validation that was blocked: a person lets it pass, also above a limit. */
export async function reserveKept(db: Db, svcTxId: string, now: number): Promise<void> {
  const changes = new Changes()
  for (const row of await spendsOf(db, svcTxId)) {
    if (row.state !== 'RELEASED') continue
    changes.add({ row, state: changes.place(row, await openRivals(db, row)), at: now })
  }
  await changes.apply(db)
}

async function openRivals(db: Db, row: PolicySpendRow): Promise<PolicySpendRow[]> {
  return (await spendsOfNonce(db, row)).filter((other) => isOpen(other) && isRival(other, row))
}

/** Of the same budget, for the same nonce. */
function isRival(other: PolicySpendRow, { budget, unit, svc_tx_id, nonce }: PolicySpendRow): boolean {
  return (
    nonce !== null &&
    other.nonce === nonce &&
    other.budget === budget &&
    other.unit === unit &&
    other.svc_tx_id !== svc_tx_id
  )
}

/** What is written together; of one spend, the last change counts. */
class Changes {
  readonly #changes = new Map<string, SpendChange>()

  constructor(changes: readonly SpendChange[] = []) {
    for (const change of changes) this.add(change)
  }

  add(change: SpendChange): void {
    const { budget, unit, svc_tx_id } = change.row
    this.#changes.set(`${budget} ${unit} ${svc_tx_id}`, change)
  }

  /** Of one nonce the largest counts, for all, from the latest on: the others wait until it ends. */
  place(row: PolicySpendRow, rivals: readonly PolicySpendRow[]): PolicySpendRow['state'] {
    const others = rivals.filter(({ state }) => state === 'RESERVED')
    const larger = others.find(({ amount }) => BigInt(amount) >= BigInt(row.amount))
    if (larger) this.add({ row: larger, state: 'RESERVED', at: Math.max(larger.at, row.at) })
    else for (const other of others) this.add({ row: other, state: 'REPLACED' })
    return larger ? 'REPLACED' : 'RESERVED'
  }

  async apply(db: Db): Promise<void> {
    await changeSpends(db, [...this.#changes.values()])
  }
}

/** Who says that a transaction is in a block. The caller ends the nonce that it has used. */
export interface SettledBy {
  /** A node shows it, or who validated it says so: a report of another key takes nothing from a person who wants to release it. */
  readonly isSure: boolean
  /** A node shows it, and with which nonce. */
  readonly isSeen: boolean
  /** Whether it counts also where it was blocked. */
  readonly isCounted: boolean
}

const SEEN: SettledBy = { isSure: true, isSeen: true, isCounted: true }

/**
 * A block has the transaction: its reservation is settled, also one that was released.
 * @param at time of the block (ms)
 * @returns what counts from now on, and did not before
 */
export async function settle(
  db: Db,
  svcTxId: string,
  at: number,
  { isSure, isSeen, isCounted }: SettledBy = SEEN,
): Promise<readonly PolicySpendRow[]> {
  const rows = (await spendsOf(db, svcTxId)).filter(({ state }) => {
    return state !== 'SETTLED' && (state !== 'RELEASED' || isCounted) && (state !== 'REPLACED' || isSeen)
  })
  const changes = new Changes()
  const late: PolicySpendRow[] = []
  for (const row of rows) {
    // Where no node shows which of one nonce was sent, the largest counts for all.
    const rivals = isSeen ? [] : await openRivals(db, row)
    const placed = changes.place(row, rivals)
    const state = placed === 'RESERVED' && isSure ? 'SETTLED' : placed
    if (state === 'SETTLED') for (const rival of rivals) changes.add({ row: rival, state: 'RELEASED' })
    // Whether it is sent or not, it does not end with its payload any more.
    const expires_at = isSure ? row.expires_at : null
    // A report brings nothing forward.
    changes.add({ row: { ...row, expires_at }, before: row, state, at: isSeen ? at : Math.max(at, row.at) })
    if (row.state === 'RELEASED' && isCounting(state)) late.push(row)
  }
  await changes.apply(db)
  return late
}

/** One row for each nonce that is known. */
function oneEach(rows: readonly PolicySpendRow[]): NonceOf[] {
  const known = rows.flatMap(({ chain_id, sender, nonce }) => (nonce === null ? [] : [{ chain_id, sender, nonce }]))
  return [...new Map(known.map((row) => [`${row.chain_id} ${row.sender} ${row.nonce}`, row])).values()]
}

/** No block has it any more: it may be sent again. */
export async function unsettle(db: Db, svcTxId: string): Promise<void> {
  await toReserved(db, await spendsOf(db, svcTxId))
}

/** A reorg removed the blocks of a chain from one on: what was settled by their transactions may be sent again. */
export async function unsettleFrom(db: Db, chainId: string, from: number): Promise<void> {
  await toReserved(db, await spendsSettledFrom(db, chainId, from))
}

async function toReserved(db: Db, rows: readonly PolicySpendRow[]): Promise<void> {
  const settled = rows.filter(({ state }) => state === 'SETTLED')
  await setState(db, settled, 'RESERVED')
}

function setState(db: Db, rows: readonly PolicySpendRow[], state: PolicySpendRow['state']): Promise<void> {
  return changeSpends(
    db,
    rows.map((row) => ({ row, state })),
  )
}

/** The limits of enforced policies that are exceeded by what counts though nothing reserved it. @param now ms since 1970 */
export async function exceededBy(
  db: Db,
  late: readonly PolicySpendRow[],
  policies: readonly CompiledPolicy[],
  now: number,
): Promise<readonly PolicyOutcome[]> {
  const budgets = new Set(late.map(({ budget }) => budget))
  const concerned = policies.filter(({ clauses }) => clauses.some(({ budget }) => budgets.has(budget)))
  if (concerned.length === 0) return []
  const { usedOf } = await readUsage(db, windowsOf(concerned), NOTHING, now)
  return concerned.flatMap((policy) => exceededLimits(policy, budgets, usedOf))
}

/** Replaces nothing. */
const NOTHING: Replaced = { svcTxId: undefined, chainId: '', sender: '', nonce: undefined }

type NonceOf = Pick<PolicySpendRow, 'chain_id' | 'sender'> & { readonly nonce: string }

/** A transaction has used the nonce: what was reserved for it cannot be sent any more. @param except the one that was sent */
export async function endNonce(db: Db, nonce: NonceOf, except?: string): Promise<void> {
  const rows = await spendsOfNonce(db, nonce)
  const open = rows.filter((row) => row.svc_tx_id !== except && isOpen(row))
  await setState(db, open, 'RELEASED')
}

/** It may be sent. */
function isOpen({ state }: PolicySpendRow): boolean {
  return state === 'RESERVED' || state === 'REPLACED'
}

/** A block has it and it did nothing: it counts no more. */
export async function failSpends(db: Db, svcTxId: string): Promise<void> {
  const rows = (await spendsOf(db, svcTxId)).filter(({ state }) => state !== 'RELEASED')
  await setState(db, rows, 'RELEASED')
}

/** Of what can only be executed with its nonce: a block has it. @param hasSucceeded false: it did nothing */
export async function endNoncesOf(db: Db, svcTxId: string, hasSucceeded = true): Promise<void> {
  if (!hasSucceeded) await failSpends(db, svcTxId)
  for (const row of oneEach(await spendsOf(db, svcTxId))) await endNonce(db, row, svcTxId)
}

/**
 * A person says that it will not be sent: the next larger one of its nonce counts again.
 * @returns the reservations that end
 */
export async function release(db: Db, svcTxId: string): Promise<readonly PolicySpendRow[]> {
  const open = (await spendsOf(db, svcTxId)).filter(isOpen)
  const changes = new Changes(open.map((row) => ({ row, state: 'RELEASED' })))
  for (const row of open) {
    if (row.state !== 'RESERVED') continue
    const waiting = (await openRivals(db, row)).filter(({ state }) => state === 'REPLACED')
    const [largest] = waiting.sort((one, two) => (BigInt(one.amount) < BigInt(two.amount) ? 1 : -1))
    if (largest) changes.add({ row: largest, state: 'RESERVED' })
  }
  await changes.apply(db)
  return open
}

/** What the budgets of a policy have used in each of their windows. @param now ms since 1970 */
export async function usageOf(db: Db, policy: CompiledPolicy, now: number): Promise<PolicyUsage['content']> {
  const { usedOf } = await readUsage(db, windowsOf([policy]), NOTHING, now)
  const rows: PolicyUsage['content'] = []
  for (const { clause, limit } of windowLimitsOf(policy)) {
    const { path, budget } = clause
    const { window, ms, amount, unit } = limit
    const open = await openSpends(db, { budget, unit, from: now - ms, now })
    rows.push({
      clause: path,
      window,
      used: `${limitText(usedOf(budget, unit, ms))} ${unit}`,
      limit: `${limitText(amount)} ${unit}`,
      reservations: open.reserved,
      ...(open.oldest !== undefined && { freesAt: new Date(open.oldest + ms).toISOString() }),
    })
  }
  return rows
}
