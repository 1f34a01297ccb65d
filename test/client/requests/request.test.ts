import { describe, expect, test } from 'vitest'
import { operation, operationIds, pathParameters } from '../../../src/api/operations/operations.ts'
import { encodeQuery, operationRequest } from '../../../src/client/requests/request.ts'
import { sampleInput } from '../support/samples.ts'

const delivery = { newIdempotencyKey: () => 'key-1' }

test('a POST with a body has JSON, content type and idempotency key, but no API key', () => {
  const input = { headers: { 'x-validation-product': 'SONAR', prefer: undefined }, body: { trackNonce: true } }
  expect(operationRequest(operation('validateTransaction'), input, delivery)).toEqual({
    request: {
      method: 'POST',
      path: '/api/v2/transaction/validate',
      query: '',
      headers: {
        accept: 'application/json, */*;q=0.5',
        'content-type': 'application/json',
        'idempotency-key': 'key-1',
        'x-validation-product': 'SONAR',
      },
      body: '{"trackNonce":true}',
    },
    key: 'validation',
    changes: false,
    repeatable: true,
    summary: 'Validate a transaction',
  })
})

test('a GET has no body, content type or idempotency key', () => {
  const input = { query: { page: 2, type: 'BLOCK' } }
  expect(operationRequest(operation('listControlLists'), input, delivery).request).toEqual({
    method: 'GET',
    path: '/api/v2/management/control-lists',
    query: 'page=2&type=BLOCK',
    headers: { accept: 'application/json, */*;q=0.5' },
  })
})

test('a POST without a body has an idempotency key and no content type', () => {
  const { request } = operationRequest(operation('testDestination'), { params: { alertIntegrationId: 'd' } }, delivery)
  expect(request).toEqual({
    method: 'POST',
    path: '/api/v2/management/alert-configurations/integration/d/test',
    query: '',
    headers: { accept: 'application/json, */*;q=0.5', 'idempotency-key': 'key-1' },
  })
})

test('the idempotency key of the caller takes precedence, for resumed runs', () => {
  const input = { headers: { 'idempotency-key': 'row-7' } }
  expect(operationRequest(operation('createAlert'), input, delivery).request.headers['idempotency-key']).toBe('row-7')
})

test('passes the signal on', () => {
  const { signal } = new AbortController()
  expect(operationRequest(operation('listAlerts'), {}, { ...delivery, signal }).signal).toBe(signal)
})

test.each(operationIds)('%s: takes key and changes from its row, can be repeated, and fills the path', (id) => {
  const row = operation(id)
  const built = operationRequest(row, sampleInput(id), delivery)
  expect(built).toMatchObject({
    key: row.key,
    changes: row.changes,
    repeatable: true,
    summary: row.summary,
  })
  expect(built.request.path).not.toMatch(/[{} +]/)
  expect('idempotency-key' in built.request.headers).toBe(row.method === 'POST')
})

describe('path parameters', () => {
  const path = (value?: string) =>
    operationRequest(operation('deleteMonitor'), { params: value === undefined ? {} : { id: value } }, delivery).request
      .path

  test.each([
    ['a/b', 'a%2Fb'],
    ['a?b#c', 'a%3Fb%23c'],
    ['50%', '50%25'],
    ['ü ', '%C3%BC%20'],
    ['...', '...'],
  ])('%s is sent as %s', (value, segment) => {
    expect(path(value)).toBe(`/api/v2/management/monitor/${segment}`)
  })

  test.each([undefined, '', ' '])('refuses %j, which would be the path of the list', (value) => {
    expect(() => path(value)).toThrow(
      expect.objectContaining({ kind: 'refused', code: 'empty-path-parameter', message: 'id must not be empty' }),
    )
  })

  test.each(['.', '..', '\ud800'])('refuses %j, which would be another path or none', (value) => {
    expect(() => path(value)).toThrow(expect.objectContaining({ kind: 'refused', code: 'invalid-path-parameter' }))
  })

  test.each(operationIds.filter((id) => pathParameters(operation(id).path).length > 0))(
    '%s refuses to go without',
    (id) => {
      expect(() => operationRequest(operation(id), {}, delivery)).toThrow(
        expect.objectContaining({ code: 'empty-path-parameter' }),
      )
    },
  )
})

describe('query', () => {
  test.each([
    [{}, ''],
    [{ a: undefined, b: null }, ''],
    [{ name: '' }, 'name='],
    [{ page: 0, all: false }, 'page=0&all=false'],
    [{ sort: ['name,desc', 'id,asc'] }, 'sort=name%2Cdesc&sort=id%2Casc'],
    [{ sort: [] }, ''],
    [{ name: 'a b+c&d=e' }, 'name=a%20b%2Bc%26d%3De'],
    [{ name: '日本' }, 'name=%E6%97%A5%E6%9C%AC'],
  ])('%j becomes %s', (query, text) => {
    expect(encodeQuery(query)).toBe(text)
  })
})
