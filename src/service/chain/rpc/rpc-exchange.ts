import type { Clock } from '../../../shared/time/clock.ts'
import type { BodyClient, BodyResult } from '../../egress/body-client.ts'
import { nodeFailure, type RpcFailureKind, type RpcReply, type RpcRequest } from './json-rpc.ts'
import { nodeTextCleaner } from './node-url.ts'
import { type Answer, type NodeError, readAnswers } from './read-answers.ts'
import { bodyLimit, hasTooManyValues } from './response-limits.ts'
import {
  DAILY_LIMIT,
  type ErrorMeaning,
  errorMeaningWith,
  offeredRange,
  revertData,
  statusMeaning,
} from './rpc-error.ts'

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

/** Sends requests in one HTTP request: several as a batch. Failures are outcomes. */
export type RpcExchange = (requests: readonly RpcRequest[], until: number) => Promise<Exchanged>

export interface RpcTarget {
  readonly url: URL
  readonly client: BodyClient
  readonly clock: Clock
  readonly maxBytes?: number
}

type Answered = BodyResult & { outcome: 'answered' }
type More = Parameters<typeof nodeFailure>[3]

/** Timers have a limit; no node takes so long. */
const LONGEST_MS = 3_600_000

export function createRpcExchange({ url, client, clock, maxBytes }: RpcTarget): RpcExchange {
  const clean = nodeTextCleaner(url)
  let lastId = 0

  const fail = ({ kind, again }: ErrorMeaning, text: string, more?: More): ExchangeOutcome => {
    return { reply: { failure: nodeFailure(url.host, kind, text, more) }, again }
  }

  const notAnswered = (
    result: BodyResult & { outcome: 'failed' },
    requests: readonly RpcRequest[],
  ): ExchangeOutcome => {
    return fail(meaningOf(result.kind, requests), result.reason)
  }

  const byStatus = (result: Answered, requests: readonly RpcRequest[]): Exchanged => {
    const outcome = fail(statusMeaning(result.status), `HTTP ${result.status}`, waitRequested(result, clock.now()))
    return { ...all(requests, outcome), ...(BATCH_REFUSALS.includes(result.status) && { refusesBatch: true }) }
  }

  const outcomeOf = (answer: Answer, result: Answered): ExchangeOutcome => {
    if ('result' in answer) return { reply: answer, again: false }
    const { code, text, data } = answer.error
    const shown = [`error${code === undefined ? '' : ` ${code}`}`, clean(text)].filter((part) => part !== '').join(': ')
    const meaning = errorMeaningWith(result.status, code, text)
    const hex = revertData(data)
    const offered = meaning.kind === 'range' ? offeredRange(text, data) : undefined
    return fail(meaning, shown, {
      ...(code !== undefined && { code }),
      ...(hex !== undefined && { data: hex }),
      ...(offered && { offered }),
      ...waitRequested(result, clock.now()),
    })
  }

  const read = (result: Answered, ids: readonly number[], requests: readonly RpcRequest[]): Exchanged => {
    if (hasTooManyValues(result.body))
      return all(requests, fail({ kind: 'bad-answer', again: false }, 'the response has too many values'))
    const { byId, whole, isOther } = readAnswers(result.body, ids)
    if (isOther && result.status >= 400) return byStatus(result, requests)
    if (isOther) return all(requests, fail({ kind: 'bad-answer', again: true }, 'the answer is not JSON-RPC'))
    if (whole) {
      const outcome = outcomeOf({ error: whole }, result)
      return { ...all(requests, outcome), ...(isBatchRefusal(whole, outcome) && { refusesBatch: true }) }
    }
    const missing = fail({ kind: 'bad-answer', again: true }, 'no answer to this request')
    return {
      outcomes: ids.map((id) => {
        const answer = byId.get(id)
        if (answer) return outcomeOf(answer, result)
        return byId.size > 0 ? { ...missing, unanswered: true } : missing
      }),
    }
  }

  return async (requests, until) => {
    const timeoutMs = Math.min(Math.ceil(until - clock.elapsed()), LONGEST_MS)
    if (timeoutMs <= 0) return all(requests, fail({ kind: 'timeout', again: false }, 'no answer in time'))
    const ids = requests.map(() => ++lastId)
    const calls = requests.map(({ method, params }, at) => ({ jsonrpc: '2.0', id: ids[at], method, params }))
    const result = await client.post({
      url,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(calls.length === 1 ? calls[0] : calls),
      maxBytes: maxBytes ?? bodyLimit(requests),
      timeoutMs,
    })
    return result.outcome === 'failed' ? all(requests, notAnswered(result, requests)) : read(result, ids, requests)
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

const DAY_MS = 86_400_000

function waitRequested({ status, retryAfterMs }: Answered, now: number): { retryAfterMs?: number } {
  if (retryAfterMs !== undefined) return { retryAfterMs }
  return status === DAILY_LIMIT ? { retryAfterMs: DAY_MS - (now % DAY_MS) } : {}
}
