import { categories, coverages, HISTORY_FACTOR, type ProductType } from '../../api/vocabulary.ts'
import { alertIndexOf } from '../alerts/matching/alert-index.ts'
import type { Reads, ServiceConfiguration } from '../records/reads/reads.ts'
import type { Analysis } from '../risk/analyze.ts'
import { assessRisk, type RiskAssessment } from '../risk/assess.ts'
import type { Executed } from '../risk/chain/executed.ts'
import type { ChainObservation } from '../risk/chain/observation.ts'
import { addressTextOf } from '../risk/summary/words.ts'
import type { Trace } from '../risk/trace/trace.ts'
import { answerOf, type Validation } from './answer.ts'
import { gatherEvidence } from './evidence/gather-evidence.ts'
import { priceLoss, type TotalLoss } from './evidence/price-loss.ts'

/** What is validated: what a transaction or a message does, as far as it is known. */
export interface ValidationSubject {
  readonly analysis: Analysis
  /** What a node says about it. Undefined: none was read. */
  readonly observation: ChainObservation | undefined
  /** The caller gave this trace: it takes the place of the node's. */
  readonly trace?: Trace | undefined
  /** A block has the transaction: what it did to monitored addresses. */
  readonly executed?: Executed | undefined
  /** Accounts that others did something to: their loss counts. Undefined: the sender's does. */
  readonly affected?: ReadonlySet<string> | undefined
}

export interface ValidateOptions {
  readonly product: ProductType
  /** It is read before the subject is observed: its revision must not be newer than the evidence. */
  readonly configuration: ServiceConfiguration
  /** Whether a node of the chain is configured: then reports count when it confirmed them. */
  readonly hasNode: boolean
  readonly reads: Reads
  /** ms since 1970. */
  readonly now: number
}

/** The answer of a validation with what it was made from. */
export interface ValidationOutcome {
  readonly analysis: Analysis
  readonly assessment: RiskAssessment
  readonly loss: TotalLoss
  readonly result: Validation
}

/**
 * Looks up the evidence about a subject and gives the verdict. It requests nothing from nodes and writes nothing. What a public
 * descriptor adds counts where no part of the verdict is lower with it.
 */
export async function validate(subject: ValidationSubject, options: ValidateOptions): Promise<ValidationOutcome> {
  const outcome = await validateOne(subject, options)
  const { witnessed } = subject.analysis
  if (!witnessed) return outcome
  const described = await validateOne({ ...subject, analysis: witnessed }, options)
  return isLower(described.assessment, outcome.assessment) ? outcome : { ...described, analysis: subject.analysis }
}

function isLower(a: RiskAssessment, b: RiskAssessment): boolean {
  const scoresOf = ({ combinedScore, scoreDetails }: RiskAssessment) => [
    combinedScore,
    ...categories.map((category) => scoreDetails[category].value),
  ]
  const least = scoresOf(b)
  return (
    (a.valid && !b.valid) ||
    coverages.indexOf(a.coverage) > coverages.indexOf(b.coverage) ||
    scoresOf(a).some((score, index) => score < (least[index] ?? 0))
  )
}

async function validateOne(
  { analysis, observation: chain, trace: given, executed, affected }: ValidationSubject,
  { product, configuration, hasNode, reads, now }: ValidateOptions,
): Promise<ValidationOutcome> {
  const { revision, settings, sources, alerts } = configuration
  const trace = given ?? chain?.simulation.trace
  const hasPrices = sources.some(({ format }) => format === 'prices')
  const [{ evidence: found, entries }, loss] = await Promise.all([
    gatherEvidence(reads, analysis, {
      ...{ product, trace, chain, executed, sources, revision, now, hasNode },
      historyFactor: settings.historyFactor ?? HISTORY_FACTOR,
    }),
    priceLoss(reads, analysis, {
      ...{ chain, now, hasPrices, affected },
      hasLossAlert: alertIndexOf(alerts).asksForLoss(product),
    }),
  ])
  const evidence = { ...found, priceOf: loss.priceOf }
  const assessment = assessRisk(analysis, evidence, settings, addressTextOf(analysis))
  return { analysis, assessment, loss, result: answerOf(assessment, { analysis, evidence, entries, loss }) }
}
