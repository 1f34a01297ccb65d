import { checksummed } from '../../api/address.ts'
import type { Explanation, ScoreDetail, ValidationResult } from '../../api/schemas/transaction.ts'
import { missingText } from '../../api/text/missing.ts'
import type { Coverage } from '../../api/vocabulary.ts'
import { NATIVE } from '../evm/asset.ts'
import { toEntry } from '../records/control-list-entry.ts'
import { chainCoverageOf } from '../risk/chain/coverage.ts'
import { toSimulationJson } from '../risk/chain/simulation-json.ts'
import type { Explained } from '../risk/explanation.ts'
import { actionsInWords } from '../risk/summary/actions-in-words.ts'
import type { AssessedSubject } from './assess.ts'

/** Everything a validation finds; each version of the interface answers a part of it. */
export interface Validation extends ValidationResult {
  readonly combinedScoreDetails: ScoreDetail
  /** Absent in a dry run. */
  readonly svcTxId?: string
  readonly explanation: Explanation
  readonly coverage: Coverage
}

/** A subject with the answer about it. */
export interface ValidationOutcome extends AssessedSubject {
  readonly result: Validation
}

/** Says in words what was found. */
export function word(assessed: AssessedSubject): ValidationOutcome {
  const { evidence, entries, loss, words, assessment } = assessed
  const matched = new Set(assessment.matchedEntryIds)
  const { analysis, explanation } = assessment
  const missing = [...explanation.missing, ...loss.missing]
  const simulation = toSimulationJson(analysis, evidence, words, loss.priceOf)
  const result: Validation = {
    valid: assessment.valid,
    combinedScore: assessment.combinedScore,
    combinedScoreDetails: assessment.combinedScoreDetails,
    scoreDetails: assessment.scoreDetails,
    controlLists: entries.filter((entry) => matched.has(entry.id)).map(toEntry),
    internalAddressesWithMaxScore: assessment.internalAddresses.map((internal) => ({
      ...internal,
      address: checksummed(internal.address),
    })),
    ...(assessment.error !== undefined && { error: assessment.error }),
    explanation: {
      ...actionsInWords(analysis, words, assessment.account),
      reasons: explanation.reasons.map((reason) => ({
        ...reason,
        subject: reason.subject && checksummed(reason.subject),
        ...(reason.path && { path: reason.path.map(checksummed) }),
      })),
      missing: missing.map(missingText),
      missingData: missing,
      ...unaccountedOf(explanation),
      ...orderOf(explanation),
      ...namesIn(assessed),
    },
    coverage: assessment.coverage,
    ...(simulation && { simulation }),
    ...(evidence.chain && { chainCoverage: chainCoverageOf(evidence.chain) }),
    ...(assessment.knownByAgeOnly && { knownByAgeOnly: true }),
    ...(loss.isReported && { totalLossUsd: loss.usd }),
  }
  return { ...assessed, result }
}

/** Of the sender and of the addresses that the verdict is about. */
function namesIn({ evidence, assessment: { analysis } }: AssessedSubject): Pick<Explanation, 'names'> {
  const addresses = new Set([analysis.transaction.from, ...analysis.subjects.map(({ address }) => address)])
  const names = Array.from(addresses).flatMap((address) => {
    const name = evidence.nameOf(address)
    return name === undefined ? [] : [{ address: checksummed(address), name }]
  })
  return names.length === 0 ? {} : { names }
}

function orderOf({ order }: Explained): Pick<Explanation, 'order'> {
  if (!order) return {}
  const asset = <T extends { readonly asset: string }>(each: T) => ({
    ...each,
    asset: each.asset === NATIVE ? NATIVE : checksummed(each.asset),
  })
  const paid = <T extends { readonly asset: string; readonly to: string }>(each: T) => ({
    ...asset(each),
    to: each.to && checksummed(each.to),
  })
  return {
    order: { ...order, gives: order.gives.map(asset), receives: order.receives.map(paid), fees: order.fees.map(paid) },
  }
}

function unaccountedOf({ unaccounted = [] }: Explained): Pick<Explanation, 'unaccounted'> {
  if (unaccounted.length === 0) return {}
  return {
    unaccounted: unaccounted.map((item) => ({
      ...item,
      ...(item.address !== undefined && { address: checksummed(item.address) }),
    })),
  }
}
