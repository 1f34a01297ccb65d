import { bandFloors } from '../../../api/vocabulary.ts'
import type { Grant } from '../actions/actions.ts'
import { signedForms, tokensOf, whatIsGiven } from '../actions/grant-text.ts'
import { YOUNG_DAYS } from '../chain/account.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import type { Facts } from '../facts.ts'
import type { Detector, Observation } from './detector.ts'

/** The top of SAFE; the verdict is NO DATA, because age alone vouches for nothing. */
const QUIET = bandFloors.WARNING - 1

/** By the most that the grant allows. All are warnings: a grant alone moves nothing. */
const points = {
  bounded: bandFloors.WARNING + 4,
  unlimited: 50,
  signed: 55,
  everyItem: 60,
  severalTokens: 65,
} as const

export const unknownGrant: Detector = {
  id: 'unknown-grant',
  about: 'others',
  summary: 'An unknown address gets an allowance: approve, permit, Permit2 or setApprovalForAll.',
  why: 'WARNING: 35 for a limited amount, 50 for an unlimited one, 55 for a signed permit, 60 for a whole collection, 65 for several tokens. The spender can take the tokens later without another signature. 30 and NO DATA when a node says that the spender is a contract that was there three days ago, also behind its proxy: except for signatures and several tokens.',
  origin: 'Ice phishing (PTXPhish, NDSS 2025; Forta): before signing, only the spender can be checked.',
  examples: {
    attack: 'A spender that no source knows gets an unlimited allowance.',
    nearMiss: 'An allowance is revoked, inside a multicall, a Safe and a user operation.',
    evasion: 'The spender was paid before and has a name tag: neither vouches for an allowance.',
  },
  reads: ['grants'],
  detect(facts) {
    return facts.byUnknown(facts.grants).map(([authority, given]) => ({
      subject: authority,
      flip: remedyFor(given),
      ...weigh(authority, given, facts),
    }))
  },
}

type Weighed = Pick<Observation, 'points' | 'text' | 'source' | 'isKnownByAge'>

function weigh(authority: string, given: readonly Grant[], { evidence, addressText }: Facts): Weighed {
  const gets = `gets ${whatIsGiven(given)}`
  const { isOld, doubt } = codeAgeOf(authority, evidence, addressText)
  const isSeveral = tokensOf(given).size > 1
  const isQuiet = isOld && !isSeveral && !given.some(({ form }) => signedForms.includes(form))
  if (isQuiet)
    return {
      points: QUIET,
      text: `${gets} and is unknown, but a contract that was there ${YOUNG_DAYS} days ago`,
      source: 'chain',
      isKnownByAge: true,
    }
  const most = Math.max(...new Set(given.map(pointsOf)), isSeveral ? points.severalTokens : 0)
  return { points: most, text: `${gets} and is unknown${doubt === undefined ? '' : `, and ${doubt}`}` }
}

const toVouch = 'then add an ALLOW entry for it'

/** No advice names lower points: a smaller allowance for a drainer is still a loss. */
function remedyFor(given: readonly Grant[]): string {
  if (given.every(({ form }) => form === 'approval-for-all'))
    return `verify the operator with its marketplace, ${toVouch}`
  const remedy = `verify the spender with the protocol, ${toVouch}`
  return given.some(({ unlimited }) => unlimited) ? `${remedy}; approve the exact amount at most` : remedy
}

function pointsOf({ form, unlimited }: Grant): number {
  switch (form) {
    case 'approval-for-all':
      return points.everyItem
    case 'permit':
    case 'permit2-permit':
    case 'permit2-transfer':
      return points.signed
    default:
      return unlimited ? points.unlimited : points.bounded
  }
}
