import type { ExplainedOrder } from '../../../api/schemas/transaction.ts'
import { isoTime } from '../../../shared/text/iso-date.ts'
import type { Asset, Paid } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import type { ComparedOrder } from './order-terms.ts'
import { type ComparedWorth, worthText } from './worth.ts'

/** The order that is signed, made or filled for an own account; of several, the one that pays the smallest part of its worth. */
export function explainedOrder(orders: readonly ComparedOrder[], analysis: Analysis): ExplainedOrder | undefined {
  const [worst] = orders.toSorted((a, b) => (isLess(a.worth, b.worth) ? -1 : isLess(b.worth, a.worth) ? 1 : 0))
  return worst && inJson(worst, analysis)
}

/** By what comes for what is given; an unknown worth is the least. */
function isLess(a: ComparedWorth | undefined, b: ComparedWorth | undefined): boolean {
  if (!a || !b) return !a && b !== undefined
  return a.got * b.given < b.got * a.given
}

function inJson(
  { gives, receives, fees, worth }: ComparedOrder,
  { transaction: { chainId }, message }: Analysis,
): ExplainedOrder {
  const until = message?.until
  return {
    gives: gives.map(assetIn),
    receives: receives.map((paid) => ({ ...paidIn(paid), chainId: paid.asset.on ?? chainId })),
    fees: fees.map(paidIn),
    expires: isoTime(until === undefined || until > LAST ? null : Number(until) * 1000),
    worth: worth ? { gives: worthText(worth.given), receives: worthText(worth.got), unit: worth.unit } : null,
  }
}

/** The last second that a date can be: what is after it never ends. */
const LAST = 8_640_000_000_000n

function paidIn({ asset, to }: Paid) {
  return { ...assetIn(asset), to }
}

function assetIn({ token, amount }: Asset) {
  return { asset: token, amount: amount === undefined ? null : String(amount) }
}
