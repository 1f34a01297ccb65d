import type { IntelRecord } from '../evidence.ts'
import { imitatedToken } from '../reputation.ts'
import { skeletonOf } from '../similarity.ts'
import type { Detector, Facts, Observation } from './detector.ts'

const FORGED_LETTERS = 80
const SAME_SYMBOL = 45

export const tokenLookalike: Detector = {
  id: 'token-lookalike',
  summary: 'A token in the transaction has the symbol of a listed token, at another address.',
  why: 'UNSAFE 80 for a symbol with lookalike letters; WARNING 45 for the same symbol, unless a source knows the token.',
  origin:
    'Counterfeit tokens in address poisoning (Tsuchiya et al., USENIX Security 2025), compared by Unicode skeleton (UTS #39).',
  examples: {
    attack: 'A token writes USDT with a Cyrillic letter.',
    nearMiss: 'A token that a source names has the same symbol.',
    evasion: 'Other letters, digits, accents or invisible characters in the symbol: its skeleton is the same.',
  },
  detect(facts: Facts): Observation[] {
    return tokensOf(facts).flatMap((address) => {
      for (const record of facts.evidence.intelOn(address)) {
        const forged = imitatedToken(record, facts.evidence)
        if (forged) return [observation(facts, address, record, forged, FORGED_LETTERS)]
      }
      return sameSymbol(facts, address)
    })
  },
}

function tokensOf({ actions }: Facts): string[] {
  const tokens = actions.flatMap((action) => {
    if (action.kind === 'order' || action.kind === 'exchange')
      return [...action.gives, ...action.receives].map((asset) => asset.token)
    if (action.kind === 'transfer' || action.kind === 'grant') return [action.asset.token]
    return action.kind === 'interaction' ? [action.authority] : []
  })
  return Array.from(new Set(tokens.filter((token) => token !== undefined)))
}

function sameSymbol(facts: Facts, address: string): Observation[] {
  const { evidence } = facts
  if (facts.reputationOf(address).trustedBy || facts.reputationOf(address).allowedBy) return []
  for (const record of evidence.intelOn(address)) {
    if (!record.symbol) continue
    const listed = evidence
      .tokensLike(skeletonOf(record.symbol))
      .find((other) => other.address.toLowerCase() !== address)
    if (listed) return [observation(facts, address, record, listed, SAME_SYMBOL)]
  }
  return []
}

function observation(
  { roleOf }: Facts,
  address: string,
  record: IntelRecord,
  listed: IntelRecord,
  points: number,
): Observation {
  return {
    subCategory: 'impersonationScamInteraction',
    points,
    hops: 0,
    subject: address,
    role: roleOf(address),
    text: `has the symbol ${record.symbol}, which ${points === FORGED_LETTERS ? 'looks like' : 'is also'} the symbol of ${listed.label} at ${listed.address.toLowerCase()}`,
    source: listed.source,
    flip: `use the token at ${listed.address.toLowerCase()}, or add an ALLOW entry for this one`,
  }
}
