import { describe, expect, test } from 'vitest'
import { AnswerTooLarge, mayTryAgain, networkError } from '../../../src/client/errors/network-error.ts'

const TARGET = 'POST https://api.test'

function coded(code: string, more: object = {}): Error {
  return Object.assign(new Error(`system says ${code}`), { code, ...more })
}

describe('what a failure of the network means', () => {
  const rows: [name: string, error: unknown, code: string, kind: string][] = [
    ['a refused connection', coded('ECONNREFUSED'), 'connection-refused', 'unavailable'],
    [
      'a refused connection of a host with two addresses',
      new AggregateError([coded('ECONNREFUSED')]),
      'connection-refused',
      'unavailable',
    ],
    ['an unknown host', coded('ENOTFOUND'), 'host-not-found', 'unavailable'],
    ['a name server that is away', coded('EAI_AGAIN'), 'name-lookup-failed', 'unavailable'],
    ['a connection that takes too long', coded('UND_ERR_CONNECT_TIMEOUT'), 'connect-timeout', 'unavailable'],
    ['the same, as the system says it', coded('ETIMEDOUT', { syscall: 'connect' }), 'connect-timeout', 'unavailable'],
    ['an answer that takes too long', coded('ETIMEDOUT'), 'timeout', 'unavailable'],
    ['no route', coded('ENETUNREACH'), 'unreachable', 'unavailable'],
    ['a reset', coded('ECONNRESET'), 'connection-lost', 'unavailable'],
    ['a closed socket', coded('UND_ERR_SOCKET'), 'connection-lost', 'unavailable'],
    ['a self-signed certificate', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls-failed', 'unavailable'],
    ['an unknown authority', coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls-failed', 'unavailable'],
    ['an unknown issuer', coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'tls-failed', 'unavailable'],
    ['an expired certificate', coded('CERT_HAS_EXPIRED'), 'tls-failed', 'unavailable'],
    ['a certificate of another host', coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls-failed', 'unavailable'],
    ['plain http behind https', coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls-failed', 'unavailable'],
    ['a cause within', new Error('failed', { cause: coded('ECONNRESET') }), 'connection-lost', 'unavailable'],
    ['another protocol', coded('HPE_INVALID_CONSTANT'), 'not-http', 'unexpected'],
    ['too much', new AnswerTooLarge('more than 1 bytes'), 'answer-too-large', 'unexpected'],
    [
      'a proxy that refuses',
      Object.assign(new Error('Proxy response (502) !== 200'), { code: 'UND_ERR_ABORTED' }),
      'proxy-failed',
      'unavailable',
    ],
    [
      'a proxy that wants a password',
      Object.assign(new Error('Proxy response (407) !== 200'), { code: 'UND_ERR_ABORTED' }),
      'proxy-authentication',
      'unavailable',
    ],
    ['a time limit', new DOMException('too late', 'TimeoutError'), 'timeout', 'unavailable'],
    ['an abort', new DOMException('stopped', 'AbortError'), 'network-failed', 'unavailable'],
    ['anything else', coded('ESOMETHING'), 'network-failed', 'unavailable'],
    ['no error at all', 'text', 'network-failed', 'unavailable'],
  ]
  test.each(rows)('%s', (_name, error, code, kind) => {
    const failure = networkError(error, TARGET)
    expect(failure).toMatchObject({ code, kind, cause: error })
    expect(failure.message).toMatch(/^POST https:\/\/api\.test: \S/)
  })
})

test('the details hold the words of the system, cleaned, and what helps', () => {
  const failure = networkError(
    Object.assign(new Error('self-signed\x1b[31m\ncertificate'), { code: 'CERT_UNTRUSTED' }),
    TARGET,
  )
  expect(failure.details).toEqual(['self-signed certificate', expect.stringContaining('NODE_EXTRA_CA_CERTS')])
})

test('an error that causes itself does not hang', () => {
  const error = new Error('circle')
  error.cause = error
  expect(networkError(error, TARGET).code).toBe('network-failed')
})

describe('whether to try again', () => {
  const rows: [code: string, repeatable: boolean, again: boolean][] = [
    ['ECONNREFUSED', false, true],
    ['ECONNRESET', false, false],
    ['ECONNRESET', true, true],
    ['CERT_HAS_EXPIRED', true, false],
  ]
  test.each(rows)('%s, repeatable %s: %s', (code, repeatable, again) => {
    expect(mayTryAgain(networkError(coded(code), TARGET), repeatable)).toBe(again)
  })
})
