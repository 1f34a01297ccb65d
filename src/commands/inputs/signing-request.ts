import type { Context } from '../../cli/context/context.ts'
import { refusedError, unknownMember } from '../../cli/errors/usage.ts'
import { inputName, notJson, readInput, refuseJsonFault } from '../../cli/input/read-input.ts'
import { accountFirst } from '../../proxy/params/account-first.ts'
import { addressOf } from '../../shared/json/evm-json.ts'
import { isRecord } from '../../shared/json/json.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { isHashText, textOfBytes } from '../../shared/texts/assess-text.ts'
import { isMessage, isTransaction } from './members.ts'

/** The request to sign; members that are not given come from flags or from the message. */
export interface MessageRequest {
  readonly typedData: Readonly<Record<string, unknown>>
  readonly from?: unknown
  readonly chainId?: unknown
}

/** A text to be signed (personal_sign). */
export interface TextRequest {
  readonly text: string
  readonly from?: unknown
}

/**
 * Reads typed data from a file or stdin: bare, as a request body, as a JSON-RPC request of eth_signTypedData_v4 or as the
 * JSON text of one of these; an EIP-7702 authorization; or a text, bare or as a request of personal_sign. Throws WardenError
 * `refused` for what cannot be read: a raw hash, bytes that are no text.
 */
export async function readSigningRequest(context: Context, file: string): Promise<MessageRequest | TextRequest> {
  const name = inputName(file)
  const text = (await readInput(context, file)).trim()
  if (text === '') throw refusedError(`${name} is empty`)
  const value = read(text, name)
  if (isRecord(value) && isTransaction(value) && !isMessage(value))
    throw refusedError(`${name} is a transaction, not a message to be signed`, {
      try: `txwarden validate --file ${quoteWord(file)}`,
    })
  return messageIn(value, name)
}

/** The request to sign that a value is. @throws WardenError `refused` for what cannot be read: a raw hash, bytes that are no text */
export function messageIn(value: unknown, name: string): MessageRequest | TextRequest {
  const request = requestIn(value, name)
  if ('text' in request) return request
  if (isRecord(request.typedData)) return request as MessageRequest
  throw refusedError(`${name} is not typed data: expected an object with types, primaryType, domain and message`)
}

/** The value of a JSON text, which may hold the JSON text of an object; of what is no JSON, the text. */
function read(text: string, name: string): unknown {
  const value = parsed(text, name)
  if (typeof value !== 'string' || value === text) return value
  const inner = parsed(value.trim(), name)
  return typeof inner === 'string' ? value : inner
}

/** What starts like JSON is meant as JSON. @throws WardenError `refused` for a raw hash */
function parsed(text: string, name: string): unknown {
  try {
    const value = JSON.parse(text) as unknown
    refuseJsonFault(text, name)
    if (typeof value !== 'number') return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    if (/^[{["]/.test(text)) throw notJson(name, error)
  }
  return readable(text, name)
}

type Unchecked = Omit<MessageRequest, 'typedData'> & { readonly typedData: unknown }

const ofBody = ['chainId', 'from', 'typedData']

function requestIn(value: unknown, name: string): Unchecked | TextRequest {
  if (typeof value === 'string') return { text: value }
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

function rpcRequest(method: string, params: unknown, name: string): Unchecked | TextRequest {
  const [first, second] = Array.isArray(params) ? (params as readonly unknown[]) : []
  switch (method) {
    case 'eth_signTypedData':
    case 'eth_signTypedData_v3':
    case 'eth_signTypedData_v4': {
      const [from, typedData] = accountFirst([first, second])
      return { from, typedData: typeof typedData === 'string' ? read(typedData, name) : typedData }
    }
    case 'eth_sign':
      return signedText(second, first, name)
    case 'personal_sign':
      // Wallets take both orders.
      return addressOf(first) && !addressOf(second) ? signedText(second, first, name) : signedText(first, second, name)
    default:
      throw refusedError(`${name}: ${JSON.stringify(method)} is not a request to sign a message`, {
        details: ['For a transaction use --file.'],
      })
  }
}

/** Wallets take bytes in hex, or the text itself. */
function signedText(given: unknown, from: unknown, name: string): TextRequest {
  if (typeof given !== 'string') throw refusedError(`${name} has no text to sign`)
  const text = readable(given, name)
  if (!/^0x/i.test(text)) return { text, from }
  const isHex = /^0x(?:[0-9a-f]{2})*$/i.test(text)
  const decoded = isHex ? textOfBytes(Buffer.from(text.slice(2), 'hex')) : undefined
  if (decoded === undefined) throw refusedError(`${name} has bytes that are no text, which cannot be read`)
  return { text: readable(decoded, name), from }
}

/** @throws WardenError `refused` for a raw hash */
export function readable(text: string, name: string): string {
  if (!isHashText(text)) return text
  throw refusedError(`${name} is a raw 32-byte hash, which cannot be read: it can be any transaction or permit`, {
    details: ['Refuse to sign it unless you made it yourself.'],
  })
}
