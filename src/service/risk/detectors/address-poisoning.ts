import { type SharedDigits, sharedDigits, sharedDigitsText } from '../ends.ts'
import type { Counterparty } from '../evidence.ts'
import { isFamiliar } from '../standing.ts'
import type { Detector, Facts, Observation } from './detector.ts'

const IMITATION = 90
const IMITATION_AFTER_BAIT = 75
const RESEMBLANCE = 50

/** Digits at the end from which a resemblance is made; three and three may be chance. */
const MADE_LAST = 4

export const addressPoisoning: Detector = {
  id: 'address-poisoning',
  summary:
    'Who receives, or may take, looks like an address to which the sender gave something before, and is another.',
  why: 'Wallets show the ends of an address; the thief makes one with the same ends, puts it into the history, and waits for it to be copied. Unsafe from three first and four last digits on, or three and three for an address that is in the history only as bait; three and three alone is a warning.',
  origin:
    'All 6,633 confirmed payoffs of Tsuchiya et al. (USENIX Security 2025) share at least three first and four last digits; the usual four and four finds 45 % of them. Two million unrelated pairs share three and three not once.',
  detect(facts: Facts): Observation[] {
    const gains = [...facts.transfers, ...facts.grants]
    return Array.from(new Set(gains.map((action) => action.authority))).flatMap((address) => {
      const found = imitated(address, facts)
      if (!found) return []
      const { original, shared, baited } = found
      return [
        {
          subCategory: 'addressPoisoning',
          points: shared.last >= MADE_LAST ? IMITATION : baited ? IMITATION_AFTER_BAIT : RESEMBLANCE,
          hops: 0,
          subject: address,
          role: facts.roleOf(address),
          text: `another address than ${original}, to which the sender gave before, and looks like it: ${sharedDigitsText(shared)}`,
          source: 'history of the sender',
          flip: `${original} itself, or an ALLOW entry for the address`,
        },
      ]
    })
  },
}

interface Imitation {
  readonly original: string
  readonly shared: SharedDigits
  /** The address is in the history, though the sender never gave it anything. */
  readonly baited: boolean
}

function imitated(address: string, { evidence, transaction }: Facts): Imitation | undefined {
  const alike = evidence.counterpartiesLike(address)
  if (alike.length === 0 || address === transaction.from || isFamiliar(address, evidence)) return undefined
  const baited = alike.some((each) => addressOf(each) === address)
  return alike
    .filter((each) => each.hadValue && addressOf(each) !== address)
    .map((each) => ({ original: addressOf(each), shared: sharedDigits(address, addressOf(each)), baited }))
    .sort(
      (a, b) => b.shared.last - a.shared.last || b.shared.first - a.shared.first || compare(a.original, b.original),
    )[0]
}

function addressOf({ address }: Counterparty): string {
  return address.toLowerCase()
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1
}
