import { expect, test } from 'vitest'
import { validationRequest } from '../../../src/api/schemas/transaction.ts'
import { faultOf, read } from '../../support/proxy/read.ts'

const from = `0x${'aa'.repeat(20)}`
const to = `0x${'bb'.repeat(20)}`
const request = {
  version: '2.0.0',
  id: 'x',
  chainId: '0x1',
  from,
  atomicRequired: true,
  calls: [
    { to, value: '0x5' },
    { to, data: '0x12Ab', capabilities: { gasLimitOverride: { value: '0x1' } } },
    { data: '0x60' },
  ],
  capabilities: { paymasterService: { url: 'https://paymaster.example', optional: true } },
}
const readCalls = (change: Record<string, unknown> = {}) => read('wallet_sendCalls', [{ ...request, ...change }])

test.each([undefined, null])('without an account (from %s) it is said why they are refused', (none) => {
  expect(faultOf('wallet_sendCalls', [{ ...request, from: none }])).toMatchObject({
    code: -32_602,
    message: 'invalid params: the request has no from: name the account, whose calls are validated',
  })
})

test('calls are read as one transaction each', () => {
  const { parts, senders } = readCalls()
  const transactions = [
    { chainId: '1', from, to, value: '0x5', data: '0x' },
    { chainId: '1', from, to, value: '0x0', data: '0x12ab' },
    { chainId: '1', from, to: null, value: '0x0', data: '0x60' },
  ]
  const feeTerms = { gas: undefined, gasPrice: undefined }
  const read = transactions.map((transaction) => ({ kind: 'transaction', transaction, feeTerms, isCancel: false }))
  expect(parts).toEqual(read)
  expect(senders).toEqual([from])
  for (const transaction of transactions)
    expect(validationRequest().safeParse({ transaction, trackNonce: false }).success).toBe(true)
})

test('the digest is of the calls and capabilities, not of the id', () => {
  const { digest } = readCalls()
  expect(readCalls({ id: 'y' }).digest).toBe(digest)
  for (const change of [
    { from: to },
    { calls: request.calls.slice(1) },
    { calls: request.calls.toReversed() },
    { capabilities: {} },
  ])
    expect(readCalls(change).digest).not.toBe(digest)
})

test('calls for another chain are refused', () => {
  expect(faultOf('wallet_sendCalls', [{ ...request, chainId: '0xa' }]).code).toBe(-32_003)
  expect(faultOf('wallet_sendCalls', [{ ...request, calls: [{ to, chainId: '0xa' }] }]).code).toBe(-32_003)
})

test.each<[string, Record<string, unknown>]>([
  ['no sender', { from: undefined }],
  ['no chain', { chainId: undefined }],
  ['a decimal chain', { chainId: '1' }],
  ['a number as chain', { chainId: 1 }],
  ['no calls', { calls: [] }],
  ['one call that is no list', { calls: { to } }],
  ['too many calls', { calls: Array.from({ length: 101 }, () => ({ to })) }],
  ['a call of its own sender', { calls: [{ to, from: to }] }],
  ['a call with an unknown member', { calls: [{ to, target: from }] }],
  ['a call with a recipient in another case', { calls: [{ to, TO: from }] }],
  ['a call with an empty recipient', { calls: [{ to: '' }] }],
  ['a call in a call', { calls: [{ to, calls: [] }] }],
  ['unknown members', { transactions: [] }],
  ['capabilities with equal names', { capabilities: { a: 1, A: 2 } }],
])('%s is refused', (_name, change) => {
  expect(faultOf('wallet_sendCalls', [{ ...request, ...change }]).code).toBe(-32_602)
})
