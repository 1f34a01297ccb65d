import type { Reason, ValidationResult } from '../../api/schemas/transaction.ts'
import { roleText } from '../../api/text/roles.ts'
import type { Verdict } from '../../api/verdict.ts'
import { hasUnreadCall, isUnknownMessage } from './missing-data.ts'

/** The answer in a sentence or two. */
export function headline(verdict: Verdict, result: ValidationResult, isMessage: boolean): string {
  if (result.error) return result.error
  switch (verdict) {
    case 'NO DATA':
      if (isUnknownMessage(result)) return 'The type of this message is unknown, and so is what its signature allows.'
      if (hasUnreadCall(result))
        return `${isMessage ? 'A call in this message' : 'This call'} could not be read, so who gains is unknown.`
      if (result.coverage === 'simulated')
        return 'The simulation did exactly what the call data says, and nothing else. No data about the beneficiary: verify it independently.'
      return 'No data about the beneficiary. No data does not mean safe: verify it independently.'
    case 'SAFE':
      return 'No risk found.'
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
  return reason.subject ? `The ${roleText(reason.role)} ${reason.subject} ${reason.text}.` : reason.text
}

/** Reasons are in the order of their points. */
export function strongestFinding({ explanation }: Pick<ValidationResult, 'explanation'>): Reason | undefined {
  return explanation?.reasons.find(({ points }) => points > 0)
}
