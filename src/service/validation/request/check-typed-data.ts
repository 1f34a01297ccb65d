import { chainById } from '../../../api/chains.ts'
import type { TypedDataRequest } from '../../../api/schemas/typed-data.ts'
import { WardenError } from '../../../shared/errors.ts'
import { sha256 } from '../../../shared/text/sha256.ts'
import { reserve } from '../../policies/budgets.ts'
import { decide, type PolicyDecision } from '../../policies/check.ts'
import { invalidBody } from '../../problems/problem.ts'
import type { Analysis } from '../../risk/analyze.ts'
import {
  analyzeAuthorization,
  analyzeMessage,
  type MissingMember,
  placeOfAuthorization,
  placeOfMessage,
  type Signing,
} from '../../risk/typed-data/analyze-message.ts'
import type { TypedDataDigests } from '../../risk/typed-data/digests.ts'
import { isAuthorization, readAuthorization } from '../../risk/typed-data/read-authorization.ts'
import { readTypedData } from '../../risk/typed-data/read-message.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { Validation } from '../answer.ts'
import type { Reading } from '../evidence/subject.ts'
import { type CheckContext, type CheckOptions, validate } from '../validate.ts'
import { type CheckedPolicies, type DecidedOutcome, decided } from '../with-policies.ts'

/** Without digests: an authorization, or a message whose hash differs between wallets. */
export interface Digested {
  readonly digests?: TypedDataDigests
}

/** The answer about a message. */
export interface MessageValidation extends Validation, Digested {
  /** Under which budgets keep what it spends; absent: it spends from none. */
  readonly reservationId?: string
}

/** A message checked against committed state. */
export interface CheckedMessage {
  /** The answer to a dry run. */
  readonly result: MessageValidation
  /** Takes from budgets what it spends, in the caller's transaction; nothing else is stored. Absent: no policy applies. */
  readonly record?: (db: Db) => Promise<MessageValidation>
}

/** Checks a message before it is signed. Throws as `validateTypedData`. */
export async function checkTypedData(
  request: TypedDataRequest,
  options: CheckOptions,
  context: CheckContext,
): Promise<CheckedMessage> {
  const { digests, ...outcome } = await validateTypedData(request, options, context)
  const ofMessage = digests && { digests }
  const { policies } = outcome
  if (!policies) return { result: { ...outcome.result, ...ofMessage } }
  const id = reservationIdOf(digests?.digest ?? digestOf(request.typedData), outcome.analysis.transaction.from)
  const record = async (db: Db): Promise<MessageValidation> => {
    const decision = await spendByMessage(db, { outcome, policies }, id, context.now)
    const result = { ...decided(policies.result, decision), ...ofMessage }
    return decision.uses.length === 0 ? result : { ...result, reservationId: id }
  }
  return { result: { ...outcome.result, ...ofMessage }, record }
}

/**
 * Takes from budgets what a message spends, once for the same digest of the same signer: nothing shows whether it was used before its
 * deadline, so that only a person releases it. A transaction of a Safe is kept, and counts when it is executed.
 */
export async function spendByMessage(
  db: Db,
  { outcome, policies }: { readonly outcome: Pick<DecidedOutcome, 'analysis'>; readonly policies: CheckedPolicies },
  svcTxId: string,
  now: number,
): Promise<PolicyDecision> {
  const { message, transaction } = outcome.analysis
  const { chainId, from: sender } = transaction
  const spending = { svcTxId, chainId, sender, nonce: undefined }
  const decision = decide(await policies.check.evaluate(db, spending), policies.result)
  const valid = decision.valid && message?.name !== 'SafeTx'
  await reserve(db, { valid, uses: decision.uses }, spending, { now, expiresAt: undefined })
  return decision
}

/** Under which budgets keep a message: two accounts can sign the same one. @param digest that is signed; of a SafeTx, the safeTxHash @param signer lower case */
export function reservationIdOf(digest: string, signer: string): string {
  return `${digest}-${signer}`
}

/** Of a message that wallets hash differently. */
function digestOf(typedData: object): string {
  return `0x${sha256(JSON.stringify(typedData))}`
}

/**
 * Validates a message. Throws Problem 400 for invalid typed data, and when neither request nor message names the signer.
 */
export async function validateTypedData(
  { from, chainId, typedData }: TypedDataRequest,
  options: CheckOptions,
  context: CheckContext,
): Promise<DecidedOutcome & Digested> {
  const configuration = await context.reads.configuration()
  const isChain = (id: string) => chainById(id) !== undefined
  const signing = { ...(from && { from }), ...(chainId && { chainId }), isChain, now: context.now }
  const { digests, ...reading } = readMessage(typedData, signing)
  return { ...(await validate(reading, configuration, options, context)), ...(digests && { digests }) }
}

/**
 * Reads typed data once, for several analyses.
 * @throws Problem 400 for invalid typed data; the analysis throws one where a member of the request is missing
 */
function readMessage(typedData: TypedDataRequest['typedData'], signing: Signing): Reading & Digested {
  try {
    if (isAuthorization(typedData)) {
      const authorization = readAuthorization(typedData)
      return {
        chainId: placeOfAuthorization(authorization, signing).chainId,
        analyze: () => whole(analyzeAuthorization(authorization, signing)),
      }
    }
    const message = readTypedData(typedData)
    const { digests } = message
    return {
      chainId: placeOfMessage(message, signing).chainId,
      analyze: (trace, imported) => whole(analyzeMessage(message, signing, trace, imported)),
      ...(digests && { digests }),
    }
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    throw invalidBody('typedData', error.message)
  }
}

function whole(analysis: Analysis | MissingMember): Analysis {
  if ('missing' in analysis) throw invalidBody(analysis.missing, `is required: ${analysis.why}`)
  return analysis
}
