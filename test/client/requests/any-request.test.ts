import { describe, expect, test } from 'vitest'
import { operation, operationIds } from '../../../src/api/operations/operations.ts'
import { type AnyRequest, anyRequest } from '../../../src/client/requests/any-request.ts'

const build = (given: AnyRequest) => anyRequest(given, { newIdempotencyKey: () => 'key-1' })

test('a path of the contract is treated as its operation', () => {
  expect(build({ method: 'post', path: '/api/v2/transaction/validate', body: '{"a": 1}' })).toEqual({
    request: {
      method: 'POST',
      path: '/api/v2/transaction/validate',
      query: '',
      headers: {
        accept: 'application/json, */*;q=0.5',
        'content-type': 'application/json',
        'idempotency-key': 'key-1',
      },
      body: '{"a": 1}',
    },
    key: 'validation',
    changes: false,
    repeatable: true,
    summary: 'Validate a transaction',
  })
})

test.each(operationIds)('%s is recognised by method and path', (id) => {
  const row = operation(id)
  const { key, changes, summary } = build({ method: row.method, path: row.path.replace(/\{[^}]+\}/g, 'some%2Fid') })
  expect({ key, changes, summary }).toEqual({ key: row.key, changes: row.changes, summary: row.summary })
})

describe('a path without an operation', () => {
  const rows: [method: string, path: string, key: string, changes: boolean, repeatable: boolean][] = [
    ['GET', '/api/v3/management/rules', 'management', false, true],
    ['GET', '/api/v2/management', 'management', false, true],
    ['HEAD', '/ext/v1/settings', 'management', false, true],
    ['PATCH', '/ext/v1/audit/7', 'management', true, false],
    ['GET', '/ext/v1/deliveries/7/tries', 'management', false, true],
    ['GET', '/ext/v1/traces', 'validation', false, true],
    ['GET', '/ext/v1/settings-of-others', 'validation', false, true],
    ['POST', '/api/v2/transaction/simulate', 'validation', true, true],
    ['PUT', '/api/v2/anything', 'validation', true, true],
    ['DELETE', '/api/v2/managements/x', 'validation', true, true],
  ]
  test.each(rows)('%s %s: %s key, changes %s, repeatable %s', (method, path, key, changes, repeatable) => {
    expect(build({ method, path })).toMatchObject({ key, changes, repeatable, summary: `${method} ${path}` })
  })
})

describe('a path is resolved before it is used', () => {
  test.each([
    '/api/v2/transaction/validate/../../management/control-lists',
    '/api/v2/transaction/validate/%2e%2E/../management/control-lists',
    '/./api/v2/management/control-lists?',
  ])('POST %s is the creation of an entry', (path) => {
    const built = build({ method: 'POST', path })
    expect(built).toMatchObject({ key: 'management', changes: true, summary: 'Allow or block an address' })
    expect(built.request.path).toBe('/api/v2/management/control-lists')
  })

  test('two slashes do not change the host', () => {
    expect(build({ method: 'GET', path: '//evil.test/x' }).request.path).toBe('//evil.test/x')
  })

  test('a path other than that of validate counts as a change', () => {
    expect(build({ method: 'POST', path: '/api/v2/transaction/validate/' }).changes).toBe(true)
    expect(build({ method: 'POST', path: '/api/v2/transaction/valid%61te' }).changes).toBe(true)
  })
})

test('joins the query of the path and the separate query', () => {
  const { request } = build({ method: 'GET', path: '/a?x=1&y=a%20b', query: { z: ['2', '3'] } })
  expect(request).toMatchObject({ path: '/a', query: 'x=1&y=a%20b&z=2&z=3' })
})

test('a hash is part of the path', () => {
  expect(build({ method: 'GET', path: '/monitor/a#b' }).request.path).toBe('/monitor/a%23b')
})

test('sends other bodies than strings as JSON; headers of the caller take precedence', () => {
  const { request } = build({ method: 'PUT', path: '/a', body: { b: 1 }, headers: { 'Content-Type': 'text/plain' } })
  expect(request.body).toBe('{"b":1}')
  expect(request.headers).toEqual({ accept: 'application/json, */*;q=0.5', 'content-type': 'text/plain' })
})

const refusals: [name: string, given: AnyRequest, code: string][] = [
  ['an address: keys go only where the profile says', { method: 'GET', path: 'https://evil.test/a' }, 'invalid-path'],
  ['a path without its slash', { method: 'GET', path: 'api/v2/x' }, 'invalid-path'],
  ['no path at all', { method: 'GET', path: '' }, 'invalid-path'],
  ['a method we do not send', { method: 'CONNECT', path: '/a' }, 'unknown-method'],
  ['an API key in a header', { method: 'GET', path: '/a', headers: { 'x-api-key': 'k' } }, 'key-in-header'],
]
test.each(refusals)('refused: %s', (_name, given, code) => {
  expect(() => build(given)).toThrow(expect.objectContaining({ kind: 'refused', code }))
})
