import { magnitude } from '../../../shared/bigints.ts'
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
  type BlockChange,
  exactly,
  nearestIn,
  type WeiRange,
} from './account-changes.ts'
import type { AuditContext, FoundActivity } from './audit.ts'
import { balanceActivity, internalActivity, nonceActivity, withInnerMoves } from './found-activity.ts'
import { type InternalTransfer, readInternalTransfers } from './internal-transfers.ts'
import type { Difference } from './locate.ts'

/** Chains whose receipts have the whole fee. Others may leave out a part: operator fees of the OP stack, L1 fees of Arbitrum. */
const WHOLE_FEES: ReadonlySet<string> = new Set(['1', '56', '137', '43114', '11155111'])
/** Transactions with internal transfers of one account that are reported one by one. */
const MAX_INTERNAL = 50

/** What a block does to the accounts with a difference. */
export interface ExplainedBlock extends FoundActivity {
  /** All that it changes, by address. */
  readonly changes: ReadonlyMap<string, AccountChange>
}

/**
 * Reads a block again, for the accounts with a difference: transactions that were not seen, then the internal transfers of
 * all transactions, then what nothing explains. What was stored before is left out.
 * @param differences all in this block
 */
export async function explainBlock(
  differences: readonly [Difference, ...Difference[]],
  context: AuditContext,
): Promise<ExplainedBlock | RpcFailure> {
  const { chainId, db, source } = context
  const addresses = differences.map(({ address }) => address)
  const [{ hash, number }] = differences
  const block = await source.block(hash ?? number, addresses)
  if (isFailure(block)) return block
  const { header } = block
  const events = await eventsInBlocks(db, chainId, header.number, header.number)
  const stored = new Map(events.map((event) => [keyOf(event.tx_hash, event.address, event.kind), storedDetails(event)]))
  const isReported = (hash: string, address: string) =>
    stored.has(keyOf(hash, address, 'sent')) || stored.has(keyOf(hash, address, 'received'))
  const all = compare(differences, block)
  const compared = all.filter(({ isLost }) => !isLost)
  const hidden = new Set(compared.filter(({ hasUnseen }) => hasUnseen).map(({ address }) => address))
  const unseen = hidden.size === 0 ? [] : await context.activitiesOf(block, hidden)
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
    const isFee = !WHOLE_FEES.has(chainId) && magnitude(surplus) <= ownFees(address, block.matched)
    if (surplus !== 0n && !isFee)
      rest.push(balanceActivity(address, surplus, transfers !== undefined, { number: header.number, notBefore }))
  }
  for (const { address, nonce, nonceOf, notBefore } of compared) {
    if (nonce > 0 && nonceOf === 'transactions')
      rest.push(nonceActivity(address, nonce, { number: header.number, notBefore }))
  }
  const isNew = (activity: Activity) => !stored.has(keyOfActivity(activity, header.hash))
  const activities = withInner(unseen.filter(isNew), inner, (activity) =>
    stored.get(keyOfActivity(activity, header.hash)),
  )
  return {
    header,
    activities: [...activities, ...rest.filter(isNew)],
    changes: new Map(all.map((each) => [each.address, wholeChange(each)])),
  }
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

function compare(differences: readonly Difference[], block: CheckedBlock): Compared[] {
  const accounts = new Set(differences.map(({ address }) => address))
  const seen = accountChanges(block, accounts)
  const seenOfTransactions = accountChanges({ ...block, credits: [] }, accounts)
  return differences.map((difference) => {
    const { address, noted, surplus, isLost } = difference
    const { balance, nonce: seenNonce, possible } = seen.get(address) ?? UNTOUCHED
    const required = (noted.balance ?? 0n) + surplus.balance
    const whole = isLost ? nearestIn(possible, required) : required
    // What was noted without an amount was reported.
    const unseen = noted.balance === undefined ? 0n : balance === undefined ? surplus.balance : balance - noted.balance
    const nonce = seenNonce === undefined || noted.nonce === undefined ? surplus.nonce : seenNonce - noted.nonce
    return {
      ...difference,
      hasUnseen: unseen !== 0n || (noted.nonce !== undefined && nonce !== 0),
      whole,
      possible,
      isVague: (seenOfTransactions.get(address) ?? UNTOUCHED).balance === undefined,
      balance: beyond({ whole, possible }, 0n),
      nonce: surplus.nonce - nonce,
    }
  })
}

const UNTOUCHED: BlockChange = { balance: 0n, nonce: 0, possible: exactly(0n) }

function wholeChange({ whole, noted, surplus }: Compared): AccountChange {
  return { balance: whole, nonce: noted.nonce === undefined ? undefined : noted.nonce + surplus.nonce }
}

/** Wei of a change that are left beside what is explained, and beyond what the block can change. */
function beyond({ whole, possible }: Pick<Compared, 'whole' | 'possible'>, explained: bigint): bigint {
  return whole - explained - nearestIn(possible, whole - explained)
}

interface BlockExplanation {
  readonly activities: readonly Activity[]
  /** Wei that they explain. */
  readonly balance: bigint
}

function traced(
  { address }: Compared,
  transfers: readonly InternalTransfer[],
  transactions: ReadonlyMap<string, MinedTransaction>,
): BlockExplanation {
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
function untraced(address: string, block: CheckedBlock, isReported: (hash: string) => boolean): BlockExplanation {
  let balance = 0n
  for (const matched of block.matched) {
    if (!isReported(matched.transaction.hash)) continue
    const changes = accountChanges({ ...block, matched: [matched], credits: [] }, new Set([address]))
    const { balance: direct } = changes.get(address) ?? UNTOUCHED
    if (direct === undefined) continue
    const native = movesOf(matched, new Set()).filter(({ token }) => token === NATIVE)
    balance += gainOf(address, native) - direct - ownFees(address, [matched])
  }
  return { activities: [], balance }
}

/** The transactions of transfers, by hash: also those that do not name the accounts. */
async function transactionsOf(
  transfers: readonly InternalTransfer[],
  block: CheckedBlock,
  { chainId, source }: AuditContext,
): Promise<ReadonlyMap<string, MinedTransaction> | RpcFailure> {
  const { header } = block
  const byHash = (matched: CheckedBlock['matched']) =>
    new Map(matched.map((each) => [each.transaction.hash, minedIn(chainId, header, each)]))
  const known = byHash(block.matched)
  const others = transfers.map(({ transaction }) => transaction).filter((hash) => !known.has(hash))
  if (others.length === 0) return known
  const more = await source.block(header.hash, [], others)
  if (isFailure(more)) return more
  return byHash([...more.matched, ...block.matched])
}

/** Wei. */
function ownFees(address: string, matched: CheckedBlock['matched']): bigint {
  return matched.reduce(
    (sum, { transaction, receipt }) => sum + (transaction.from === address ? (receipt.fee ?? 0n) : 0n),
    0n,
  )
}

function keyOf(hash: string, address: string, kind: Activity['kind']): string {
  return `${hash} ${address} ${kind}`
}

function keyOfActivity({ address, kind, mined }: Activity, blockHash: string): string {
  return keyOf(mined?.transaction.hash ?? blockHash, address, kind)
}
