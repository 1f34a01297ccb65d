import { isRecord, parseJson } from '../../../shared/json/json.ts'
import type { RpcReply } from './json-rpc.ts'

/** `error` of a JSON-RPC answer, as the node sent it. */
export interface NodeError {
  readonly code: number | undefined
  readonly text: string
  readonly data: unknown
}

export type Answer = Extract<RpcReply, { result: unknown }> | { readonly error: NodeError }

/** What a body says about the requests that were sent. */
export interface Answers {
  /** The answers by id; only requested ids that were answered once. */
  readonly byId: ReadonlyMap<number, Answer>
  /** One error instead of the answers of a batch. */
  readonly whole?: NodeError
  /** The body is neither an answer nor a list of answers. */
  readonly isOther: boolean
}

const NOT_JSON_RPC: Answers = { byId: new Map(), isOther: true }

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

function answersById(values: readonly unknown[], ids: ReadonlySet<number>): Map<number, Answer> {
  const byId = new Map<number, Answer>()
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

function answerOf(value: Readonly<Record<string, unknown>>): Answer | undefined {
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
