import { parseQuantity } from '../../../api/quantity.ts'
import type { ValidationRequest } from '../../../api/schemas/transaction.ts'
import { blockingPolicy } from '../../../api/text/policies.ts'
import type { SlotMode } from '../../../api/vocabulary.ts'
import type { EnqueueContext } from '../../alerts/matching/enqueue-alerts.ts'
import { findSlot } from '../../payload/slot.ts'
import { reserve } from '../../policies/budgets.ts'
import { Problem } from '../../problems/problem.ts'
import { analyze } from '../../risk/analyze.ts'
import { isBuiltIn } from '../../risk/decode/calls.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { ImportedMessages } from '../../risk/typed-data/analyze-message.ts'
import type { Transaction } from '../../risk/types.ts'
import { type IssuedPayload, issuePayload } from '../../signing/issue-payload.ts'
import type { SignerContext } from '../../signing/signer.ts'
import { findSigned } from '../../store/repositories/transactions.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { Validation } from '../answer.ts'
import { signedKeyOf, storeVerdict } from '../signed-validation.ts'
import { toRow } from '../transaction-row.ts'
import { type CheckContext, type CheckOptions, validate } from '../validate.ts'
import { readMaxFee, readRequestTrace, readTransaction } from './read-request.ts'

export interface CheckRequestOptions extends CheckOptions {
  /** Absent when no header was sent: works as auto, and the answer has no `payloadSlot`. */
  readonly payloadSlot: SlotMode | undefined
  /** The hash of the signed transaction, lower case; undefined: it is not signed. */
  readonly signedHash?: string | undefined
}

/** How long a verdict with evidence of a node can be replayed: it covers the retries of a client, and the chain moves on. */
const CHAIN_REPLAY_MS = 120_000

/** What storing a validation needs. */
export interface ValidationContext extends SignerContext, EnqueueContext {
  /** The id of the API key, or `local`. */
  readonly actor: string
  /** Forbids to replay the stored answer after `until` (ms since 1970) or when the evidence has changed. */
  limitReplay(limit: { until: number | undefined; evidenceRevision: number }): void
}

/** A request checked against committed state. */
export interface CheckedRequest {
  /** The answer to a dry run: without `svcTxId` and payload. */
  answer(): Promise<Validation>
  /** Issues the payload, stores the validation and enqueues the alerts that match, in the caller's transaction. */
  record(context: ValidationContext): Promise<Validation>
}

/**
 * Checks a transaction without writing. Evidence is looked up here, so that no write lock is held meanwhile.
 * Throws Problem 400 for a missing payload slot or an invalid trace, 503 where a simulation is required and did not run.
 */
export async function checkRequest(
  request: ValidationRequest,
  { product, payloadSlot, simulate, signedHash }: CheckRequestOptions,
  context: CheckContext,
): Promise<CheckedRequest> {
  const transaction = readTransaction(request)
  if (payloadSlot === 'yes' && request.signTransaction === true) refuseWithoutSlot(transaction)
  const trace = readRequestTrace(request.trace, transaction)
  // Read first: the revision must not be newer than the evidence.
  const configuration = await context.reads.configuration()
  const { nonce } = request.transaction
  const reading = {
    chainId: transaction.chainId,
    trace,
    nonce: nonce == null ? undefined : String(parseQuantity(nonce)),
    maxFee: readMaxFee(request),
    analyze: (shown?: Trace, imported?: ImportedMessages) => analyze(transaction, shown, imported),
  }
  const outcome = await validate(reading, configuration, { product, simulate }, context)
  const { chainId, from: sender, to } = transaction
  const mayIssue = request.signTransaction === true && outcome.assessment.valid
  // With a payload, a call counts with any nonce that it is sent with.
  const spent = { chainId, sender, nonce: mayIssue ? undefined : reading.nonce }
  const isExecution = outcome.hasPolicies && isBuiltIn(outcome.analysis.decoded.root, 'execTransaction')
  const executed = isExecution ? await import('./executed-spend.ts') : undefined
  const decide = async <Id extends string | undefined>(db: Db, svcTxId: Id) => {
    const spending = { svcTxId, ...spent, ...(await executed?.executedSpend(db, outcome.analysis, svcTxId)) }
    return { spending, ...(await outcome.decide(db, spending)) }
  }
  return {
    answer: async () => (await decide(context.reads.db, undefined)).result,
    async record(recording) {
      const { now } = context
      const { db, actor } = recording
      const signedKey =
        signedHash && !mayIssue ? signedKeyOf(signedHash, transaction, reading.nonce, product, recording) : null
      const earlier = signedKey === null ? undefined : await findSigned(db, signedKey)
      const svcTxId = earlier?.id ?? recording.newId()
      const { result, decision, spending } = await decide(db, svcTxId)
      const options = { trackNonce: request.trackNonce, slotMode: payloadSlot ?? 'auto' }
      const payload =
        mayIssue && result.valid
          ? await issuePayload(transaction, options, configuration.settings, recording)
          : undefined
      const validation: Validation = {
        ...result,
        ...(payload && { payload: payload.hex }),
        ...(payload && payloadSlot && { payloadSlot: payload.slotUsed ? 'used' : 'none' }),
        svcTxId,
      }
      const row = {
        ...toRow(request, { ...outcome, id: svcTxId, product, transaction, validation, payload, now }),
        signed_key: signedKey,
        validated_by: actor,
        created_at: earlier?.created_at ?? now,
      }
      await storeVerdict({ row, request, result: validation }, earlier, configuration.alerts, recording)
      if (decision && decision.uses.length > 0) {
        // Only a contract that checks the payload in the call refuses it later: those that the operator described.
        const isDescribed = configuration.contracts.some((row) => row.chain_id === chainId && row.address_key === to)
        const expiresAt = payload?.slotUsed && isDescribed ? payload.expiresAt : undefined
        await reserve(db, decision, spending, { now, expiresAt })
      }
      const until = replayUntil(result, { payload, isSigned: signedHash !== undefined, now })
      recording.limitReplay({ until, evidenceRevision: configuration.revision })
      return validation
    },
  }
}

/** Until when the answer may be given again (ms since 1970); undefined: as long as it is kept. */
function replayUntil(
  result: Validation,
  {
    payload,
    isSigned,
    now,
  }: { readonly payload: IssuedPayload | undefined; readonly isSigned: boolean; readonly now: number },
): number | undefined {
  const limits = [
    payload?.expiresAt,
    // What is signed can be sent at any time: evidence of an older block says nothing about it.
    result.chainCoverage && (isSigned ? now : now + CHAIN_REPLAY_MS),
    // What a policy blocks can pass a little later.
    blockingPolicy(result) && now + CHAIN_REPLAY_MS,
  ].filter((limit) => limit !== undefined)
  return limits.length === 0 ? undefined : Math.min(...limits)
}

/** Runs before the check: an impossible request fails with any verdict. */
function refuseWithoutSlot({ data }: Transaction): void {
  if (findSlot(data, 'auto').slot) return
  throw new Problem(
    'invalid-header',
    'X-Txwarden-Payload-Slot is yes, but the call data has no payload slot: a last bytes argument, empty or 192 bytes long, that ends the data.',
  )
}
