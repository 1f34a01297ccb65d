import { enforcedResult, type PolicyResult } from '../../api/policies/results.ts'
import type { PolicyOutcome } from '../../api/schemas/policy.ts'
import type { ValidationResult } from '../../api/schemas/transaction.ts'
import { outcomeNotes } from '../../api/text/policies.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { Column } from '../../cli/output/view.ts'
import { resultTone } from '../validate/verdict-exit-code.ts'

/** What policies say of a validation. */
export interface PolicyAnswer {
  /** Of the policies that are enforced. */
  readonly result: PolicyResult
  readonly clauses: readonly PolicyOutcome[]
}

export function answerOf({ explanation }: Pick<ValidationResult, 'explanation'>): PolicyAnswer {
  const clauses = explanation?.policies ?? []
  return { result: enforcedResult(clauses), clauses }
}

/** In one cell: each clause as a line of the card has it. */
export const clausesColumn: Column<PolicyAnswer> = {
  field: 'clauses',
  header: 'CLAUSES',
  value: ({ clauses }) =>
    clauses.map((each) => `${each.result} ${each.policy} ${each.clause}: ${each.text}${notesOf(each)}`).join('; '),
}

/** " (observed only, 2 approvals)" */
function notesOf(outcome: PolicyOutcome): string {
  const notes = outcomeNotes(outcome)
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`
}

/** The result, then one line a clause. */
export function answerLines({ result, clauses }: PolicyAnswer, paint: Paint): string[] {
  const paints = (word: PolicyResult, text: string) => paint[resultTone[word]](text)
  const none = clauses.length === 0 ? '  no policy limits it' : ''
  return [
    `${paints(result, paint.bold(` ${result.toUpperCase()} `))}${none}`,
    ...clauses.map((each) => {
      const { policy, clause, result: said, text } = each
      return `  ${paints(said, said.padEnd(6))}${policy} ${clause}: ${text}${paint.dim(notesOf(each))}`
    }),
  ]
}
