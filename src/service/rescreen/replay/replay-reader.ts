import type { ValidationResult } from '../../../api/schemas/transaction.ts'
import { PolicyCheck, type PolicyInput, requestIn } from '../../policies/check.ts'
import type { CompiledPolicy } from '../../policies/evaluate.ts'
import { requestOf, resultOf } from '../../records/transaction-record.ts'
import type { Analysis } from '../../risk/analyze.ts'
import { accountIn } from '../../risk/assess.ts'
import type { ReplayedRow } from '../../store/repositories/rescreens.ts'
import { withEvidence } from '../../validation/assess.ts'
import { readMaxFee } from '../../validation/request/read-request.ts'
import type { ScreenDeps } from '../screen.ts'
import { type StoredDeps, subjectOf } from '../validate-stored.ts'

export interface ReplayedTransaction {
  readonly svcTxId: string
  /** When it was validated (ms). */
  readonly at: number
  readonly result: ValidationResult
  /** Absent: no policy applies. */
  readonly check: PolicyCheck | undefined
}

/** Reads again what stored validations do, as far as policies need it: without a verdict. */
export class ReplayReader {
  readonly #policies: readonly CompiledPolicy[]
  readonly #keyOf: (id: string) => readonly string[]

  /** @param keyOf id and name of an API key */
  constructor(policies: readonly CompiledPolicy[], keyOf: (id: string) => readonly string[]) {
    this.#policies = policies
    this.#keyOf = keyOf
  }

  async read(
    row: ReplayedRow,
    { hasNode, ...deps }: Omit<StoredDeps, 'hasNode'> & Pick<ScreenDeps, 'hasNode'>,
  ): Promise<ReplayedTransaction> {
    const { id, product, validated_by } = row
    const result = resultOf(row)
    const subject = await subjectOf(row, deps)
    const request = { product, key: validated_by === null ? [] : this.#keyOf(validated_by), site: undefined }
    const policies = this.#mayApply(subject.analysis, request)
    const replayed = { svcTxId: id, at: row.created_at, result }
    if (policies.length === 0) return { ...replayed, check: undefined }
    const options = { ...deps, product, hasNode: hasNode(row.chain_id, deps.configuration.chains) }
    const { analysis, evidence } = await withEvidence(subject, options)
    const assessment = { account: accountIn(analysis, evidence) }
    const input = { request, result, now: row.created_at, maxFee: readMaxFee(requestOf(row)) }
    return { ...replayed, check: PolicyCheck.of(policies, { analysis, evidence, assessment }, input) }
  }

  /** Policies that could apply: before evidence is read, any address can be own or allow-listed. */
  #mayApply(analysis: Analysis, given: PolicyInput['request']): readonly CompiledPolicy[] {
    const request = requestIn(analysis, given)
    const words = { chainId: request.chainId, isOwn: () => true, isAllowListed: () => true }
    return this.#policies.filter((policy) => policy.appliesTo(request, words))
  }
}
