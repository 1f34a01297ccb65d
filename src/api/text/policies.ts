import type { PolicyOutcome } from '../schemas/policy.ts'
import type { ValidationResult } from '../schemas/transaction.ts'

/** The outcomes of enforced policies that refuse or hold. */
export function enforcedOutcomes(outcomes: readonly PolicyOutcome[] = [], result: 'deny' | 'hold'): PolicyOutcome[] {
  return outcomes.filter((each) => each.mode === 'enforce' && each.result === result)
}

/** What decides of all policies: one that denies beats one that holds. Undefined: they block nothing. */
export function decidingOutcome(outcomes: readonly PolicyOutcome[] | undefined): PolicyOutcome | undefined {
  return enforcedOutcomes(outcomes, 'deny')[0] ?? enforcedOutcomes(outcomes, 'hold')[0]
}

/** `policy payouts: 620 of 500 USD in 24 h`; of what is held, `policy payouts: hold: …`. Undefined: they block nothing. */
export function policyError(outcomes: readonly PolicyOutcome[] | undefined): string | undefined {
  const outcome = decidingOutcome(outcomes)
  return outcome && `policy ${outcome.policy}: ${outcome.result === 'hold' ? 'hold: ' : ''}${outcome.text}`
}

/** What is said beside an outcome. */
export function outcomeNotes({ mode, approvals }: Pick<PolicyOutcome, 'mode' | 'approvals'>): string[] {
  const notes = [mode === 'observe' && 'observed only', approvals !== undefined && `${approvals} approvals`]
  return notes.filter((note) => note !== false)
}

/** The outcome that alone blocks what was validated; undefined: it passes, or is blocked for another reason, too. */
export function blockingPolicy({
  valid,
  error,
  explanation,
}: Pick<ValidationResult, 'valid' | 'error' | 'explanation'>): PolicyOutcome | undefined {
  const { policies } = explanation ?? {}
  return !valid && error !== undefined && error === policyError(policies) ? decidingOutcome(policies) : undefined
}
