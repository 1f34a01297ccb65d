import { bandFloors } from '../../../api/vocabulary.ts'
import type { Grant } from '../actions/actions.ts'
import type { Detector } from './detector.ts'

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
  summary: 'An unknown address gets an allowance: approve, permit, Permit2 or setApprovalForAll.',
  why: 'WARNING: 35 for a limited amount, 50 for an unlimited one, 55 for a signed permit, 60 for a whole collection, 65 for several tokens. The spender can take the tokens later without another signature.',
  origin: 'Ice phishing (PTXPhish, NDSS 2025; Forta): before signing, only the spender can be checked.',
  examples: {
    attack: 'A spender that no source knows gets an unlimited allowance.',
    nearMiss: 'An allowance is revoked, inside a multicall, a Safe and a user operation.',
    evasion: 'The spender was paid before and has a name tag: neither vouches for an allowance.',
  },
  detect({ grants, byUnknown, roleOf }) {
    return byUnknown(grants).map(([authority, given]) => ({
      subCategory: 'maliciousInteraction',
      points: Math.max(...new Set(given.map(pointsOf)), severalPoints(given)),
      hops: 0,
      subject: authority,
      role: roleOf(authority),
      text: `gets ${whatIsGiven(given)} and is unknown`,
      source: 'call data',
      flip: remedyFor(given),
    }))
  },
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

function severalPoints(grants: readonly Grant[]): number {
  return tokensOf(grants).size > 1 ? points.severalTokens : 0
}

function tokensOf(grants: readonly Grant[]): Set<string | undefined> {
  return new Set(grants.map((grant) => grant.asset.token))
}

function whatIsGiven(grants: readonly Grant[]): string {
  const tokens = tokensOf(grants).size
  if (tokens > 1) return `allowances for ${tokens} tokens`
  if (grants.some((grant) => grant.form === 'approval-for-all')) return 'an approval for a whole collection'
  if (grants.some((grant) => grant.unlimited)) return 'an unlimited allowance'
  return 'an allowance'
}
