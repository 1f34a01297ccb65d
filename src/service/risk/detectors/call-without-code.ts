import type { DecodedCall } from '../actions/actions.ts'
import { hasNoCode } from '../chain/account.ts'
import { isReserved } from '../decode/addresses.ts'
import { isNote } from '../decode/note.ts'
import type { Facts } from '../facts.ts'
import { phishingFunctionOf } from '../phishing-functions/look-up.ts'
import type { Detector } from './detector.ts'

/** A function that is paid. */
const PAID_FUNCTION = 75
/** Other data that is paid, and is no note. */
const PAID_DATA = 45
const UNPAID_FUNCTION = 40

export const callWithoutCode: Detector = {
  id: 'call-without-code',
  about: 'sender',
  summary: 'A function is called at an address without code, so nothing but the payment happens.',
  why: 'UNSAFE 75 for a function that is paid, WARNING 45 for other data that is paid and is not legible, 40 for a function without a payment. The page shows a claim or an update; the holder of the key keeps the money. It is also what happens on a wrong chain.',
  origin:
    'SecurityUpdate() and Claim() lures of native phishing (Forta, PTXPhish); calls of an address without code succeed (EVM).',
  examples: {
    attack: 'SecurityUpdate() is called at an EOA with a payment.',
    nearMiss: 'A payment to an EOA without data, or with a note.',
    evasion:
      'The call is wrapped in a Safe: it is found. Code that is created before the call in the same batch is not expected.',
  },
  reads: ['chain'],
  detect(facts) {
    const found = callsOf(facts)
      .map((call) => ({ call, points: pointsOf(call) }))
      .filter(({ points }) => points > 0)
    return Array.from(Map.groupBy(found, ({ call }) => call.to)).map(([to, made]) => {
      const strongest = made.reduce((a, b) => (b.points > a.points ? b : a))
      const { name, status, value } = strongest.call
      const what = isFunction(strongest.call) && status === 'decoded' ? `with ${name}` : 'with data'
      return {
        subCategory: 'financialScamInteraction',
        points: strongest.points,
        subject: to,
        text: `has no code, and is ${value > 0n ? 'paid' : 'called'} ${what}, which does nothing there`,
        source: 'chain',
      }
    })
  },
}

/**
 * Calls with data that own accounts make to addresses without code. What the call data treats as an account of the sender
 * is none without code.
 */
function callsOf({ decoded, calls, own, evidence, transaction }: Facts): DecodedCall[] {
  const mayCreate = decoded.calls.some(({ status, name }) => status === 'creation' || /^(?:create|deploy)/i.test(name))
  return calls.filter((call): call is DecodedCall => {
    const { actor, to, operation, data } = call
    if (to === undefined || !own.has(actor) || to === actor || to === transaction.from) return false
    const account = evidence.accountOf(to)
    // Contracts of the protocol have no code, and do run.
    if (operation !== 'call' || data.length <= 2 || isReserved(to) || !account) return false
    // A delegated account runs code.
    if (!hasNoCode(account) || account.kind === 'delegated') return false
    return !(account.kind === 'empty' && mayCreate)
  })
}

function pointsOf(call: DecodedCall): number {
  if (isFunction(call)) return call.value > 0n ? PAID_FUNCTION : UNPAID_FUNCTION
  return call.value > 0n && !isNote(call.data) ? PAID_DATA : 0
}

function isFunction({ status, selector }: DecodedCall): boolean {
  return status === 'decoded' || phishingFunctionOf(selector) !== undefined
}
