import { EXEC_TRANSACTION } from '../../../shared/safe/selectors.ts'
import { type MatchedTransaction, transactionTypes } from '../../chain/blocks/block.ts'
import { NATIVE, nativeAssetId } from '../../evm/asset.ts'
import { SAFE_SUCCESS } from '../../evm/executions.ts'
import type { AssetAmount } from '../../evm/holdings.ts'
import { type Movement, movementsIn, nativeEmitters, wrappingsIn } from '../../evm/logs.ts'
import { addressAt, wordAt, ZERO_ADDRESS } from '../../evm/words.ts'

/** A transfer that a transaction or its events show. Addresses in lower case. */
export interface Move extends AssetAmount {
  readonly from: string
  readonly to: string
  /** Index of its event in the transaction; -1: the transaction itself. */
  readonly at: number
  /** Set for wrapped native currency that is created or burnt, which no Transfer shows. */
  readonly isWrapping?: true
}

/**
 * Lists all transfers of a transaction. Payments of contracts show only where the protocol logs them (EIP-7708).
 * @param wrapped tokens that are known to wrap the native currency: such events of others prove nothing
 */
export function movesOf(matched: MatchedTransaction, wrapped: ReadonlySet<string>): Move[] {
  const logged = matched.receipt.logs.flatMap((log, at) => movementsIn([log]).map((each) => moveOf(each, at)))
  const isLogged = ({ from, to, amount }: Move) =>
    logged.some((move) => move.token === NATIVE && move.from === from && move.to === to && move.amount === amount)
  return [...paymentsOf(matched).filter((move) => !isLogged(move)), ...logged, ...wrappingsOf(matched, wrapped, logged)]
}

/** Some wrapped tokens also emit a Transfer. */
function wrappingsOf({ receipt }: MatchedTransaction, wrapped: ReadonlySet<string>, logged: readonly Move[]): Move[] {
  if (wrapped.size === 0) return []
  const keyOf = ({ token, from, to, amount }: Move) => `${token} ${from} ${to} ${amount}`
  const shown = new Set(logged.map(keyOf))
  return receipt.logs.flatMap((log, at) =>
    wrappingsIn([log], ({ asset }) => wrapped.has(asset.token))
      .map((wrapping): Move => ({ ...moveOf(wrapping, at), isWrapping: true }))
      .filter((move) => !shown.has(keyOf(move))),
  )
}

function moveOf({ asset, from, to, amount }: Movement, at: number): Move {
  return { ...(nativeEmitters.has(asset.token) ? nativeAssetId : asset), amount, from, to, at }
}

function paymentsOf(matched: MatchedTransaction): Move[] {
  const { transaction, receipt } = matched
  const { from, value, mint, type } = transaction
  const to = transaction.to ?? receipt.created
  const payer = type === transactionTypes.arbitrumDeposit ? ZERO_ADDRESS : from
  const isPaid = value > 0n && to !== undefined && receipt.succeeded !== false
  return [
    // What a deposit creates stays when the rest of it fails.
    ...(mint > 0n ? [native(ZERO_ADDRESS, from, mint, -1)] : []),
    ...(isPaid ? [native(payer, to, value, -1)] : []),
    ...safePayment(matched),
  ]
}

/** Native currency that a Safe pays when it is called directly: no event shows it. */
function safePayment({ transaction: { to: safe, data }, receipt }: MatchedTransaction): Move[] {
  if (safe === undefined || !data.startsWith(EXEC_TRANSACTION)) return []
  const words = `0x${data.slice(EXEC_TRANSACTION.length)}`
  const [to, value, operation] = [addressAt(words), wordAt(words, 1), wordAt(words, 3)]
  const isExecuted = receipt.logs.some(({ address, topics }) => address === safe && topics[0] === SAFE_SUCCESS)
  if (!isExecuted || to === undefined || value === undefined || value === 0n || operation !== 0n) return []
  return [native(safe, to, value, -1)]
}

function native(from: string, to: string, amount: bigint, at: number): Move {
  return { ...nativeAssetId, amount, from, to, at }
}
