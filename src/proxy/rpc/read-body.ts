/** Room: A body to calls, each with its own text. */

import { isRecord } from '../../shared/json/json.ts'
import { findJsonFault } from '../../shared/json/strict-json.ts'
import { isValidatedMethod, treatmentOf } from '../decide/methods.ts'
import { MIN_TEXT } from './byte-forms.ts'
import {
  invalidParams,
  invalidRequest,
  type MalformedCall,
  OddId,
  type RpcBody,
  type RpcCall,
  RpcFault,
  type RpcId,
  rpcCodes,
} from './json-rpc.ts'
import { arrayItems, findOddNumber, hasLongOddNumbers } from './json-text.ts'

/** go-ethereum has this limit, and with it most nodes. */
export const MAX_BATCH = 1000

/** Values and members in a body: reading more would hold the event loop for over 100 ms. A block has some thousands. */
const MAX_VALUES = 60_000

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads the body of a request so strictly that every other reader finds the same in it: what is validated is what a node
 * executes.
 * @throws RpcFault for what is no JSON, has a member twice or too many values, or is an empty or too long batch
 */
export function readBody(bytes: Uint8Array): RpcBody {
  if (hasTooManyValues(bytes)) throw invalidRequest(`the body has more than ${MAX_VALUES} values`)
  const text = textOf(bytes)
  const value = parsed(text)
  const fault = findJsonFault(text)
  if (fault) throw invalidRequest(`the body ${fault.text}`)
  if (!Array.isArray(value)) return { isBatch: false, calls: [readCall(value, text, true)] }
  if (value.length === 0) throw invalidRequest('the batch is empty')
  if (value.length > MAX_BATCH) throw invalidRequest(`the batch has ${value.length} requests, more than ${MAX_BATCH}`)
  const texts = arrayItems(text)
  return { isBatch: true, calls: value.map((each: unknown, index) => readCall(each, texts[index] ?? '', false)) }
}

/** Every value but the first of its list follows a comma or a bracket. Those in texts count too. */
function hasTooManyValues(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let values = 0
  for (const mark of [',', '[', '{'])
    for (let at = buffer.indexOf(mark); at >= 0 && values <= MAX_VALUES; at = buffer.indexOf(mark, at + 1)) values += 1
  return values > MAX_VALUES
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new RpcFault(rpcCodes.parse, 'parse error: the body is not valid UTF-8')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RpcFault(rpcCodes.parse, 'parse error: the body is not valid JSON')
  }
}

const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])

/** @param isAlone whether it is all of the body */
function readCall(given: unknown, text: string, isAlone: boolean): RpcCall | MalformedCall {
  if (!isRecord(given)) return { id: null, error: invalidRequest('it is not an object').error, given }
  const { jsonrpc, method, params } = given
  const id = typeof given.id === 'number' && !Number.isSafeInteger(given.id) ? new OddId(numberOf(text)) : given.id
  const refused = (answered: RpcId, { error }: RpcFault): MalformedCall => ({ id: answered, error, given })
  const malformed = (why: string) => refused(isId(id) ? (id ?? null) : null, invalidRequest(why))
  const passes = typeof method === 'string' && treatmentOf(method, []) === 'pass'
  // What reads is forwarded as it is, and answered by the node.
  const isRead = isAlone && passes
  if (!isId(id) || (id instanceof OddId && !isRead))
    return malformed('its id is not a short string, a safe integer or null')
  // Some readers ignore the case of names: another "Method" could win.
  const odd = Object.keys(given).find((member) => !MEMBERS.has(member))
  if (odd !== undefined) return malformed(`it has the unknown member ${JSON.stringify(odd.slice(0, 40))}`)
  if (jsonrpc !== undefined && jsonrpc !== '2.0') return malformed('its jsonrpc is not "2.0"')
  if (typeof method !== 'string') return malformed('its method is not a string')
  if (params !== undefined && typeof params !== 'object')
    return malformed('its params are neither an array nor an object')
  if (!passes && !isValidatedMethod(method) && hasLongOddNumbers(text))
    return refused(
      id ?? null,
      invalidParams('they have numbers that not every reader takes exactly: send them as strings'),
    )
  if (!isValidatedMethod(method))
    return { text, id, method, params: Array.isArray(params) ? params : params ? [params] : [] }
  const fault = faultOfValidated(text, params ?? [])
  return fault ? refused(id ?? null, fault) : { text, id, method, params: (params ?? []) as readonly unknown[] }
}

/** What is validated must be read by position, and have numbers that every reader takes exactly. */
function faultOfValidated(text: string, params: object): RpcFault | undefined {
  if (!Array.isArray(params)) return invalidParams('they are not an array')
  const odd = findOddNumber(text)
  if (odd === undefined) return undefined
  return invalidParams(`the number ${odd} is not an integer that every reader takes exactly`)
}

/** It is forwarded unread, and so it is too short for a signed transaction. */
function isId(id: unknown): id is RpcId | undefined {
  if (id === undefined || id === null) return true
  if (typeof id === 'string') return id.length < MIN_TEXT
  return id instanceof OddId ? id.text.length < MIN_TEXT : Number.isSafeInteger(id)
}

/** The id of a request as it is written. @param text of the request, whose id is a number */
function numberOf(text: string): string {
  const written = new Map<unknown, string>()
  const root: unknown = JSON.parse(text, function (this: unknown, name: string, value: unknown, ...more: unknown[]) {
    const [context] = more as [{ readonly source?: string }?]
    if (name === 'id' && typeof value === 'number') written.set(this, context?.source ?? 'null')
    return value
  })
  return written.get(root) ?? 'null'
}
