import { strictestResult } from '../../api/policies/results.ts'
import type { PolicyOutcome } from '../../api/schemas/policy.ts'
import { PolicyCheck, type PolicyDecision, policiesIn, type ReplacedBy } from '../policies/check.ts'
import type { MeteredPolicy, MeteredValidation } from '../runtime/meters.ts'
import type { Db } from '../store/schema/schema.ts'
import type { Validation, ValidationOutcome } from './answer.ts'
import type { AssessOptions, Reading } from './evidence/subject.ts'

/** Who asks for a validation, as far as policies choose by it. */
export interface PolicyCaller {
  /** Id and name of the API key, or `local`. */
  readonly key: readonly string[]
  /** Web origin of a proxied request. */
  readonly site?: string | undefined
}

/** Who asks for a validation, and who counts it. */
export interface Asking {
  /** Who asks; absent: the service itself, to which no policy of a key or site applies. */
  readonly caller?: PolicyCaller | undefined
  /** Gets the verdict, again where it is decided again, to count it once it is answered. */
  readonly validated?: ((validation: MeteredValidation) => void) | undefined
}

/** A subject with the answer about it, as it is without policies. */
export interface UndecidedOutcome extends ValidationOutcome {
  /** A policy applies. */
  readonly hasPolicies: boolean
  /** What the answer is with policies, and with what budgets have used now. @param replaced what it replaces if it is sent */
  decide(db: Db, replaced: ReplacedBy): Promise<DecidedOutcome>
}

/** A subject with the answer about it. */
export interface DecidedOutcome extends ValidationOutcome {
  /** Absent: no policy applies. */
  readonly decision?: PolicyDecision | undefined
}

export function undecided(
  outcome: ValidationOutcome,
  { maxFee }: Pick<Reading, 'maxFee'>,
  options: AssessOptions,
  { caller, validated }: Asking,
): UndecidedOutcome {
  const { result, assessment, analysis } = outcome
  const check = policiesFor(outcome, options, { caller, maxFee })
  const { status, coverage } = assessment
  const { chainId } = analysis.transaction
  return {
    ...outcome,
    hasPolicies: check !== undefined,
    async decide(db, replaced) {
      const decision = await check?.decide(db, replaced, result)
      const answer = decision ? withDecision(result, decision) : result
      const policies = refusalsIn(decision?.policies)
      validated?.({ product: options.product, chainId, status, valid: answer.valid, coverage, policies })
      return { ...outcome, result: answer, decision }
    },
  }
}

/** The policies that apply; undefined: none does. @param caller absent: not known, and no policy of a key or site applies */
export function policiesFor(
  outcome: ValidationOutcome,
  { product, configuration, now }: Pick<AssessOptions, 'product' | 'configuration' | 'now'>,
  { caller, maxFee }: Pick<Asking, 'caller'> & Pick<Reading, 'maxFee'> = {},
): PolicyCheck | undefined {
  const request = { product, key: caller?.key ?? [], site: caller?.site }
  return PolicyCheck.of(policiesIn(configuration.policies), outcome, { request, result: outcome.result, now, maxFee })
}

/** An answer with what policies say: they block, and change nothing else. */
function withDecision(result: Validation, { valid, error, policies }: PolicyDecision): Validation {
  const { error: _, ...rest } = result
  return {
    ...rest,
    valid,
    ...(error !== undefined && { error }),
    ...(policies.length > 0 && { explanation: { ...result.explanation, policies: [...policies] } }),
  }
}

/** One a policy, with what it says altogether. */
function refusalsIn(outcomes: readonly PolicyOutcome[] = []): MeteredPolicy[] {
  return Array.from(Map.groupBy(outcomes, ({ policy }) => policy).values(), (of) => {
    const [{ policy, mode = 'enforce' }] = of as [PolicyOutcome]
    return { policy, mode, result: strictestResult(of.map(({ result }) => result)) }
  }).filter(({ result }) => result !== 'allow')
}
