import { chainById } from '../../api/chains.ts'
import { cappedQuantity } from '../../api/quantity.ts'
import { nativeAmount } from '../../api/text/assets.ts'
import { mostFees } from '../../shared/most-fees.ts'
import { type SigningRequest, transactionsIn } from '../params/signing-request.ts'

/** The most that the fees of one request may cost (wei), by chain id. */
export interface MaxFees {
  /** Of chains without a limit of their own; undefined: that of the native currency. */
  readonly other?: bigint | undefined
  readonly byChain?: ReadonlyMap<string, bigint> | undefined
}

export function feeLimitOf(chainId: string, { other, byChain }: MaxFees = {}): bigint {
  return byChain?.get(chainId) ?? other ?? mostFees(chainById(chainId)?.currency)
}

/** Gives the most that all its fees can cost, as far as known (wei); undefined: the node or wallet chooses all of them. */
export function maxFeeOf(request: SigningRequest): bigint | undefined {
  const known = transactionsIn(request).flatMap(({ maxFee }) => maxFee ?? [])
  return known.length === 0 ? undefined : cappedQuantity(known.reduce((sum, fee) => sum + fee))
}

/** Its fees and what it pays (wei); undefined: its fees are not known. */
export function maxCostOf(request: SigningRequest): bigint | undefined {
  const fees = maxFeeOf(request)
  if (fees === undefined) return undefined
  return cappedQuantity(
    transactionsIn(request).reduce((sum, { transaction }) => sum + BigInt(transaction.value ?? '0'), fees),
  )
}

/** Says why its fees are refused, without a period; undefined: they are within the limit, or not known. */
export function feeFaultOf(request: SigningRequest, maxFees: MaxFees | undefined): string | undefined {
  const [first] = transactionsIn(request)
  const fees = maxFeeOf(request)
  if (!first || fees === undefined) return undefined
  const { chainId } = first.transaction
  const limit = feeLimitOf(chainId, maxFees)
  if (fees <= limit) return undefined
  const currency = chainById(chainId)?.currency
  const text = (wei: bigint) => nativeAmount(String(wei), currency)
  return `its fees can cost ${text(fees)}, and the limit is ${text(limit)} (--max-fee)`
}
