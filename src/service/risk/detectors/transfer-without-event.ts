import { comparedIn } from '../chain/claims.ts'
import type { EvidenceSet } from '../evidence.ts'
import { type Detector, rejectUnlessPlanned } from './detector.ts'

const POINTS = 85
/** Tokens that count in shares round by a few base units. */
const ROUNDING = 10n

export const transferWithoutEvent: Detector = {
  id: 'transfer-without-event',
  summary: 'A token balance of the sender or its accounts falls, and the events of the token do not say so.',
  why: 'UNSAFE 85. Wallets and explorers show events: a token that moves without one hides what it takes. Also when the events tell less than half of it.',
  origin: 'ERC-20 requires a Transfer event; the balances are read before and after in one simulation.',
  examples: {
    attack: 'A balance falls, and no event tells it.',
    nearMiss: 'A fee on transfer: the event tells a little less than what leaves.',
    evasion: 'The event tells 1 of 1,000: it is found. The same by a token of a token list is not.',
  },
  detect({ evidence, reputationOf, roleOf }) {
    const hidden = comparedIn(evidence).filter(
      ({ standard, token, measured, claimed }) =>
        -measured > (standard === 'erc20' ? ROUNDING : 0n) &&
        -measured > 2n * (claimed < 0n ? -claimed : 0n) &&
        reputationOf(token).trustedBy === undefined &&
        isToken(token, evidence),
    )
    return Array.from(Map.groupBy(hidden, ({ token }) => token)).map(([token]) => ({
      subCategory: 'maliciousInteraction',
      points: POINTS,
      hops: 0,
      subject: token,
      role: roleOf(token),
      text: 'takes assets without an event that says so',
      source: 'simulation',
      flip: rejectUnlessPlanned,
    }))
  },
}

/** Contracts that keep deposits answer as well what somebody has there; what has no symbol is no token. */
function isToken(address: string, { accountOf }: EvidenceSet): boolean {
  const account = accountOf(address)
  return account === undefined || account.token !== undefined
}
