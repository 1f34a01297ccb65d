import { ANY_CHAIN } from '../../../api/chains.ts'
import { chainText } from '../../../api/text/chains.ts'
import { bandFloors } from '../../../api/vocabulary.ts'
import { isDust } from '../../evm/worth.ts'
import { SMALLEST_OUTPUT } from '../account/bounded-swaps.ts'
import type { Exchange } from '../actions/actions.ts'
import { type ExchangeForm, outputs } from '../actions/forms.ts'
import { type Detector, toVouch } from './detector.ts'

/** People pay in for others: a notice. */
const PAID_IN = bandFloors.WARNING - 1
const ANOTHER_RECEIVER = 45
const AND_NO_MINIMUM = 60

export const foreignReceiver: Detector = {
  id: 'foreign-receiver',
  about: 'sender',
  summary:
    'The output of a swap, withdrawal, claim, loan, mint, deposit, bridge transfer or gas refund goes to an unknown address that is not the payer.',
  why: 'WARNING 45; 60 when a swap, bridge transfer or change of liquidity also accepts an output of zero. A deposit, stake or repayment for another account is common: a notice of 30. Phishing pages fill in their own receiver.',
  origin: 'Receiver parameters in the documentation of routers, vaults and bridges.',
  examples: {
    attack: 'The output of a swap goes to an address that no source knows.',
    nearMiss: 'The output stays in the called router.',
    evasion: 'The receiver was paid before in a transaction at WARNING: it is a contact, which vouches for nothing.',
  },
  reads: ['exchanges'],
  detect({ exchanges, byUnknown, addressText }) {
    const payerOf = ([made]: readonly Exchange[]) => addressText(made?.payer ?? '')
    return byUnknown(exchanges.filter(isForeign)).map(([authority, made]) => ({
      points: Math.max(...made.map(pointsOf)),
      subject: authority,
      text: `receives ${made.map(({ form }) => outputs[form].text)[0]} instead of ${payerOf(made)} and is unknown${there(made)}${made.some(acceptsNothing) ? `; the call accepts ${leastText(made.find(acceptsNothing) as Exchange)}` : ''}`,
      flip: `set the receiver to ${payerOf(made)}; or ${toVouch}`,
    }))
  },
}

const paidIn: readonly ExchangeForm[] = ['deposit', 'stake', 'repayment']

function pointsOf(exchange: Exchange): number {
  if (acceptsNothing(exchange)) return AND_NO_MINIMUM
  return paidIn.includes(exchange.form) ? PAID_IN : ANOTHER_RECEIVER
}

/** What an account takes for itself is no risk to it. Of accounts on other kinds of chain nothing is known. */
function isForeign({ authority, payer, call, on }: Exchange): boolean {
  return authority !== payer && authority !== call.to && authority !== call.actor && on?.accountBytes !== 20
}

/** What is known of the address on this chain says nothing of another. */
function there([made]: readonly Exchange[]): string {
  if (made?.receivedOn === undefined) return ''
  return made.receivedOn === ANY_CHAIN ? ' there' : ` on ${chainText(made.receivedOn)}`
}

/** Forms whose output depends on a price. */
const priced: readonly ExchangeForm[] = ['swap', 'bridge']

/** Accepts any output, however small. */
export function acceptsNothing({ form, receives, least }: Exchange): boolean {
  if (least !== undefined) return least < SMALLEST_OUTPUT
  return priced.includes(form) && receives.length > 0 && receives.every(isDust)
}

/** "an output of zero", or of dust. */
export function leastText({ receives, least }: Exchange): string {
  const isZero = least === undefined ? receives.every(({ amount }) => amount === 0n) : least === 0n
  return isZero ? 'an output of zero' : 'almost no output'
}
