import { isRecord } from '../../shared/json.ts'
import { findJsonFault } from '../../shared/strict-json.ts'
import { isJudged } from '../methods.ts'
import { arrayItems } from './array-items.ts'
import {
  invalidParams,
  invalidRequest,
  type MalformedCall,
  type RpcBody,
  type RpcCall,
  RpcFault,
  type RpcId,
  rpcCodes,
} from './json-rpc.ts'
import { findOddNumber } from './odd-number.ts'

/** Of go-ethereum, and with it of most nodes. */
export const MAX_BATCH = 1000

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads the body of a request so strictly that every other reader finds the same in it: what is judged is what a node
 * executes.
 * @throws RpcFault for what is no JSON, has a member twice, or is an empty or too long batch
 */
export function readBody(bytes: Uint8Array): RpcBody {
  const text = textOf(bytes)
  const value = parsed(text)
  const fault = findJsonFault(text)
  if (fault) throw invalidRequest(`the body ${fault.text}`)
  if (!Array.isArray(value)) return { isBatch: false, calls: [readCall(value, text)] }
  if (value.length === 0) throw invalidRequest('the batch is empty')
  if (value.length > MAX_BATCH) throw invalidRequest(`the batch has ${value.length} requests, more than ${MAX_BATCH}`)
  const texts = arrayItems(text)
  return { isBatch: true, calls: value.map((each: unknown, index) => readCall(each, texts[index] ?? '')) }
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

function readCall(value: unknown, text: string): RpcCall | MalformedCall {
  if (!isRecord(value)) return malformed(null, 'it is not an object')
  const { jsonrpc, id, method, params } = value
  if (!isId(id)) return malformed(null, 'its id is not a string, a safe integer or null')
  // Some readers ignore the case of names: another "Method" could win.
  const odd = Object.keys(value).find((member) => !MEMBERS.has(member))
  if (odd !== undefined) return malformed(id ?? null, `it has the unknown member ${JSON.stringify(odd.slice(0, 40))}`)
  if (jsonrpc !== undefined && jsonrpc !== '2.0') return malformed(id ?? null, 'its jsonrpc is not "2.0"')
  if (typeof method !== 'string') return malformed(id ?? null, 'its method is not a string')
  if (params !== undefined && typeof params !== 'object')
    return malformed(id ?? null, 'its params are neither an array nor an object')
  if (isJudged(method)) return readJudgedCall({ text, id, method }, params ?? [])
  return { text, id, method, params: Array.isArray(params) ? params : params ? [params] : [] }
}

/** What is judged must be read by position, and have numbers that every reader takes exactly. */
function readJudgedCall(call: Omit<RpcCall, 'params'>, params: object): RpcCall | MalformedCall {
  const { id = null, text } = call
  if (!Array.isArray(params)) return { id, error: invalidParams('they are not an array').error }
  const odd = findOddNumber(text)
  if (odd !== undefined)
    return { id, error: invalidParams(`the number ${odd} is not an integer that every reader takes exactly`).error }
  return { ...call, params }
}

function isId(id: unknown): id is RpcId | undefined {
  return id === undefined || id === null || typeof id === 'string' || Number.isSafeInteger(id)
}

function malformed(id: RpcId, why: string): MalformedCall {
  return { id, error: invalidRequest(why).error }
}
