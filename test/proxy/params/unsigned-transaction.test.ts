import { describe, expect, test } from 'vitest'
import { validationRequest } from '../../../src/api/schemas/transaction.ts'
import { faultOf as faultOfMethod, read as readMethod } from '../../support/proxy/read.ts'

const from = `0x${'aa'.repeat(20)}`
const to = `0x${'bb'.repeat(20)}`
const hash = `0x${'cc'.repeat(32)}`
const plain = { from, to, value: '0x5', data: '0x12Ab' }

const read = (given: unknown) => readMethod('eth_sendTransaction', [given])
const faultOf = (given: unknown) => faultOfMethod('eth_sendTransaction', [given])

test('a transaction is read as validate takes it', () => {
  const { parts, senders, digest } = read(plain)
  const transaction = { chainId: '1', from, to, value: '0x5', data: '0x12ab' }
  expect(parts).toEqual([{ kind: 'transaction', transaction, feeTerms: expect.anything(), isCancel: false }])
  expect(senders).toEqual([from])
  expect(digest).toMatch(/^0x[0-9a-f]{64}$/)
  expect(validationRequest().safeParse({ transaction, trackNonce: false }).success).toBe(true)
})

test.each<[string, Record<string, unknown>]>([
  ['go-ethereum and alloy', { input: '0x12ab', chainId: '0x1', type: '0x2', accessList: [], nonce: '0x0' }],
  [
    'ethers',
    {
      gas: '0x5208',
      maxFeePerGas: '0x1',
      maxPriorityFeePerGas: '0x1',
      accessList: [{ address: to, storageKeys: [hash] }],
    },
  ],
  ['MetaMask', { gasLimit: '0x5208', gasPrice: '0x01', type: '0x0' }],
  [
    'blobs',
    { maxFeePerBlobGas: '0x1', blobVersionedHashes: [hash], blobs: ['0x00'], commitments: ['0x00'], proofs: [] },
  ],
  ['absent as null', { nonce: null, gas: null, accessList: null, chainId: null, authorizationList: null }],
])('members of %s are known', (_name, more) => {
  const nonce = typeof more.nonce === 'string' ? { nonce: more.nonce } : {}
  expect(read({ ...plain, ...more }).parts).toEqual([
    {
      kind: 'transaction',
      transaction: { chainId: '1', from, to, value: '0x5', data: '0x12ab', ...nonce },
      feeTerms: expect.anything(),
      isCancel: false,
    },
  ])
})

test('authorizations are judged', () => {
  const authorizationList = [
    { chainId: '0x0', address: to, nonce: '0x1', yParity: '0x0', r: '0x1', s: '0x1' },
    { chainId: 10, address: from, nonce: 2, v: '0x1b' },
  ]
  expect(read({ ...plain, authorizationList }).parts[0]).toMatchObject({
    transaction: {
      authorizations: [
        { chainId: '0x0', address: to, nonce: '0x1' },
        { chainId: '0xa', address: from, nonce: '0x2' },
      ],
    },
  })
  for (const odd of [{}, { ...authorizationList[0], Address: to }, { ...authorizationList[0], nonce: '1' }, 'x', null])
    expect(faultOf({ ...plain, authorizationList: [odd] }).code).toBe(-32_602)
  expect(faultOf({ ...plain, authorizationList: { ...authorizationList } }).code).toBe(-32_602)
})

test.each([undefined, null])('%s as recipient creates a contract', (none) => {
  expect(read({ from, to: none, data: '0x6000' }).parts).toMatchObject([{ transaction: { to: null, value: '0x0' } }])
})

test.each<[string, Record<string, unknown>]>([
  ['an empty recipient', { to: '' }],
  ['a recipient without 0x', { to: to.slice(2) }],
  ['a recipient in an array', { to: [to] }],
  ['a short recipient', { to: '0x0' }],
  ['a name for a recipient', { to: 'vitalik.eth' }],
  ['a wrong checksum', { to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('a', 'A') }],
  ['no sender', { from: null }],
  ['a sender in 0X', { from: `0X${from.slice(2)}` }],
  ['data that differs from input', { input: '0x12ac' }],
  ['data beside an empty input', { input: '0x' }],
  ['data without 0x', { data: '12ab' }],
  ['an odd number of digits', { data: '0x1' }],
  ['data that is no hex', { data: '0x12ag' }],
  ['data as bytes', { data: [18, 171] }],
  ['a decimal value', { value: '5' }],
  ['a number as value', { value: 5 }],
  ['a value without digits', { value: '0x' }],
  ['a value in 0X', { value: '0X5' }],
  ['a negative value', { value: '-0x5' }],
  ['a value with blanks', { value: ' 0x5' }],
  ['a value beyond 32 bytes', { value: `0x1${'0'.repeat(64)}` }],
  ['an unknown member', { privateFor: ['x'] }],
  ['a member in another case', { To: to }],
  ['only members in another case', { to: undefined, TO: to }],
  ['a member with a letter that folds to ASCII', { 'acce\u017F\u017FList': [] }],
  ['a member with NUL', { 'to\u0000': to }],
  ['a prototype', JSON.parse('{"__proto__":{"to":"0x"}}')],
  ['an unknown type', { type: '0x71' }],
  ['a gas that is no number', { gas: 'lots' }],
  ['an access list of another shape', { accessList: [{ address: to, storageKeys: ['0x1'] }] }],
  ['too much data', { data: `0x${'00'.repeat(300_000)}` }],
])('%s is refused', (_name, change) => {
  const fault = faultOf({ ...plain, ...change })
  expect(fault.code).toBe(-32_602)
  expect(fault.message).toMatch(/^invalid params: [^\n]{10,200}$/)
})

test('a transaction for another chain is refused', () => {
  expect(faultOf({ ...plain, chainId: '0xa' })).toMatchObject({ code: -32_003, data: { state: 'blocked' } })
})

test.each([[[]], [[plain, plain]], [[plain, 'latest']], [['0x02']], [[[plain]]], [[null]], [[7]]])(
  'params %j are refused',
  (params) => {
    expect(faultOfMethod('eth_sendTransaction', params).code).toBe(-32_602)
  },
)

test('a transaction to the sender without anything is a cancel', () => {
  expect(read({ from, to: `0x${'AA'.repeat(20)}`, nonce: '0x5' }).parts).toMatchObject([{ isCancel: true }])
  const authorizationList = [{ chainId: '0x1', address: to, nonce: '0x1' }]
  for (const more of [{ value: '0x1' }, { data: '0x00' }, { authorizationList }, { to: null }])
    expect(read({ from, to: from, ...more }).parts).toMatchObject([{ isCancel: false }])
})

describe('the digest', () => {
  const digest = read(plain).digest

  test('is not of fees, case, leading zeros or the name of the data', () => {
    for (const same of [
      { ...plain, gas: '0x1', gasPrice: '0x2', type: '0x2', chainId: '0x01' },
      { from: `0x${from.slice(2).toUpperCase()}`, to, value: '0x05', input: '0x12AB' },
    ])
      expect(read(same).digest).toBe(digest)
  })

  test('is of what it does, and of the method', () => {
    const others = [
      { ...plain, to: from },
      { ...plain, value: '0x6' },
      { ...plain, data: '0x' },
      { ...plain, nonce: '0x1' },
      { ...plain, blobVersionedHashes: [hash] },
      { ...plain, authorizationList: [{ chainId: '0x1', address: to, nonce: '0x1' }] },
    ].map((other) => read(other).digest)
    const signed = readMethod('eth_signTransaction', [plain]).digest
    const elsewhere = readMethod('eth_sendTransaction', [plain], '10').digest
    expect(new Set([digest, ...others, signed, elsewhere]).size).toBe(others.length + 3)
  })
})
