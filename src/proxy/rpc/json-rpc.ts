/** JSON-RPC 2.0 and EIP-1474 define these codes. */
export const rpcCodes = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotAvailable: -32_601,
  invalidParams: -32_602,
  resourceUnavailable: -32_002,
  transactionRejected: -32_003,
} as const

export type RpcId = string | number | null | OddId

/** A number that is no safe integer: it is answered as it came. */
export class OddId {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Gives a key that is equal for equal ids: 1 is not "1", and absent is null. Undefined: it is no id. */
export function idKey(id: unknown): string | undefined {
  return typeof id === 'object' && id !== null ? undefined : JSON.stringify(id ?? null)
}

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
  /** What a message of a refusal is made of. Not sent. */
  readonly refusalText?: RefusalText
}

/** A refusal says why, in one line without a period, and names the command that says more. */
export interface RefusalText {
  readonly reason: string
  readonly next: string | null
}

/** A request in a body. */
export interface RpcCall {
  /** Its text in the body, which is what is forwarded. */
  readonly text: string
  /** Absent for a notification, which gets no answer. */
  readonly id: RpcId | undefined
  readonly method: string
  readonly params: readonly unknown[]
}

/** What is no request that can be forwarded, with the answer to it. */
export interface MalformedCall {
  readonly id: RpcId
  readonly error: RpcError
  /** The request, as JSON. */
  readonly given: unknown
}

export interface RpcBody {
  readonly isBatch: boolean
  readonly calls: readonly (RpcCall | MalformedCall)[]
}

export function isMalformed(call: RpcCall | MalformedCall): call is MalformedCall {
  return 'error' in call
}

/** The call is answered with this error and not forwarded; it is thrown while a body or its params are read. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault'
  readonly error: RpcError

  /** @param text one line; what it quotes of a request is cut and escaped here */
  constructor(code: number, text: string, more: Pick<RpcError, 'data' | 'refusalText'> = {}) {
    const message = plain(text)
    super(message)
    this.error = { code, message, ...more }
  }
}

/** Quotes a text of a client for a message, without blanks: when it is wrapped, a part of it would be a line of its own. */
export function quoted(text: string): string {
  return plain(JSON.stringify(text.slice(0, MAX_QUOTED))).replaceAll(' ', '\\u0020')
}

/** Gives the name of a method, for the log and the summary: what is no name that a node could have is quoted and cut. */
export function shownMethod(name: string): string {
  return name.length <= MAX_QUOTED && /^\w+$/.test(name) ? name : quoted(name)
}

const MAX_QUOTED = 80
const MAX_MESSAGE = 400

/**
 * Terminals and logs show it: without control characters and letters that look like others, and without the ##[ of commands,
 * which GitHub Actions finds anywhere in a line.
 */
function plain(text: string): string {
  const cut = text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)} (cut)` : text
  return cut.replace(
    /[^\x20-\x7E]|#(?=#\[)/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function invalidParams(message: string): RpcFault {
  return new RpcFault(rpcCodes.invalidParams, `invalid params: ${message}`)
}

export function invalidRequest(message: string): RpcFault {
  return new RpcFault(rpcCodes.invalidRequest, `invalid request: ${message}`)
}

/** Makes the text of an answer. */
export function errorAnswer(id: RpcId, { code, message, data }: RpcError): string {
  return answerText(id, { error: { code, message, data } })
}

export function resultAnswer(id: RpcId, result: unknown): string {
  return answerText(id, { result })
}

function answerText(id: RpcId, rest: Readonly<Record<string, unknown>>): string {
  const text = id instanceof OddId ? id.text : JSON.stringify(id)
  return `{"jsonrpc":"2.0","id":${text},${JSON.stringify(rest).slice(1)}`
}
