import { amountText, nativeAsset, nativeText, tokenShown } from '../../../api/text/assets.ts'
import { bandFloors } from '../../../api/vocabulary.ts'
import { NATIVE } from '../../evm/asset.ts'
import { isZeroAddress } from '../../evm/words.ts'
import { type BrokenPromise, brokenPromises, isCredited, isLater } from '../account/promised.ts'
import type { Action, Exchange } from '../actions/actions.ts'
import { type ExchangeForm, paidOut } from '../actions/forms.ts'
import { fateOf, inputs } from '../actions/plan.ts'
import { measuredBy } from '../chain/read-observation.ts'
import { isPlaceholder } from '../decode/addresses.ts'
import { listedToken } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { paymentsTo } from '../money/payments.ts'
import type { Detector, Observation } from './detector.ts'

const LEFT = 75
const INPUT_LEFT = bandFloors.WARNING + 4
const NOT_PAID = 60

export const leftOutput: Detector = {
  id: 'left-output',
  about: 'sender',
  summary:
    'The output of an exchange stays in a router or another contract where anyone may take it, and no later step of the transaction pays it out; or it goes to the zero address; or a node says that it does not arrive, or less than a twentieth of what the call data promises.',
  why: 'UNSAFE 75, also for a well-known router; only an ALLOW entry caps it. Bots take such balances in the same block. Of an input of which a later step takes a part: WARNING 35. WARNING 60 where something arrives, and next to nothing of what is promised, by balances that a node read for a run that succeeds: what is paid later, such as for a request or an order, is not promised here, and neither is a claim, which may name a total.',
  origin: 'Sweep functions in the code of the routers, which have no access control.',
  examples: {
    attack: 'A swap names the router as recipient, and nothing follows.',
    nearMiss: 'The next command sweeps the output to the sender.',
    evasion: 'A sweep of another token follows, or a transfer of a small part: it is found.',
  },
  reads: ['exchanges'],
  detect(facts) {
    const received = Map.groupBy(
      facts.exchanges.filter(
        ({ call, form, authority }) => !call.inTrace && (paidOut.includes(form) || isZeroAddress(authority)),
      ),
      ({ authority }) => authority,
    )
    const left = [...received].flatMap(([subject, made]) => {
      const points = pointsAt(subject, made, facts)
      return points === 0 ? [] : [observation(subject, points, made)]
    })
    if (left.length > 0) return left
    const missing = nothingArrives(facts)
    return missing.length > 0 ? missing : brokenPromises(facts).map((promise) => notPaid(promise, facts))
  },
}

const traded: readonly ExchangeForm[] = ['swap', 'withdrawal']
/** What they pay the zero address is lost. */
const burning: readonly ExchangeForm[] = [...traded, 'bridge']

/**
 * The call data names own accounts as receivers of what it trades, and a node says that none of them holds more afterwards. What else
 * the transaction does may use up what arrives: then nothing is said.
 */
function nothingArrives(facts: Facts): Observation[] {
  const { actions, evidence } = facts
  const simulation = measuredBy(evidence)
  if (!simulation || simulation.isExecuted || simulation.changes.some(({ amount }) => amount > 0n)) return []
  const { own } = facts
  const shown = actions.filter(({ call, kind }) => {
    const isWrapper = kind === 'interaction' && call.calls.length > 0
    return !call.inTrace && kind !== 'grant' && kind !== 'right' && !isWrapper
  })
  // No balance was read of an asset that the call data does not name.
  const isTraded = (action: Action) =>
    action.kind === 'exchange' &&
    traded.includes(action.form) &&
    own.has(action.authority) &&
    !isLater(action.call) &&
    !isCredited(action.call) &&
    action.receives.some(({ token }) => !isPlaceholder(token))
  if (shown.length === 0 || !shown.every(isTraded)) return []
  return [
    {
      points: LEFT,
      text: 'Nothing arrives: the call data names own accounts as receivers, and none of them holds more of any asset afterwards.',
      source: 'simulation',
      flip: 'do not sign: build the transaction again in another application',
    },
  ]
}

function notPaid({ to, token, promised, came }: BrokenPromise, facts: Facts): Observation {
  const arrives =
    token === undefined || came === 0n ? 'nothing of it arrives' : `${amountOf(token, came, facts)} arrives`
  const what = token === undefined ? 'a least output' : amountOf(token, promised, facts)
  return {
    points: NOT_PAID,
    text: `The call data promises ${what}${to === undefined ? '' : ` for ${facts.addressText(to)}`}, and ${arrives}.`,
    source: 'simulation',
    flip: 'do not sign: build the transaction again in another application',
  }
}

function amountOf(token: string, amount: bigint, { evidence, transaction, addressText }: Facts): string {
  if (token === NATIVE) return nativeText(amount, nativeAsset(transaction.chainId))
  const listed = listedToken(token, evidence)
  const own = evidence.accountOf(token)?.token
  const described = listed ? { ...listed, verified: true } : { symbol: own?.symbol, decimals: own?.decimals }
  const isNamed = listed?.symbol !== undefined
  return amountText(amount, tokenShown(isNamed ? token : addressText(token), described))
}

/** More outputs in one contract are no plan that anyone makes. */
const MAX_OUTPUTS = 256

function pointsAt(authority: string, made: readonly Exchange[], facts: Facts): number {
  if (isZeroAddress(authority)) return made.some(({ form }) => burning.includes(form)) ? LEFT : 0
  const isSweepable = paymentsTo(authority, facts) === 'sweepable'
  const kept = made.filter(({ isLeft }) => isSweepable || isLeft)
  return kept.length > MAX_OUTPUTS ? LEFT : Math.max(0, ...kept.map((one) => pointsOf(one, facts)))
}

function pointsOf(made: Exchange, facts: Facts): number {
  const fate = fateOf(made, facts)
  if (fate === 'taken') return 0
  return fate === 'partly taken' && inputs.has(made.call.name) ? INPUT_LEFT : LEFT
}

function observation(subject: string, points: number, made: readonly Exchange[]): Observation {
  const isBurned = isZeroAddress(subject)
  // Who sends to another chain gets back what does not arrive.
  const lost = made.every(({ form, gives }) => form === 'bridge' && gives.length === 0) ? 'A refund' : 'The output'
  return {
    points,
    subject: isBurned ? '' : subject,
    text: isBurned
      ? `${lost} goes to the zero address, and no one has a key of that account.`
      : `keeps ${points === INPUT_LEFT ? 'a part of the input' : 'the output'}, no later step pays it out, and anyone may take it`,
    flip: isBurned
      ? 'set another recipient'
      : 'set the recipient to an own account or add a step that pays the output out; or add an ALLOW entry',
    ...(!isBurned && { evenIfTrusted: true }),
  }
}
