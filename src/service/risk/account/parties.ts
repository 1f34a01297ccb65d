import { lazily } from '../../../shared/lazily.ts'
import { isZeroAddress } from '../../evm/words.ts'
import type { Analysis } from '../analyze.ts'
import { type EvidenceSet, type KnownAs, knownAs } from '../evidence.ts'
import { clonesIn } from '../parties/clones.ts'
import { isKnownAs } from '../parties/known-as.ts'
import { isWarning } from '../parties/reputation.ts'
import { isPaidBefore } from '../parties/trust.ts'
import { isNoAddress } from './places.ts'

/** Who is own or known, for the account of an analysis. */
export class Parties {
  readonly analysis: Analysis
  readonly evidence: EvidenceSet
  readonly #clones = lazily(() => clonesIn(this.analysis.decoded))

  constructor(analysis: Analysis, evidence: EvidenceSet) {
    this.analysis = analysis
    this.evidence = evidence
  }

  /** A threat has a finding of its own, and so has a BLOCK entry. */
  isKnown(address: string, asked: readonly KnownAs[] = knownAs): boolean {
    const { evidence, analysis } = this
    return (
      isZeroAddress(address) ||
      isNoAddress(address) ||
      analysis.own.has(address) ||
      evidence.entriesOn(address).length > 0 ||
      isKnownAs(address, asked, evidence) ||
      evidence.intelOn(address).some(isWarning) ||
      evidence.isOwnSafe(address) ||
      this.#clones().has(address)
    )
  }

  /** Whether the address is known, or history has payments to it. */
  isKnownPayee(address: string): boolean {
    return this.isKnown(address) || isPaidBefore(address, this.evidence)
  }
}
