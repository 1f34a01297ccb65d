import { checksummed } from '../../api/address.ts'
import type { OperationCall } from '../../api/operations/operations.ts'
import type { HoldPart } from '../../api/schemas/hold.ts'
import type { ValidationResult } from '../../api/schemas/transaction.ts'
import type { TypedDataRequest } from '../../api/schemas/typed-data.ts'
import { blockingPolicy, enforcedOutcomes, policyError } from '../../api/text/policies.ts'
import { verdictOf, verdictStatusOf, worstOf } from '../../api/verdict.ts'
import { bandFloors } from '../../api/vocabulary.ts'
import { addressOf } from '../../shared/json/evm-json.ts'
import { jsonText } from '../../shared/json/json.ts'
import { requestDigest } from '../../shared/safe/hashes.ts'
import { sha256 } from '../../shared/text/sha256.ts'
import { cut } from '../alerts/channels/bodies/text.ts'
import type { Validated } from '../alerts/matching/build-event.ts'
import { buildMatchInput, type MatchInput } from '../alerts/matching/match-input.ts'
import { SELECTOR_LENGTH } from '../evm/words.ts'
import { invalidBody } from '../problems/problem.ts'
import { validatedOf } from '../records/transaction-record.ts'
import type { ArgumentValue } from '../risk/decode/arguments.ts'
import { decodeCalls, isBuiltIn } from '../risk/decode/calls.ts'
import type { Transaction } from '../risk/types.ts'
import { findTransaction } from '../store/repositories/transactions.ts'
import type { Db, TransactionRow } from '../store/schema/schema.ts'
import type { MessageValidation } from '../validation/request/check-typed-data.ts'
import { readTransaction } from '../validation/request/read-request.ts'

/** What a client estimates again with each request: gas, fees, and what a paymaster signs for them. */
const ESTIMATED: ReadonlySet<string> = new Set([
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'accountGasLimits',
  'gasFees',
])
/** 0x and an address. */
const PAYMASTER = 42

/** One of the things that are requested together, as the service itself validated it. */
export interface ValidatedPart {
  readonly part: HoldPart
  readonly matchInput: MatchInput
  /** What it is, as text: equal for the same content. */
  readonly content: string
  /** Why it is never held; undefined: no policy denies it. */
  readonly denied: string | undefined
  /** Absent: a message. */
  readonly validated?: Validated
}

const LONGEST_ACTION = 300
/** Names of EIP-712 types. Others are not shown. */
const TYPE_NAME = /^[A-Za-z_$][\w$]{0,99}$/

/** The stored validations. Throws Problem 400 for one that is not stored, or of another chain. */
export async function storedParts(
  db: Db,
  { chainId, method, svcTxIds = [] }: Pick<OperationCall<'requestHold'>['body'], 'chainId' | 'method' | 'svcTxIds'>,
): Promise<ValidatedPart[]> {
  const parts: ValidatedPart[] = []
  for (const [index, id] of svcTxIds.entries()) {
    const row = await findTransaction(db, id)
    if (!row || row.origin !== null) throw invalidBody(`svcTxIds.${index}`, 'is not the id of a validation')
    if (row.chain_id !== chainId) throw invalidBody(`svcTxIds.${index}`, `is a validation for chain ${row.chain_id}`)
    parts.push(storedPart(row, method === 'eth_sendUserOperation'))
  }
  return parts
}

function storedPart(row: TransactionRow, isUserOperation: boolean): ValidatedPart {
  const validated = validatedOf(row)
  const transaction = readTransaction(validated.request)
  const { chainId, from, to, value, data, authorizations } = transaction
  const digest = requestDigest(data)
  const called = (isUserOperation && userOperationContent(transaction)) || data
  const content = [chainId, from, to ?? null, String(value), called, authorizations]
  return {
    part: {
      svcTxId: row.id,
      from: checksummed(row.from_key),
      ...(row.to_key !== null && { to: checksummed(row.to_key) }),
      value: row.value,
      ...(row.to_key !== null && data.length >= SELECTOR_LENGTH && { selector: data.slice(0, SELECTOR_LENGTH) }),
      calldataDigest: digest,
      ...verdictMembersOf({ ...validated.result, valid: row.valid === 1, combinedScore: row.combined_score }),
    },
    denied: deniedBy(validated.result),
    matchInput: buildMatchInput(row, validated.result),
    content: jsonText(content),
    validated,
  }
}

/** A message with the result that it was given now. */
export function messagePart(chainId: string, request: TypedDataRequest, result: MessageValidation): ValidatedPart {
  const { primaryType, domain } = request.typedData
  const { verifyingContract } = (domain ?? {}) as { readonly verifyingContract?: unknown }
  const to = addressOf(verifyingContract)
  return {
    part: {
      ...(request.from && { from: checksummed(request.from.toLowerCase()) }),
      ...(to && { to: checksummed(to) }),
      ...(typeof primaryType === 'string' && TYPE_NAME.test(primaryType) && { primaryType }),
      ...(result.digests && { digests: result.digests }),
      ...verdictMembersOf(result),
      ...(result.reservationId !== undefined && { reservationId: result.reservationId }),
    },
    denied: deniedBy(result),
    matchInput: buildMatchInput(
      {
        product: 'SONAR',
        chain_id: chainId,
        valid: result.valid ? 1 : 0,
        combined_score: result.combinedScore,
        total_loss: typeof result.totalLossUsd === 'number' ? result.totalLossUsd : null,
      },
      result,
    ),
    content: jsonText([chainId, request.chainId ?? null, request.from?.toLowerCase() ?? null, request.typedData]),
  }
}

/** The part with the worst verdict. */
export function worstPart(parts: readonly ValidatedPart[]): ValidatedPart {
  return worstOf(parts, ({ part }) => part)
}

/** Digest of who asks, and for what, by which method: another key, or a digest of something else, finds no approval. */
export function contentKey(asked: readonly string[], parts: readonly ValidatedPart[]): string {
  const text = JSON.stringify([asked, ...parts.map(({ content }) => content)])
  return sha256(text)
}

function verdictMembersOf(
  result: ValidationResult,
): Pick<HoldPart, 'verdict' | 'combinedScore' | 'category' | 'subCategory' | 'actions' | 'rules' | 'policies'> {
  const { actions = [], reasons = [] } = result.explanation ?? {}
  const policies = enforcedOutcomes(result.explanation?.policies, 'hold')
  const weighty = reasons.filter(({ points }) => points >= bandFloors.WARNING)
  return {
    verdict: blockingPolicy(result) ? verdictStatusOf(result) : verdictOf(result),
    combinedScore: result.combinedScore,
    category: result.combinedScoreDetails?.category ?? '',
    subCategory: result.combinedScoreDetails?.subCategory ?? '',
    actions: actions.map((text) => cut(text, LONGEST_ACTION)),
    rules: [...new Set(weighty.map(({ rule }) => rule))],
    ...(policies.length > 0 && { policies }),
  }
}

function deniedBy({ explanation }: Pick<ValidationResult, 'explanation'>): string | undefined {
  return policyError(enforcedOutcomes(explanation?.policies, 'deny'))
}

/**
 * The arguments of the call that executes user operations, without their gas and fees, and of a paymaster its address alone.
 * Undefined when it is no such call.
 */
function userOperationContent(transaction: Transaction): ArgumentValue | undefined {
  const { root } = decodeCalls(transaction)
  if (!isBuiltIn(root, 'handleOps') || root.status !== 'decoded' || root.unused) return undefined
  return withoutEstimates(root.args)
}

function withoutEstimates(value: ArgumentValue): ArgumentValue {
  if (Array.isArray(value)) return value.map(withoutEstimates)
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ESTIMATED.has(name))
      .map(([name, each]) => [
        name,
        name === 'paymasterAndData' ? String(each).slice(0, PAYMASTER) : withoutEstimates(each),
      ]),
  )
}
