import * as ContractAddress from 'ox/ContractAddress'
import { chainIds } from '../../../api/chains.ts'
import { addressOf, quantityOf } from '../../../shared/json/evm-json.ts'
import { isRecord, membersOf } from '../../../shared/json/json.ts'
import type { AddressTable } from './address-table.ts'
import type { BlockCredit, CheckedBlock, MatchedTransaction, SetCode } from './block.ts'
import type { ReceiptSource } from './block-reader.ts'
import { decodeReceipt, decodeTransaction } from './decode-transaction.ts'
import { Matcher } from './matcher.ts'
import { isListOfRecords, isSameHex, misfit, notYet, type Raw, type RawBlock } from './raw-block.ts'
import { POLYGON, stateSyncHash } from './state-sync.ts'

/**
 * Chains whose receipts count gas as their headers do. Not Arbitrum, for gas of L1, nor polygon; of those that a list or a person
 * names it is not known: zkSync's receipts say 0.
 */
const COUNTS_ALIKE: ReadonlySet<string> = new Set(['1', '10', '56', '8453', '43114', '11155111'])

const GWEI = 1_000_000_000n

/** What the transactions of a block did, as a node gave it. */
export interface BlockEffects {
  readonly source: ReceiptSource
  /** Result of `eth_getBlockReceipts` or `eth_getLogs`: anything. */
  readonly effects: unknown
}

interface BlockParts extends BlockEffects {
  readonly chainId: string
  readonly block: RawBlock
  readonly authorizations: ReadonlyMap<Raw, readonly SetCode[]>
}

/**
 * Checks that the parts of a block belong together, and decodes what may touch an address of the table.
 * @param wanted hashes (lower case) of transactions that are decoded even if they touch no watched address
 * @throws BlockFault
 */
export function checkBlock(parts: BlockParts, table: AddressTable, wanted: ReadonlySet<string>): CheckedBlock {
  const { chainId, block } = parts
  const { transactions, header } = block
  const matcher = new Matcher(table)
  const effects = effectsOf(parts)
  const syncHash = chainId === POLYGON ? stateSyncHash(header) : undefined
  const isWanted = ({ hash }: Raw) => wanted.size > 0 && typeof hash === 'string' && wanted.has(hash.toLowerCase())
  const matched: MatchedTransaction[] = []
  let hasLogs = false
  // Outside of every Merkle root, and so of the bloom filter.
  let hasLogsOfSync = false
  for (let index = 0; index < transactions.length; index++) {
    const transaction = transactions[index] as Raw
    const receipt = effects.receipt(index, transaction)
    const logs = effects.logs(index)
    matcher.address(transaction.from)
    matcher.address(transaction.to)
    matcher.address(receipt ? receipt.contractAddress : creationOf(transaction))
    for (const log of logs) {
      if (!isLogOf(log, transaction, header.hash)) throw misfit('gave logs of another transaction')
      matcher.address(log.address)
      matcher.topics(log.topics, log.data)
    }
    if (logs.length > 0)
      if (syncHash !== undefined && isSameHex(transaction.hash, syncHash)) hasLogsOfSync = true
      else hasLogs = true
    const authorizations = parts.authorizations.get(transaction) ?? []
    for (const { authority, delegate } of authorizations) {
      matcher.address(authority)
      matcher.address(delegate)
    }
    const candidates = matcher.take()
    if (candidates.length === 0 && !isWanted(transaction)) continue
    const decoded = decodeTransaction(transaction, index, authorizations)
    matched.push({ transaction: decoded, receipt: decodeReceipt(receipt, logs, decoded.type), candidates })
  }
  // Elsewhere a header may have no filter.
  if (hasLogs && !block.hasLogs && chainIds.includes(chainId))
    throw misfit('gave logs for a block whose bloom filter is empty')
  if (block.hasLogs && !hasLogs && !hasLogsOfSync) throw notYet('left out the logs of the block')
  return { header, transactions: transactions.length, matched, credits: creditsOf(block, matcher) }
}

/**
 * Adds receipts that were read one by one to a block that was read with logs.
 * @param receiptOf results of `eth_getTransactionReceipt`, by hash; a transaction without an entry stays as it is
 * @throws BlockFault
 */
export function withReceipts(block: CheckedBlock, receiptOf: ReadonlyMap<string, unknown>): CheckedBlock {
  const matched = block.matched.map((each): MatchedTransaction => {
    const { hash, type } = each.transaction
    if (!receiptOf.has(hash)) return each
    const raw = receiptOf.get(hash)
    if (raw === null) throw notYet('does not have the receipt of a transaction of the block')
    if (!isRecord(raw)) throw misfit('a receipt is not an object')
    if (!isSameHex(raw.transactionHash, hash) || !isSameHex(raw.blockHash, block.header.hash))
      throw misfit('gave a receipt of another block')
    if (!Array.isArray(raw.logs) || raw.logs.length !== each.receipt.logs.length)
      throw misfit('a receipt has other logs than the block')
    return { ...each, receipt: decodeReceipt(raw, raw.logs, type) }
  })
  return { ...block, matched }
}

/** Without a receipt: the contract that a transaction creates unless it fails. */
function creationOf({ from, to, nonce }: Raw): string | undefined {
  if (to !== null && to !== undefined) return undefined
  const [creator, count] = [addressOf(from), quantityOf(nonce)]
  if (creator === undefined || count === undefined) return undefined
  return ContractAddress.fromCreate({ from: creator as `0x${string}`, nonce: count })
}

/** What the transactions of a block did. */
interface Effects {
  /** Returns undefined when the node gave logs only. */
  receipt(index: number, transaction: Raw): Raw | undefined
  logs(index: number): readonly unknown[]
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

function effectsOf({ chainId, block, source, effects: value }: BlockParts): Effects {
  const effects = value === null && block.transactions.length === 0 ? [] : value
  if (effects === null) throw notYet(`does not have the ${source} of the block`)
  if (!isListOfRecords(effects)) throw misfit(`the ${source} of the block are not a list`)
  return source === 'receipts' ? effectsByReceipts(chainId, block, effects) : effectsByLogs(block, effects)
}

function effectsByReceipts(chainId: string, block: RawBlock, receipts: readonly Raw[]): Effects {
  const { transactions, header, gasOfReceipts } = block
  if (receipts.length < transactions.length) throw notYet('does not have all receipts of the block')
  if (receipts.length > transactions.length) throw misfit('gave more receipts than the block has transactions')
  const countsAlike = gasOfReceipts !== undefined && COUNTS_ALIKE.has(chainId)
  return {
    receipt(index, transaction) {
      const receipt = receipts[index] as Raw
      if (!isSameHex(receipt.transactionHash, transaction.hash) || !isSameHex(receipt.blockHash, header.hash))
        throw misfit('gave receipts of another block')
      const isLast = index === receipts.length - 1
      if (isLast && countsAlike && quantityOf(receipt.cumulativeGasUsed) !== gasOfReceipts)
        throw misfit('the gas of the receipts is not that of the block')
      return receipt
    },
    logs(index) {
      const logs = receipts[index]?.logs
      if (!Array.isArray(logs)) throw misfit('a receipt has no list of logs')
      return logs
    },
  }
}

const NO_LOGS: readonly unknown[] = []

function effectsByLogs({ transactions }: RawBlock, logs: readonly Raw[]): Effects {
  const indexes = new Map(transactions.map(({ hash }, index) => [hash, index]))
  const byIndex = new Map<number, Raw[]>()
  for (const log of logs) {
    const index = indexes.get(log.transactionHash)
    if (index === undefined) throw misfit('gave logs of another block')
    const ofIt = byIndex.get(index)
    if (ofIt) ofIt.push(log)
    else byIndex.set(index, [log])
  }
  return { receipt: () => undefined, logs: (index) => byIndex.get(index) ?? NO_LOGS }
}

function creditsOf({ withdrawals, feeRecipient }: RawBlock, matcher: Matcher): BlockCredit[] {
  const amounts = new Map<string, bigint>()
  for (const withdrawal of withdrawals) {
    const { address: account, amount: gwei } = membersOf(withdrawal)
    const [address, amount] = [addressOf(account), quantityOf(gwei)]
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
