import { isZeroAddress } from '../../evm/words.ts'
import { isDust } from '../../evm/worth.ts'
import { argumentsAs } from '../decode/arguments.ts'
import { type ActionTable, type Asset, currency, type DecodedCall, erc721, native, type Order } from './actions.ts'

interface Listing {
  readonly item: Asset
  /** What the seller gets. */
  readonly price: Asset
  /** The zero address: anyone. */
  readonly buyer?: string
  /** Others that are paid from the price. */
  readonly payees?: readonly string[]
}

/** A sale that anyone may accept is a finding only when it is for nothing: its worth is not known. */
function listed(call: DecodedCall, market: Order['market'], { item, price, buyer, payees = [] }: Listing): Order[] {
  const isOpen = buyer === undefined || isZeroAddress(buyer)
  if (isOpen && payees.length === 0 && !isDust(price)) return []
  const beneficiaries = [...payees, isOpen ? call.to : buyer]
  const [authority = call.to] = beneficiaries
  const sides = { signer: call.actor, gives: [item], receives: [price], authority, beneficiaries }
  return [{ kind: 'order', call, market, ...sides, ...(isOpen && { isOpen: true }) }]
}

interface Offer {
  readonly punkIndex: bigint
  /** Wei. */
  readonly minSalePriceInWei: bigint
  readonly toAddress?: string
}

function punkOffer(call: DecodedCall): Order[] {
  const { punkIndex, minSalePriceInWei, toAddress } = argumentsAs<Offer>(call.args)
  return listed(call, 'cryptopunks', {
    item: erc721(call.to, punkIndex),
    price: native(minSalePriceInWei),
    ...(toAddress !== undefined && { buyer: toAddress }),
  })
}

interface BuyPrice {
  readonly nftContract: string
  readonly tokenId: bigint
  /** Wei; 2^256 - 1: no one may buy. */
  readonly price: bigint
}

function buyPrice(call: DecodedCall): Order[] {
  const { nftContract, tokenId, price } = argumentsAs<BuyPrice>(call.args)
  return listed(call, 'foundation', { item: erc721(nftContract, tokenId), price: native(price) })
}

interface SalePrice {
  readonly originContract: string
  readonly tokenId: bigint
  readonly currencyAddress: string
  readonly listPrice: bigint
  readonly target: string
  readonly splitAddresses: readonly string[]
  /** Percent. */
  readonly splitRatios: readonly number[]
}

function salePrice(call: DecodedCall): Order[] {
  const sale = argumentsAs<SalePrice>(call.args)
  const { splitAddresses, splitRatios } = sale
  const own = splitAddresses.reduce((sum, each, i) => sum + (each === call.actor ? (splitRatios[i] ?? 0) : 0), 0)
  return listed(call, 'superrare', {
    item: erc721(sale.originContract, sale.tokenId),
    price: currency(sale.currencyAddress, (sale.listPrice * BigInt(own)) / 100n),
    buyer: sale.target,
    payees: splitAddresses.filter((each) => each !== call.actor),
  })
}

/** Prices of items that a contract keeps: anyone, or a named buyer, may pay them. Sources: the verified contracts. */
export const listingActions: ActionTable = {
  '0xc44193c3': punkOffer,
  '0xbf31196f': punkOffer,
  '0x798bac8d': buyPrice,
  '0xc8f94f4e': salePrice,
}
