import { NATIVE } from '../../evm/asset.ts'
import type { AssetAmount } from '../../evm/holdings.ts'
import { isDust } from '../../evm/worth.ts'
import { type Asset, type Exchange, interaction, type Transfer } from '../actions/actions.ts'
import type { ExchangeForm } from '../actions/forms.ts'
import { hasNoCode } from '../chain/account.ts'
import { pretendedIn } from '../chain/claims.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import { isNothing } from '../chain/dust.ts'
import { callsOut, measuredNet } from '../chain/read-observation.ts'
import { type Call, isRead } from '../decode/calls.ts'
import { isNote } from '../decode/note.ts'
import type { Facts } from '../facts.ts'
import { withoutPittance } from '../money/worth.ts'
import { payerOf } from '../parties/controlled-accounts.ts'
import { isKept, isNamed, numbersTo } from '../parties/kept.ts'
import { areSharesElsewhere, isLoanElsewhere, isThirdParty } from '../parties/paid-elsewhere.ts'
import { type Dealing, dealingOf } from '../trace/asset-changes.ts'
import type { Detector, Observation } from './detector.ts'

/** The call data shows that assets go in. */
const PAID_IN = 45
/** It does not: an earlier allowance is used, or more is taken. */
const TAKEN = 60

export const unpaidOutflow: Detector = {
  id: 'unpaid-outflow',
  about: 'sender',
  summary:
    'A trace, or balances that were measured, show that assets leave the sender or its accounts through an unknown contract, or by own code for an unknown address, for nothing or for much less; or listed tokens or native currency for unlisted tokens.',
  why: 'WARNING 60; 45 when the call data shows that assets go in, and when it does not and only tokens or items that no source knows come back for a listed one, or for native currency that a function that is not read passes to people. Less than half counts as much less, of dollars and of the native currency, or with prices; less than 90 % where both are the native currency, wrapped or not. What a contract that was there days ago keeps is no finding, unless shares that the call data promises are made for a third party; a bid may pay back the one that it replaces. A debt token of Aave and its forks that comes is a loss, and so is a new token where a third party is paid as much of a listed one, so a loan that another address is paid is found. A drainer uses an allowance that it already has, and its call data says nothing.',
  origin: 'Asset changes of a simulation, as wallets show them; drainer contracts reported by Forta and ScamSniffer.',
  examples: {
    attack: 'An unknown contract takes tokens by an earlier allowance and returns nothing.',
    nearMiss: 'A deposit returns shares.',
    evasion:
      'The contract returns dust, a small amount of a listed token, or a worthless token or item for a listed token that the call data does not show: it is found.',
  },
  reads: ['trace', 'chain'],
  detect(facts) {
    const { isUnknown } = facts
    const { source, dealings: shown } = dealingsOf(facts)
    const dealings = shown.map(([contract, dealing]) => [contract, withDebts(dealing, facts)] as const)
    if (dealings.length === 0) return []
    const { chainId } = facts.transaction
    const paid = paymentsIn(facts)
    const pretended = new Set(pretendedIn(facts.evidence).map(({ token }) => token))
    const taking = dealings.flatMap(([contract, { call, gives, gets }]): Observation[] => {
      const unpaid = gives.filter((change) => !isPaid(change, paid))
      if (unpaid.length === 0 || call.status === 'creation' || isPaymentWithNote(contract, call, facts)) return []
      const real = gets.filter((change) => !pretended.has(change.token) && !isNothing(change, facts.evidence))
      const got = withoutPittance(real, unpaid, { evidence: facts.evidence, chainId })
      const hidden = unpaid.filter((change) => !isShown(change, call, facts))
      if (
        got.length > 0
          ? !isTraded(contract, { call, hidden, got, unpaid }, facts)
          : isPayment(contract, call, unpaid, facts)
      )
        return []
      if (!isUnknown(interaction(call, contract))) return []
      const what = unpaid.length === 1 ? 'an asset' : `${unpaid.length} assets`
      const nothing = real.length > 0 ? 'much less in return' : 'nothing in return'
      return [
        {
          points: hidden.length === 0 || got.length > 0 ? PAID_IN : TAKEN,
          subject: contract,
          text: `takes ${what} for ${got.length > 0 ? `${got.every(({ id }) => id !== undefined) ? 'items' : 'tokens'} that no source knows` : nothing} and is unknown`,
          source,
        },
      ]
    })
    return taking.length > 0 ? taking : sentByOwnCode(facts)
  },
}

/** Debt of Aave and its forks is a token: more of it is a loss. Less of it proves no gain, because anyone can make such a token. */
const DEBT = /^(?:variable|stable)Debt/

/** A loan that another address is paid is a debt for nothing in return. */
function withDebts({ call, gives, gets }: Dealing, facts: Facts): Dealing {
  const isCalledDebt = (token: string) => DEBT.test(facts.evidence.accountOf(token)?.token?.symbol ?? '')
  const isDebt = (change: AssetAmount) =>
    isCalledDebt(change.token) || (gives.length === 0 && gets.length === 1 && isLoanElsewhere(change, facts))
  const debts = gets.filter(isDebt).map((change) => ({ ...change, amount: -change.amount }))
  return { call, gives: [...gives, ...debts], gets: gets.filter((change) => !isDebt(change)) }
}

/** Nothing takes it: no code runs, and the data is for a person. */
function isPaymentWithNote(to: string, { data }: Dealing['call'], { evidence }: Facts): boolean {
  const account = evidence.accountOf(to)
  return account !== undefined && hasNoCode(account) && account.kind !== 'delegated' && isNote(data)
}

/** The code of an own account pays an address that the call data does not name, and nothing comes back. */
function sentByOwnCode(facts: Facts): Observation[] {
  const { transfers, changes, evidence, transaction, byUnknown } = facts
  if (!changes?.isComplete || changes.net.some((change) => change.amount > 0n && !isNothing(change, evidence)))
    return []
  const { own } = facts
  const digitsOf = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
  const isNamedPayment = ({ authority, asset }: Transfer) =>
    [authority, asset.amount ?? 0n].every((value) => transaction.data.includes(digitsOf(value)))
  const sent = transfers.filter(({ call, from, asset }) => {
    return call.inTrace && own.has(from) && own.has(call.actor) && !isDust(asset)
  })
  return byUnknown(sent.filter((payment) => !isNamedPayment(payment))).map(([authority]) => ({
    points: TAKEN,
    subject: authority,
    text: 'gets assets from the code of an own account for nothing in return, is not named in the call data, and is unknown',
    source: 'trace',
  }))
}

function isPayment(contract: string, call: Call, taken: readonly AssetAmount[], facts: Facts): boolean {
  return isKept(contract, call, taken, facts) && !areSharesElsewhere(contract, facts)
}

interface Trade {
  readonly call: Call
  /** What the call data does not show. */
  readonly hidden: readonly AssetAmount[]
  readonly unpaid: readonly AssetAmount[]
  readonly got: readonly AssetAmount[]
}

/**
 * Listed tokens that the call data does not show, or native currency for a function that is not read, for tokens or items that no source
 * knows. A contract that was there days ago may give shares of its own, sell items that were there as long, take about as many
 * tokens as the call data names, or pass native currency to contracts only.
 */
function isTraded(contract: string, { call, hidden, unpaid, got }: Trade, facts: Facts): boolean {
  const { evidence, reputationOf, decoded } = facts
  const listed = hidden.filter(({ token, id }) => {
    return token !== NATIVE && id === undefined && reputationOf(token).trustedBy?.canonical === true
  })
  const isSale = got.some(({ id }) => id !== undefined)
  const isPaidBlindly = !isSale && !isRead(call) && unpaid.some(({ token }) => token === NATIVE)
  if (listed.length === 0 && !isPaidBlindly) return false
  const isWorthless = ({ token }: AssetAmount) => {
    const { trustedBy, allowedBy } = reputationOf(token)
    return token !== NATIVE && trustedBy === undefined && allowedBy === undefined
  }
  if (!got.every(isWorthless)) return false
  if (!codeAgeOf(contract, evidence).isOld) return true
  if (got.some(({ token, id }) => token === contract || (id !== undefined && codeAgeOf(token, evidence).isOld)))
    return false
  const named = numbersTo(contract, decoded)
  if (!listed.every(({ amount }) => isNamed(-amount, named))) return true
  return isPaidBlindly && !staysInContracts(NATIVE, facts)
}

/** A sale, a stake, a pool: what goes in is not passed on to people. */
function staysInContracts(token: string, facts: Facts): boolean {
  const { changes } = facts
  if (!changes?.isComplete) return false
  return !changes.holdersOf(token).some((holder) => isThirdParty(holder, facts))
}

/**
 * By contract: from a trace that shows all effects; and the whole of a measured simulation, for the first unknown contract, where
 * there is no such trace, or more leaves than it shows.
 */
function dealingsOf(facts: Facts): {
  readonly source: string
  readonly dealings: readonly (readonly [string, Dealing])[]
} {
  const { changes } = facts
  const measured = measuredDealing(facts)
  if (!changes?.isComplete) return { source: 'simulation', dealings: measured ? [measured] : [] }
  if (!measured || !leavesMore(measured[1], changes.net)) return { source: 'trace', dealings: [...changes.dealings] }
  const [contract, { call, gives, gets }] = measured
  const traced = changes.dealings.get(contract)
  const others = Array.from(changes.dealings).filter(([each]) => each !== contract)
  return { source: 'simulation', dealings: [[contract, { call, gives, gets: traced?.gets ?? gets }], ...others] }
}

/** Per cent that interest and fees of tokens may differ. */
const TOLERATED = 1n

/** Whether more of a token leaves than a trace shows. Items are counted. */
function leavesMore({ gives }: Dealing, traced: readonly AssetAmount[]): boolean {
  const amountOf = (changes: readonly AssetAmount[], token: string) =>
    changes.reduce((sum, each) => (each.token === token ? sum + each.amount : sum), 0n)
  return gives.some(({ token }) => {
    const amount = amountOf(gives, token)
    return (amountOf(traced, token) - amount) * 100n > -amount * TOLERATED
  })
}

function measuredDealing(facts: Facts): readonly [string, Dealing] | undefined {
  const { evidence, isUnknown } = facts
  const net = measuredNet(evidence)
  const call = callsOut(facts).find((each) => isUnknown(interaction(each, each.to)))
  if (!net || !call) return undefined
  return [call.to, dealingOf(call, net)]
}

/** Assets that the call data pays to others. */
function paymentsIn(facts: Facts): Asset[] {
  const { own } = facts
  return facts.transfers
    .filter(({ call, from, authority }) => !call.inTrace && own.has(from) && !own.has(authority))
    .map(({ asset }) => asset)
}

function isPaid({ token, id, amount }: AssetAmount, paid: readonly Asset[]): boolean {
  const same = paid.filter((asset) => asset.token === token)
  if (id !== undefined) {
    return same.some(
      ({ ids, standard, amount }) => ids.includes(id) || (standard === 'erc20-or-erc721' && amount === id),
    )
  }
  if (same.some((asset) => asset.amount === undefined)) return true
  return same.reduce((sum, asset) => sum + (asset.amount ?? 0n), 0n) >= -amount
}

/** Forms by which nothing of the payer goes in, in spite of their names. */
const payOut: readonly ExchangeForm[] = ['withdrawal', 'claim', 'refund', 'borrow']

/** Native currency is sent with the call; tokens by what the call data says that it exchanges. */
function isShown({ token }: AssetAmount, { actor }: Dealing['call'], { exchanges }: Facts): boolean {
  const isPaidIn = (made: Exchange) => !made.call.inTrace && payerOf(made) === actor && !payOut.includes(made.form)
  return token === NATIVE || exchanges.some(isPaidIn)
}
