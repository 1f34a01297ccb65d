import { chainById, mostFees } from '../../api/chains.ts'
import { cappedQuantity } from '../../api/quantity.ts'
import { nativeAmount } from '../../api/text/assets.ts'
import { type SigningRequest, transactionsIn } from '../params/signing-request.ts'

/** The most that the fees of one request may cost (wei), by chain id. */
export interface MaxFees {
  /** Limit for chains without one of their own (wei); when absent, it is what is set for the chain, or by the worth of its currency. */
  readonly other?: bigint | undefined
  /** Decimals of the currencies that it is for; absent: any. */
  readonly otherDecimals?: number | undefined
  readonly byChain?: ReadonlyMap<string, bigint> | undefined
}

/** Undefined: fees in a currency of unknown worth are shown, and no limit is taken for one. */
export function feeLimitOf(chainId: string, { other, otherDecimals, byChain }: MaxFees = {}): bigint | undefined {
  const decimals = chainById(chainId)?.decimals
  // A limit that was meant and says nothing here lets nothing through.
  const isMeant = otherDecimals === undefined || decimals === undefined || decimals === otherDecimals
  return byChain?.get(chainId) ?? (other === undefined || isMeant ? other : 0n) ?? mostFees(chainId)
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
  if (limit === undefined || fees <= limit) return undefined
  const text = (wei: bigint) => nativeAmount(String(wei), chainId)
  return `its fees can cost ${text(fees)}, and the limit is ${text(limit)} (--max-fee)`
}
