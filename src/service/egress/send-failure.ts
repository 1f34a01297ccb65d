import { AddressRefused, NameUnresolved } from './guarded-connect.ts'

export type FailureKind = 'refused-address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'status' | 'redirect'

export interface SendFailure {
  readonly kind: FailureKind
  /** Never a text of the receiver or a library, which may contain URLs, tokens and bodies. */
  readonly reason: string
  /** For a refused address: no allow list can change it. */
  readonly isFinal?: true
}

const TIMEOUT_CODES = /TIMEOUT$|^ETIMEDOUT$/
/** OpenSSL's verification codes have no common prefix. */
const TLS_CODES =
  /^ERR_(TLS|SSL)_|^EPROTO$|CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|CRL|INVALID_CA|INVALID_PURPOSE/
/** Who answers, as a reason names it. */
export const RECEIVER = 'the receiver'

const closed = (peer: string) => `${peer} closed the connection before it answered`
const stopped = (peer: string) => `the service stopped before ${peer} answered`
const CONNECTION_CODES: Readonly<Record<string, (peer: string) => string>> = {
  ECONNREFUSED: (peer) => `${peer} refused the connection`,
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  UND_ERR_DESTROYED: stopped,
  UND_ERR_CLOSED: stopped,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: () => 'the response does not match its Content-Length',
  UND_ERR_HEADERS_OVERFLOW: () => 'the response headers are too large',
}

/** Whether an error code of node or OpenSSL is about TLS or a certificate. */
export function isTlsCode(code: string): boolean {
  return TLS_CODES.test(code)
}

/** Ends the requests behind one that was not accepted. */
export class PipelineEnded extends Error {
  override message = 'the connection ended before the receiver answered'
}

/** Undefined for an error that is not caused by a receiver or the network. @param peer who was to answer */
export function failureOf(error: unknown, peer = RECEIVER): SendFailure | undefined {
  if (error instanceof AddressRefused)
    return { kind: 'refused-address', reason: error.message, ...(error.isFinal && { isFinal: true }) }
  if (error instanceof PipelineEnded) return { kind: 'connect', reason: error.message }
  if (error instanceof NameUnresolved) return { kind: 'dns', reason: `the host name ${error.message} does not resolve` }
  for (const one of causesOf(error)) {
    const failure = failureOfCode(one, peer)
    if (failure) return failure
  }
  return undefined
}

function failureOfCode(error: Error, peer: string): SendFailure | undefined {
  const code = 'code' in error ? String(error.code) : ''
  if (error.name === 'TimeoutError' || TIMEOUT_CODES.test(code))
    return { kind: 'timeout', reason: `${peer} did not answer in time` }
  if (isTlsCode(code)) return { kind: 'tls', reason: `no trusted TLS connection: ${tlsFault(code)}` }
  if (error.name === 'HTTPParserError' || code.startsWith('HPE_'))
    return { kind: 'connect', reason: `${peer} does not speak HTTP` }
  const reason = CONNECTION_CODES[code]?.(peer) ?? ('syscall' in error ? `${peer} cannot be reached` : undefined)
  return reason === undefined ? undefined : { kind: 'connect', reason }
}

function tlsFault(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'the certificate has expired'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the certificate is for another host name'
  if (/SELF_SIGNED|UNABLE_TO_/.test(code)) return 'the certificate is not signed by a known authority'
  return 'the handshake failed'
}

/** The error, its causes, and the errors of each address that was tried. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const attempts = error instanceof AggregateError ? error.errors.flatMap(causesOf) : []
  return [error, ...attempts, ...causesOf(error.cause)]
}
