import { inQuotes } from '../../shared/quote-word.ts'
import { targetAddress } from '../address.ts'
import { callerHeaders } from '../headers.ts'
import { RequestPreview } from '../preview-request.ts'
import { hideHeaders, hideSecret, isSecretHeader, replaceSecrets, type SecretMember } from '../secrets.ts'
import { type Addresses, keyVariables, type Outgoing, type Transport } from '../transport.ts'

export interface CurlOptions {
  /** Of the service in this process: where `serve` would listen. */
  readonly addresses: Addresses
  /** The extra headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Shell variables that stand for the secrets of a body. */
const memberVariables = {
  token: 'TXWARDEN_DESTINATION_TOKEN',
  webhookUrl: 'TXWARDEN_DESTINATION_URL',
} as const satisfies Record<SecretMember, string>

/** Sends nothing: throws RequestPreview with the curl command that would send the same, its secrets as shell variables. */
export function createCurlTransport(options: CurlOptions): Transport {
  const extra = callerHeaders(options.headers ?? {})
  return async (outgoing) => {
    const { request, key } = outgoing
    const url = targetAddress(options.addresses[key], request)
    const headers = { ...extra, ...request.headers }
    const shown = {
      method: request.method,
      url,
      headers: hideHeaders(headers),
      ...(request.body === undefined ? {} : { body: replaceSecrets(request.body, hideSecret) }),
    }
    throw new RequestPreview('curl', shown, curlCommand(outgoing, url, headers))
  }
}

function curlCommand({ request, key }: Outgoing, url: string, headers: Readonly<Record<string, string>>): string {
  const words = [`curl ${methodFlag(request.method)}${globFlag(url)}${quote([url])}`]
  for (const [name, value] of Object.entries(headers)) words.push(`-H ${quote(headerPieces(name, value))}`)
  words.push(`-H ${quote(['x-api-key: ', { variable: keyVariables[key] }])}`)
  if (request.body !== undefined) words.push(`--data-raw ${quote(bodyPieces(request.body))}`)
  return words.join(' \\\n  ')
}

function methodFlag(method: string): string {
  if (method === 'GET') return ''
  return method === 'HEAD' ? '--head ' : `-X ${method} `
}

/** curl reads brackets and braces in an address as a pattern. */
function globFlag(url: string): string {
  return /[[\]{}]/.test(url) ? '--globoff ' : ''
}

/** A word of a shell command: plain text, and variables the shell is to fill in. */
type Piece = string | { readonly variable: string }

function quote(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? inQuotes(piece) : `"$${piece.variable}"`)).join('')
}

function headerPieces(name: string, value: string): Piece[] {
  if (!isSecretHeader(name)) return [`${name}: ${value}`]
  return [`${name}: `, { variable: `TXWARDEN_HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}` }]
}

/** The body as it is; where it holds secrets, cut at them. */
function bodyPieces(body: string): Piece[] {
  const variables: string[] = []
  const marked = replaceSecrets(body, (member) => {
    variables.push(memberVariables[member])
    return `${MARK}${variables.length - 1}${MARK}`
  })
  if (variables.length === 0) return [body]
  return JSON.stringify(marked)
    .split(new RegExp(`${MARK}(\\d+)${MARK}`))
    .map((part, index) => (index % 2 === 0 ? part : { variable: variables[Number(part)] ?? '' }))
}

/** A noncharacter (Unicode 23.7): never in text that is interchanged, and JSON leaves it as it is. */
const MARK = '\uFDD0'
