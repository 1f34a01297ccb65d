import type { AssetChange, StandingApproval } from '../../api/schemas/simulation.ts'
import { decimalText, grouped } from '../../api/text/amounts.ts'
import { symbolText } from '../../api/text/symbols.ts'

const NATIVE_DECIMALS = 18
/** Tokens with more, or with amounts of more digits, mean something else than money. */
const MAX_DECIMALS = 36
const MAX_DIGITS = 36

type Named = Pick<AssetChange, 'standard' | 'tokenId' | 'symbol' | 'decimals' | 'verified'>

/** "−250,000 USDC", "+item 7 of APE": the sign is part of the text, because colours may be missing. */
export function changeText(change: AssetChange, currency: string | undefined): string {
  const amount = amountOf(change.amount)
  if (amount === undefined) return `? ${nameOf(change, currency)}`
  const size = amount < 0n ? -amount : amount
  return `${amount < 0n ? '−' : '+'}${assetText(size, change, currency)}`
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
  return tokenId === undefined ? `every item of ${name}` : `item ${idText(tokenId)} of ${name}`
}

function allowanceText(amount: string | undefined, approval: StandingApproval): string {
  const name = nameOf(approval, undefined)
  if (amount === 'unlimited') return `unlimited ${name}`
  const size = amountOf(amount ?? '')
  return size === undefined ? name : assetText(size, approval, undefined)
}

/** "12,500 USDC", "2 items"; undefined: it was not tried, or it failed. */
export function takenText(approval: StandingApproval): string | undefined {
  const taken = amountOf(approval.takes ?? '')
  if (taken === undefined) return undefined
  if (approval.standard === 'erc20') return assetText(taken, approval, undefined)
  return `${grouped(taken)} ${taken === 1n ? 'item' : 'items'}`
}

/** Undefined: it is no whole number. */
export function amountOf(text: string): bigint | undefined {
  return /^-?\d{1,80}$/.test(text) ? BigInt(text) : undefined
}

function assetText(size: bigint, asset: Named, currency: string | undefined): string {
  const { standard, tokenId } = asset
  const name = nameOf(asset, currency)
  if (standard === 'erc721' || standard === 'erc1155') {
    const item = tokenId === undefined ? 'item' : `item ${idText(tokenId)}`
    return `${size === 1n ? '' : `${bounded(grouped(size), size)} × `}${item} of ${name}`
  }
  const decimals = standard === 'native' ? NATIVE_DECIMALS : asset.decimals
  if (decimals === undefined || decimals > MAX_DECIMALS) return `${bounded(grouped(size), size)} units of ${name}`
  return `${bounded(decimalText(size, decimals), size, decimals)} ${name}`
}

/** A symbol that no list of tokens confirms is marked: a fake may call itself USDC. */
function nameOf({ standard, symbol, verified }: Named, currency: string | undefined): string {
  if (standard === 'native') return currency ?? 'native currency'
  if (symbol === undefined || symbol.trim() === '') return 'a token without a symbol'
  return verified ? symbolText(symbol) : `${symbolText(symbol)} (unverified)`
}

/** "about 1.15e71" where the digits would fill the line. */
function bounded(text: string, size: bigint, decimals = 0): string {
  const digits = String(size)
  if (text.length <= MAX_DIGITS) return text
  return `about ${digits[0]}.${digits.slice(1, 3)}e${digits.length - 1 - decimals}`
}

/** An id may be a hash of 78 digits. */
function idText(id: string): string {
  return id.length <= 20 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`
}
