import { chainById } from '../../api/chains.ts'
import { SIGNED_HASH_HEADER, SITE_HEADER } from '../../api/operations/contract.ts'
import type { ValidationResult } from '../../api/schemas/transaction.ts'
import { isIdLike } from '../../api/text/id-like.ts'
import { type Verdict, verdictOf, worstOf } from '../../api/verdict.ts'
import { bandFloors } from '../../api/vocabulary.ts'
import type { Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'
import { Turns } from '../../shared/time/turns.ts'
import { within } from '../../shared/time/within.ts'
import {
  isSigned,
  type RequestedMessage,
  type RequestedPart,
  type RequestedText,
  type RequestedTransaction,
  type SigningRequest,
} from '../params/signing-request.ts'
import { invalidParams, type RpcFault } from '../rpc/json-rpc.ts'
import { isCancel } from './cancel.ts'
import { createKeys, type IdempotencyKeys, untilCurrent } from './idempotency-keys.ts'

/** The verdict on one part of a request. */
export interface PartVerdict {
  readonly verdict: Verdict
  readonly result: Omit<ValidationResult, 'svcTxId'>
  /** Null: a message, which is not stored, or a dry run. */
  readonly svcTxId: string | null
  /** The command that says more. */
  readonly explain: string | null
  /** Of a text: why, in words of our own. */
  readonly why?: string
}

export type RequestValidation =
  | ValidatedRequest
  /** Only cancels what the sender sent before. */
  | { readonly kind: 'cancel' }
  | Unavailable

export interface ValidatedRequest {
  readonly kind: 'validated'
  /** The parts in the order of the request. Null: there is no verdict on this one; what decides is that of another part. */
  readonly parts: readonly (PartVerdict | null)[]
  /** One of `parts`. */
  readonly worst: PartVerdict
}

/** There is no verdict on all of it. */
export interface Unavailable {
  readonly kind: 'unavailable'
  /** In words of our own, without a period. */
  readonly why: string
  /** A command that says more. */
  readonly next: string | null
  /** What is known of the parts that could be validated: what is refused by it is refused. */
  readonly known?: ValidatedRequest
}

export interface Verdicts {
  /** Recovering a sender takes milliseconds: other requests get their turn between two of a batch. */
  readonly turns: Turns
  /** The verdict on a request. @throws RpcFault for what the service refuses to read */
  on(request: SigningRequest): Promise<RequestValidation>
  /** It was refused: the same request has the same verdict when it is sent again. */
  refused(request: SigningRequest): void
}

export interface VerdictsOptions {
  readonly client: Client
  /** The command line of txwarden for the profile: `txwarden`, or `txwarden -p prod`. */
  readonly program: string
  /** For keys. */
  readonly random: (length: number) => Uint8Array
  /** Now (ms). */
  readonly now: () => number
  /** The longest that a verdict takes (ms): viem gives up after 10 s. */
  readonly limitMs?: number
}

const LIMIT_MS = 8_000

/** Verdicts of the service of the profile. Parts are validated at the same time; the worst verdict counts for all. */
export function createVerdicts({ client, program, random, now, limitMs = LIMIT_MS }: VerdictsOptions): Verdicts {
  const context = { client, program, now, limitMs, keys: createKeys(random) }
  /** A client that sends again while its first request is validated. */
  const running = new Map<string, Promise<RequestValidation>>()
  return {
    turns: new Turns(),
    on(request) {
      if (!isSigned(request)) return validateParts(request, context)
      const place = `${request.digest} ${request.site ?? ''}`
      const found = running.get(place)
      if (found) return found
      const started = validateParts(request, context).finally(() => running.delete(place))
      running.set(place, started)
      return started
    },
    refused: (request) => context.keys.refused(request),
  }
}

interface VerdictContext extends Required<Omit<VerdictsOptions, 'random'>> {
  readonly keys: IdempotencyKeys
}

async function validateParts(request: SigningRequest, context: VerdictContext): Promise<RequestValidation> {
  if (isCancel(request)) return { kind: 'cancel' }
  const { limitMs } = context
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), limitMs)
  try {
    return ofParts(
      await Promise.all(request.parts.map((_, index) => validatePart(request, index, context, over.signal))),
    )
  } finally {
    clearTimeout(timer)
  }
}

/** Where a part cannot be validated, what is known of the others still counts. */
function ofParts(found: readonly (PartVerdict | Unavailable)[]): RequestValidation {
  const parts = found.map((each) => ('kind' in each ? null : each))
  const [first, ...others] = parts.filter((part) => part !== null)
  const known = first && { kind: 'validated' as const, parts, worst: worstOf([first, ...others], scoreOf) }
  const missing = found.find((each) => 'kind' in each)
  if (missing) return known ? { ...missing, known } : missing
  if (!known) throw new Error('the request has no part')
  return known
}

/** @throws RpcFault for what the service refuses to read */
async function validatePart(
  request: SigningRequest,
  index: number,
  context: VerdictContext,
  signal: AbortSignal,
): Promise<PartVerdict | Unavailable> {
  const part = request.parts[index] as RequestedPart
  if (part.kind === 'text') return textVerdict(part, context)
  try {
    const work =
      part.kind === 'message'
        ? validateMessage(request, part, context, signal)
        : validateTransaction(request, part, index, context, signal)
    return await within(signal, work)
  } catch (error) {
    if (signal.aborted) return unavailable(`the service gave no verdict within ${context.limitMs / 1000} s`)
    if (error instanceof WardenError) return unavailableBy(error, part, context.program)
    throw error
  }
}

/** Of the least score of its band: what is found in a text is certain, and what it is worth is not. */
async function textVerdict({ text, from, chainId }: RequestedText, { now }: VerdictContext): Promise<PartVerdict> {
  const { assessText } = await import('../../shared/texts/assess-text.ts')
  const { verdict, reasons } = assessText(text, { signer: from, chainId, now: now() })
  const [first] = reasons
  return {
    verdict,
    result: { valid: true, combinedScore: verdict === 'WARNING' || verdict === 'UNSAFE' ? bandFloors[verdict] : 0 },
    svcTxId: null,
    explain: null,
    ...(first && { why: first.text }),
  }
}

async function validateMessage(
  { site }: SigningRequest,
  { request }: RequestedMessage,
  { client }: VerdictContext,
  signal: AbortSignal,
): Promise<PartVerdict> {
  const result = await client.call('validateTypedData', { headers: siteHeaders(site), body: request }, { signal })
  return { verdict: verdictOf(result), result, svcTxId: null, explain: null }
}

/** @param index of the part */
async function validateTransaction(
  request: SigningRequest,
  part: RequestedTransaction,
  index: number,
  { client, program, keys }: VerdictContext,
  signal: AbortSignal,
): Promise<PartVerdict> {
  const key = keys.at(request, part, index)
  const { maxFee } = key
  const signedHash = part.hash && { [SIGNED_HASH_HEADER]: part.hash }
  const input = {
    headers: { 'x-validation-product': 'SONAR', prefer: 'explain', ...signedHash, ...siteHeaders(request.site) },
    body: {
      transaction: { ...part.transaction, ...(maxFee !== undefined && { maxFee: String(maxFee) }) },
      trackNonce: false,
    },
  } as const
  const result = await untilCurrent(
    (idempotencyKey) => client.call('validateTransaction', input, { signal, idempotencyKey }),
    key,
    signal,
  )
  const svcTxId = isIdLike(result.svcTxId) ? result.svcTxId : null
  return { verdict: verdictOf(result), result, svcTxId, explain: svcTxId && `${program} tx show ${svcTxId}` }
}

/** Policies of sites choose by it. */
export function siteHeaders(site: string | undefined): { readonly [SITE_HEADER]?: string } {
  return site === undefined ? {} : { [SITE_HEADER]: site }
}

function scoreOf({ verdict, result }: PartVerdict) {
  return { verdict, combinedScore: result.combinedScore }
}

/** The service may know it all the same: another database has other definitions. */
function isOnUnknownChain(part: RequestedPart): boolean {
  const id = chainIdOf(part)
  return id != null && chainById(id) === undefined
}

function chainIdOf(part: RequestedPart): string | null | undefined {
  if (part.kind === 'text') return part.chainId
  return part.kind === 'transaction' ? part.transaction.chainId : part.request.chainId
}

function unavailable(why: string, next: string | null = null): Unavailable {
  return { kind: 'unavailable', why, next }
}

/** In words of our own: what a service says may come from others. @throws RpcFault for what it refuses to read */
function unavailableBy({ kind, code, status }: WardenError, part: RequestedPart, program: string): Unavailable {
  const and = (why: string, command: string) => unavailable(why, `${program} ${command}`)
  const isMessage = part.kind === 'message'
  if (isMessage && status !== undefined && [404, 405, 501].includes(status))
    return unavailable('the service of the profile cannot check messages')
  switch (kind) {
    case 'auth':
      return and('the service does not accept the validation key', 'auth login')
    case 'rate-limited':
      return unavailable('the service answers no more requests for now (rate limit)')
    case 'refused':
      if (status === undefined) return and('the local service cannot be used', 'local status')
      if (status === 400 && isOnUnknownChain(part)) {
        const id = chainIdOf(part)
        const why = `chain ${id} is not supported: no list knows it; a local node can run as one that is known, as in anvil --chain-id 1`
        return and(why, `chain define ${id} --name <name> --currency <symbol>`)
      }
      if (status !== 409) throw unreadable(isMessage)
      return unavailable('the service is busy with the same request')
    case 'interrupted':
      return unavailable('the proxy is stopping')
    case 'unavailable':
      if (code === 'timeout' || code === 'connect-timeout') return unavailable('the service did not answer in time')
      return and('the service is not available', 'doctor')
    default:
      return and(`the service failed${status === undefined ? '' : ` (${status})`}`, 'doctor')
  }
}

function unreadable(isMessage: boolean): RpcFault {
  return invalidParams(`the service cannot read this ${isMessage ? 'message' : 'transaction'}`)
}
