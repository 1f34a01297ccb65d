import { lazily } from '../../../../shared/lazily.ts'
import { addressOfNumber } from '../../../evm/words.ts'
import { type Asset, erc20, erc721, erc1155, native } from '../../actions/actions.ts'
import { argumentsAs, Layout } from '../../decode/arguments.ts'
import type { ReadMeaning } from '../known-message.ts'
import { tradeActions } from './trade.ts'

interface RaribleAsset {
  readonly assetType: { readonly assetClass: string; readonly data: string }
  readonly value: bigint
}

const oneToken = lazily(() => new Layout('address token'))
const oneItem = lazily(() => new Layout('address token, uint256 id'))

/** By the hash of its name: ETH, ERC20, ERC721, ERC1155. Undefined: it needs data that no table reads. */
function assetOf({ assetType: { assetClass, data }, value }: RaribleAsset): Asset | undefined {
  if (assetClass === '0xaaaebeba') return native(value)
  const layout = assetClass === '0x8ae85d84' ? oneToken() : oneItem()
  const { args, fault } = layout.read(data.slice('0x'.length))
  if (fault !== undefined) return undefined
  const { token, id = 0n } = argumentsAs<{ token: string; id?: bigint }>(args)
  if (assetClass === '0x8ae85d84') return erc20(token, value)
  if (assetClass === '0x73ad2146') return erc721(token, id)
  return assetClass === '0x973bb640' ? erc1155(token, [id], value) : undefined
}

interface Share {
  readonly account: string
  /** Parts of 10,000. */
  readonly value: bigint
}

/** Who is paid instead of the maker, and the fees that come out of the price. */
interface RaribleTerms {
  readonly payouts: readonly Share[]
  readonly originFees: readonly Share[]
}

const shares = '(address account, uint96 value)[] payouts, (address account, uint96 value)[] originFees'
const v1 = lazily(() => new Layout(`(${shares}) terms`))
const v2 = lazily(() => new Layout(`(${shares}, bool isMakeFill) terms`))
const sale = lazily(
  () => new Layout('uint256 payout, uint256 fee1, uint256 fee2, uint256 maxFees, bytes32 marketplace'),
)
const purchase = lazily(() => new Layout('uint256 payout, uint256 fee1, uint256 fee2, bytes32 marketplace'))

/** By the hash of its name: V1, V2, V3_SELL, V3_BUY. */
const layouts: Readonly<Record<string, () => Layout>> = {
  '0x4c234266': v1,
  '0x23d235ef': v2,
  '0x2fa3cfd3': sale,
  '0x1b18cdf6': purchase,
}

const NO_DATA = '0xffffffff'

/** Reads the payouts and fees; undefined when they cannot be read. */
function termsOf(dataType: string, data: string): RaribleTerms | undefined {
  if (dataType === NO_DATA) return { payouts: [], originFees: [] }
  const { args, fault } = layouts[dataType]?.().read(data.slice('0x'.length)) ?? { args: {}, fault: '' }
  if (fault !== undefined) return undefined
  const {
    terms,
    payout = 0n,
    fee1 = 0n,
    fee2 = 0n,
  } = argumentsAs<{
    terms?: RaribleTerms
    payout?: bigint
    fee1?: bigint
    fee2?: bigint
  }>(args)
  return terms ?? { payouts: packed([payout]), originFees: packed([fee1, fee2]) }
}

/** Addresses with their share above the 160 bits. */
function packed(numbers: readonly bigint[]): Share[] {
  return numbers
    .filter((number) => number !== 0n)
    .map((number) => ({ account: addressOfNumber(number), value: number >> 160n }))
}

const FULL = 10_000n

/** @param rate in basis points; an item is not divided */
function partOf(asset: Asset, rate: bigint): Asset {
  const { amount, ids } = asset
  return ids.length > 0 || amount === undefined ? asset : { ...asset, amount: (amount * rate) / FULL }
}

export const raribleOrder: ReadMeaning = ({ message }) => {
  const order = argumentsAs<{
    maker: string
    makeAsset: RaribleAsset
    takeAsset: RaribleAsset
    end: bigint
    dataType: string
    data: string
  }>(message)
  const gives = assetOf(order.makeAsset)
  const receives = assetOf(order.takeAsset)
  const terms = termsOf(order.dataType, order.data)
  if (!gives || !receives || !terms)
    return { hides: 'the assets or payees of the order, which are data that is not read' }
  const rate = terms.originFees.reduce((sum, { value }) => sum + value, 0n)
  const net = partOf(receives, rate >= FULL ? 0n : FULL - rate)
  const payouts = terms.payouts.length === 0 ? [{ account: order.maker, value: FULL }] : terms.payouts
  return {
    actions: tradeActions({
      market: 'rarible',
      signer: order.maker,
      gives: [gives],
      receives: [
        ...payouts.map(({ account: to, value }) => ({ asset: partOf(net, value), to })),
        ...terms.originFees.map(({ account: to, value }) => ({ asset: partOf(receives, value), to })),
      ],
    }),
    ...(order.end > 0n && { until: order.end }),
  }
}
