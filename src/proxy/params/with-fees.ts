import { cappedFee, cappedQuantity } from '../../api/quantity.ts'
import { quantityOf } from '../../shared/json/evm-json.ts'
import { feeLimitOf, type MaxFees, maxFeeOf } from '../decide/fees.ts'
import { readIfAnswered, type Upstream } from '../http/upstream.ts'
import { digestOf, isSigned, type RequestedTransaction, type SigningRequest } from './signing-request.ts'

type Node = Pick<Upstream, 'read'>

/** The most gas of one transaction since Fusaka (EIP-7825), for a price that the sender sets and a node that does not estimate it. */
const MOST_GAS = 2n ** 24n
/** go-ethereum, which others follow, sets the most to twice the base fee and a tip (internal/ethapi/transaction_args.go). */
const HEADROOM = 2n
/** Fees of a digest are rounded up to this part of their limit. */
const STEPS = 10n
/** In the place of a limit where the worth of the currency is not known. */
const WHOLE = 10n ** 18n

/**
 * Adds the most that the fees can cost. Where the sender sets the gas or its price alone, the other one is read from the node,
 * which it would choose; where the sender sets neither, nothing is known. Without a signature the digest has the fees,
 * rounded up to a tenth of their limit: an approval covers small changes.
 * @param chainId of the upstream
 */
export async function withFees(
  request: SigningRequest,
  chainId: string,
  maxFees: MaxFees | undefined,
  upstream: Node,
): Promise<SigningRequest> {
  const [first, ...others] = await Promise.all(
    request.parts.map(async (part) => (part.kind !== 'transaction' ? part : withFee(part, upstream))),
  )
  if (!first) throw new Error('the request has no part')
  const known: SigningRequest = { ...request, parts: [first, ...others] }
  const fees = maxFeeOf(known)
  if (fees === undefined || isSigned(known)) return known
  const step = (feeLimitOf(chainId, maxFees) ?? WHOLE) / STEPS || 1n
  const steps = (fees + step - 1n) / step
  // Up to one step like fees that are not known.
  return steps <= 1n ? known : { ...known, digest: digestOf([request.digest, String(steps)]) }
}

async function withFee(part: RequestedTransaction, upstream: Node): Promise<RequestedTransaction> {
  const { gas, gasPrice, blobFee = 0n } = part.feeTerms
  if (gas === undefined && gasPrice === undefined)
    return blobFee > 0n ? { ...part, maxFee: cappedQuantity(blobFee) } : part
  const [units, price] = await Promise.all([
    gas ?? estimatedGas(part, upstream),
    gasPrice ?? readQuantity('eth_gasPrice', [], upstream).then((found) => found && found * HEADROOM),
  ])
  return price === undefined ? part : { ...part, maxFee: cappedFee(units, price, blobFee) }
}

async function estimatedGas({ transaction, feeTerms }: RequestedTransaction, upstream: Node): Promise<bigint> {
  const { from, to, value, data } = transaction
  const call = { from, ...(to && { to }), value, data }
  const estimated = await readQuantity('eth_estimateGas', [call], upstream)
  return estimated === undefined ? MOST_GAS : estimated + (feeTerms.listGas ?? 0n)
}

/** Asks the node for a quantity; undefined when it does not give one. */
async function readQuantity(method: string, params: readonly unknown[], upstream: Node): Promise<bigint | undefined> {
  return quantityOf(await readIfAnswered(upstream, method, params))
}
