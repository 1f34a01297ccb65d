import { addressOf, dataOf, quantityOf } from '../../../shared/json/evm-json.ts'
import type { Log } from '../../evm/logs.ts'
import { logOf } from '../rpc/read-log.ts'
import { type ChainTransaction, type SetCode, type TransactionReceipt, transactionTypes } from './block.ts'
import { misfit, type Raw, requireHash, safeNumber } from './raw-block.ts'

const LAST_OF_ETHEREUM = 4
const MAX_TYPE = 0xff

/**
 * Decodes all of a transaction that touches a watched address.
 * @throws BlockFault
 */
export function decodeTransaction(raw: Raw, index: number, authorizations: readonly SetCode[]): ChainTransaction {
  const hash = requireHash(raw.hash, 'the hash of a transaction')
  const from = addressOf(raw.from)
  const to = raw.to === null || raw.to === undefined ? undefined : addressOf(raw.to)
  const isCreation = raw.to === null || raw.to === undefined
  const data = dataOf(raw.input ?? raw.data)
  const value = quantityOf(raw.value)
  const mint = raw.mint === null || raw.mint === undefined ? 0n : quantityOf(raw.mint)
  const type = raw.type === null || raw.type === undefined ? 0 : safeNumber(raw.type, 'the type of a transaction')
  if (from === undefined || (to === undefined && !isCreation) || data === undefined)
    throw misfit(`transaction ${index} cannot be read`)
  if (value === undefined || mint === undefined || type > MAX_TYPE) throw misfit(`transaction ${index} cannot be read`)
  // What other chains pay for their accounts, as a deposit, may have none.
  const hasNone = type > LAST_OF_ETHEREUM && (raw.nonce === null || raw.nonce === undefined)
  const nonce = hasNone ? 0 : safeNumber(raw.nonce, 'the nonce of a transaction')
  return { hash, index, from, to, value, data, nonce, type, mint, authorizations }
}

/**
 * Decodes the receipt of a transaction that touches a watched address.
 * @param raw undefined: the node gave logs only
 * @throws BlockFault
 */
export function decodeReceipt(raw: Raw | undefined, logs: readonly unknown[], type: number): TransactionReceipt {
  return {
    succeeded: raw === undefined ? undefined : statusOf(raw.status),
    fee: raw === undefined ? undefined : feeOf(raw, type),
    created: raw === undefined ? undefined : addressOf(raw.contractAddress),
    logs: logs.map(decodeLog),
    ...(raw !== undefined && logs.length === 0 && quantityOf(raw.gasUsed) === PAYMENT_GAS && { isPayment: true }),
  }
}

/** What a transaction costs before any code runs; data and lists of access cost more. */
const PAYMENT_GAS = 21_000n

function statusOf(status: unknown): boolean | undefined {
  const value = quantityOf(status)
  return value === 1n ? true : value === 0n ? false : undefined
}

/**
 * Gas, blobs (EIP-4844) and on the OP stack the L1 fee. Undefined where a part is not said: the operator fee of the OP
 * stack is given by factors that upgrades interpret in different ways.
 */
function feeOf(raw: Raw, type: number): bigint | undefined {
  if (type === transactionTypes.optimismDeposit) return 0n
  if (type === transactionTypes.arbitrumSubmitRetryable) return undefined
  const gas = product(raw.gasUsed, raw.effectiveGasPrice)
  const blobs =
    raw.blobGasUsed === undefined || raw.blobGasPrice === undefined ? 0n : product(raw.blobGasUsed, raw.blobGasPrice)
  const l1 = raw.l1Fee === undefined || raw.l1Fee === null ? 0n : quantityOf(raw.l1Fee)
  const hasOperatorFee = [raw.operatorFeeScalar, raw.operatorFeeConstant].some(
    (factor) => (quantityOf(factor) ?? 0n) > 0n,
  )
  if (gas === undefined || blobs === undefined || l1 === undefined || hasOperatorFee) return undefined
  return gas + blobs + l1
}

function product(one: unknown, other: unknown): bigint | undefined {
  const [first, second] = [quantityOf(one), quantityOf(other)]
  return first === undefined || second === undefined ? undefined : first * second
}

function decodeLog(raw: unknown): Log {
  const log = logOf(raw)
  if (log === undefined) throw misfit('a log cannot be read')
  return log
}
