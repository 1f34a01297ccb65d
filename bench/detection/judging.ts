import { addressesOf, type Examined, examine } from '../../src/service/risk/collect-subjects.ts'
import { type EvidenceSet, evidenceSet, type Known } from '../../src/service/risk/evidence.ts'
import type { Transaction } from '../../src/service/risk/types.ts'
import { type Judgement, judge, type Policy } from '../../src/service/risk/verdict.ts'
import type { Knowledge } from './knowledge.ts'

/** What a fresh install does. */
export const policy: Policy = { blockThreshold: 70 }

/** The whole pure engine, with what is known looked up in memory. */
export function judged(transaction: Transaction, knowledge: Knowledge, known: Partial<Known> = {}): Judgement {
  const examined = examine(transaction)
  return judge(examined, evidenceOf(examined, knowledge, known), policy)
}

export function evidenceOf(examined: Examined, knowledge: Knowledge, known: Partial<Known> = {}): EvidenceSet {
  return evidenceSet({ ...knowledge.knownOf(addressesOf(examined), examined.transaction.chainId), ...known })
}
