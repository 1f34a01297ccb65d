import { isRecord, parseJson } from '../../shared/json/json.ts'
import { escapedJson } from '../../shared/text/one-line.ts'
import { inQuotes } from '../../shared/text/quote-word.ts'
import { targetAddress } from '../requests/address.ts'
import { callerHeaders, withHeaders } from '../requests/headers.ts'
import { previewOf, RequestPreview } from '../requests/preview-request.ts'
import { isSecretHeader, replaceSecrets, type SecretMember } from '../secrets.ts'
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
  serviceUrl: 'SAFE_TRANSACTION_SERVICE_URL',
  serviceKey: 'SAFE_API_KEY',
} as const satisfies Record<SecretMember, string>

/** Sends nothing: throws RequestPreview with the equivalent curl command, which has shell variables for secrets. */
export function createCurlTransport(options: CurlOptions): Transport {
  const extra = callerHeaders(options.headers ?? {})
  return async (outgoing) => {
    const { request, key } = outgoing
    const url = targetAddress(options.addresses[key], request)
    const headers = withHeaders(extra, request.headers)
    throw new RequestPreview('curl', previewOf(request, url, headers), curlCommand(outgoing, url, headers))
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
  const merged: Piece[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') merged[merged.length - 1] = last + piece
    else merged.push(piece)
  }
  return merged.map((piece) => (typeof piece === 'string' ? inQuotes(piece) : `"$${piece.variable}"`)).join('')
}

function headerPieces(name: string, value: string): Piece[] {
  if (!isSecretHeader(name)) return [`${name}: ${value}`]
  return [`${name}: `, { variable: `TXWARDEN_HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}` }]
}

/** The body, with variables for its secrets. */
function bodyPieces(body: string): Piece[] {
  const variables: { variable: string }[] = []
  const shown = replaceSecrets(body, (member) => {
    const secret = { variable: memberVariables[member] }
    variables.push(secret)
    return secret
  })
  if (variables.length === 0) return [parseJson(body) === undefined ? body : escapedJson(body)]
  return jsonPieces(shown, variables)
}

/** JSON whose secrets are pieces of their own: a marker in the text could also be in a value. */
function jsonPieces(value: unknown, secrets: readonly { variable: string }[]): Piece[] {
  const secret = secrets.find((each) => each === value)
  if (secret) return ['"', secret, '"']
  if (Array.isArray(value)) return ['[', ...joined(value.map((item) => jsonPieces(item, secrets))), ']']
  if (!isRecord(value)) return [escapedJson(JSON.stringify(value))]
  const members = Object.entries(value).map(([name, member]) => [
    `${escapedJson(JSON.stringify(name))}:`,
    ...jsonPieces(member, secrets),
  ])
  return ['{', ...joined(members), '}']
}

function joined(parts: readonly (readonly Piece[])[]): Piece[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [',', ...part]))
}
