import { bandFloors } from '../../../api/vocabulary.ts'
import { hasNoCode, YOUNG_DAYS } from '../chain/account.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import type { Spend } from '../chain/executed.ts'
import type { Facts } from '../facts.ts'
import { isKnownAs } from '../parties/known-as.ts'
import type { Detector } from './detector.ts'

const FLAGGED = 90
const KEY = 80
const UNKNOWN = 60
const OLD_CONTRACT = 45
const KNOWN_FOR_NOTHING = bandFloors.WARNING + 4

export const spentAllowance: Detector = {
  id: 'spent-allowance',
  about: 'others',
  summary:
    'In a transaction that a block has, a third party takes assets of a monitored address by an allowance, or as a module, and no validated transaction granted that.',
  why: 'UNSAFE 80 for the holder of a key, 90 for a flagged address; WARNING 60 for an unknown contract, 45 for one that was there three days ago, 35 for a known one when nothing comes back. Quiet: an allowance that was granted in a transaction validated below WARNING, an ALLOW entry, and a known contract that gives something in return.',
  origin: 'Ice phishing: the drainer takes the tokens later, in a transaction of its own (Forta, ScamSniffer).',
  examples: {
    attack: 'An EOA takes tokens with transferFrom.',
    nearMiss: 'A contract takes what a validated transaction allowed it, or a known one pays for it.',
    evasion: 'The tokens go through Permit2, which is known: who calls it counts.',
  },
  reads: ['executed'],
  detect(facts) {
    const spends = facts.evidence.executed?.spends ?? []
    return Array.from(Map.groupBy(spends, ({ spender }) => spender)).flatMap(([spender, made]) => {
      const owner = made[0]?.owner ?? ''
      const weighed = weigh(spender, made, facts)
      if (!weighed) return []
      const { points, standing, source = 'receipt', evenIfTrusted } = weighed
      const tokens = new Set(made.flatMap(({ tokens }) => tokens))
      const what = tokens.size > 1 ? `${tokens.size} tokens` : 'a token'
      return {
        points,
        subject: spender,
        text: `spends an allowance or right of ${facts.addressText(owner)} over ${what} that was not validated here, and ${standing}`,
        source,
        flip: 'revoke the allowance; if the spender is known to you, verify it with its owner and add an ALLOW entry for it',
        ...(evenIfTrusted && { evenIfTrusted }),
      }
    })
  },
}

interface WeighedSpend {
  readonly points: number
  /** Follows "and". */
  readonly standing: string
  readonly source?: string
  readonly evenIfTrusted?: true
}

function weigh(spender: string, made: readonly Spend[], facts: Facts): WeighedSpend | undefined {
  const { evidence, transaction } = facts
  const { allowedBy, trustedBy, flagged } = facts.reputationOf(spender)
  if (flagged) return { points: FLAGGED, standing: 'is flagged' }
  if (allowedBy !== undefined || made.every((spend) => wasGranted(spend, facts))) return undefined
  if (trustedBy !== undefined && isKnownAs(spender, ['spender'], evidence)) {
    if (made.every(({ hasReturn }) => hasReturn)) return undefined
    return { points: KNOWN_FOR_NOTHING, standing: 'gives nothing in return', evenIfTrusted: true }
  }
  const account = evidence.accountOf(spender)
  if (spender === transaction.from || (account && hasNoCode(account))) return { points: KEY, standing: 'is an EOA' }
  if (codeAgeOf(spender, evidence).isOld)
    return {
      points: OLD_CONTRACT,
      standing: `is unknown, but a contract that was there ${YOUNG_DAYS} days ago`,
      source: 'chain',
    }
  return { points: UNKNOWN, standing: 'is unknown' }
}

/** In a transaction that was validated below WARNING. */
function wasGranted({ owner, spender, tokens }: Spend, { evidence, transaction }: Facts): boolean {
  const granted = evidence.allowancesTo(spender).filter((each) => (each.owner ?? transaction.from) === owner)
  return tokens.length > 0 && tokens.every((token) => granted.some((each) => each.token === token))
}
