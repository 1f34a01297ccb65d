import { addressOf, dataOf, hashOf, quantityOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { repeat } from '../../../shared/time/repeat.ts'
import type { Sleep } from '../../../shared/time/sleep.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import type { ReadyNode } from '../../chain/nodes/chain-node.ts'
import type { OpenedChain } from '../../chain/open-chain.ts'
import { failuresIn, isReply, type RpcRequest } from '../../chain/rpc/json-rpc.ts'
import { logOf } from '../../chain/rpc/read-log.ts'
import type { Log } from '../../evm/logs.ts'
import { endNonce, failSpends, settle as settleSpends, unsettle } from '../../policies/budgets.ts'
import type { StoredChains } from '../../store/repositories/chain-nodes.ts'
import { doubtReported, forgetConfirmed } from '../../store/repositories/payments.ts'
import { noteCheck, reportsToCheck } from '../../store/repositories/transactions.ts'
import { CONFIRMED, type Db, type TransactionRow } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import { isDataOf, RECHECK_MS, recordReported } from './report-on-chain.ts'
import { type DueReports, findDue } from './reports-due.ts'

export interface ConfirmDeps {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly clock: Clock
  readonly chain: Pick<OpenedChain, 'pool' | 'chainIds'>
  readonly sleep?: Sleep
}

/** A reported transaction that no node has is requested for so long. */
const TRIED_MS = DAY_MS
/** The wait between two requests for it is half of its age (ms), within these limits. */
const SHORTEST_WAIT_MS = 4000
const LONGEST_WAIT_MS = 30 * 60 * 1000
/** The wait after a request that no node answered (ms). */
const UNANSWERED_MS = 30_000
/** Blocks after which a confirmed transaction is not looked for any more. */
const SETTLED_BLOCKS = 64n
/** Reports in one question to a node. */
const MOST = 50
const BUDGET_MS = 10_000
const POLL_MS = 2000

/** Confirms reports until the signal aborts. */
export async function keepConfirming(
  deps: ConfirmDeps,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  const work = async () => confirmDue(deps, await findDue(deps), deps.clock.elapsed() + BUDGET_MS)
  await repeat(work, { pauseMs: POLL_MS, signal, report, sleep: deps.sleep })
}

/**
 * Requests the reported transactions that are due from nodes. A report becomes history when a node has the transaction as it
 * was validated and reported: it succeeded, with the same sender, target, value, data and block. One that a reorg removed is
 * history no more.
 * @param until end of the budget, in ms of `clock.elapsed()`
 */
export async function confirmDue(deps: ConfirmDeps, { stored, due }: DueReports, until: number): Promise<void> {
  for (const chainId of due) await confirmChain(deps, chainId, stored, until)
}

async function confirmChain(deps: ConfirmDeps, chainId: string, stored: StoredChains, until: number): Promise<void> {
  const { store, clock, chain } = deps
  const pool = await chain.pool()
  while (clock.elapsed() < until) {
    const rows = await reportsToCheck(store.read, chainId, clock.now() + 1, MOST)
    if (rows.length === 0) return
    const { value } = await pool.race(pool.nodesOf(chainId, stored), until, async (ready) =>
      readReported(ready, rows, until),
    )
    for (const [at, row] of rows.entries()) await settle(deps, row, value?.[at])
  }
}

/** What a node says about a transaction. */
interface Answer {
  /** Absent when the node does not have it. */
  readonly found: Found | undefined
  /** Number of the block at its head. */
  readonly head: bigint
}

interface Found {
  /** As it was validated, and it succeeded. */
  readonly isSame: boolean
  /** As it was validated, and it did nothing. */
  readonly hasFailed: boolean
  /** Account nonce that it used, decimal. */
  readonly nonce: string | undefined
  readonly number: bigint
  readonly hash: string
  readonly logs: readonly Log[]
}

async function readReported({ node, head }: ReadyNode, rows: readonly TransactionRow[], until: number) {
  const requests: RpcRequest[] = rows.flatMap(({ transaction_id }) =>
    ['eth_getTransactionReceipt', 'eth_getTransactionByHash'].map((method) => ({ method, params: [transaction_id] })),
  )
  const replies = await node.rpc.send(requests, until)
  const failure = failuresIn(replies)[0]
  const value = rows.map((row, at): Answer | undefined => {
    const [receipt, transaction] = replies.slice(2 * at, 2 * at + 2)
    if (!receipt || !transaction || !isReply(receipt) || !isReply(transaction)) return undefined
    return { found: foundIn(row, receipt.result, transaction.result), head: head.number }
  })
  return { value, failure }
}

function foundIn(row: TransactionRow, receipt: unknown, transaction: unknown): Found | undefined {
  if (!isRecord(receipt) || !isRecord(transaction)) return undefined
  const number = quantityOf(receipt.blockNumber)
  const hash = hashOf(receipt.blockHash)
  if (number === undefined || hash === undefined || hashOf(receipt.transactionHash) !== row.transaction_id)
    return undefined
  const data = dataOf(transaction.input ?? transaction.data)
  const status = quantityOf(receipt.status)
  const isValidated =
    hashOf(transaction.hash) === row.transaction_id &&
    hashOf(transaction.blockHash) === hash &&
    addressOf(transaction.from) === row.from_key &&
    (transaction.to == null ? null : addressOf(transaction.to)) === row.to_key &&
    quantityOf(transaction.value) === BigInt(row.value) &&
    data !== undefined &&
    isDataOf(row, data)
  const logs = Array.isArray(receipt.logs) ? receipt.logs.flatMap((log) => logOf(log) ?? []) : []
  const nonce = quantityOf(transaction.nonce)
  return {
    isSame: isValidated && status === 1n,
    hasFailed: isValidated && status === 0n,
    nonce: nonce === undefined ? undefined : String(nonce),
    number,
    hash,
    logs,
  }
}

async function settle({ store, clock }: ConfirmDeps, row: TransactionRow, answer: Answer | undefined): Promise<void> {
  const now = clock.now()
  const number = BigInt(row.block_number ?? 0)
  const seen = answer?.found?.isSame ? answer.found : undefined
  // Less and less often: most reorgs are soon.
  const since = row.standing === CONFIRMED ? (row.check_until ?? now) : now
  const later = { check_at: now + Math.max(RECHECK_MS, now - since), check_until: since }
  if (!answer) {
    await store.write((db) => noteCheck(db, row, { check_at: now + UNANSWERED_MS }))
    return
  }
  if (row.standing === CONFIRMED) {
    // A node that is behind says nothing.
    if (!seen && answer.head < number) await store.write((db) => noteCheck(db, row, later))
    else if (!seen) await undo(store, row, now)
    else {
      const isSettled = answer.head - seen.number >= SETTLED_BLOCKS
      const place = { block_number: String(seen.number), block_hash: seen.hash }
      await store.write((db) => noteCheck(db, row, { ...later, ...place, ...(isSettled && { check_at: null }) }))
    }
    return
  }
  if (seen?.number === number)
    await store.write(async (db) => {
      if (!(await noteCheck(db, row, { ...later, standing: CONFIRMED, block_hash: seen.hash }))) return
      await recordReported(row, { db, now, standing: CONFIRMED, logs: seen.logs, isCounted: () => true })
      await settleSpends(db, row.id, row.block_time ?? now)
      await endNonceOf(db, row, seen)
    })
  else
    await store.write(async (db) => {
      if (!(await noteCheck(db, row, { ...nextTry(row, now), standing: 0 }))) return
      await doubtReported(db, row.id)
      if (!answer.found?.hasFailed) return
      await failSpends(db, row.id)
      await endNonceOf(db, row, answer.found)
    })
}

async function endNonceOf(db: Db, row: TransactionRow, { nonce }: Pick<Found, 'nonce'>): Promise<void> {
  if (nonce !== undefined) await endNonce(db, { chain_id: row.chain_id, sender: row.from_key, nonce }, row.id)
}

async function undo(store: ConfirmDeps['store'], row: TransactionRow, now: number): Promise<void> {
  await store.write(async (db) => {
    const changes = { ...nextTry({ ...row, check_until: null }, now), standing: 0 as const, block_hash: null }
    if (!(await noteCheck(db, row, changes))) return
    await forgetConfirmed(db, row.id)
    await unsettle(db, row.id)
  })
}

function nextTry({ check_until }: Pick<TransactionRow, 'check_until'>, now: number) {
  const until = check_until ?? now + TRIED_MS
  const age = now - (until - TRIED_MS)
  const wait = Math.min(Math.max(age / 2, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
  return { check_at: now >= until ? null : Math.round(now + wait), check_until: until }
}
