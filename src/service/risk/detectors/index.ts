import { subCategories } from '../../../api/vocabulary.ts'
import type { Accounting } from '../account/account.ts'
import type { Analysis } from '../analyze.ts'
import type { EvidenceSet } from '../evidence.ts'
import { factsOf } from '../facts.ts'
import type { AddressText, Finding } from '../types.ts'
import * as all from './all.ts'
import { type Detector, findingsOf, isPresent, type Readable, readables } from './detector.ts'

export const detectors: readonly Detector[] = Object.values(all)

/** One bit each. */
function bitsOf(reads: readonly Readable[]): number {
  return reads.reduce((bits, each) => bits | (1 << readables.indexOf(each)), 0)
}

const runs = detectors.map((detector) => ({ detector, reads: detector.reads ? bitsOf(detector.reads) : -1 }))

/** Findings of all detectors, unordered. */
export function detect(
  analysis: Analysis,
  evidence: EvidenceSet,
  addressText?: AddressText,
  account?: Accounting,
): Finding[] {
  const facts = factsOf(analysis, evidence, addressText, account)
  const isOnlyTraced = tracedOnly(analysis)
  const sourceOf = ({ source, subject }: Pick<Finding, 'source' | 'subject'>): string => {
    if (source !== 'call data') return source
    if (analysis.message) return 'typed data'
    return isOnlyTraced(subject) ? 'trace' : source
  }
  const isForeign = evidence.executed?.isOwn === false
  const findings: Finding[] = []
  let present = 0
  for (let bit = 0; bit < readables.length; bit++) if (isPresent(readables[bit] as Readable, facts)) present |= 1 << bit
  for (const { detector, reads } of runs) {
    if (reads !== -1 && (reads & present) === 0) continue
    if (isForeign && detector.about !== 'others') continue
    for (const finding of findingsOf(detector, facts))
      findings.push({
        ...finding,
        source: sourceOf(finding),
        rule: detector.id,
        category: subCategories[finding.subCategory].category,
        points: Math.round(Math.min(100, Math.max(0, finding.points))),
      })
  }
  return findings
}

/** Whether only the trace shows what an address gains. */
function tracedOnly({ actions, changes }: Analysis): (address: string) => boolean {
  if (!changes) return () => false
  const [traced, shown] = [true, false].map(
    (inTrace) =>
      new Set(actions.filter(({ call }) => (call.inTrace === true) === inTrace).map(({ authority }) => authority)),
  )
  return (address) => traced?.has(address) === true && !shown?.has(address)
}
