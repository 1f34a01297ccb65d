import { quotedName } from '../../../api/text/names.ts'
import type { Action } from '../actions/actions.ts'
import { ADDRESS_BOOK, type IntelRecord } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { type SharedDigits, sharedDigits, sharedDigitsText } from '../parties/similarity.ts'
import type { Detector, Observation } from './detector.ts'

const IMITATION = 80
const RESEMBLANCE = 45

/** Shared digits, without leading zeros, from which the address is taken as generated on purpose. */
const GENERATED_DIGITS = 8
/** The same for a contract that the sender used: the imitation is meant for it. */
const GENERATED_FOR_SENDER_DIGITS = 7
const RESEMBLING_DIGITS = 6

/** Expected false hits per unknown address, above which shared digits are chance. */
const TOLERATED_RESEMBLANCE = 1e-4
const TOLERATED_IMITATION = 1e-5

export const contractLookalike: Detector = {
  id: 'contract-lookalike',
  about: 'sender',
  summary:
    'An unknown address that gains or is called shares first and last digits with a known contract, or with an address that has a name here.',
  why: 'UNSAFE 80 when the shared digits cannot be chance: eight, or seven of a contract that the sender used before. WARNING 45 when chance is unlikely. Both bars rise with the number of labels of the source; leading zeros do not count.',
  origin: 'Social-engineering rule of the Forta scam detector: first 3 and last 3 digits of a known contract.',
  examples: {
    attack: 'A spender has the first 4 and last 4 digits of a known router.',
    nearMiss: 'First 3 and last 4 digits of one of 50,000 labels: that is chance.',
    evasion: 'The imitation has a name tag: it vouches for nothing, so a payment and an allowance are found.',
  },
  reads: ['lookalikes'],
  detect(facts: Facts): Observation[] {
    const named = facts.actions.flatMap((action) =>
      namedIn(action)
        .filter((address) => facts.evidence.lookalikesOf(address).length > 0)
        .map((address) => ({ action, address })),
    )
    return Array.from(Map.groupBy(named, ({ address }) => address)).flatMap(([address, uses]) => {
      if (!uses.some(({ action }) => facts.isUnknown(action, address))) return []
      const found = closest(address, facts)
      if (!found) return []
      const { original, shared, points } = found
      const place = facts.addressText(original.address.toLowerCase())
      return [
        {
          subCategory: 'impersonationScamInteraction',
          points,
          subject: address,
          text: `looks like ${place}, ${original.source === ADDRESS_BOOK ? `named ${quotedName(original.label)}` : `known as ${original.label}`}, but is a different address (${sharedDigitsText(shared)})`,
          source: original.source,
          flip: `use ${place}, or add an ALLOW entry for this one`,
        },
      ]
    })
  },
}

/** Addresses that gain or are called; one that only loses rights is safe. */
function namedIn(action: Action): string[] {
  const called = action.call.to === undefined ? [] : [action.call.to]
  return (action.kind === 'grant' || action.kind === 'right') && action.revokes ? called : [action.authority, ...called]
}

interface Lookalike {
  readonly original: IntelRecord
  readonly shared: SharedDigits
  readonly digits: number
  readonly points: number
}

function closest(address: string, { evidence }: Facts): Lookalike | undefined {
  return evidence
    .lookalikesOf(address)
    .map((original) => {
      const shared = sharedDigits(address, original.address.toLowerCase())
      const digits = significantDigits(address, shared)
      const isUsed = evidence.counterpartiesAt(original.address.toLowerCase()).length > 0
      return { original, shared, digits, points: pointsOf(digits, evidence.sizeOf(original.source), isUsed) }
    })
    .filter(({ shared, points }) => shared.first >= 3 && shared.last >= 3 && points > 0)
    .sort((a, b) => b.points - a.points || b.digits - a.digits || (a.original.address < b.original.address ? -1 : 1))[0]
}

/** @param size addresses that the source compares with */
function pointsOf(digits: number, size: number, isUsed: boolean): number {
  const byChance = size * (digits - RESEMBLING_DIGITS + 1) * 16 ** -digits
  const generated = isUsed ? GENERATED_FOR_SENDER_DIGITS : GENERATED_DIGITS
  if (digits >= generated && byChance <= TOLERATED_IMITATION) return IMITATION
  return digits >= RESEMBLING_DIGITS && byChance <= TOLERATED_RESEMBLANCE ? RESEMBLANCE : 0
}

function significantDigits(address: string, { first, last }: SharedDigits): number {
  const zeros = address.length - 2 - address.slice(2).replace(/^0+/, '').length
  return Math.max(0, first - zeros) + last
}
