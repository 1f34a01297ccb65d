import { createHttpTransport, type HttpOptions, type HttpTransport } from '../../../src/client/transports/http.ts'

export const VALIDATION_KEY = 'txw_val_planted-0123456789'
export const MANAGEMENT_KEY = 'txw_mgmt_planted-9876543210'

/** The HTTP transport with both keys, no proxy and a generous time limit; closed at the end of the scope. */
export function httpTransport(url: URL, changed: Partial<HttpOptions> = {}): HttpTransport & AsyncDisposable {
  const transport = createHttpTransport({
    addresses: { validation: url, management: url },
    keys: { validation: VALIDATION_KEY, management: MANAGEMENT_KEY },
    timeoutMs: 10_000,
    headers: {},
    insecureHttp: false,
    env: {},
    userAgent: 'txwarden/test',
    now: () => 0,
    ...changed,
  })
  return Object.assign(transport, { [Symbol.asyncDispose]: transport.close })
}
