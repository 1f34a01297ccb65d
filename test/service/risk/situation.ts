import { analyze } from '../../../src/service/risk/analyze.ts'
import { assessRisk, type RiskAssessment } from '../../../src/service/risk/assess.ts'
import { type Detector, findingsOf } from '../../../src/service/risk/detectors/detector.ts'
import {
  evidenceSet,
  type IntelRecord,
  type KnownEvidence,
  type ListEntry,
} from '../../../src/service/risk/evidence.ts'
import { factsOf } from '../../../src/service/risk/facts.ts'
import { asOfFeed } from '../../../src/service/risk/parties/known-as.ts'
import { wordsOf } from '../../../src/service/risk/summary/words.ts'
import type { Authorization, Transaction } from '../../../src/service/risk/types.ts'

export const sender = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
export const token = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'
export const other = '0x07e4b3c2d4f5061728394a5b6c7d8e9fa0b1c2d3'
export const stranger = '0x57a4d4f5061728394a5b6c7d8e9fa0b1c2d3e4f5'

/** A transaction and its evidence, with defaults. */
export interface Situation extends Partial<KnownEvidence> {
  readonly to?: string | undefined
  readonly value?: bigint
  readonly data?: string
  readonly from?: string
  readonly authorizations?: readonly Authorization[]
  readonly blockThreshold?: number
}

export function transaction(situation: Situation = {}): Transaction {
  return {
    chainId: '1',
    from: situation.from ?? sender,
    to: 'to' in situation ? situation.to : token,
    value: situation.value ?? 0n,
    data: situation.data ?? '0x',
    ...(situation.authorizations && { authorizations: situation.authorizations }),
  }
}

export function evidence(situation: Situation) {
  return evidenceSet(situation)
}

/** Findings of one detector. */
export function observe(detector: Detector, situation: Situation) {
  return findingsOf(detector, factsOf(analyze(transaction(situation)), evidence(situation)))
}

export function judged(situation: Situation): RiskAssessment {
  const analysis = analyze(transaction(situation), situation.trace)
  const named = new Set<string>()
  const addressText = (address: string) => {
    named.add(address)
    return address
  }
  const known = evidence(situation)
  const policy = { blockThreshold: situation.blockThreshold ?? 70 }
  const assessment = assessRisk(analysis, known, policy, { ...wordsOf(analysis, known), addressText })
  for (const { rule, text, flip = '' } of assessment.explanation.reasons)
    for (const [address] of `${text} ${flip}`.matchAll(/0x[0-9a-f]{40}(?![0-9a-f])/g))
      if (rule !== 'message-fields' && !named.has(address))
        throw new Error(`${rule} writes ${address} without addressText`)
  return assessment
}

export function block(address: string, id = 'block-1'): ListEntry {
  return { id, type: 'BLOCK', address }
}

export function allow(address: string, id = 'allow-1'): ListEntry {
  return { id, type: 'ALLOW', address }
}

export function intel(address: string, about: Partial<IntelRecord> = {}): IntelRecord {
  const record = {
    address,
    chainIds: [],
    kind: 'malicious',
    severity: 90,
    label: 'a drainer',
    source: 'feed A',
    ...about,
  } as const
  return { ...asOfFeed(record), ...record }
}
