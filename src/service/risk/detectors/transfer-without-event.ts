import { comparedIn } from '../chain/claims.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import { isNothing } from '../chain/dust.ts'
import { measuredBy } from '../chain/read-observation.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { type Detector, rejectUnlessPlanned } from './detector.ts'

const POINTS = 85
/** The same contract hands out another asset. */
const REDEEMED = 45
/** Tokens that count in shares round by a few base units. */
const ROUNDING = 10n

export const transferWithoutEvent: Detector = {
  id: 'transfer-without-event',
  about: 'sender',
  summary: 'A token balance of the sender or its accounts falls, and the events of the token do not say so.',
  why: 'UNSAFE 85. Wallets and explorers show events: a token that moves without one hides what it takes. Also when the events show less than half of it. WARNING 45 when the same contract hands the owner another asset, as gauges do; nothing when it was there 3 days ago.',
  origin: 'ERC-20 requires a Transfer event; the balances are read before and after in one simulation.',
  examples: {
    attack: 'A balance falls, and no event shows it.',
    nearMiss: 'A receipt token is redeemed: its old contract hands out what was deposited.',
    evasion: 'The event shows 1 of 1,000: it is found. The same by a token of a token list is not.',
  },
  reads: ['chain'],
  detect(facts) {
    const { evidence, reputationOf } = facts
    const hidden = comparedIn(evidence).filter(
      ({ standard, token, measured, claimed }) =>
        -measured > (standard === 'erc20' ? ROUNDING : 0n) &&
        -measured > 2n * (claimed < 0n ? -claimed : 0n) &&
        reputationOf(token).trustedBy === undefined &&
        isToken(token, evidence),
    )
    const left = Array.from(Map.groupBy(hidden, ({ token }) => token)).map(([token, moves]) => {
      return { token, isRedeemed: moves.every(({ owner }) => isRedeemed(owner, token, facts)) }
    })
    const found = left.filter(({ token, isRedeemed }) => !isRedeemed || !codeAgeOf(token, evidence).isOld)
    return found.map(({ token, isRedeemed }) => ({
      points: isRedeemed ? REDEEMED : POINTS,
      subject: token,
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

/** The owner calls the token, and another asset arrives that the call hands out. */
function isRedeemed(owner: string, token: string, { changes, evidence }: Facts): boolean {
  const got = changes?.isComplete ? changes.dealings.get(token)?.gets : undefined
  return (measuredBy(evidence)?.changes ?? []).some(
    (change) =>
      change.owner === owner &&
      change.token !== token &&
      change.amount > 0n &&
      !isNothing(change, evidence) &&
      got?.some((each) => each.token === change.token) === true,
  )
}
