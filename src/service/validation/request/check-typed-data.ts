import { chainById } from '../../../api/chains.ts'
import type { TypedDataRequest } from '../../../api/schemas/typed-data.ts'
import { WardenError } from '../../../shared/errors.ts'
import { sha256 } from '../../../shared/text/sha256.ts'
import { reserve } from '../../policies/budgets.ts'
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
import type { TypedMessage } from '../../risk/typed-data/typed-message.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { Validation } from '../answer.ts'
import type { Reading } from '../evidence/subject.ts'
import { type CheckContext, type CheckOptions, validate } from '../validate.ts'
import type { DecidedOutcome, UndecidedOutcome } from '../with-policies.ts'

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
  answer(): Promise<MessageValidation>
  /** Takes from budgets what it spends, in the caller's transaction; nothing else is stored. Absent: no policy applies. */
  readonly record?: (db: Db) => Promise<MessageValidation>
}

/** Checks a message before it is signed. Throws as `validateTypedData`. */
export async function checkTypedData(
  request: TypedDataRequest,
  options: CheckOptions,
  context: CheckContext,
): Promise<CheckedMessage> {
  const { digests, ...outcome } = await validateMessage(request, options, context)
  const ofMessage = digests && { digests }
  const answer = async () => ({ ...(await outcome.decide(context.reads.db, outcome.spent)).result, ...ofMessage })
  if (!outcome.hasPolicies) return { answer }
  const record = async (db: Db): Promise<MessageValidation> => {
    const { result, decision } = await spendByMessage(db, outcome, context.now)
    return {
      ...result,
      ...ofMessage,
      ...(decision && decision.uses.length > 0 && { reservationId: outcome.spent.svcTxId }),
    }
  }
  return { answer, record }
}

/**
 * Takes from budgets what a message spends, once for the same digest of the same signer. Nothing shows whether it was used before its
 * deadline, so that only a person releases it; a transaction of a Safe ends with the nonce of the Safe.
 * @param isSigned false: it only waits in a queue, and is kept until it is executed
 */
export async function spendByMessage(
  db: Db,
  { analysis, spent, decide }: Pick<ValidatedMessage, 'analysis' | 'spent' | 'decide'>,
  now: number,
  isSigned = true,
): Promise<DecidedOutcome> {
  const decided = await decide(db, spent)
  const { chainId } = analysis.transaction
  const taken = decided.decision && { ...decided.decision, valid: decided.decision.valid && isSigned }
  if (taken) await reserve(db, taken, { ...spent, chainId }, { now, expiresAt: undefined })
  return decided
}

/** Whichever owner signs it, the Safe spends. */
function safeSpendOf({ primaryType, domain, message: { nonce } }: TypedMessage) {
  const { verifyingContract } = domain
  if (primaryType !== 'SafeTx' || typeof nonce !== 'bigint' || verifyingContract === undefined) return undefined
  return { sender: verifyingContract.toLowerCase(), nonce: String(nonce) }
}

/** What a message spends, under which budgets keep it. */
export interface MessageSpend {
  readonly svcTxId: string
  /** Lower case. */
  readonly sender: string
  /** Of a transaction of a Safe: the nonce of the Safe, decimal. */
  readonly nonce: string | undefined
}

interface ValidatedMessage extends UndecidedOutcome, Digested {
  readonly spent: MessageSpend
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
  request: TypedDataRequest,
  options: CheckOptions,
  context: CheckContext,
): Promise<CheckedMessageOutcome> {
  const outcome = await validateMessage(request, options, context)
  return { ...outcome, ...(await outcome.decide(context.reads.db, outcome.spent)) }
}

/** A message with the answer about it; budgets are asked again when it is stored. */
export interface CheckedMessageOutcome extends ValidatedMessage, DecidedOutcome {}

async function validateMessage(
  { from, chainId, typedData }: TypedDataRequest,
  options: CheckOptions,
  context: CheckContext,
): Promise<ValidatedMessage> {
  const configuration = await context.reads.configuration()
  const isChain = (id: string) => chainById(id) !== undefined
  const signing = { ...(from && { from }), ...(chainId && { chainId }), isChain, now: context.now }
  const { digests, ofSafe, ...reading } = readMessage(typedData, signing)
  const outcome = await validate(reading, configuration, options, context)
  const { from: sender } = outcome.analysis.transaction
  const of = ofSafe ?? { sender, nonce: undefined }
  const svcTxId = reservationIdOf(digests?.digest ?? digestOf(typedData), of.sender)
  return { ...outcome, spent: { ...of, svcTxId }, ...(digests && { digests }) }
}

/**
 * Reads typed data once, for several analyses.
 * @throws Problem 400 for invalid typed data; the analysis throws one where a member of the request is missing
 */
function readMessage(
  typedData: TypedDataRequest['typedData'],
  signing: Signing,
): Reading & Digested & { readonly ofSafe?: Pick<MessageSpend, 'sender' | 'nonce'> } {
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
    const ofSafe = safeSpendOf(message)
    return {
      chainId: placeOfMessage(message, signing).chainId,
      analyze: (trace, imported) => whole(analyzeMessage(message, signing, trace, imported)),
      ...(digests && { digests }),
      ...(ofSafe && { ofSafe }),
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
