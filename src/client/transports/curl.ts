import { inQuotes } from '../../shared/quote-word.ts'
import { targetAddress } from '../address.ts'
import { callerHeaders } from '../headers.ts'
import { RequestPreview } from '../preview-request.ts'
import { hideHeaders, hideSecret, isSecretHeader, replaceSecrets, type SecretMember } from '../secrets.ts'
import { type Addresses, keyVariables, type Outgoing, type Transport } from '../transport.ts'

export interface CurlOptions {
  /** For the service in this process: the default address of `serve`. */
  readonly addresses: Addresses
  /** Added to every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Shell variables for the secrets of a body. */
const memberVariables = {
  token: 'TXWARDEN_DESTINATION_TOKEN',
  webhookUrl: 'TXWARDEN_DESTINATION_URL',
} as const satisfies Record<SecretMember, string>

/** Sends nothing: throws RequestPreview with the equivalent curl command, which has shell variables for secrets. */
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

/** curl expands brackets and braces in a URL. */
function globFlag(url: string): string {
  return /[[\]{}]/.test(url) ? '--globoff ' : ''
}

/** Part of a shell word: text, or a variable. */
type Piece = string | { readonly variable: string }

function quote(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? inQuotes(piece) : `"$${piece.variable}"`)).join('')
}

function headerPieces(name: string, value: string): Piece[] {
  if (!isSecretHeader(name)) return [`${name}: ${value}`]
  return [`${name}: `, { variable: `TXWARDEN_HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}` }]
}

/** The body, split at its secrets. */
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

/** A noncharacter (Unicode 23.7): not used in text, and unchanged by JSON. */
const MARK = '\uFDD0'
