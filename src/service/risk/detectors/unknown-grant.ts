import { bandFloors } from '../../../api/vocabulary.ts'
import type { Grant } from '../actions/actions.ts'
import type { Detector } from './detector.ts'

/** What a grant is worth, by the most that it lets a stranger do. All are warnings: a grant is no theft yet. */
const points = {
  bounded: bandFloors.WARNING + 4,
  unlimited: 50,
  signed: 55,
  everyItem: 60,
  severalTokens: 65,
} as const

export const unknownGrant: Detector = {
  id: 'unknown-grant',
  summary:
    'Somebody of whom nothing is known may move tokens from now on: approve, permit, Permit2, setApprovalForAll.',
  why: 'What is granted can be taken at any later time, without another question. A warning by how much it lets go: a bounded amount, everything of a token, a signed permit, a whole collection, several tokens at once. Taking rights back is always safe.',
  origin:
    'The grant comes before the sweep that ice-phishing detectors see (PTXPhish, NDSS 2025; Forta): before signing, the spender is all there is to judge.',
  detect({ grants, ofStrangers, roleOf }) {
    return ofStrangers(grants).map(([authority, given]) => ({
      subCategory: 'maliciousInteraction',
      points: Math.max(...new Set(given.map(pointsOf)), severalPoints(given)),
      hops: 0,
      subject: authority,
      role: roleOf(authority),
      text: `given ${whatIsGiven(given)}, and nothing is known about it`,
      source: 'call data',
      flip: 'an ALLOW entry for the address, a source that knows it, or an earlier transaction with it that was reported',
    }))
  },
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
  if (tokens > 1) return `rights over ${tokens} tokens at once`
  if (grants.some((grant) => grant.form === 'approval-for-all')) return 'every item of a collection to move'
  if (grants.some((grant) => grant.unlimited)) return 'an unlimited allowance'
  return 'an allowance'
}
