import type { Detector, Observation } from '../../../src/service/risk/detectors/detector.ts'
import { evidenceSet, type IntelRecord, type ListEntry } from '../../../src/service/risk/evidence.ts'
import { examine } from '../../../src/service/risk/subjects.ts'
import type { Transaction } from '../../../src/service/risk/types.ts'
import { type Judgement, judge } from '../../../src/service/risk/verdict.ts'

export const sender = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
export const token = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'
export const other = '0x07e4b3c2d4f5061728394a5b6c7d8e9fa0b1c2d3'
export const stranger = '0x57a4d4f5061728394a5b6c7d8e9fa0b1c2d3e4f5'

/** A transaction and what is known; a test names what matters to it. */
export interface Situation {
  readonly to?: string | undefined
  readonly value?: bigint
  readonly data?: string
  readonly from?: string
  readonly entries?: readonly ListEntry[]
  readonly intel?: readonly IntelRecord[]
  readonly blockThreshold?: number
}

export function transaction(situation: Situation = {}): Transaction {
  return {
    chainId: '1',
    from: situation.from ?? sender,
    to: 'to' in situation ? situation.to : token,
    value: situation.value ?? 0n,
    data: situation.data ?? '0x',
  }
}

export function evidence({ entries = [], intel = [] }: Situation) {
  return evidenceSet({ entries, intel })
}

/** What one detector sees. */
export function observe(detector: Detector, situation: Situation): Observation[] {
  return detector.detect({ ...examine(transaction(situation)), evidence: evidence(situation) })
}

export function judged(situation: Situation): Judgement {
  return judge(examine(transaction(situation)), evidence(situation), {
    blockThreshold: situation.blockThreshold ?? 70,
  })
}

export function block(address: string, id = 'block-1'): ListEntry {
  return { id, type: 'BLOCK', address }
}

export function allow(address: string, id = 'allow-1'): ListEntry {
  return { id, type: 'ALLOW', address }
}

export function intel(address: string, about: Partial<IntelRecord> = {}): IntelRecord {
  return { address, chainIds: [], kind: 'malicious', severity: 90, label: 'a drainer', source: 'feed A', ...about }
}
