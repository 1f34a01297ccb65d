import type { Action } from '../actions/actions.ts'
import type { IntelRecord } from '../evidence.ts'
import { type SharedDigits, sharedDigits, sharedDigitsText } from '../similarity/shared-affixes.ts'
import type { Detector, Facts, Observation } from './detector.ts'

const IMITATION = 80
const RESEMBLANCE = 45

/** Digits that must be the same, leading zeros not counted, for a resemblance to be made and not chance. */
const MADE_DIGITS = 7
const RESEMBLING_DIGITS = 6

export const contractLookalike: Detector = {
  id: 'contract-lookalike',
  summary: 'A stranger that gains or is called has the first and last digits of a known contract.',
  why: 'A contract that looks like a known router or token is there to be taken for it. Six digits at the ends may be chance among many known contracts: a warning; from seven on it was made: unsafe. Zeros at the beginning do not count, for protocols choose them to save gas.',
  origin:
    'The social-engineering rule of Forta’s scam detector: first three and last three digits of a known contract.',
  detect(facts: Facts): Observation[] {
    return Array.from(new Set(facts.actions.flatMap(namedIn))).flatMap((address) => {
      if (!facts.isStranger(address)) return []
      const found = closest(address, facts)
      if (!found) return []
      const { original, shared, digits } = found
      return [
        {
          subCategory: 'impersonationScamInteraction',
          points: digits >= MADE_DIGITS ? IMITATION : RESEMBLANCE,
          hops: 0,
          subject: address,
          role: facts.roleOf(address),
          text: `another address than ${original.address.toLowerCase()}, known as ${original.label}, and looks like it: ${sharedDigitsText(shared)}`,
          source: original.source,
          flip: 'the known address itself, or an ALLOW entry for this one',
        },
      ]
    })
  },
}

/** Who gains and who is called; who only loses rights is no danger. */
function namedIn(action: Action): string[] {
  const called = action.call.to === undefined ? [] : [action.call.to]
  return action.kind === 'grant' && action.revokes ? called : [action.authority, ...called]
}

interface Lookalike {
  readonly original: IntelRecord
  readonly shared: SharedDigits
  readonly digits: number
}

function closest(address: string, { evidence }: Facts): Lookalike | undefined {
  return evidence
    .lookalikesOf(address)
    .map((original) => {
      const shared = sharedDigits(address, original.address.toLowerCase())
      return { original, shared, digits: tellingDigits(address, shared) }
    })
    .filter(({ shared, digits }) => shared.first >= 3 && shared.last >= 3 && digits >= RESEMBLING_DIGITS)
    .sort((a, b) => b.digits - a.digits || (a.original.address < b.original.address ? -1 : 1))[0]
}

function tellingDigits(address: string, { first, last }: SharedDigits): number {
  const zeros = address.length - 2 - address.slice(2).replace(/^0+/, '').length
  return Math.max(0, first - zeros) + last
}
