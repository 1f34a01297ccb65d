import type { ExplainedOrder } from '../../../api/schemas/transaction.ts'
import { isoTimeOfSeconds } from '../../../shared/text/iso-date.ts'
import type { Asset, Exchange, Order, Paid } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import type { EvidenceSet } from '../evidence.ts'
import { type ComparedWorth, compared, worthText } from './worth.ts'

/** What an own account gives in an order, and who gets what for it: signed, filled now, or sent to another chain. */
export interface OrderTerms {
  readonly action: Order | Exchange
  readonly gives: readonly Asset[]
  /** With what others get, which is worth nothing to the account. */
  readonly receives: readonly Paid[]
  readonly fees: readonly Paid[]
  /** Others fill it, at its limit. False: it is filled in this transaction, and what others get is its price. */
  readonly isOffer: boolean
}

export interface ComparedOrder extends OrderTerms {
  /** What the account that gives gets itself. */
  readonly own: readonly Asset[]
  /** Worth of what is given and of `own`; undefined where it is not known. */
  readonly worth: ComparedWorth | undefined
}

/** The orders of own accounts, in order, with the worth of both sides. */
export function ordersIn(analysis: Analysis, evidence: EvidenceSet): ComparedOrder[] {
  const { chainId } = analysis.transaction
  return orderTermsIn(analysis).map((terms) => {
    const own = ownSide(terms, analysis.own)
    return { ...terms, own, worth: compared(terms.gives, own, { evidence, chainId }) }
  })
}

/** The same, without their worth. */
export function orderTermsIn({ actions, own, message }: Analysis): OrderTerms[] {
  return actions.flatMap((action): OrderTerms[] => {
    if (action.call.inTrace) return []
    if (action.kind === 'order') return message || own.has(action.signer) ? [termsOfOrder(action)] : []
    return action.kind === 'exchange' && action.isFixedRate && own.has(action.payer) ? [termsOfExchange(action)] : []
  })
}

function termsOfOrder(action: Order): OrderTerms {
  const { gives, receives, signer, pays = [], fees = [], isOpen = false } = action
  const own = receives.map((asset) => ({ asset, to: signer }))
  return { action, gives, receives: [...own, ...pays], fees, isOffer: isOpen }
}

function termsOfExchange(action: Exchange): OrderTerms {
  const { gives, receives, authority, form, call, fee = 0n, feeTo = '' } = action
  const [first] = gives
  return {
    action,
    gives,
    receives: receives.map((asset) => ({ asset, to: authority })),
    fees: first && fee > 0n ? [{ asset: { ...first, amount: fee }, to: feeTo }] : [],
    isOffer: form === 'bridge' || call.signature?.row?.later === true,
  }
}

function ownSide({ action, receives }: OrderTerms, own: ReadonlySet<string>): readonly Asset[] {
  const giver = action.kind === 'order' ? action.signer : action.payer
  return receives.filter(({ to }) => to === giver || own.has(to)).map(({ asset }) => asset)
}

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
    expires: until === undefined ? null : isoTimeOfSeconds(until),
    worth: worth ? { gives: worthText(worth.given), receives: worthText(worth.got), unit: worth.unit } : null,
  }
}

function paidIn({ asset, to }: Paid) {
  return { ...assetIn(asset), to }
}

function assetIn({ token, amount }: Asset) {
  return { asset: token, amount: amount === undefined ? null : String(amount) }
}
