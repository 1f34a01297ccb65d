import type { Reason, ValidationResult } from '../../api/schemas/transaction.ts'
import { withName } from '../../api/text/names.ts'
import { roleText } from '../../api/text/roles.ts'
import type { Verdict } from '../../api/verdict.ts'
import { hasUnreadCall, isReadInPart, isUnknownMessage, missingChainOf, unaccountedSentence } from './missing-data.ts'

/** Its answers have no coverage. */
export const NOT_IN_V1 = 'v1 does not say whether the beneficiary is known'

/** What is validated, and by which version of the interface. */
interface HeadlineSubject {
  readonly isMessage?: boolean
  readonly isV1?: boolean
}

/** The answer in a sentence or two. */
export function headline(
  verdict: Verdict,
  result: ValidationResult,
  { isMessage = false, isV1 = false }: HeadlineSubject = {},
): string {
  const hasNoCoverage = isV1 && result.coverage === undefined
  if (result.error) return result.error
  switch (verdict) {
    case 'NO DATA': {
      const unaccounted = unaccountedSentence(result)
      const named = unaccounted === undefined ? '' : ` ${unaccounted}`
      if (isUnknownMessage(result))
        return `The type of this message is unknown, and so is what its signature allows.${named}`
      if (hasUnreadCall(result))
        return `${isMessage ? 'A call in this message' : 'This call'} could not be read, so who gains is unknown.${named}`
      if (isReadInPart(result)) return `A part of what is signed could not be read, so it is unknown.${named}`
      const chain = missingChainOf(result)
      if (chain) return `${chain.text}. No data does not mean safe: verify it independently.`
      if (unaccounted !== undefined) return `${unaccounted} No data does not mean safe: verify it independently.`
      if (result.coverage === 'simulated')
        return 'The simulation did exactly what the call data says, and nothing else. No data about the beneficiary: verify it independently.'
      return `${hasNoCoverage ? `The score is 0, and ${NOT_IN_V1}` : 'No data about the beneficiary'}. No data does not mean safe: verify it independently.`
    }
    case 'SAFE':
      return hasNoCoverage ? `No risk found, but ${NOT_IN_V1}.` : 'No risk found.'
    case 'BLOCKED':
      return `The service blocks this ${isMessage ? 'message' : 'transaction'} and gives no reason.`
    default:
      return (
        strongestReason(result) || result.combinedScoreDetails?.subCategoryDescription || 'The service gives no reason.'
      )
  }
}

/** Worded as the reason of a blocked one: the category stands above, beside the score. */
export function strongestReason(result: Pick<ValidationResult, 'explanation'>): string | undefined {
  const reason = strongestFinding(result)
  if (!reason) return undefined
  const { subject, role, text } = reason
  return subject ? `The ${roleText(role)} ${withName(subject, result.explanation?.names)} ${text}.` : text
}

/** Reasons are in the order of their points. */
export function strongestFinding({ explanation }: Pick<ValidationResult, 'explanation'>): Reason | undefined {
  return explanation?.reasons.find(({ points }) => points > 0)
}
