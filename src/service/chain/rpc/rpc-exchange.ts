import { isRecord, parseJson } from '../../../shared/json/json.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../shared/time/units.ts'
import type { BodyClient, BodyResult } from '../../egress/body-client.ts'
import { nodeFailure, type RpcFailureKind, type RpcReply, type RpcRequest } from './json-rpc.ts'
import { nodeTextCleaner } from './node-url.ts'
import {
  DAILY_LIMIT,
  type ErrorMeaning,
  errorMeaningWith,
  offeredRange,
  revertData,
  statusMeaning,
} from './rpc-error.ts'

const NOT_JSON_RPC: Answers = { byId: new Map(), isOther: true }

const KIB = 1024
const MIB = 1024 * KIB
/**
 * Largest answer of a method: receipts of 5,000 transactions are 10.3 MB. Blocks are requested with the hashes of their
 * transactions only, 69 bytes each. A transaction has up to 128 KiB of data, in hex.
 */
const limits: Readonly<Record<string, number>> = {
  eth_call: 4 * MIB,
  eth_simulateV1: 16 * MIB,
  debug_traceCall: 16 * MIB,
  debug_traceTransaction: 4 * MIB,
  debug_traceBlockByHash: 32 * MIB,
  trace_block: 32 * MIB,
  eth_getLogs: 16 * MIB,
  eth_getBlockReceipts: 32 * MIB,
  eth_getBlockByHash: MIB,
  eth_getBlockByNumber: MIB,
  eth_getTransactionByBlockNumberAndIndex: MIB,
  eth_getCode: MIB,
}
/** A number or a word. */
const OTHER_METHODS = 64 * KIB
/** Parsing this takes about 0.3 s, in which the service does nothing else. */
const MAX_BODY_BYTES = 32 * MIB
/** Shorter bodies have values for 450 MB of memory at most. */
const DENSE_BYTES = 16 * MIB
/** Values and members of values; receipts of 40 MiB have a sixth of it. */
const MAX_VALUES = 4_000_000
const COMMA = 0x2c
const BRACKET = 0x5b
const BRACE = 0x7b

/** A reply, and whether to send the request again. `unanswered`: the response had answers, and none to this request. */
export interface ExchangeOutcome {
  readonly reply: RpcReply
  readonly again: boolean
  readonly unanswered?: true
}

export interface Exchanged {
  /** The outcomes in the order of the requests. */
  readonly outcomes: readonly ExchangeOutcome[]
  /** The node answered as one that takes no batches. */
  readonly refusesBatch?: true
}

export interface RpcTarget {
  readonly url: URL
  readonly client: BodyClient
  readonly clock: Clock
  readonly maxBytes?: number | undefined
}

type Answered = BodyResult & { outcome: 'answered' }
type More = Parameters<typeof nodeFailure>[3]

/** Timers have a limit; no node takes so long. */
const LONGEST_MS = HOUR_MS

/** Requests of one HTTP request: several as a batch. Failures are outcomes. */
export class RpcExchange {
  readonly #target: RpcTarget
  readonly #clean: (text: string) => string
  #lastId = 0

  constructor(target: RpcTarget) {
    this.#target = target
    this.#clean = nodeTextCleaner(target.url)
  }

  async send(requests: readonly RpcRequest[], until: number): Promise<Exchanged> {
    const { url, client, clock, maxBytes = bodyLimit(requests) } = this.#target
    const timeoutMs = Math.min(Math.ceil(until - clock.elapsed()), LONGEST_MS)
    if (timeoutMs <= 0) return all(requests, this.#fail({ kind: 'timeout', again: false }, 'no answer in time'))
    const ids = requests.map(() => ++this.#lastId)
    const calls = requests.map(({ method, params }, at) => ({ jsonrpc: '2.0', id: ids[at], method, params }))
    const result = await client.post({
      url,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(calls.length === 1 ? calls[0] : calls),
      maxBytes,
      timeoutMs,
    })
    return result.outcome === 'failed'
      ? all(requests, this.#fail(meaningOf(result.kind, requests), result.reason))
      : this.#read(result, ids, requests)
  }

  #read(result: Answered, ids: readonly number[], requests: readonly RpcRequest[]): Exchanged {
    if (hasTooManyValues(result.body))
      return all(requests, this.#fail({ kind: 'bad-answer', again: false }, 'the response has too many values'))
    const { byId, whole, isOther } = readAnswers(result.body, ids)
    if (isOther && result.status >= 400) return this.#byStatus(result, requests)
    if (isOther) return all(requests, this.#fail({ kind: 'bad-answer', again: true }, 'the answer is not JSON-RPC'))
    if (whole) {
      const outcome = this.#outcomeOf({ error: whole }, result)
      return { ...all(requests, outcome), ...(isBatchRefusal(whole, outcome) && { refusesBatch: true }) }
    }
    const missing = this.#fail({ kind: 'bad-answer', again: true }, 'no answer to this request')
    return {
      outcomes: ids.map((id) => {
        const answer = byId.get(id)
        if (answer) return this.#outcomeOf(answer, result)
        return byId.size > 0 ? { ...missing, unanswered: true } : missing
      }),
    }
  }

  #byStatus(result: Answered, requests: readonly RpcRequest[]): Exchanged {
    const outcome = this.#fail(statusMeaning(result.status), `HTTP ${result.status}`, this.#waitRequested(result))
    return { ...all(requests, outcome), ...(BATCH_REFUSALS.includes(result.status) && { refusesBatch: true }) }
  }

  #outcomeOf(answer: NodeReply, result: Answered): ExchangeOutcome {
    if ('result' in answer) return { reply: answer, again: false }
    const { code, text, data } = answer.error
    const named = `error${code === undefined ? '' : ` ${code}`}`
    const shown = [named, this.#clean(text)].filter((part) => part !== '').join(': ')
    const meaning = errorMeaningWith(result.status, code, text)
    const hex = revertData(data)
    const offered = meaning.kind === 'range' ? offeredRange(text, data) : undefined
    return this.#fail(meaning, shown, {
      ...(code !== undefined && { code }),
      ...(hex !== undefined && { data: hex }),
      ...(offered && { offered }),
      ...this.#waitRequested(result),
    })
  }

  #waitRequested({ status, retryAfterMs }: Answered): { retryAfterMs?: number } {
    if (retryAfterMs !== undefined) return { retryAfterMs }
    return status === DAILY_LIMIT ? { retryAfterMs: DAY_MS - (this.#target.clock.now() % DAY_MS) } : {}
  }

  #fail({ kind, again }: ErrorMeaning, text: string, more?: More): ExchangeOutcome {
    return { reply: { failure: nodeFailure(this.#target.url.host, kind, text, more) }, again }
  }
}

function meaningOf(kind: (BodyResult & { outcome: 'failed' })['kind'], requests: readonly RpcRequest[]): ErrorMeaning {
  if (kind === 'refused-address' || kind === 'timeout') return { kind, again: false }
  // Logs of fewer blocks may fit.
  if (kind === 'too-large' && requests.some(({ method }) => method === 'eth_getLogs'))
    return { kind: 'range', again: false }
  if (kind === 'too-large' || kind === 'redirect' || kind === 'encoded') return { kind: 'bad-answer', again: false }
  return { kind: 'network', again: kind === 'connect' }
}

/** Statuses without a JSON-RPC body, of servers that read no array. */
const BATCH_REFUSALS: readonly number[] = [400, 405, 413, 415, 422]

const METHOD_NOT_FOUND = -32_601

/** Whether one error for a whole batch is about the batch. Limits, crashes and missing keys are about the node. */
function isBatchRefusal({ code, text }: NodeError, { reply, again }: ExchangeOutcome): boolean {
  if (/\bbatch/i.test(text)) return true
  const kind: RpcFailureKind | undefined = 'failure' in reply ? reply.failure.kind : undefined
  return !again && (kind === 'failed' || kind === 'range' || code === METHOD_NOT_FOUND)
}

function all(requests: readonly RpcRequest[], outcome: ExchangeOutcome): Exchanged {
  return { outcomes: requests.map(() => outcome) }
}

/** Gives the largest response body to these requests. */
function bodyLimit(requests: readonly RpcRequest[]): number {
  const total = requests.reduce((sum, { method }) => sum + (limits[method] ?? OTHER_METHODS), 0)
  return Math.min(total, MAX_BODY_BYTES)
}

/**
 * Whether a body has so many values that parsing it takes too much memory: 28 bytes for each byte of `[[[…`. Running out of
 * memory ends the process, also in a thread with a limit of its own.
 */
function hasTooManyValues(body: string): boolean {
  if (body.length <= DENSE_BYTES) return false
  let values = 0
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at)
    if (code === COMMA || code === BRACKET || code === BRACE) values++
  }
  return values > MAX_VALUES
}

/** `error` of a JSON-RPC answer, as the node sent it. */
interface NodeError {
  readonly code: number | undefined
  readonly text: string
  readonly data: unknown
}

type NodeReply = Extract<RpcReply, { result: unknown }> | { readonly error: NodeError }

/** What a body says about the requests that were sent. */
interface Answers {
  /** The answers by id; only requested ids that were answered once. */
  readonly byId: ReadonlyMap<number, NodeReply>
  /** One error instead of the answers of a batch. */
  readonly whole?: NodeError
  /** The body is neither an answer nor a list of answers. */
  readonly isOther: boolean
}

/**
 * Reads the body of a response. An answer without `result` and `error`, with another id, or with an id that another answer
 * has too, is no answer; `result: null` is one.
 * @param ids of the requests; one id: it was not sent as a batch
 */
export function readAnswers(body: string, ids: readonly number[]): Answers {
  const value = parseJson(body)
  if (Array.isArray(value)) return { byId: answersById(value, new Set(ids)), isOther: false }
  if (!isRecord(value)) return NOT_JSON_RPC
  const answer = answerOf(value)
  if (answer === undefined) return NOT_JSON_RPC
  // Requests that could not be read are answered with the id null.
  const isWithoutId = value.id === null || value.id === undefined
  if ('error' in answer && (isWithoutId || ids.length > 1)) {
    const [only] = ids
    if (ids.length === 1 && only !== undefined) return { byId: new Map([[only, answer]]), isOther: false }
    return { byId: new Map(), whole: answer.error, isOther: false }
  }
  return { byId: answersById([value], new Set(ids)), isOther: false }
}

function answersById(values: readonly unknown[], ids: ReadonlySet<number>): Map<number, NodeReply> {
  const byId = new Map<number, NodeReply>()
  const seen = new Set<number>()
  for (const value of values) {
    if (!isRecord(value) || typeof value.id !== 'number' || !ids.has(value.id)) continue
    const answer = answerOf(value)
    if (answer === undefined || seen.has(value.id)) byId.delete(value.id)
    else byId.set(value.id, answer)
    seen.add(value.id)
  }
  return byId
}

function answerOf(value: Readonly<Record<string, unknown>>): NodeReply | undefined {
  const { error } = value
  if (error !== undefined && error !== null) return { error: errorOf(error) }
  return Object.hasOwn(value, 'result') ? { result: value.result } : undefined
}

function errorOf(error: unknown): NodeError {
  if (!isRecord(error)) return { code: undefined, text: textOf(error), data: undefined }
  const { code, message, data } = error
  return { code: Number.isSafeInteger(code) ? (code as number) : undefined, text: textOf(message), data }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
