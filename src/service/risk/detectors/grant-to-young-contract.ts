import { signedForms, tokensOf, whatIsGiven } from '../actions/grant-text.ts'
import { YOUNG_DAYS } from '../chain/account.ts'
import type { Detector } from './detector.ts'

const POINTS = 65
/** Signatures, whole collections, several tokens. */
const WIDE = 75

export const grantToYoungContract: Detector = {
  id: 'grant-to-young-contract',
  about: 'others',
  summary: 'An unknown contract that is younger than three days, or a proxy of such code, gets an allowance.',
  why: 'WARNING 65, because honest applications are new once; UNSAFE 75 for a signed permit, a whole collection or several tokens. Drainers create contracts for each campaign, so that no list has them.',
  origin: 'Contracts of drainers are created shortly before they are used (He et al., SIGMETRICS 2025).',
  examples: {
    attack: 'A contract that had no code three days ago gets an allowance.',
    nearMiss: 'The contract was there three days ago, or the node cannot say.',
    evasion: 'An old proxy gets a young implementation: it counts as young.',
  },
  reads: ['grants'],
  detect({ grants, byUnknown, evidence }) {
    return byUnknown(grants).flatMap(([authority, given]) => {
      const account = evidence.accountOf(authority)
      if (account?.kind !== 'contract' || account.hadCodeBefore !== false) return []
      const isWide =
        tokensOf(given).size > 1 || given.some(({ form }) => form === 'approval-for-all' || signedForms.includes(form))
      return {
        points: isWide ? WIDE : POINTS,
        subject: authority,
        text: `gets ${whatIsGiven(given)} and ${account.proxy ? 'runs code' : 'is a contract'} that is younger than ${YOUNG_DAYS} days`,
        source: 'chain',
      }
    })
  },
}
