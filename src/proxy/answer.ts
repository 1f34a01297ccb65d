import type { Readable } from 'node:stream'
import { isRecord, parseJson } from '../shared/json.ts'
import { type DecideDeps, type Decision, decide, type Taken } from './decide.ts'
import { arrayItems } from './rpc/array-items.ts'
import {
  errorAnswer,
  isMalformed,
  type MalformedCall,
  type RpcBody,
  type RpcCall,
  RpcFault,
  resultAnswer,
  rpcCodes,
} from './rpc/json-rpc.ts'
import { readBody } from './rpc/read-body.ts'
import type { Upstream } from './upstream.ts'

/** Answers that are read, to learn what was sent; larger ones pass unread. */
const MAX_READ_BYTES = 16 * 1024 * 1024

export interface ProxyAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Undefined: no content. */
  readonly body: Readable | string | undefined
}

export interface AnswerDeps extends DecideDeps {
  readonly upstream: Pick<Upstream, 'host' | 'forward'>
  /** Whether the answer to a call that passes is of interest: receipts of what was sent. */
  readsAnswerOf(call: RpcCall): boolean
  /** The answer to such a call. */
  passed(call: RpcCall, result: unknown): Promise<void>
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Answers a body. Never throws for what a client or the upstream sends. */
export async function answer(
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
  deps: AnswerDeps,
  signal: AbortSignal,
): Promise<ProxyAnswer> {
  let body: RpcBody | undefined
  try {
    body = readBody(bytes)
    const decisions = await decide(body.calls, deps, signal)
    const isWhole = decisions.every(({ kind }) => kind === 'forward')
    const isRead = body.calls.some((call, index) => isCallRead(call, decisions[index], deps))
    if (isWhole && !isRead) {
      const { status, headers: received, body: stream } = await deps.upstream.forward(bytes, headers, signal)
      return { status, headers: received, body: stream }
    }
    return await merged(body, decisions, { bytes, headers, isWhole }, deps, signal)
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    if (!body) deps.decided({ method: null, decision: { kind: 'refuse', error: error.error } })
    return { status: 200, headers: JSON_TYPE, body: errorAnswer(null, error.error) }
  }
}

function isCallRead(call: RpcCall | MalformedCall, decision: Decision | undefined, deps: AnswerDeps): boolean {
  if (isMalformed(call) || decision?.kind !== 'forward') return false
  return decision.taken !== undefined || deps.readsAnswerOf(call)
}

interface Received {
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly isWhole: boolean
}

/** Forwards what may be forwarded, and puts the answers in the order of the calls. */
async function merged(
  { isBatch, calls }: RpcBody,
  decisions: readonly Decision[],
  { bytes, headers, isWhole }: Received,
  deps: AnswerDeps,
  signal: AbortSignal,
): Promise<ProxyAnswer> {
  const forwarded = calls.filter(
    (call, index): call is RpcCall => !isMalformed(call) && decisions[index]?.kind === 'forward',
  )
  const own = calls.map((call, index) => ownAnswer(call, decisions[index]))
  if (forwarded.length === 0)
    return assembled(
      isBatch,
      own.filter((text) => text !== undefined),
    )
  const body = isWhole ? bytes : `[${forwarded.map(({ text }) => text).join(',')}]`
  const learn = async (taken: (call: RpcCall) => Taken) => {
    for (const [index, call] of calls.entries()) {
      const decision = decisions[index]
      if (isMalformed(call) || decision?.kind !== 'forward') continue
      const outcome = taken(call)
      await decision.taken?.(outcome)
      if (outcome !== 'unknown' && 'result' in outcome && deps.readsAnswerOf(call))
        await deps.passed(call, outcome.result)
    }
  }
  let received: { readonly status: number; readonly headers: ProxyAnswer['headers']; readonly text: string }
  try {
    const answered = await deps.upstream.forward(body, { ...headers, 'accept-encoding': 'identity' }, signal)
    received = { status: answered.status, headers: answered.headers, text: await textOf(answered.body) }
  } catch (error) {
    await learn(() => 'unknown')
    if (!(error instanceof RpcFault)) throw error
    const texts = calls.map((call, index) => own[index] ?? failedAnswer(call, error))
    return assembled(
      isBatch,
      texts.filter((text) => text !== undefined),
    )
  }
  const answers = answersIn(received.text)
  await learn((call) => takenOf(answers, call))
  if (isWhole) return { status: received.status, headers: received.headers, body: received.text }
  const missing = new RpcFault(
    rpcCodes.resourceUnavailable,
    `the upstream ${deps.upstream.host} gave no answer to this call`,
  )
  const texts = calls.map((call, index) => {
    if (own[index] !== undefined || isMalformed(call) || call.id === undefined) return own[index]
    return answers.get(JSON.stringify(call.id))?.text ?? failedAnswer(call, missing)
  })
  return assembled(
    isBatch,
    texts.filter((text) => text !== undefined),
  )
}

/** The answer without the upstream; undefined: it is forwarded, or a notification. */
function ownAnswer(call: RpcCall | MalformedCall, decision: Decision | undefined): string | undefined {
  if (call.id === undefined || decision === undefined || decision.kind === 'forward') return undefined
  return decision.kind === 'refuse' ? errorAnswer(call.id, decision.error) : resultAnswer(call.id, decision.result)
}

function failedAnswer({ id }: RpcCall | MalformedCall, { error }: RpcFault): string | undefined {
  return id === undefined ? undefined : errorAnswer(id, error)
}

function assembled(isBatch: boolean, texts: readonly string[]): ProxyAnswer {
  if (texts.length === 0) return { status: 204, headers: {}, body: undefined }
  return { status: 200, headers: JSON_TYPE, body: isBatch ? `[${texts.join(',')}]` : (texts[0] ?? '') }
}

interface AnswerText {
  readonly text: string
  readonly value: Readonly<Record<string, unknown>>
}

/** By id, as JSON. */
function answersIn(text: string): Map<string, AnswerText> {
  const value = parseJson(text)
  const values = Array.isArray(value) ? value : [value]
  const texts = Array.isArray(value) ? arrayItems(text) : [text]
  return new Map(
    values.flatMap((each: unknown, index) =>
      isRecord(each) ? [[JSON.stringify(each.id ?? null), { text: texts[index] ?? '', value: each }] as const] : [],
    ),
  )
}

function takenOf(answers: ReadonlyMap<string, AnswerText>, { id }: RpcCall): Taken {
  const value = id === undefined ? undefined : answers.get(JSON.stringify(id))?.value
  if (value === undefined) return 'unknown'
  if ('error' in value && value.error != null) return { error: value.error }
  return 'result' in value ? { result: value.result } : 'unknown'
}

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_READ_BYTES)
      throw new RpcFault(
        rpcCodes.resourceUnavailable,
        `the answer of the upstream is larger than ${MAX_READ_BYTES} bytes`,
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
