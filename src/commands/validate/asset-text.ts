import type { AssetChange, StandingApproval } from '../../api/schemas/simulation.ts'
import { counted, grouped } from '../../api/text/amounts.ts'
import { type AssetShown, amountText, itemText, nativeText, unlimitedText } from '../../api/text/assets.ts'
import { symbolText } from '../../api/text/symbols.ts'
import { magnitude } from '../../shared/bigints.ts'

type Named = Pick<AssetChange, 'standard' | 'tokenId' | 'symbol' | 'decimals' | 'verified'>

/** "−250,000 USDC", "+item 7 of APE": the sign is part of the text, because colours may be missing. */
export function changeText(change: AssetChange, native: AssetShown | undefined): string {
  const amount = amountOf(change.amount)
  if (amount === undefined) return `? ${nameOf(change, native)}`
  return `${amount < 0n ? '−' : '+'}${assetText(magnitude(amount), change, native)}`
}

/** "unlimited USDC", "100 USDC, was unlimited", "every item of APE". */
export function approvalText(approval: StandingApproval): string {
  const { standard, amount, before, tokenId } = approval
  const name = nameOf(approval, undefined)
  if (standard === 'erc20') {
    const now = allowanceText(amount, approval)
    return before === undefined
      ? now
      : `${now}, was ${before === 'unlimited' ? before : allowanceText(before, approval)}`
  }
  return tokenId === undefined ? `every item of ${name}` : itemText(tokenId, 1n, name)
}

function allowanceText(amount: string | undefined, approval: StandingApproval): string {
  const name = nameOf(approval, undefined)
  if (amount === 'unlimited') return unlimitedText({ name, isNamed: true })
  const size = amountOf(amount ?? '')
  return size === undefined ? name : assetText(size, approval, undefined)
}

/** "12,500 USDC", "2 items"; undefined: it was not tried, or it failed. */
export function takenText(approval: StandingApproval): string | undefined {
  const taken = amountOf(approval.takes ?? '')
  if (taken === undefined) return undefined
  if (approval.standard === 'erc20') return assetText(taken, approval, undefined)
  return counted(taken, 'item')
}

/** Reads a whole number; undefined for any other text. */
export function amountOf(text: string): bigint | undefined {
  return /^-?\d{1,80}$/.test(text) ? BigInt(text) : undefined
}

function assetText(size: bigint, asset: Named, native: AssetShown | undefined): string {
  const { standard, tokenId, decimals } = asset
  if (standard === 'native') return nativeText(size, native)
  const name = nameOf(asset, native)
  if (standard === 'erc20') return amountText(size, { name, isNamed: true, decimals })
  return tokenId === undefined
    ? `${size === 1n ? '' : `${grouped(size)} × `}item of ${name}`
    : itemText(tokenId, size, name)
}

/** A symbol that no list of tokens confirms is marked: a fake may call itself USDC. */
function nameOf({ standard, symbol, verified }: Named, native: AssetShown | undefined): string {
  if (standard === 'native') return native?.name ?? 'native currency'
  if (symbol === undefined || symbol.trim() === '') return 'a token without a symbol'
  return verified ? symbolText(symbol) : `${symbolText(symbol)} (unverified)`
}
