import type { Context } from '../../cli/context/context.ts'
import { refusedError, unknownMember } from '../../cli/errors/usage.ts'
import { inputName, notJson, readInput, refuseJsonFault } from '../../cli/input/read-input.ts'
import type { WardenError } from '../../shared/errors.ts'
import { isRecord } from '../../shared/json/json.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { isMessage, isTransaction } from './members.ts'

/** The request to sign; members that are not given come from flags or from the message. */
export interface SigningRequest {
  readonly typedData: Readonly<Record<string, unknown>>
  readonly from?: unknown
  readonly chainId?: unknown
}

/**
 * Reads typed data from a file or stdin: bare, as a request body, as a JSON-RPC request of eth_signTypedData_v4 or as the
 * JSON text of one of these; or an EIP-7702 authorization. Throws WardenError `refused` for what cannot be read: a text,
 * a raw hash.
 */
export async function readSigningRequest(context: Context, file: string): Promise<SigningRequest> {
  const name = inputName(file)
  const text = (await readInput(context, file)).replace(/^\ufeff/, '').trim()
  if (text === '') throw refusedError(`${name} is empty`)
  const value = read(text, name)
  if (isRecord(value) && isTransaction(value) && !isMessage(value))
    throw refusedError(`${name} is a transaction, not a message to be signed`, {
      try: `txwarden validate --file ${quoteWord(file)}`,
    })
  const request = requestIn(value, name)
  if (isRecord(request.typedData)) return request as SigningRequest
  throw refusedError(`${name} is not typed data: expected an object with types, primaryType, domain and message`)
}

/** The value of a JSON text, which may hold the JSON text of an object. */
function read(text: string, name: string): unknown {
  const value = parsed(text, name)
  return typeof value === 'string' ? parsed(value.trim(), name) : value
}

/** What starts like JSON is meant as JSON. */
function parsed(text: string, name: string): unknown {
  try {
    const value = JSON.parse(text) as unknown
    refuseJsonFault(text, name)
    if (typeof value !== 'number') return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    if (/^[{["]/.test(text)) throw notJson(name, error)
  }
  throw unreadable(text, name)
}

interface Unchecked {
  readonly typedData: unknown
  readonly from?: unknown
  readonly chainId?: unknown
}

const ofBody = ['chainId', 'from', 'typedData']

function requestIn(value: unknown, name: string): Unchecked {
  if (!isRecord(value)) return { typedData: value }
  if (typeof value.method === 'string') return rpcRequest(value.method, value.params, name)
  if (!('typedData' in value)) return { typedData: value }
  const odd = Object.keys(value).find((member) => !ofBody.includes(member))
  if (odd !== undefined) throw unknownMember(odd, ofBody, `${name}: `)
  const { typedData, from, chainId } = value
  return {
    typedData: typeof typedData === 'string' ? read(typedData, name) : typedData,
    from,
    chainId: Number.isSafeInteger(chainId) ? String(chainId) : chainId,
  }
}

function rpcRequest(method: string, params: unknown, name: string): Unchecked {
  const [first, second] = Array.isArray(params) ? (params as readonly unknown[]) : []
  switch (method) {
    case 'eth_signTypedData':
    case 'eth_signTypedData_v3':
    case 'eth_signTypedData_v4':
      return { from: first, typedData: typeof second === 'string' ? read(second, name) : second }
    case 'eth_sign':
      throw unreadable(second, name)
    case 'personal_sign':
      throw unreadable(first, name)
    default:
      throw refusedError(`${name}: ${JSON.stringify(method)} is not a request to sign a message`, {
        details: ['For a transaction use --file.'],
      })
  }
}

/** 32 bytes in hex. */
const HASH = /^(?:0x)?[0-9a-f]{64}$/i

function unreadable(given: unknown, name: string): WardenError {
  if (typeof given === 'string' && HASH.test(given.trim()))
    return refusedError(`${name} is a raw 32-byte hash, which cannot be read: it can be any transaction or permit`, {
      details: ['Refuse to sign it unless you made it yourself.'],
    })
  return refusedError(`${name} is a text and not typed data: what a text agrees to cannot be checked`, {
    details: ['Read it, and sign it only for a site that you trust.'],
  })
}
