import { describe, expect, test } from 'vitest'
import { problems } from '../../../src/api/problems.ts'
import { errorFromResponse } from '../../../src/client/errors/error-response.ts'
import { answer, outgoing } from '../support/outgoing.ts'

const ASKED = 'GET /api/v2/management/monitor answered'

function read(status: number, body: unknown = '', headers: Record<string, string> = {}) {
  const {
    kind,
    code,
    message,
    details,
    try: next,
    status: answered,
  } = errorFromResponse(outgoing(), answer(status, body, headers))
  return { kind, code, message, details, next, answered }
}

describe('the kind follows the status', () => {
  const rows: [status: number, kind: string, next?: string][] = [
    [400, 'refused'],
    [401, 'auth', 'txwarden auth login'],
    [403, 'auth', 'txwarden auth login'],
    [404, 'not-found'],
    [405, 'refused'],
    [408, 'unavailable', 'txwarden config explain'],
    [409, 'refused'],
    [410, 'not-found'],
    [413, 'refused'],
    [415, 'refused'],
    [418, 'refused'],
    [422, 'refused'],
    [429, 'rate-limited'],
    [500, 'unexpected'],
    [501, 'unexpected'],
    [502, 'unavailable', 'txwarden config explain'],
    [503, 'unavailable', 'txwarden config explain'],
    [504, 'unavailable', 'txwarden config explain'],
    [520, 'unavailable', 'txwarden config explain'],
    [101, 'unexpected'],
  ]
  test.each(rows)('%d is %s', (status, kind, next) => {
    const error = read(status)
    expect({ kind: error.kind, next: error.next, answered: error.answered }).toEqual({ kind, next, answered: status })
    expect(error.message).toMatch(new RegExp(`^\\S.+ \\(${status}\\)$`))
    expect(error.code).toMatch(/^[a-z0-9-]+$/)
  })

  test.each(Object.entries(problems))('problem %s of our service keeps its code', (code, { status, title }) => {
    expect(
      read(status, { type: 'about:blank', title, status, detail: 'This case.', instance: '/', code }),
    ).toMatchObject({
      code,
      message: 'This case.',
      answered: status,
    })
  })
})

describe('the shapes of errors', () => {
  test('RFC 9457 with field errors: one line each', () => {
    const body = {
      type: 'urn:txwarden:problem:invalid-body',
      title: 'The body does not fit the operation',
      status: 400,
      detail: 'transaction.from is required.',
      instance: '/api/v2/transaction/validate',
      code: 'invalid-body',
      errors: [
        { path: 'transaction.from', message: 'is required' },
        { path: '', message: 'needs name or enabled' },
      ],
    }
    expect(read(400, body, { 'content-type': 'application/problem+json' })).toEqual({
      kind: 'refused',
      code: 'invalid-body',
      message: 'transaction.from is required.',
      details: ['transaction.from: is required', 'needs name or enabled', `${ASKED} 400`],
      next: undefined,
      answered: 400,
    })
  })

  const rows: [name: string, status: number, body: unknown, message: string][] = [
    ['a gateway', 401, { fault: { faultstring: 'Invalid ApiKey', detail: { errorcode: 'x' } } }, 'Invalid ApiKey'],
    [
      'Spring',
      404,
      { timestamp: '2025', status: 404, error: 'Not Found', message: 'No monitor m-1', path: '/m' },
      'No monitor m-1',
    ],
    [
      'Spring without a message',
      404,
      { timestamp: '2025', status: 404, error: 'Not Found', message: '', path: '/m' },
      'Not Found',
    ],
    ['an error object', 400, { error: { message: 'bad chain', code: 7 } }, 'bad chain'],
    ['a title alone', 409, { title: 'Conflict' }, 'Conflict'],
    ['a destination’s errorMessage', 400, { errorMessage: 'no channel' }, 'no channel'],
    ['plain text', 400, 'chainId is wrong\n', 'chainId is wrong'],
    ['a JSON string', 400, '"chainId is wrong"', 'chainId is wrong'],
    ['an object without words', 400, { a: 1 }, 'the service refused the request (400)'],
    ['nothing', 429, '', 'too many requests (429)'],
    ['a null', 503, 'null', 'the service is unavailable (503)'],
  ]
  test.each(rows)('%s', (_name, status, body, message) => {
    expect(read(status, body).message).toBe(message)
  })

  test('field errors of Spring, and plain strings', () => {
    const errors = [{ field: 'address', defaultMessage: 'must not be blank' }, 'size is too large', 7, {}]
    expect(read(400, { message: 'Validation failed', errors }).details).toEqual([
      'address: must not be blank',
      'size is too large',
      `${ASKED} 400`,
    ])
  })

  test('many field errors: the first twenty and a count', () => {
    const errors = Array.from({ length: 500 }, (_, index) => ({ path: `rows[${index}]`, message: 'is wrong' }))
    expect(read(400, { detail: 'Wrong.', errors }).details.slice(-3)).toEqual([
      'rows[19]: is wrong',
      'and 480 more',
      `${ASKED} 400`,
    ])
  })

  test('a code of another form is ignored', () => {
    expect(read(400, { code: 'ERR 7\n', detail: 'x' }).code).toBe('bad-request')
    expect(read(400, { code: 7, detail: 'x' }).code).toBe('bad-request')
  })

  test('a web page means a wrong address', () => {
    expect(read(404, '<html><body>nginx</body></html>')).toEqual({
      kind: 'not-found',
      code: 'not-found',
      message: 'received a web page (404) instead of an API response; check the base URL',
      details: [`${ASKED} 404`],
      next: 'txwarden config explain',
      answered: 404,
    })
  })

  test('the page of a failing gateway gives the message of its status', () => {
    expect(read(502, '<html>Bad Gateway</html>', { 'content-type': 'text/html' })).toMatchObject({
      kind: 'unavailable',
      message: 'the gateway got an invalid response from the service (502)',
      next: 'txwarden config explain',
    })
  })
})

describe('text of the service is safe for a terminal', () => {
  test('control characters are removed', () => {
    const body = { detail: 'no\x1b[2J such\r\nthing\u202E', errors: [{ path: 'a\x07', message: '\x9b31mb' }] }
    expect(read(400, body)).toMatchObject({ message: 'no such thing', details: ['a: b', `${ASKED} 400`] })
  })

  test('long text is shortened', () => {
    expect(read(400, { detail: 'x'.repeat(100_000) }).message).toHaveLength(300)
    expect(read(400, 'x'.repeat(100_000)).message).toHaveLength(300)
  })
})

describe('when to try again', () => {
  test('in seconds', () => {
    expect(read(429, { code: 'rate-limited', detail: 'Too many.' }, { 'retry-after': '30' }).details).toEqual([
      'try again in 30 s',
      `${ASKED} 429`,
    ])
  })

  test('at a time', () => {
    expect(read(503, '', { 'retry-after': 'Sun, 01 Jun 2025 12:00:30 GMT' }).details).toEqual([
      'try again after 2025-06-01T12:00:30.000Z',
      `${ASKED} 503`,
    ])
  })
})

describe('redirects', () => {
  const rows: [name: string, location: string | undefined, target: string][] = [
    ['to another host: its origin alone', 'https://login.test/sso?ticket=planted', 'to https://login.test'],
    ['to a path', '/login?ticket=planted', 'within the same address'],
    ['to a host without scheme', '//login.test/planted', 'to http://login.test'],
    ['to what is no address', 'http://[planted', 'within the same address'],
    ['to nowhere', undefined, 'within the same address'],
  ]
  test.each(rows)('%s', (_name, location, target) => {
    expect(read(302, '', location === undefined ? {} : { location })).toEqual({
      kind: 'unexpected',
      code: 'redirect',
      message: `received a redirect ${target}; redirects are not followed`,
      details: [`${ASKED} 302`],
      next: 'txwarden config explain',
      answered: 302,
    })
  })
})
