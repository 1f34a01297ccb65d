import type { PolicyOutcome } from '../../api/schemas/policy.ts'
import {
  changeSpend,
  dueSpends,
  hourOf,
  insertSpend,
  type Replaced,
  replacedSpends,
  spendsBetween,
  spendsOf,
  spendsSettledFrom,
  sumsSince,
} from '../store/repositories/policies.ts'
import type { Db, PolicySpendRow, PolicySumRow } from '../store/schema/schema.ts'
import { type BudgetUse, type CompiledPolicy, exceededLimits, type UsedOf, windowsOf } from './evaluate.ts'

const HOUR_MS = 3_600_000

/**
 * Reads what budgets have used, without what the validation replaces.
 * @param windows the lengths of the windows of each budget (ms)
 */
export async function readUsage(
  db: Db,
  windows: ReadonlyMap<string, ReadonlySet<number>>,
  replaced: Replaced,
  now: number,
): Promise<UsedOf> {
  if (windows.size === 0) return () => 0n
  const replacedNow = await replacedSpends(db, replaced)
  const usage = await readBudgets(db, windows, now)
  return (budget, unit, ms) => {
    const from = now - ms
    const parts = usage.get(budget)
    if (!parts) return 0n
    const isCounted = (row: PolicySpendRow) => row.budget === budget && row.unit === unit && row.at > from
    const ended = [...parts.due, ...replacedNow.filter((row) => !parts.due.some((due) => isSame(due, row)))]
    return (
      sum(parts.sums.filter((each) => each.unit === unit && each.hour > hourOf(from))) +
      sum((parts.singles.get(ms) ?? []).filter(isCounted)) -
      sum(ended.filter(isCounted))
    )
  }
}

interface BudgetUsage {
  readonly sums: readonly { readonly unit: string; readonly hour: number; readonly amount: string }[]
  /** Reservations that have ended, and are still in the sums. */
  readonly due: readonly PolicySpendRow[]
  /** By length of the window: spends of the hour in which it begins. */
  readonly singles: ReadonlyMap<number, readonly PolicySpendRow[]>
}

/** All budgets together: their number costs no more queries. */
async function readBudgets(
  db: Db,
  windows: ReadonlyMap<string, ReadonlySet<number>>,
  now: number,
): Promise<ReadonlyMap<string, BudgetUsage>> {
  const budgets = [...windows.keys()]
  const ofBudget = <Row extends { readonly budget: string }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ budget }) => budget)
  const lengths = new Set(Array.from(windows.values()).flatMap((each) => [...each]))
  const due = ofBudget(await dueSpends(db, now, budgets))
  const sums = new Map<number, Map<string, PolicySumRow[]>>()
  const singles = new Map<number, Map<string, PolicySpendRow[]>>()
  for (const ms of lengths) {
    const from = now - ms
    const of = budgets.filter((budget) => windows.get(budget)?.has(ms))
    singles.set(ms, ofBudget(await spendsBetween(db, of, from, hourOf(from) + HOUR_MS)))
    // The longest window has the hours of those that are shorter.
    const longest = of.filter((budget) => Math.max(...(windows.get(budget) ?? [])) === ms)
    if (longest.length > 0) sums.set(ms, ofBudget(await sumsSince(db, longest, from)))
  }
  return new Map(
    Array.from(windows, ([budget, of]) => [
      budget,
      {
        sums: sums.get(Math.max(...of))?.get(budget) ?? [],
        due: due.get(budget) ?? [],
        singles: new Map(Array.from(of, (ms) => [ms, singles.get(ms)?.get(budget) ?? []])),
      },
    ]),
  )
}

function isSame(one: PolicySpendRow, two: PolicySpendRow): boolean {
  return one.budget === two.budget && one.unit === two.unit && one.svc_tx_id === two.svc_tx_id
}

function sum(rows: readonly { readonly amount: string }[]): bigint {
  return rows.reduce((total, { amount }) => total + BigInt(amount), 0n)
}

/** What a validation takes from budgets. */
export interface Taken {
  /** Whether it passes: what is blocked counts only when a person lets it pass, or when it is sent all the same. */
  readonly valid: boolean
  readonly uses: readonly BudgetUse[]
}

type Spending = Replaced & { readonly svcTxId: string }

/**
 * Reserves in budgets what a validation takes, in the transaction that stores it; of one that is blocked, it is kept and does not
 * count. What is smaller and of the same nonce is replaced.
 * @param now ms since 1970 @param expiresAt end of its payload (ms)
 */
export async function reserve(
  db: Db,
  { valid, uses }: Taken,
  { svcTxId, chainId, sender, nonce }: Spending,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number | undefined },
): Promise<void> {
  await releaseDue(db, now)
  const own = await spendsOf(db, svcTxId)
  for (const { budget, unit, policy, amount } of uses) {
    const before = own.find((row) => row.budget === budget && row.unit === unit)
    if (before && before.state !== 'RELEASED') continue
    const row: PolicySpendRow = {
      budget,
      unit,
      policy,
      svc_tx_id: svcTxId,
      amount: String(amount),
      state: 'RELEASED',
      at: now,
      expires_at: expiresAt ?? null,
      chain_id: chainId,
      sender,
      nonce: nonce ?? null,
    }
    const isReserved = valid && (await replaceSmaller(db, row))
    if (before) await changeSpend(db, row, isReserved ? 'RESERVED' : 'RELEASED')
    else await insertSpend(db, { ...row, state: isReserved ? 'RESERVED' : 'RELEASED' })
  }
}

/** Reserves what was kept of a validation that was blocked: a person lets it pass, also above a limit. */
export async function reserveKept(db: Db, svcTxId: string, now: number): Promise<void> {
  for (const row of await spendsOf(db, svcTxId))
    if (row.state === 'RELEASED' && (await replaceSmaller(db, row))) await changeSpend(db, row, 'RESERVED', now)
}

/** Ends what another one of the same nonce has reserved, unless that is as large: it counts for both. */
async function replaceSmaller(db: Db, { budget, unit, svc_tx_id, amount, ...row }: PolicySpendRow): Promise<boolean> {
  const of = { svcTxId: undefined, chainId: row.chain_id, sender: row.sender, nonce: row.nonce ?? undefined }
  const same = (await replacedSpends(db, of)).filter(
    (other) => other.budget === budget && other.unit === unit && other.svc_tx_id !== svc_tx_id,
  )
  if (same.some((other) => BigInt(other.amount) >= BigInt(amount))) return false
  for (const other of same) await changeSpend(db, other, 'RELEASED')
  return true
}

/** Ends the reservations whose payload has expired. */
export async function releaseDue(db: Db, now: number): Promise<number> {
  const due = await dueSpends(db, now)
  for (const row of due) await changeSpend(db, row, 'RELEASED')
  return due.length
}

/**
 * A block has the transaction: its reservation is settled, also one that was released, and those of the same nonce end.
 * @param at time of the block (ms)
 * @param isSeen whether a node shows it: a report of the sender alone ends no other reservation
 * @param isCounted whether it counts also where it was blocked
 * @returns what counts from now on, and did not before
 */
export async function settle(
  db: Db,
  svcTxId: string,
  at: number,
  { isSeen, isCounted }: { readonly isSeen: boolean; readonly isCounted: boolean } = { isSeen: true, isCounted: true },
): Promise<readonly PolicySpendRow[]> {
  const late: PolicySpendRow[] = []
  for (const row of await spendsOf(db, svcTxId)) {
    if (row.state === 'SETTLED' || (row.state === 'RELEASED' && !isCounted)) continue
    await changeSpend(db, row, 'SETTLED', at)
    if (row.state === 'RELEASED') late.push(row)
    if (isSeen && row.nonce !== null)
      await endNonce(db, { chainId: row.chain_id, sender: row.sender, nonce: row.nonce }, svcTxId)
  }
  return late
}

/** No block has it any more: it may be sent again. */
export async function unsettle(db: Db, svcTxId: string): Promise<void> {
  for (const row of await spendsOf(db, svcTxId)) if (row.state === 'SETTLED') await changeSpend(db, row, 'RESERVED')
}

/** It counts only once a block has it, and none has. */
export async function forget(db: Db, svcTxId: string): Promise<void> {
  for (const row of await spendsOf(db, svcTxId)) if (row.state !== 'RELEASED') await changeSpend(db, row, 'RELEASED')
}

/** A reorg removed the blocks of a chain from one on: what was settled by their transactions may be sent again. */
export async function unsettleFrom(db: Db, chainId: string, from: number): Promise<void> {
  for (const row of await spendsSettledFrom(db, chainId, from)) await changeSpend(db, row, 'RESERVED')
}

/** The limits of enforced policies that are exceeded by what counts though nothing reserved it. @param now ms since 1970 */
export async function exceededBy(
  db: Db,
  late: readonly PolicySpendRow[],
  policies: readonly CompiledPolicy[],
  now: number,
): Promise<readonly PolicyOutcome[]> {
  const budgets = new Set(late.map(({ budget }) => budget))
  const concerned = policies.filter((policy) => [...policy.budgets.values()].some((budget) => budgets.has(budget)))
  if (concerned.length === 0) return []
  const nothing = { svcTxId: undefined, chainId: '', sender: '', nonce: undefined }
  const usedOf = await readUsage(db, windowsOf(concerned), nothing, now)
  return concerned.flatMap((policy) => exceededLimits(policy, budgets, usedOf))
}

/** Another transaction has used the nonce: what was reserved for it cannot be sent any more. @param except the one that was sent */
export async function endNonce(
  db: Db,
  { chainId, sender, nonce }: Pick<Replaced, 'chainId' | 'sender'> & { readonly nonce: string },
  except?: string,
): Promise<void> {
  for (const row of await replacedSpends(db, { svcTxId: undefined, chainId, sender, nonce }))
    if (row.svc_tx_id !== except && row.state === 'RESERVED') await changeSpend(db, row, 'RELEASED')
}

/** It failed on chain, or a person says that it will not be sent. Returns the reservations that end. */
export async function release(db: Db, svcTxId: string): Promise<readonly PolicySpendRow[]> {
  const open = (await spendsOf(db, svcTxId)).filter(({ state }) => state === 'RESERVED')
  for (const row of open) await changeSpend(db, row, 'RELEASED')
  return open
}
