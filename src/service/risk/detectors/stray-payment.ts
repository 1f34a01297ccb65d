import { bandFloors } from '../../../api/vocabulary.ts'
import { NATIVE, TRANSFER, TRANSFER_FROM } from '../../evm/asset.ts'
import { paysBackRest } from '../account/value.ts'
import type { Asset, DecodedCall, Exchange, Transfer } from '../actions/actions.ts'
import { type ExchangeForm, paidOut } from '../actions/forms.ts'
import { fateOf, MAX_PAYMENTS, mayWrapNative, PULL } from '../actions/plan.ts'
import { isNothing } from '../chain/dust.ts'
import { callsOut, measuredBy } from '../chain/read-observation.ts'
import { type Call, everyCall } from '../decode/calls.ts'
import { effectRowOf } from '../effects/look-up.ts'
import { listedToken } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { accepts, paymentsTo } from '../money/payments.ts'
import { isOpenExecutor } from '../parties/controlled-accounts.ts'
import type { Detector, Observation } from './detector.ts'

const LOST = 60
const NOTICE = bandFloors.WARNING - 1

export const strayPayment: Detector = {
  id: 'stray-payment',
  about: 'sender',
  summary:
    'A plain payment, or the output of an exchange, goes to a known contract that does not accept it, and no later step of the transaction takes it; or tokens go to an unknown contract that is a token itself, as a pair of an exchange is, or a pool of two tokens (Uniswap V3).',
  why: 'WARNING 60 where anyone may take it, or nothing returns it: being well known does not cap that, only an ALLOW entry does. A known contract of which no source says that it accepts the payment: NO DATA. That a contract is a token, or a pool, is what a node says; where a simulation shows that something comes back, it is no finding.',
  origin: 'Tokens that were sent to routers, pools and token contracts by mistake; the code of the contracts.',
  examples: {
    attack: 'USDC is sent to a router.',
    nearMiss: 'A Safe sends USDC to a router, which swaps it in the next call.',
    evasion: 'The next call swaps only a little of it: it is found.',
  },
  detect(facts) {
    const made = [...facts.transfers, ...facts.exchanges].filter(
      ({ authority }) => !facts.own.has(authority) && paymentsTo(authority, facts) !== undefined,
    )
    const paid = made.length === 0 ? [] : [...Map.groupBy(made, ({ authority }) => authority)]
    const stray = paid.flatMap(([address, some]) => (hasStray(address, some, facts) ? [address] : []))
    const unused = unusedIn(facts)
    const found = [...new Set([...stray, ...unused])].map((address) => observation(address, facts))
    return [...found, ...keptByContracts(facts)]
  },
}

/** No code of the payee runs. */
const plainTransfers: readonly string[] = [TRANSFER, TRANSFER_FROM]

/** Tokens, shares of vaults, pairs and pools credit no plain payment: the next one to call them takes it, or no one can. */
function keptByContracts(facts: Facts): Observation[] {
  const { transfers, calls, own, evidence } = facts
  if (measuredBy(evidence)?.changes.some((change) => change.amount > 0n && !isNothing(change, evidence))) return []
  const isToken = (address: string) => {
    const account = evidence.accountOf(address)
    return account?.kind === 'contract' && account.token?.standard === 'erc20'
  }
  const isPool = (address: string) => evidence.accountOf(address)?.isPool === true
  // A pair that is called may have taken it; what every token does takes nothing.
  const isCalled = (address: string) =>
    calls.some(({ to, selector, inTrace }) => {
      return to === address && !inTrace && effectRowOf(selector)?.standard !== 'token'
    })
  const isKept = ({ call, asset, authority, from }: Transfer) => {
    if (call.inTrace || !plainTransfers.includes(call.selector) || !own.has(from) || own.has(authority)) return false
    // To its own contract there is a rule of its own; an item may be taken in.
    if (authority === asset.token || !isToken(asset.token) || asset.amount === 0n) return false
    return (
      (isToken(authority) || isPool(authority)) && paymentsTo(authority, facts) === undefined && !isCalled(authority)
    )
  }
  return facts.byUnknown(transfers.filter(isKept)).map(([subject]) => ({
    points: LOST,
    subject,
    text: `gets tokens by a plain payment and is ${isToken(subject) ? 'a token itself' : 'a pool of two tokens'}, and nothing returns them`,
    source: 'chain',
    flip: 'use a function of the contract instead of a payment, or add an ALLOW entry',
  }))
}

/** Sweepable contracts that a call pays more than twice of what its steps use, or into which it only moves tokens. */
function unusedIn(facts: Facts): string[] {
  const calls = callsOut(facts)
  const sweepable = calls.filter((call) => {
    if (call.inTrace || call.status !== 'decoded' || paymentsTo(call.to, facts) !== 'sweepable') return false
    return facts.reputationOf(call.to).allowedBy === undefined
  })
  if (sweepable.length === 0) return []
  const steps = new Set<Call>(calls.flatMap((call) => everyCall(call).slice(1)))
  return sweepable
    .filter((call) => !steps.has(call) && (isOnlyPulled(call) || isUnused(call, facts)))
    .map(({ to }) => to)
}

/** Also within a multicall. */
function isOnlyPulled(call: DecodedCall): boolean {
  const made = everyCall(call).filter(({ calls }) => calls.length === 0)
  return made.every(({ selector }) => selector === PULL)
}

function isUnused(call: DecodedCall, facts: Facts): boolean {
  const steps = everyCall(call)
  if (call.value === 0n || isOpenExecutor(call.to, facts.transaction.chainId)) return false
  const made = new Set<Call>(steps)
  const exchanges = facts.exchanges.filter((each) => made.has(each.call))
  // A step that is not read may use all, and one that pays out what is left does.
  if (steps.length > 1 && (steps.some(({ status }) => status !== 'decoded') || paysBackRest(call, facts))) return false
  // An exchange whose row does not name what it takes may take all.
  if (exchanges.some(({ form, gives }) => gives.length === 0 && takingForms.includes(form))) return false
  const used = exchanges
    .flatMap(({ call: { name }, gives, receives }) => (/^wrap/i.test(name) ? receives : gives))
    .filter(({ token }) => token === NATIVE || mayWrapNative(token, facts))
  const sum = used.reduce((total, { amount }) => total + (amount ?? call.value), 0n)
  return 2n * sum < call.value
}

const takingForms: readonly ExchangeForm[] = ['swap', 'bridge', 'deposit', 'liquidity', 'mint']

function hasStray(address: string, made: readonly (Transfer | Exchange)[], facts: Facts): boolean {
  const payments = paymentsTo(address, facts)
  if (payments === undefined || facts.reputationOf(address).allowedBy !== undefined) return false
  const refused = made.filter(
    (one) =>
      isPayment(one, facts) &&
      !(hasOwnRule(one) && payments !== 'stuck') &&
      !assetsOf(one).some((asset) => accepts(payments, asset, one.call)),
  )
  return refused.length > MAX_PAYMENTS || refused.some((one) => fateOf(one, facts) === 'left')
}

/** An output that stays where it is made: of one that anyone may take there is a rule. */
function hasOwnRule({ call, kind, authority }: Transfer | Exchange): boolean {
  return kind === 'exchange' && authority === call.to
}

/** Other assets in open executors have a rule of their own. */
function isPayment(made: Transfer | Exchange, { transaction, evidence }: Facts): boolean {
  const { call, kind, authority } = made
  if (call.inTrace) return false
  if (kind === 'exchange') {
    if (!paidOut.includes(made.form) || made.on) return false
    // In the place of a receiver a token is the asset, or a mistake: it is no known receiver.
    if (listedToken(authority, evidence)) return false
  }
  const isOpen = isOpenExecutor(authority, transaction.chainId)
  return !isOpen || assetsOf(made).some(({ standard }) => standard === 'native')
}

function assetsOf(made: Transfer | Exchange): readonly Pick<Asset, 'standard'>[] {
  if (made.kind === 'transfer') return made.asset.amount === 0n ? [] : [made.asset]
  return made.receives.length > 0 ? made.receives : [{ standard: 'erc20' }]
}

function observation(subject: string, facts: Facts): Observation {
  const payments = paymentsTo(subject, facts)
  const isLost = payments === 'sweepable' || payments === 'stuck'
  const fate = payments === 'sweepable' ? 'and anyone may take it' : 'and nothing returns it'
  return {
    points: isLost ? LOST : NOTICE,
    subject,
    text: isLost ? `gets a payment that it does not credit, ${fate}` : 'is not known to accept such a payment',
    source: 'built-in review of contracts',
    flip: 'use a function of the contract instead of a payment, or add an ALLOW entry',
    evenIfTrusted: true,
    ...(!isLost && { isUnvouched: true }),
  }
}
