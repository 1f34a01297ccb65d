import { expect, test } from 'vitest'
import { targetAddress } from '../../../src/client/requests/address.ts'
import { isLoopback } from '../../../src/shared/system/loopback.ts'

const request = { path: '/api/v2/management/monitor', query: 'page=1' }

test.each([
  ['https://api.test', 'https://api.test/api/v2/management/monitor?page=1'],
  ['https://api.test/', 'https://api.test/api/v2/management/monitor?page=1'],
  ['https://api.test:8443/gateway/risk/', 'https://api.test:8443/gateway/risk/api/v2/management/monitor?page=1'],
  ['https://api.test/prefix?a=b#c', 'https://api.test/prefix/api/v2/management/monitor?page=1'],
  ['https://user:secret@api.test', 'https://api.test/api/v2/management/monitor?page=1'],
])('%s is a base address of %s', (base, address) => {
  expect(targetAddress(new URL(base), request)).toBe(address)
})

test('has no question mark without a query', () => {
  expect(targetAddress(new URL('https://api.test'), { path: '/a', query: '' })).toBe('https://api.test/a')
})

test.each([
  ['http://localhost:1', true],
  ['http://LOCALHOST', true],
  ['http://api.localhost', true],
  ['http://127.0.0.1', true],
  ['http://127.8.9.10', true],
  ['http://[::1]', true],
  ['http://[::ffff:127.0.0.1]', true],
  ['http://2130706433', true],
  ['http://128.0.0.1', false],
  ['http://10.0.0.1', false],
  ['http://[::2]', false],
  ['http://localhost.example.com', false],
  ['http://127.0.0.1.example.com', false],
])('%s is this machine: %s', (address, loopback) => {
  expect(isLoopback(new URL(address).hostname)).toBe(loopback)
})
