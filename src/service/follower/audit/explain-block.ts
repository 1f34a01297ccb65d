import { magnitude } from '../../../shared/magnitude.ts'
import { type CheckedBlock, type MinedTransaction, minedIn } from '../../chain/blocks/block.ts'
import { isFailure, type RpcFailure } from '../../chain/rpc/json-rpc.ts'
import { NATIVE } from '../../evm/asset.ts'
import { gainOf } from '../../evm/holdings.ts'
import { eventsInBlocks } from '../../store/repositories/chain-events.ts'
import type { Activity, ActivityDetails } from '../activity/activity.ts'
import { storedDetails } from '../activity/details.ts'
import { movesOf } from '../activity/moves.ts'
import {
  type AccountChange,
  accountChanges,
  exactOf,
  nearestIn,
  possibleChange,
  type WeiRange,
} from './account-changes.ts'
import type { AuditContext } from './audit.ts'
import { balanceActivity, internalActivity, nonceActivity, withInnerMoves } from './found-activity.ts'
import { type InternalTransfer, readInternalTransfers } from './internal-transfers.ts'
import type { AccountState } from './ledger.ts'

/** An account of which a block changes more than what was noted. */
export interface Difference {
  readonly address: string
  /** What was noted when the block was applied. */
  readonly noted: AccountChange
  /** What changed besides; where nothing is noted, the whole change. */
  readonly surplus: AccountState
  /** Its nonce counts its own transactions and nothing else. */
  readonly countsNonce: boolean
  /** The oldest block that it can be in, where that is not known to be this one. */
  readonly notBefore: number | undefined
}

/** Chains on which a receipt may leave out a part of the fee: operator fees of the OP stack, L1 fees of Arbitrum. */
const ODD_FEES: ReadonlySet<string> = new Set(['10', '8453', '42161'])
/** Transactions with internal transfers of one account that are reported one by one. */
const MAX_INTERNAL = 50

/**
 * Reads a block again, for the accounts with a difference: transactions that were not seen, then the internal transfers of
 * all transactions, then what nothing explains. What was stored before is left out.
 * @param at number, or hash where it is known
 */
export async function explainBlock(
  at: number | string,
  differences: readonly Difference[],
  context: AuditContext,
): Promise<{ readonly block: CheckedBlock; readonly activities: readonly Activity[] } | RpcFailure> {
  const { chainId, db, source } = context
  const addresses = differences.map(({ address }) => address)
  const block = await source.block(at, addresses)
  if (isFailure(block)) return block
  const { header } = block
  const events = await eventsInBlocks(db, chainId, header.number, header.number)
  const stored = new Map(events.map((event) => [keyOfEvent(event), storedDetails(event)]))
  const isReported = (hash: string, address: string) =>
    stored.has(keyOf(hash, address, 'sent')) || stored.has(keyOf(hash, address, 'received'))
  const changes = accountChanges(block, new Set(addresses))
  const compared = differences.map((difference) => compare(difference, changes.get(difference.address), block))
  const unseen = await unseenActivities(compared, block, context)
  const inner: Activity[] = []
  const rest: Activity[] = []

  const open = compared.filter(({ balance, isVague }) => balance !== 0n || isVague)
  const accounts = new Set(open.map(({ address }) => address))
  const transfers = open.length === 0 ? [] : await readInternalTransfers(context, header, accounts)
  const transactions = await transactionsOf(transfers ?? [], block, context)
  if (isFailure(transactions)) return transactions
  for (const difference of open) {
    const { address, notBefore } = difference
    const explained = transfers
      ? traced(difference, transfers, transactions)
      : untraced(address, block, (hash) => isReported(hash, address))
    inner.push(...explained.activities)
    const surplus = beyond(difference, explained.balance)
    const isFee = ODD_FEES.has(chainId) && magnitude(surplus) <= ownFees(address, block)
    if (surplus !== 0n && !isFee)
      rest.push(balanceActivity(address, surplus, transfers !== undefined, { number: header.number, notBefore }))
  }
  for (const { address, nonce, countsNonce, notBefore } of compared) {
    if (nonce > 0 && countsNonce) rest.push(nonceActivity(address, nonce, { number: header.number, notBefore }))
  }
  const isNew = (activity: Activity) => !stored.has(keyOfActivity(activity, header.hash))
  const activities = withInner(unseen.filter(isNew), inner, (activity) =>
    stored.get(keyOfActivity(activity, header.hash)),
  )
  return { block, activities: [...activities, ...rest.filter(isNew)] }
}

/**
 * Activities with those of inner calls: one of an address, kind and transaction, also where it was stored before.
 * @param stored what was stored of an activity
 */
function withInner(
  activities: readonly Activity[],
  inner: readonly Activity[],
  stored: (activity: Activity) => ActivityDetails | undefined,
): Activity[] {
  const all = [...activities]
  for (const each of inner) {
    const at = all.findIndex((other) => keyOfActivity(other, '') === keyOfActivity(each, ''))
    const known = all[at]?.details ?? stored(each)
    const details = known ? withInnerMoves(known, each.details) : each.details
    if (details) all.splice(at < 0 ? all.length : at, 1, { ...each, details })
  }
  return all
}

/** A difference after what the transactions of the block explain. */
interface Compared extends Difference {
  /** Transactions that were not noted. */
  readonly hasUnseen: boolean
  /** Wei by which the block changes the account. */
  readonly whole: bigint
  /** What its transactions and credits can change. */
  readonly possible: WeiRange
  /** Its transactions do not say how much they change: an inner call can be a part of it. */
  readonly isVague: boolean
  readonly balance: bigint
  readonly nonce: number
}

function compare(difference: Difference, change: AccountChange | undefined, block: CheckedBlock): Compared {
  const { address, noted, surplus } = difference
  const whole = (noted.balance ?? 0n) + surplus.balance
  const possible = possibleChange(block, address)
  const exact = exactOf(possible)
  // What was noted without an amount was reported.
  const unseen = noted.balance === undefined ? 0n : exact === undefined ? surplus.balance : exact - noted.balance
  const { nonce: seen } = change ?? { nonce: 0 }
  const nonce = seen === undefined || noted.nonce === undefined ? surplus.nonce : seen - noted.nonce
  const hasUnseen = unseen !== 0n || (noted.nonce !== undefined && nonce !== 0)
  return {
    ...difference,
    ...{ hasUnseen, whole, possible },
    isVague: exactOf(possibleChange({ ...block, credits: [] }, address)) === undefined,
    balance: beyond({ whole, possible }, 0n),
    nonce: surplus.nonce - nonce,
  }
}

/** Wei of a change that are left beside what is explained, and beyond what the block can change. */
function beyond({ whole, possible }: Pick<Compared, 'whole' | 'possible'>, explained: bigint): bigint {
  return whole - explained - nearestIn(possible, whole - explained)
}

async function unseenActivities(
  compared: readonly Compared[],
  block: CheckedBlock,
  { activitiesOf }: AuditContext,
): Promise<Activity[]> {
  const addresses = new Set(compared.filter(({ hasUnseen }) => hasUnseen).map(({ address }) => address))
  return addresses.size === 0 ? [] : [...(await activitiesOf(block, addresses))]
}

interface Explanation {
  readonly activities: readonly Activity[]
  /** Wei that they explain. */
  readonly balance: bigint
}

function traced(
  { address }: Compared,
  transfers: readonly InternalTransfer[],
  transactions: ReadonlyMap<string, MinedTransaction>,
): Explanation {
  const own = transfers.filter(({ from, to }) => from === address || to === address)
  const byTransaction = [...Map.groupBy(own, ({ transaction }) => transaction)].slice(0, MAX_INTERNAL)
  const found = byTransaction.flatMap(([hash, moved]) => {
    const mined = transactions.get(hash)
    const net = gainOf(address, moved)
    return mined ? [{ activity: internalActivity(address, mined, moved), net }] : []
  })
  return {
    activities: found.map(({ activity }) => activity),
    balance: found.reduce((sum, { net }) => sum + net, 0n),
  }
}

/**
 * Without a trace: native currency that transactions show besides their own value, such as a payment of a Safe.
 * @param isReported whether the transfers of a transaction, by its hash, were reported
 */
function untraced(address: string, block: CheckedBlock, isReported: (hash: string) => boolean): Explanation {
  let balance = 0n
  for (const matched of block.matched) {
    const { transaction, receipt } = matched
    if (!isReported(transaction.hash)) continue
    const changes = accountChanges({ ...block, matched: [matched], credits: [] }, new Set([address]))
    const direct = changes.has(address) ? changes.get(address)?.balance : 0n
    if (direct === undefined) continue
    const fee = transaction.from === address ? (receipt.fee ?? 0n) : 0n
    const native = movesOf(matched, new Set()).filter(({ token }) => token === NATIVE)
    balance += gainOf(address, native) - direct - fee
  }
  return { activities: [], balance }
}

/** The transactions of transfers, by hash: those that name the accounts, and the others by their senders. */
async function transactionsOf(
  transfers: readonly InternalTransfer[],
  block: CheckedBlock,
  { chainId, source }: AuditContext,
): Promise<ReadonlyMap<string, MinedTransaction> | RpcFailure> {
  const { header } = block
  const byHash = (matched: CheckedBlock['matched']) =>
    new Map(matched.map((each) => [each.transaction.hash, minedIn(chainId, header, each)]))
  const known = byHash(block.matched)
  const senders = transfers.filter(({ transaction }) => !known.has(transaction)).map(({ sender }) => sender)
  if (senders.length === 0) return known
  const more = await source.block(header.hash, [...new Set(senders)])
  if (isFailure(more)) return more
  return byHash([...more.matched, ...block.matched])
}

/** Wei. */
function ownFees(address: string, { matched }: CheckedBlock): bigint {
  return matched.reduce(
    (sum, { transaction, receipt }) => sum + (transaction.from === address ? (receipt.fee ?? 0n) : 0n),
    0n,
  )
}

function keyOf(hash: string, address: string, kind: Activity['kind']): string {
  return `${hash} ${address} ${kind}`
}

function keyOfEvent({ tx_hash, address, kind }: { tx_hash: string; address: string; kind: Activity['kind'] }): string {
  return keyOf(tx_hash, address, kind)
}

function keyOfActivity({ address, kind, mined }: Activity, blockHash: string): string {
  return keyOf(mined?.transaction.hash ?? blockHash, address, kind)
}
