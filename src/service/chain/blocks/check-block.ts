import { isRecord } from '../../../shared/json.ts'
import { quantityOf } from '../rpc/hex.ts'
import type { AddressTable } from './address-table.ts'
import type { BlockCredit, CheckedBlock, MatchedTransaction, SetCode } from './block.ts'
import { misfit, notYet } from './block-fault.ts'
import type { ReceiptSource } from './block-reader.ts'
import { decodeReceipt, decodeTransaction } from './decode-transaction.ts'
import { Matcher } from './matcher.ts'
import { addressOf, isListOfRecords, isSameHex, type Raw, type RawBlock } from './raw-block.ts'

/** Polygon: logs of state syncs are in no Merkle root and count no gas. */
const POLYGON = '137'
/** Arbitrum: gas of L1 counts in receipts in another way than in headers. */
const ARBITRUM = '42161'

const GWEI = 1_000_000_000n

export interface BlockParts {
  readonly chainId: string
  readonly block: RawBlock
  readonly source: ReceiptSource
  /** Result of `eth_getBlockReceipts` or `eth_getLogs`; undefined: the block has no transactions. */
  readonly effects: unknown
  readonly authorizations: ReadonlyMap<Raw, readonly SetCode[]>
}

/**
 * Checks that the parts of a block belong together, and decodes what may touch an address of the table.
 * @throws BlockFault
 */
export function checkBlock(parts: BlockParts, table: AddressTable): CheckedBlock {
  const { block, source } = parts
  const matcher = new Matcher(table)
  const effects = source === 'receipts' ? effectsByReceipts(parts) : effectsByLogs(parts)
  const matched: MatchedTransaction[] = []
  let hasLogs = false
  for (const [index, { transaction, receipt, logs }] of effects.entries()) {
    matcher.address(transaction.from)
    matcher.address(transaction.to)
    if (receipt) matcher.address(receipt.contractAddress)
    for (const log of logs) {
      if (!isLogOf(log, transaction, block.header.hash)) throw misfit('gave logs of another transaction')
      matcher.address(log.address)
      matcher.topics(log.topics, log.data)
      hasLogs = true
    }
    const authorizations = parts.authorizations.get(transaction) ?? []
    for (const { authority, delegate } of authorizations) {
      matcher.address(authority)
      matcher.address(delegate)
    }
    const candidates = matcher.take()
    if (candidates.length === 0) continue
    const decoded = decodeTransaction(transaction, index, authorizations)
    matched.push({ transaction: decoded, receipt: decodeReceipt(receipt, logs, decoded.type), candidates })
  }
  if (hasLogs !== block.hasLogs && parts.chainId !== POLYGON)
    throw hasLogs
      ? misfit('gave logs for a block whose bloom filter is empty')
      : notYet('left out the logs of the block')
  return { header: block.header, transactions: block.transactions.length, matched, credits: creditsOf(block, matcher) }
}

interface Effects {
  readonly transaction: Raw
  /** Undefined: the node gave logs only. */
  readonly receipt: Raw | undefined
  readonly logs: readonly unknown[]
}

interface RawLog extends Raw {
  readonly topics: readonly unknown[]
}

function isLogOf(log: unknown, transaction: Raw, blockHash: string): log is RawLog {
  return (
    isRecord(log) &&
    Array.isArray(log.topics) &&
    isSameHex(log.transactionHash, transaction.hash) &&
    isSameHex(log.blockHash, blockHash)
  )
}

function effectsByReceipts({ chainId, block, effects }: BlockParts): Effects[] {
  const { transactions, header, gasUsed } = block
  const receipts = transactions.length === 0 && effects === undefined ? [] : effects
  if (receipts === null || (Array.isArray(receipts) && receipts.length < transactions.length))
    throw notYet('does not have all receipts of the block')
  if (!isListOfRecords(receipts)) throw misfit('the receipts of the block are not a list')
  if (receipts.length > transactions.length) throw misfit('gave more receipts than the block has transactions')
  const found = transactions.map((transaction, index) => {
    const receipt = receipts[index] as Raw
    const isOfIt = isSameHex(receipt.transactionHash, transaction.hash) && isSameHex(receipt.blockHash, header.hash)
    if (!isOfIt) throw misfit('gave receipts of another block')
    if (!Array.isArray(receipt.logs)) throw misfit('a receipt has no list of logs')
    return { transaction, receipt, logs: receipt.logs as readonly unknown[] }
  })
  const last = found.at(-1)
  if (last && chainId !== POLYGON && chainId !== ARBITRUM && quantityOf(last.receipt.cumulativeGasUsed) !== gasUsed)
    throw misfit('the gas of the receipts is not that of the block')
  return found
}

function effectsByLogs({ block, effects }: BlockParts): Effects[] {
  const { transactions } = block
  const logs = transactions.length === 0 && effects === undefined ? [] : effects
  if (logs === null) throw notYet('does not have the logs of the block')
  if (!isListOfRecords(logs)) throw misfit('the logs of the block are not a list')
  const byHash = new Map(transactions.map((transaction) => [hashKey(transaction), [] as Raw[]]))
  for (const log of logs) {
    const { transactionHash } = log
    const ofIt = typeof transactionHash === 'string' ? byHash.get(transactionHash.toLowerCase()) : undefined
    if (ofIt === undefined) throw misfit('gave logs of another block')
    ofIt.push(log)
  }
  return transactions.map((transaction) => {
    return { transaction, receipt: undefined, logs: byHash.get(hashKey(transaction)) ?? [] }
  })
}

function hashKey({ hash }: Raw): string {
  if (typeof hash !== 'string') throw misfit('a transaction has no hash')
  return hash.toLowerCase()
}

function creditsOf({ withdrawals, feeRecipient }: RawBlock, matcher: Matcher): BlockCredit[] {
  const amounts = new Map<string, bigint>()
  for (const withdrawal of withdrawals) {
    const address = isRecord(withdrawal) ? addressOf(withdrawal.address) : undefined
    const amount = isRecord(withdrawal) ? quantityOf(withdrawal.amount) : undefined
    if (address === undefined || amount === undefined) throw misfit('a withdrawal cannot be read')
    matcher.address(address)
    if (matcher.take().length > 0) amounts.set(address, (amounts.get(address) ?? 0n) + amount * GWEI)
  }
  matcher.address(feeRecipient)
  return [
    ...Array.from(amounts, ([address, amount]): BlockCredit => ({ address, amount, of: 'withdrawal' })),
    ...matcher.take().map((address): BlockCredit => ({ address, amount: undefined, of: 'fees' })),
  ]
}
