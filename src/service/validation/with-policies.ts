import { verdictStatusOf } from '../../api/verdict.ts'
import { decide, PolicyCheck, type PolicyDecision, policiesIn } from '../policies/check.ts'
import type { Validation, ValidationOutcome } from './answer.ts'
import type { AssessOptions, Reading } from './evidence/subject.ts'

/** Who asks for a validation, as far as policies choose by it. */
export interface Caller {
  /** Id and name of the API key, or `local`. */
  readonly key: readonly string[]
  /** Web origin of a proxied request. */
  readonly site?: string | undefined
}

/** The policies that apply to a validation, and what they say of it before it is stored. */
export interface CheckedPolicies {
  readonly check: PolicyCheck
  /** The answer without them. */
  readonly result: Validation
}

/** A subject with the answer about it, and with the policies that apply. */
export interface DecidedOutcome extends ValidationOutcome {
  /** Absent: no policy applies. */
  readonly policies?: CheckedPolicies
}

/** Where no policy applies, the same outcome. */
export async function withPolicies(
  outcome: ValidationOutcome,
  { nonce, maxFee }: Pick<Reading, 'nonce' | 'maxFee'>,
  options: AssessOptions,
  caller: Caller | undefined,
): Promise<DecidedOutcome> {
  const { result } = outcome
  const check = policiesFor(outcome, options, { caller, maxFee })
  if (!check) return outcome
  const decision = decide(await check.evaluate(options.reads.db, { svcTxId: undefined, nonce }), result)
  return { ...outcome, result: decided(result, decision), policies: { check, result } }
}

/** The policies that apply; undefined: none does. @param caller absent: not known, and no policy of a key or site applies */
export function policiesFor(
  outcome: ValidationOutcome,
  { product, configuration, now }: Pick<AssessOptions, 'product' | 'configuration' | 'now'>,
  { caller, maxFee }: { readonly caller?: Caller | undefined } & Pick<Reading, 'maxFee'> = {},
): PolicyCheck | undefined {
  const request = { product, key: caller?.key ?? [], site: caller?.site }
  const verdict = verdictStatusOf(outcome.result).toLowerCase().replace(' ', '-')
  return PolicyCheck.of(policiesIn(configuration.policies), outcome, { request, verdict, now, maxFee })
}

/** An answer with what policies say. */
export function decided(result: Validation, { valid, error, policies }: PolicyDecision): Validation {
  const { error: _, ...rest } = result
  return {
    ...rest,
    valid,
    ...(error !== undefined && { error }),
    ...(policies.length > 0 && { explanation: { ...result.explanation, policies: [...policies] } }),
  }
}
