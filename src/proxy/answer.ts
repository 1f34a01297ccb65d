import type { Readable } from 'node:stream'
import { decide, refusedOrObserved, reportUnsent } from './decide/decide.ts'
import type { ProxyDecision, RouteDeps, UpstreamOutcome } from './decide/decision.ts'
import { withData } from './decide/refusal.ts'
import { type AnswerHeaders, type UpstreamAnswer, uncompressed } from './http/headers.ts'
import { type BoundedRead, decodedText, faultOf, readBounded, UpstreamFault } from './http/upstream.ts'
import { UpstreamAnswers } from './http/upstream-answers.ts'
import {
  errorAnswer,
  invalidRequest,
  isMalformed,
  type RpcBody,
  type RpcCall,
  RpcFault,
  resultAnswer,
  rpcCodes,
} from './rpc/json-rpc.ts'
import { readBody } from './rpc/read-body.ts'

/** Answers that are read, to learn what was sent; larger ones pass unread. */
const MAX_READ_BYTES = 16 * 1024 * 1024

export interface ProxyAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** Absent when the answer has no content. */
  readonly body: Readable | Uint8Array | string | undefined
}

const JSON_TYPE = { 'content-type': 'application/json' }

type Calls = RpcBody['calls']

/** An error of ours is the `cause`: the upstream got no byte of the request. */
export class NotForwarded extends Error {
  override readonly name = 'NotForwarded'
}

/**
 * Answers a body. Rejects with the reason of the signal when the client has left, and with `NotForwarded` for errors of ours
 * before anything is forwarded.
 * @param headers names and values in turns, as they came
 */
export async function answer(
  bytes: Uint8Array,
  headers: readonly string[],
  deps: RouteDeps,
  signal: AbortSignal,
): Promise<ProxyAnswer> {
  const body = readOrFault(bytes)
  if (body instanceof RpcFault) {
    const decided = { method: null, ...refusedOrObserved(body.error, deps.policy) }
    deps.events.decided(decided)
    if (decided.decision.kind === 'forward') return passThrough(UNREAD, bytes, headers, deps, signal)
    return { status: 200, headers: JSON_TYPE, body: errorAnswer(null, withData(body.error)) }
  }
  const decisions = await decide(body.calls, deps, signal).catch((cause: unknown) => {
    throw signal.aborted ? cause : new NotForwarded('not forwarded', { cause })
  })
  if (signal.aborted) await reportUnsent(decisions)
  signal.throwIfAborted()
  const isWhole = decisions.every(({ kind }) => kind === 'forward')
  if (isWhole && !body.calls.some((call, index) => isCallRead(call, decisions[index], deps)))
    return passThrough(body, bytes, headers, deps, signal)
  return merged(body, decisions, { bytes, headers, isWhole }, deps, signal)
}

/** In place of what cannot be read. */
const UNREAD: RpcBody = {
  isBatch: false,
  calls: [{ id: null, error: invalidRequest('it cannot be read').error, given: undefined }],
}

function readOrFault(bytes: Uint8Array): RpcBody | RpcFault {
  try {
    return readBody(bytes)
  } catch (error) {
    if (error instanceof RpcFault) return error
    throw error
  }
}

/** Forwards all of a body, and does not look at the answer. */
async function passThrough(
  body: RpcBody,
  bytes: Uint8Array,
  headers: readonly string[],
  deps: RouteDeps,
  signal: AbortSignal,
): Promise<ProxyAnswer> {
  try {
    return await deps.upstream.forward(bytes, headers, signal)
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error
    deps.events.unanswered(body.calls.length)
    return assembled(
      body,
      body.calls.map((call) => failedAnswer(call, error)),
    )
  }
}

function isCallRead(call: Calls[number], decision: ProxyDecision | undefined, deps: RouteDeps): boolean {
  if (isMalformed(call) || decision?.kind !== 'forward') return false
  return decision.onOutcome !== undefined || deps.events.receipt(call) !== undefined
}

interface Received {
  readonly bytes: Uint8Array
  readonly headers: readonly string[]
  /** Whether all calls are forwarded. */
  readonly isWhole: boolean
}

/** Forwards what may be forwarded, reads the answers, and puts them in the order of the calls. */
async function merged(
  body: RpcBody,
  decisions: readonly ProxyDecision[],
  { bytes, headers, isWhole }: Received,
  deps: RouteDeps,
  signal: AbortSignal,
): Promise<ProxyAnswer> {
  const { calls } = body
  const own = calls.map((call, index) => ownAnswer(call, decisions[index]))
  const forwarded = calls.filter(
    (call, index): call is RpcCall => !isMalformed(call) && decisions[index]?.kind === 'forward',
  )
  const [first, ...more] = forwarded
  if (!first) return assembled(body, own)
  const isBatch = isWhole ? body.isBatch : more.length > 0
  const part = isBatch ? `[${forwarded.map(({ text }) => text).join(',')}]` : first.text
  // What was sent must be learned, also when the client has left.
  const isSent = decisions.some((decision) => decision.kind === 'forward' && decision.onOutcome)
  const answered = await exchange(isWhole ? bytes : part, headers, deps, isSent ? undefined : signal)
  if (answered instanceof UpstreamFault) {
    deps.events.unanswered(decisions.filter((decision) => decision.kind === 'forward' && !decision.onOutcome).length)
    await reportOutcomes(body, decisions, deps, () => (answered.mayHaveArrived ? 'unknown' : 'unsent'))
    const texts = calls.map((call, index) => own[index] ?? failedAnswer(call, answered))
    return assembled(body, texts)
  }
  const { status, headers: received } = answered
  const read = readAnswers(answered, forwarded, isBatch, deps)
  await reportOutcomes(body, decisions, deps, (call) => read.get(call)?.outcome ?? 'unknown')
  if (isWhole) return { status, headers: received, body: answered.whole ?? answered.bytes }
  answered.whole?.destroy()
  const missing = new RpcFault(rpcCodes.resourceUnavailable, missingText(deps.upstream.host, answered))
  return assembled(
    body,
    calls.map((call, index) => own[index] ?? read.get(call)?.text ?? failedAnswer(call, missing)),
    received['retry-after'],
  )
}

interface CallAnswer {
  readonly outcome: UpstreamOutcome
  readonly text: string | undefined
}

/** By call. The upstream has the calls with any answer: where reading fails, what it made of them is not known. */
function readAnswers(
  { text }: ReadAnswer,
  forwarded: readonly RpcCall[],
  isBatch: boolean,
  { events }: RouteDeps,
): ReadonlyMap<Calls[number], CallAnswer> {
  try {
    const answers = new UpstreamAnswers(text, isBatch)
    const texts = answers.textsOf(forwarded)
    return new Map(forwarded.map((call, index) => [call, { outcome: answers.outcomeOf(call), text: texts[index] }]))
  } catch (error) {
    events.fault(error)
    return new Map()
  }
}

interface ReadAnswer extends BoundedRead, Pick<UpstreamAnswer, 'status' | 'headers'> {
  /** Empty for one that is too large, or cannot be read. */
  readonly text: string
}

async function exchange(
  bytes: Uint8Array | string,
  headers: readonly string[],
  { upstream }: RouteDeps,
  signal: AbortSignal | undefined,
): Promise<ReadAnswer | UpstreamFault> {
  try {
    const { status, headers: received, body } = await upstream.forward(bytes, uncompressed(headers), signal)
    const read = await readBounded(body, MAX_READ_BYTES).catch((error: unknown) => {
      throw faultOf(error, upstream.host)
    })
    const text = read.whole ? '' : await decodedText(read.bytes, received['content-encoding'], MAX_READ_BYTES)
    return { status, headers: received, ...read, text }
  } catch (error) {
    if (error instanceof UpstreamFault) return error
    throw error
  }
}

function missingText(host: string, { status, bytes, whole, text }: ReadAnswer): string {
  const how = status < 300 ? '' : ` and HTTP status ${status}`
  if (whole)
    return `the upstream ${host} answered to the batch with more than ${MAX_READ_BYTES} bytes, which are not read when one of its calls is refused; how it took this call is not known`
  if (text === '' && bytes.length > 0) return `the answer of the upstream ${host} cannot be read${how}`
  return `the upstream ${host} gave no answer to this call${how}`
}

/** Reports for each forwarded call what the upstream made of it. What fails here changes no answer: the upstream has them. */
async function reportOutcomes(
  { calls }: RpcBody,
  decisions: readonly ProxyDecision[],
  { events }: RouteDeps,
  outcomeOf: (call: RpcCall) => UpstreamOutcome,
): Promise<void> {
  const report = async (call: Calls[number], decision: ProxyDecision | undefined) => {
    if (isMalformed(call) || decision?.kind !== 'forward') return
    const outcome = outcomeOf(call)
    await decision.onOutcome?.(outcome)
    if (typeof outcome === 'object' && 'result' in outcome) events.receipt(call)?.(outcome.result)
  }
  const isReported = calls.map((call, index) =>
    report(call, decisions[index]).catch((error: unknown) => events.fault(error)),
  )
  await Promise.all(isReported)
}

/** The answer without the upstream; undefined: it is forwarded, or a notification. */
function ownAnswer(call: Calls[number], decision: ProxyDecision | undefined): string | undefined {
  if (call.id === undefined || decision === undefined || decision.kind === 'forward') return undefined
  return decision.kind === 'refuse'
    ? errorAnswer(call.id, withData(decision.error))
    : resultAnswer(call.id, decision.result)
}

function failedAnswer({ id }: Calls[number], { error }: RpcFault): string | undefined {
  return id === undefined ? undefined : errorAnswer(id, { ...error, data: { source: 'txwarden' } })
}

/** Undefined texts are those of notifications. */
function assembled(
  { isBatch }: RpcBody,
  texts: readonly (string | undefined)[],
  retryAfter?: string | string[],
): ProxyAnswer {
  const answers = texts.filter((text) => text !== undefined)
  const headers = { ...JSON_TYPE, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) }
  if (answers.length === 0) return { status: 204, headers: {}, body: undefined }
  return { status: 200, headers, body: isBatch ? `[${answers.join(',')}]` : (answers[0] ?? '') }
}
