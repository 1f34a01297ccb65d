import { describe, expect, test } from 'vitest'
import { typedDataRequest } from '../../../src/api/schemas/typed-data.ts'
import { call, post } from '../../support/proxy/post.ts'
import { faultOf, read } from '../../support/proxy/read.ts'
import { BLOCKED_ADDRESS, startProxyForTest } from '../../support/proxy/start.ts'

const from = `0x${'aa'.repeat(20)}`
const token = `0x${'bb'.repeat(20)}`
const typedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: ['owner', 'spender', 'value', 'nonce', 'deadline'].map((name, index) => ({
      name,
      type: index < 2 ? 'address' : 'uint256',
    })),
  },
  primaryType: 'Permit',
  domain: { name: 'Token', chainId: 1, verifyingContract: token },
  message: { owner: from, spender: BLOCKED_ADDRESS, value: '5', nonce: 0, deadline: '99999999999' },
}
const text = JSON.stringify(typedData)
const methods = ['eth_signTypedData', 'eth_signTypedData_v3', 'eth_signTypedData_v4'] as const

describe.each(methods)('%s', (method) => {
  test.each([
    ['an object', typedData],
    ['a text', text],
  ])('as %s is read as typed data of the account', (_form, given) => {
    const { parts, senders } = read(method, [from, given])
    const request = { chainId: '1', from, typedData }
    expect(parts).toEqual([{ kind: 'message', request }])
    // A signature takes no nonce.
    expect(senders).toEqual([])
    expect(typedDataRequest().safeParse(request).success).toBe(true)
  })
})

test('a permit for a blocked spender is refused by each method', async () => {
  const { url, upstream } = await startProxyForTest()
  for (const method of methods)
    for (const given of [typedData, text]) {
      const { answer } = await post(url, call(method, [from, given]))
      expect(answer.error).toMatchObject({ code: -32_003, data: { verdict: 'BLOCKED', svcTxId: null } })
    }
  expect(upstream.arrived).toEqual([])
})

test('the digest is of the message, not of its form or the order of the params', () => {
  const digest = (given: unknown, account = from) => read('eth_signTypedData_v4', [account, given]).digest
  expect(digest(text)).toBe(digest(typedData))
  expect(read('eth_signTypedData_v4', [text, from])).toEqual(read('eth_signTypedData_v4', [from, text]))
  expect(digest(typedData, token)).not.toBe(digest(typedData))
  expect(digest({ ...typedData, message: { ...typedData.message, value: '6' } })).not.toBe(digest(typedData))
})

test.each<[string, unknown[]]>([
  ['version 1', [[{ type: 'string', name: 'm', value: 'x' }], from]],
  ['an account that is no address', ['me', typedData]],
  ['an authorization', [from, { chainId: 1, address: token, nonce: 0 }]],
  ['an unknown member', [from, { ...typedData, Message: {} }]],
  ['no types', [from, { ...typedData, types: undefined }]],
  ['no message', [from, { ...typedData, message: null }]],
  ['a number beyond safe integers', [from, { ...typedData, message: { value: 2 ** 53 } }]],
  ['a fraction', [from, { ...typedData, message: { value: 1.5 } }]],
  ['names equal but for case', [from, { ...typedData, message: { value: '1', Value: '2' } }]],
  ['a name beyond ASCII', [from, { ...typedData, message: { 'va\u212Aue': '1' } }]],
  ['a text that is no JSON', [from, `${text}x`]],
  ['a text that is a list', [from, '[]']],
  ['a text of a text', [from, JSON.stringify(text)]],
  ['a text with a member twice', [from, text.replace('"value":"5"', '"value":"5","value":"6"')]],
  ['a text with an escaped member twice', [from, text.replace('"value":"5"', '"value":"5","\\u0076alue":"6"')]],
  ['a text with a big number', [from, text.replace('"value":"5"', '"value":9007199254740993')]],
  ['a text with an exponent', [from, text.replace('"value":"5"', '"value":1e2')]],
  ['a text with a fraction that is none', [from, text.replace('"value":"5"', '"value":5.0')]],
  ['a text with minus zero', [from, text.replace('"value":"5"', '"value":-0')]],
  ['a text with a fraction that a double drops', [from, text.replace('"value":"5"', '"value":5.0000000000000000001')]],
  ['a text that nests deeply', [from, text.replace('"5"', `${'['.repeat(2000)}${']'.repeat(2000)}`)]],
  ['a text that is very large', [from, text.replace('"5"', `"${'5'.repeat(600_000)}"`)]],
  ['three params', [from, typedData, 'V4']],
])('%s is refused', (_name, params) => {
  expect(faultOf('eth_signTypedData_v4', params).code).toBe(-32_602)
})
