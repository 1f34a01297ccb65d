import { chainById } from '../../../../api/chains.ts'
import { NATIVE_DECIMALS } from '../../../../api/text/assets.ts'
import { dollarDecimals } from '../../../../shared/money/dollars.ts'
import { NATIVE } from '../../../evm/asset.ts'
import { addressOfNumber, isZeroAddress } from '../../../evm/words.ts'
import { type Asset, currency, type Paid } from '../../actions/actions.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import { evmChainOf } from '../../effects/destinations.ts'
import type { ReadMeaning } from '../known-message.ts'
import { receiverOf, tradeActions } from './trade.ts'

/** Orders of ParaSwap Delta 2 (Velora): solvers fill them, also on another chain. */

interface DeltaOrder {
  readonly owner: string
  readonly beneficiary: string
  readonly srcToken: string
  readonly destToken: string
  readonly srcAmount: bigint
  readonly destAmount: bigint
  readonly expectedAmount: bigint
  readonly kind: number
  readonly partnerAndFee: bigint
  readonly bridge: Bridge
}

/** Without any value: nothing is bridged. */
interface Bridge {
  readonly protocolSelector: string
  readonly destinationChainId: bigint
  readonly outputToken: string
  /** The output has so many more decimals than what is bridged. */
  readonly scalingFactor: number
  readonly protocolData: string
}

export const deltaOrder: ReadMeaning = ({ message, contract, domain }) => {
  const order = argumentsAs<DeltaOrder>(message)
  const { owner, bridge } = order
  const { destinationChainId: chain } = bridge
  const hides = hiddenIn(order, String(domain.chainId))
  const kept = keptFrom(order)
  const output = (amount: bigint) => (chain === 0n ? currency(order.destToken, amount) : bridged(amount, bridge))
  const receives: readonly Paid[] = [
    { asset: output(order.destAmount - kept), to: receiverOf(order.beneficiary, owner) },
    { asset: output(kept), to: partnerOf(order) ?? contract },
  ]
  return {
    actions: tradeActions({
      market: 'velora',
      signer: owner,
      gives: [currency(order.srcToken, order.srcAmount)],
      receives: receives.filter(({ asset }, index) => index === 0 || asset.amount !== 0n),
    }),
    ...(chain !== 0n && { arrivesOn: { chain, path: 'message.bridge.destinationChainId' } }),
    ...(hides !== undefined && { hides }),
  }
}

const SELL = 0
const HUNDRED_PERCENT = 10_000n
const MOST_FEE = 200n

/** The partner, two flags and the fee, in hundredths of a per cent. */
const PARTNER = 96n
const FEE_BITS = 8
const TAKES_SURPLUS = 1n << 8n
const KNOWN_BITS = 10

function partnerOf({ partnerAndFee }: DeltaOrder): string | undefined {
  const partner = addressOfNumber(partnerAndFee >> PARTNER)
  return isZeroAddress(partner) ? undefined : partner
}

/**
 * What is kept from the least output, which is compared before: half of what is above the expected amount, and from the rest the
 * fee of the partner, or the other half for it.
 */
function keptFrom(order: DeltaOrder): bigint {
  const { destAmount, expectedAmount, kind, partnerAndFee } = order
  const surplus = kind === SELL && destAmount > expectedAmount ? destAmount - expectedAmount : 0n
  const half = surplus / 2n
  if (partnerOf(order) === undefined) return half
  const given = BigInt.asUintN(FEE_BITS, partnerAndFee)
  const fee = given > MOST_FEE ? MOST_FEE : given
  if (fee === 0n) return (partnerAndFee & TAKES_SURPLUS) === 0n ? half : surplus
  return half + ((destAmount - half) * fee) / HUNDRED_PERCENT
}

function bridged(amount: bigint, { outputToken, destinationChainId, scalingFactor }: Bridge): Asset {
  const scale = 10n ** BigInt(Math.abs(scalingFactor))
  const asset = currency(outputToken, scalingFactor < 0 ? amount / scale : amount * scale)
  const on = evmChainOf('evm', destinationChainId)
  return on === undefined ? asset : { ...asset, on }
}

/** What of an order is not known: members that this version does not read. */
function hiddenIn({ destToken, partnerAndFee, bridge }: DeltaOrder, chainId: string): string | undefined {
  const { destinationChainId, outputToken, scalingFactor, protocolData, protocolSelector } = bridge
  if (BigInt.asUintN(Number(PARTNER), partnerAndFee) >> BigInt(KNOWN_BITS) !== 0n)
    return 'what a fee with unknown flags takes'
  const isEmpty = isZeroAddress(outputToken) && scalingFactor === 0 && /^0x0*$/.test(protocolSelector)
  if (protocolData !== '0x' || (destinationChainId === 0n && !isEmpty)) return 'what the bridge does with its data'
  if (scalingFactor === 0) return undefined
  const from = decimalsOf(destToken, chainId)
  const to = decimalsOf(outputToken, String(destinationChainId))
  const fits = from !== undefined && to !== undefined && scalingFactor === to - from
  return fits ? undefined : 'how much arrives, because the scaling factor does not fit tokens that are known here'
}

function decimalsOf(token: string, chainId: string): number | undefined {
  return currency(token, undefined).token === NATIVE
    ? (chainById(chainId)?.decimals ?? NATIVE_DECIMALS)
    : dollarDecimals(chainId, token)
}
