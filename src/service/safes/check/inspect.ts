import { setImmediate } from 'node:timers/promises'
import type { Hex } from 'ox/Hex'
import { withoutNames } from '../../../api/text/names.ts'
import { type Verdict, verdictOf } from '../../../api/verdict.ts'
import { type SafeHashes, safeHashes } from '../../../shared/safe/hashes.ts'
import type { SafeTransaction } from '../../../shared/safe/transaction.ts'
import { safeVersion } from '../../../shared/safe/versions.ts'
import { sha256 } from '../../../shared/text/sha256.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'
import type { OnNodesDeps } from '../../chain/nodes/on-first-node.ts'
import { type SimulateOptions, simulateByDefault } from '../../chain/observer.ts'
import type { Validation } from '../../validation/answer.ts'
import type { CheckedMessageOutcome } from '../../validation/request/check-typed-data.ts'
import { validateSafeTransaction } from '../../validation/request/validate-safe-transaction.ts'
import type { CheckContext } from '../../validation/validate.ts'
import {
  type ClaimedConfirmation,
  type Confirmation,
  readConfirmations,
  SignatureBudget,
  verifyConfirmations,
} from '../queue/signatures.ts'
import { readProofs, type ToProve } from './node-proofs.ts'
import { withMismatch } from './transaction-row.ts'

/** A transaction of a Safe as a service or a file has it. */
export interface GivenTransaction {
  /** Absent when it is not legible, or too large. */
  readonly transaction: SafeTransaction | undefined
  /** Lower case; undefined: none is claimed. */
  readonly claimedHash: string | undefined
  readonly confirmations: readonly ClaimedConfirmation[]
}

/** What is known of it besides its verdict. */
export interface Inspected<T extends GivenTransaction = GivenTransaction> {
  readonly given: T
  /** As recomputed; as claimed where it cannot be. */
  readonly safeTxHash: string
  readonly hashes: (SafeHashes & { readonly calldataDigest: string }) | undefined
  /** Why its hash is not the claimed one, one sentence; undefined: it is. */
  readonly mismatch: string | undefined
  readonly confirmations: readonly Confirmation[]
  /** Owners who signed it. */
  readonly signed: number
}

/**
 * Recomputes the hashes of transactions, compares them with the claims and with what the Safe itself computes, and verifies their
 * signatures. In the order of what was given.
 * @throws WardenError `no-node`, `node-unreachable`
 */
export async function inspect<T extends GivenTransaction>(
  deps: OnNodesDeps,
  state: SafeState,
  given: readonly T[],
): Promise<Inspected<T>[]> {
  const version = safeVersion(state.version ?? '')
  const owners = new Set(state.owners)
  const budget = new SignatureBudget()
  const signed = { safe: state.address as Hex, chainId: BigInt(state.chainId) }
  const hashed: (Omit<ToProve, 'transaction' | 'hashes'> & { given: T; hashes: Inspected['hashes'] })[] = []
  for (const each of given) {
    const { transaction } = each
    hashed.push({
      given: each,
      hashes: version && transaction && safeHashes({ ...signed, version, transaction }),
      confirmations: readConfirmations(each.confirmations, owners.size, budget),
    })
    // A list may have much data: others have their turn between its entries.
    await setImmediate()
  }
  const proofs = await readProofs(
    deps,
    state,
    hashed.flatMap(({ given: { transaction }, hashes, confirmations }) =>
      transaction && hashes ? [{ transaction, hashes, confirmations }] : [],
    ),
  )
  let at = 0
  const found: Inspected<T>[] = []
  for (const { given: each, hashes, confirmations: read } of hashed) {
    const proof = each.transaction && hashes ? proofs[at++] : undefined
    const safeTxHash = hashes?.safeTxHash ?? each.claimedHash ?? ''
    const approvedBy = proof?.approvedBy ?? new Set<string>()
    const confirmations = await verifyConfirmations(safeTxHash, read, { owners, approvedBy })
    found.push({
      given: each,
      safeTxHash,
      hashes,
      confirmations,
      mismatch: each.transaction && mismatchOf(each.claimedHash, hashes?.safeTxHash, proof?.safeTxHash, state.version),
      signed: confirmations.filter(({ valid }) => valid).length,
    })
  }
  return found
}

function mismatchOf(
  claimed: string | undefined,
  hash: string | undefined,
  onNode: string | undefined,
  version: string | undefined,
): string | undefined {
  if (hash === undefined)
    return `The Safe has the version ${version ?? 'unknown'}, whose hashes are not known: the claimed one cannot be verified.`
  if (claimed !== undefined && claimed !== hash) return wrongHashText(claimed, hash)
  if (onNode !== undefined && onNode !== hash)
    return `The safeTxHash of these fields is ${hash}, but the Safe itself computes ${onNode}.`
  return undefined
}

export function wrongHashText(claimed: string, hash: string): string {
  return `The safeTxHash is claimed to be ${claimed}, but that of these fields is ${hash}.`
}

/** A validation of a transaction of a Safe, which blocks a wrong hash. */
export interface CheckedTransaction extends Omit<CheckedMessageOutcome, 'result'> {
  readonly result: Omit<Validation, 'svcTxId'>
  readonly verdict: Verdict
  /** Another one where it does something else, or for other reasons. */
  readonly effectDigest: string
  /** It is read before the evidence: not newer. */
  readonly evidenceRevision: number
}

export async function validateInspected(
  { given: { transaction }, mismatch }: Inspected,
  safe: { readonly chainId: string; readonly address: string },
  context: CheckContext,
  simulate: SimulateOptions = simulateByDefault,
): Promise<CheckedTransaction | undefined> {
  if (transaction === undefined) return undefined
  const subject = { chainId: safe.chainId, safe: safe.address, transaction }
  const { revision: evidenceRevision } = await context.reads.configuration()
  const outcome = await validateSafeTransaction(subject, { product: 'SONAR', simulate }, context)
  const result = mismatch === undefined ? outcome.result : withMismatch(outcome.result, mismatch)
  return { ...outcome, result, verdict: verdictOf(result), effectDigest: digestOf(result), evidenceRevision }
}

/** Amounts in dollars, block numbers and names drift; actions and reasons do not. */
function digestOf({ explanation }: Pick<Validation, 'explanation'>): string {
  const reasons = explanation.reasons.map(({ rule, subject }) => `${rule} ${subject}`).sort()
  const actions = (explanation.actions ?? []).map(withoutNames)
  return sha256(JSON.stringify([actions, [...new Set(reasons)]]))
}
