import { type Verdict, verdictOf } from '../../src/api/verdict.ts'
import { baselineFor } from '../../src/service/intel/baseline.ts'
import { askedElsewhere } from '../../src/service/risk/account/unread.ts'
import { type Analysis, addressesOf, analyze } from '../../src/service/risk/analyze.ts'
import { assessRisk, type RiskAssessment, type RiskPolicy } from '../../src/service/risk/assess.ts'
import { type EvidenceSet, evidenceSet, holdsElsewhere, type KnownEvidence } from '../../src/service/risk/evidence.ts'
import { byChain, chainsIn, knownOnAll } from '../../src/service/risk/parties/chains.ts'
import type { Transaction } from '../../src/service/risk/types.ts'
import type { Knowledge } from './knowledge.ts'

/** Default policy of a fresh installation. */
export const policy: RiskPolicy = { blockThreshold: 70 }

/** The pure engine with evidence in memory. */
export function judged(
  transaction: Transaction,
  knowledge: Knowledge,
  known: Partial<KnownEvidence> = {},
): RiskAssessment {
  return assessed(analyze(transaction), knowledge, known)
}

/** The same for a signed message, or any other analysis. */
export function assessed(analysis: Analysis, knowledge: Knowledge, known: Partial<KnownEvidence> = {}): RiskAssessment {
  return assessRisk(analysis, evidenceOf(analysis, knowledge, known), policy)
}

export function evidenceOf(analysis: Analysis, knowledge: Knowledge, known: Partial<KnownEvidence> = {}): EvidenceSet {
  const addresses = [...addressesOf(analysis), ...analysis.embedded.find(() => true)]
  const chainsOf = chainsIn(analysis)
  const found = Array.from(
    byChain(addresses, chainsOf),
    ([chainId, some]) => [chainId, knowledge.knownOf(some, chainId)] as const,
  )
  return evidenceSet({
    ...knowledge.knownOf(addresses, analysis.transaction.chainId),
    intel: knownOnAll(new Map(found.map(([chainId, { intel = [] }]) => [chainId, intel])), chainsOf),
    elsewhere: askedElsewhere(analysis).flatMap((address) =>
      baselineFor(address).filter((record) => holdsElsewhere(record, analysis.transaction.chainId)),
    ),
    ...known,
  })
}

/** What a reader sees, with default settings. */
export function verdictOfRisk(risk: RiskAssessment): Verdict {
  const { valid, combinedScore, combinedScoreDetails, coverage, knownByAgeOnly } = risk
  return verdictOf({ valid, combinedScore, combinedScoreDetails, coverage, knownByAgeOnly, controlLists: [] })
}
