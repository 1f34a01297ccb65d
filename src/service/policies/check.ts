import type { PolicyGiven, PolicyOutcome } from '../../api/schemas/policy.ts'
import type { ValidationResult } from '../../api/schemas/transaction.ts'
import { policyError } from '../../api/text/policies.ts'
import { verdictStatusOf } from '../../api/verdict.ts'
import type { Analysis } from '../risk/analyze.ts'
import type { RiskAssessment } from '../risk/assess.ts'
import { measuredBy } from '../risk/chain/read-observation.ts'
import type { EvidenceSet } from '../risk/evidence.ts'
import { worthIn } from '../risk/money/worth.ts'
import { ownAccounts, payerOf } from '../risk/parties/controlled-accounts.ts'
import type { Replaced, StoredPolicies } from '../store/repositories/policies.ts'
import type { Db } from '../store/schema/schema.ts'
import { readUsage, type Taken } from './budgets.ts'
import type { PartyWords, WholeFacts } from './clause.ts'
import {
  type BudgetUse,
  type CompiledPolicy,
  compilePolicy,
  evaluate,
  type PolicyEvaluation,
  type PolicyRequest,
  type PolicySubject,
  type UsedOf,
  windowsOf,
} from './evaluate.ts'
import { isOwnAccount, itemsOf, type MaxFee } from './items.ts'

const compiled = new WeakMap<StoredPolicies, readonly CompiledPolicy[]>()

/** Compiled once for the same object. */
export function policiesIn(stored: StoredPolicies): readonly CompiledPolicy[] {
  const known = compiled.get(stored)
  if (known) return known
  const policies = stored.rows.map((row) => compilePolicy(JSON.parse(row.content) as PolicyGiven, stored.names))
  compiled.set(stored, policies)
  return policies
}

/** Those that were as they are at a time (ms): what is older is not checked by rules that came later. */
export function policiesSince(stored: StoredPolicies, at: number): StoredPolicies {
  const rows = stored.rows.filter((row) => row.updated_at <= at)
  return rows.length === stored.rows.length ? stored : { ...stored, rows }
}

/** A validation before policies. */
export interface ValidatedSubject {
  readonly analysis: Analysis
  readonly evidence: EvidenceSet
  readonly assessment: Pick<RiskAssessment, 'account'>
}

export interface PolicyInput {
  readonly request: Omit<PolicyRequest, 'chainId' | 'isOnAnyChain' | 'sender' | 'payers'>
  /** Of the validation without policies. */
  readonly result: ValidationResult
  /** ms since 1970. */
  readonly now: number
  /** Wei. */
  readonly maxFee?: MaxFee | undefined
}

/** What a validation replaces if it is sent; without a sender, of the one who asks. */
export type ReplacedBy = Pick<Replaced, 'svcTxId' | 'nonce'> & Partial<Pick<Replaced, 'sender'>>

/** The policies that apply to a validation; undefined: none does. */
export class PolicyCheck {
  readonly #policies: readonly CompiledPolicy[]
  /** What the policies are evaluated on. */
  readonly subject: PolicySubject

  private constructor(policies: readonly CompiledPolicy[], subject: PolicySubject) {
    this.#policies = policies
    this.subject = subject
  }

  static of(
    policies: readonly CompiledPolicy[],
    { analysis, evidence, assessment: { account } }: ValidatedSubject,
    input: PolicyInput,
  ): PolicyCheck | undefined {
    if (policies.length === 0) return undefined
    const { chainId, from } = analysis.transaction
    const words: PartyWords = {
      chainId,
      isOwn: (address) => isOwnAccount(address, from, evidence),
      isAllowListed: (address) => evidence.entriesOn(address).some(({ type }) => type === 'ALLOW'),
    }
    const request = requestIn(analysis, input.request)
    const applying = policies.filter((policy) => policy.appliesTo(request, words))
    if (applying.length === 0) return undefined
    const facts: WholeFacts = {
      verdict: verdictStatusOf(input.result).toLowerCase().replace(' ', '-'),
      now: input.now,
      loses: lossShare(analysis, evidence),
      hasUnaccounted: account.unaccounted.length > 0 || account.unread.length > 0,
    }
    return new PolicyCheck(applying, {
      request,
      words,
      facts,
      items: itemsOf({ analysis, evidence, maxFee: input.maxFee }),
    })
  }

  /**
   * Decides with what budgets have used now.
   * @param replaced what it replaces if it is sent @param without of the validation without policies, with the sentence why not
   */
  async decide(
    db: Db,
    replaced: ReplacedBy,
    without: { readonly valid: boolean; readonly error?: string | undefined },
  ): Promise<PolicyDecision> {
    const { request, facts } = this.subject
    const { chainId, sender } = request
    const usage = await readUsage(db, windowsOf(this.#policies), { chainId, sender, ...replaced }, facts.now)
    return { ...decide(this.evaluateWith(usage.usedOf), without), usage }
  }

  /** What each policy says. */
  evaluateWith(usedOf: UsedOf): readonly PolicyEvaluation[] {
    return this.#policies.map((policy) => evaluate(policy, this.subject, usedOf))
  }
}

/** A result with what policies say: they block, and change nothing else. */
export interface PolicyDecision extends Taken {
  readonly error?: string
  readonly policies: readonly PolicyOutcome[]
}

function decide(
  evaluations: readonly PolicyEvaluation[],
  { valid, error }: Parameters<PolicyCheck['decide']>[2],
): Omit<PolicyDecision, 'usage'> {
  const outcomes = evaluations.flatMap((each) => each.outcomes)
  const refusal = policyError(outcomes)
  const reason = valid ? refusal : error
  const isPassing = valid && refusal === undefined
  return {
    valid: isPassing,
    ...(reason !== undefined && { error: reason }),
    policies: outcomes,
    uses: onceEach(
      evaluations
        .filter(({ mode, result }) => result === 'allow' || (mode === 'enforce' && !isPassing))
        .flatMap(({ uses }) => uses),
    ),
  }
}

/** Clauses about the same payments have one budget: it is used once. */
function onceEach(uses: readonly BudgetUse[]): BudgetUse[] {
  return [...new Map(uses.map((use) => [`${use.budget} ${use.unit}`, use])).values()]
}

/** Digits of a per cent in a share of what is lost. */
const PER_CENT = 10_000n

/** Who asks for what: policies choose by it and by evidence about it. */
export function requestIn(analysis: Analysis, given: PolicyInput['request']): PolicyRequest {
  const { chainId, from: sender } = analysis.transaction
  const isOnAnyChain = analysis.message?.isEverywhere === true
  return { ...given, chainId, isOnAnyChain, sender, payers: payersIn(analysis) }
}

/** Accounts whose worth or rights it is about: they pay, make a call, or gave the sender an allowance. */
function payersIn(analysis: Analysis): string[] {
  const { message, calls, actions, own } = analysis
  const { verifyingContract } = message?.domain ?? {}
  // What a Safe approves by its own storage or as a message is signed for it.
  const approving = calls.flatMap(({ name, to }) => (OF_SAFE.has(name) && to !== undefined ? to : []))
  const signing = OF_SAFE.has(message?.name ?? '') && verifyingContract ? [verifyingContract.toLowerCase()] : []
  return [...new Set([...ownAccounts(analysis), ...own, ...actions.map(payerOf), ...approving, ...signing])]
}

/** Calls and messages by which owners sign for a Safe. */
const OF_SAFE: ReadonlySet<string> = new Set(['approveHash', 'signMessage', 'SafeTx', 'SafeMessage'])

/** The part of the worth that leaves and does not come back, as measured; undefined: not measured, or a worth is not known. */
function lossShare({ transaction, own }: Analysis, evidence: EvidenceSet): bigint | undefined {
  const measured = measuredBy(evidence)
  if (!measured) return undefined
  const by = { evidence, chainId: transaction.chainId }
  // An account that only makes calls here may be anyone's: what it gains makes up for no loss of another one.
  const byAccount = Map.groupBy(measured.changes, ({ owner }) => {
    if (isOwnAccount(owner, transaction.from, evidence)) return transaction.from
    return own.has(owner) ? owner : undefined
  })
  let [out, lost] = [0n, 0n]
  for (const [account, changes] of byAccount) {
    if (account === undefined) continue
    let balance = 0n
    for (const { token, id, amount } of changes) {
      const worth = id === undefined ? worthIn('usd', { token, amount: amount < 0n ? -amount : amount }, by) : undefined
      if (worth === undefined && amount < 0n) return undefined
      if (amount < 0n) out += worth ?? 0n
      balance += amount < 0n ? -(worth ?? 0n) : (worth ?? 0n)
    }
    if (balance < 0n) lost -= balance
  }
  return out === 0n ? 0n : (lost * 100n * PER_CENT) / out
}
