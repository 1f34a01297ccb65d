import { payerOf } from '../controlled-accounts.ts'
import type { Counterparty } from '../evidence.ts'
import { type SharedDigits, sharedDigits, sharedDigitsText } from '../similarity/shared-affixes.ts'
import type { Detector, Facts, Observation } from './detector.ts'

const IMITATION = 90
const IMITATION_AFTER_BAIT = 75
const RESEMBLANCE = 50

/** Digits at the end from which a resemblance is made; three and three may be chance. */
const MADE_LAST = 4

export const addressPoisoning: Detector = {
  id: 'address-poisoning',
  summary:
    'Who receives, or may take, looks like an address to which the sender, or the account that pays, gave something before, and is another.',
  why: 'Wallets show the ends of an address; the thief makes one with the same ends, puts it into the history, and waits for it to be copied. Unsafe from three first and four last digits on, or three and three for an address that is in the history only as bait; three and three alone is a warning.',
  origin:
    'All 6,633 confirmed payoffs of Tsuchiya et al. (USENIX Security 2025) share at least three first and four last digits; the usual four and four finds 45 % of them. Two million unrelated pairs share three and three not once.',
  detect(facts: Facts): Observation[] {
    const gains = [...facts.transfers, ...facts.grants]
    return Array.from(Map.groupBy(gains, (action) => action.authority)).flatMap(([address, given]) => {
      const found = imitated(address, new Set(given.map(payerOf)), facts)
      if (!found) return []
      const { original, owner, shared, baited } = found
      const giver = owner === undefined ? 'the sender' : `the account ${owner}`
      return [
        {
          subCategory: 'addressPoisoning',
          points: shared.last >= MADE_LAST ? IMITATION : baited ? IMITATION_AFTER_BAIT : RESEMBLANCE,
          hops: 0,
          subject: address,
          role: facts.roleOf(address),
          text: `another address than ${original}, to which ${giver} gave before, and looks like it: ${sharedDigitsText(shared)}`,
          source: owner === undefined ? 'history of the sender' : 'history of the account',
          flip: `${original} itself, or an ALLOW entry for the address`,
        },
      ]
    })
  },
}

interface Imitation {
  readonly original: string
  /** The account in whose history it is; undefined: the sender's. */
  readonly owner: string | undefined
  readonly shared: SharedDigits
  /** The address is in the history, though the sender never gave it anything. */
  readonly baited: boolean
}

/** Two histories count: that of the sender, who may mean his own payee, and that of whoever pays. */
function imitated(
  address: string,
  payers: ReadonlySet<string>,
  { evidence, transaction }: Facts,
): Imitation | undefined {
  const alike = evidence.counterpartiesLike(address).filter(({ owner }) => owner === undefined || payers.has(owner))
  if (alike.length === 0 || address === transaction.from) return undefined
  const itself = alike.filter((each) => addressOf(each) === address)
  if (itself.some((each) => each.hadValue)) return undefined
  const baited = itself.length > 0
  return alike
    .filter((each) => each.hadValue && addressOf(each) !== address)
    .map((each) => ({
      original: addressOf(each),
      owner: each.owner,
      shared: sharedDigits(address, addressOf(each)),
      baited,
    }))
    .sort(
      (a, b) => b.shared.last - a.shared.last || b.shared.first - a.shared.first || compare(placeOf(a), placeOf(b)),
    )[0]
}

function addressOf({ address }: Counterparty): string {
  return address.toLowerCase()
}

function placeOf({ original, owner = '' }: Imitation): string {
  return `${original} ${owner}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1
}
