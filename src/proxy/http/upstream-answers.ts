import { isRecord, parseJson } from '../../shared/json/json.ts'
import type { UpstreamOutcome } from '../decide/decision.ts'
import { errorAnswer, idKey, type RpcCall, type RpcError } from '../rpc/json-rpc.ts'
import { arrayItems } from '../rpc/json-text.ts'

interface OneAnswer {
  readonly text: string
  readonly value: Readonly<Record<string, unknown>>
}

/** What the upstream answered to a body that was read. */
export class UpstreamAnswers {
  /** By id, in their order: more than one where an upstream answers twice. */
  readonly #byId = new Map<unknown, OneAnswer[]>()
  /** An error for all of the body. */
  readonly #whole: RpcError | undefined
  readonly #isBatch: boolean

  /** @param isBatch whether the body was one */
  constructor(text: string, isBatch: boolean) {
    const value = parseJson(text)
    this.#isBatch = isBatch
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    const texts = Array.isArray(value) ? arrayItems(text) : [text]
    for (const [index, each] of values.entries()) {
      if (!isRecord(each)) continue
      const key = idKey(each.id)
      if (key === undefined) continue
      const answers = this.#byId.get(key) ?? []
      if (answers.length === 0) this.#byId.set(key, answers)
      answers.push({ text: texts[index] ?? '', value: each })
    }
    this.#whole = isRecord(value) && value.id == null ? errorOf(value.error, text.length) : undefined
  }

  /** How a call was taken. Never a guess: two answers, or one without its id, say nothing. */
  outcomeOf({ id }: RpcCall): UpstreamOutcome {
    if (id === undefined) return 'unknown'
    // Some nodes and most gateways refuse without the id. What they did to the members of a batch is not known.
    if (this.#whole && !this.#isBatch) return { error: this.#whole }
    const [answer, second] = this.#byId.get(idKey(id)) ?? []
    if (!answer || second) return 'unknown'
    const { value } = answer
    if (value.error != null) return { error: value.error }
    return 'result' in value ? { result: value.result } : 'unknown'
  }

  /** The answers to calls with an id, in the order of the calls; undefined for one that got none. */
  textsOf(calls: readonly RpcCall[]): (string | undefined)[] {
    const used = new Map<unknown, number>()
    return calls.map(({ id }) => {
      if (id === undefined) return undefined
      const key = idKey(id)
      const answers = this.#byId.get(key) ?? []
      const at = used.get(key) ?? 0
      used.set(key, at + 1)
      if (answers[at]) return answers[at].text
      return this.#whole ? errorAnswer(id, this.#whole) : undefined
    })
  }
}

/** Longest error whose data is passed on (characters): each call gets it, and what nests deeply cannot be written. */
const MAX_ERROR = 4096

/** @param length of the text that it is in */
function errorOf(error: unknown, length: number): RpcError | undefined {
  if (!isRecord(error) || !Number.isSafeInteger(error.code) || typeof error.message !== 'string') return undefined
  const { message, data } = error
  const isShort = length <= MAX_ERROR
  return { code: Number(error.code), message: message.slice(0, MAX_ERROR), ...('data' in error && isShort && { data }) }
}
