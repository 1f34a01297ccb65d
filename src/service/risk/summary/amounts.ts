import { grouped } from '../../../api/text/amounts.ts'
import { amountText, itemText, nativeText, numberText, unlimitedText } from '../../../api/text/assets.ts'
import { isItem, NATIVE } from '../../evm/asset.ts'
import { type Asset, WHOLE_BALANCE } from '../actions/actions.ts'

/** Item ids shown; more are counted. */
const SHOWN_IDS = 1

export interface AssetWords {
  readonly currency: string | undefined
  /** A token as it is named after "of": its symbol, or its address. */
  tokenText(address: string): {
    readonly name: string
    readonly decimals: number | undefined
    readonly isNamed: boolean
  }
}

/** "250,000 USDC", "1000 units of 0x…", "item 7 of 0x…", "unlimited USDT". */
export function assetText(asset: Asset, words: AssetWords, unlimited = false): string {
  const { standard, token, amount, ids } = asset
  if (token === NATIVE) return nativeAssetText(amount, words.currency, unlimited)
  const shown = words.tokenText(token)
  const { name, decimals, isNamed } = shown
  if (isItem(asset)) return itemsText(asset, name)
  if (unlimited || (amount !== undefined && amount >= WHOLE_BALANCE)) return unlimitedText(shown)
  if (amount === undefined) return `an amount of ${name} that is not fixed`
  // approve and transferFrom do not distinguish an amount from an item.
  if (standard === 'erc20-or-erc721' && !isNamed && decimals === undefined && ids.length === 0)
    return `${amount} ${amount === 1n ? 'unit' : 'units'} (or item ${numberText(amount)}) of ${name}`
  return amountText(amount, { name, decimals, isNamed })
}

/** "5000 units", of a token that is clear from the rest of the sentence; "everything" of a whole balance. */
export function unitsText({ amount }: Asset): string {
  if (amount === undefined) return 'an amount that is not fixed'
  if (amount >= WHOLE_BALANCE) return 'everything'
  return amountText(amount, { name: '', decimals: undefined, isNamed: false }).replace(/ of $/, '')
}

/** @param unlimited of a grant: a payment has an amount, however large. */
function nativeAssetText(wei: bigint | undefined, currency: string | undefined, unlimited: boolean): string {
  const name = currency ?? 'native currency'
  if (unlimited) return unlimitedText({ name, isNamed: true })
  return wei === undefined ? `an amount of ${name} that is not fixed` : nativeText(wei, currency)
}

function itemsText({ standard, amount, ids }: Asset, name: string): string {
  const [id, ...more] = ids
  if (id === undefined) return amount === undefined ? `every item of ${name}` : `${countText(amount)} of ${name}`
  if (more.length >= SHOWN_IDS) return `${countText(BigInt(ids.length))} of ${name}`
  return itemText(id, standard === 'erc1155' ? amount : 1n, name)
}

function countText(count: bigint): string {
  return `${grouped(count)} ${count === 1n ? 'item' : 'items'}`
}
