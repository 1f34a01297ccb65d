import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operations } from '../../../src/api/operations/operations.ts'
import { readUsualHeaders, readUsualValidation } from '../../../src/api/parsing/usual-validation.ts'

const { body: bodySchema, headers: headersSchema } = operations.validateTransaction

const ADDRESSES = ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5']
const plain = { from: ADDRESSES[0], chainId: '1' }

/** The value, in its place rarely another one. */
const mostly = (...usual: unknown[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...usual) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(null, 1, '', '0x', 'a', '0X00', [], {}, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eb48'),
    },
  )

const members = {
  value: mostly('0', '0x1', '12', '0x'),
  from: mostly(...ADDRESSES),
  chainId: mostly('1', '8453'),
  data: mostly('0x', '', 'aB', `0x${'00'.repeat(40)}`),
  to: mostly(...ADDRESSES, ''),
  nonce: mostly('7', '0x0'),
}
const transaction = fc.record(members, { requiredKeys: ['from', 'chainId'] })
const other = fc.tuple(transaction, fc.constantFrom('maxFee', 'toString', 'Value'))
const body = fc
  .record({
    trackNonce: mostly(true, false),
    transaction: fc.oneof(
      { weight: 4, arbitrary: transaction },
      { weight: 1, arbitrary: other.map(([usual, name]) => ({ ...usual, [name]: '1' })) },
    ),
  })
  .map((value) => JSON.parse(JSON.stringify(value)))

test('a usual body is read as the schema reads it; all others are left to the schema', () => {
  let usual = 0
  fc.assert(
    fc.property(body, (value) => {
      const read = readUsualValidation(value)
      if (read === undefined) return
      usual += 1
      expect(JSON.stringify(read)).toBe(JSON.stringify(bodySchema().parse(value)))
    }),
    { numRuns: 200 },
  )
  expect(usual).toBeGreaterThan(10)
})

test.each([
  undefined,
  null,
  [],
  {},
  { transaction: plain },
  { transaction: plain, trackNonce: 'true' },
  { transaction: plain, trackNonce: true, trace: {} },
  { transaction: { chainId: '1' }, trackNonce: true },
  { transaction: { ...plain, authorizations: [] }, trackNonce: true },
  { transaction: { ...plain, chainId: 1 }, trackNonce: true },
  { transaction: { ...plain, to: null }, trackNonce: true },
  JSON.parse(`{"transaction": {"from": "${ADDRESSES[0]}", "chainId": "1", "__proto__": {}}, "trackNonce": true}`),
])('%j is no usual body', (value) => {
  expect(readUsualValidation(value)).toBeUndefined()
})

test('usual headers are read as the schema reads them', () => {
  const usual = { 'x-validation-product': 'SONAR', 'user-agent': 'curl', prefer: 'explain' }
  expect(readUsualHeaders(usual)).toEqual({ 'x-validation-product': 'SONAR', prefer: 'explain' })
  for (const headers of [usual, { 'x-validation-product': 'SONAR' }, { ...usual, prefer: 'a'.repeat(1000) }])
    expect(JSON.stringify(readUsualHeaders(headers))).toBe(JSON.stringify(headersSchema().parse(headers)))
  const others = Object.keys(headersSchema().shape).filter((name) => !['x-validation-product', 'prefer'].includes(name))
  expect(others.length).toBeGreaterThan(4)
  for (const name of others) expect(readUsualHeaders({ ...usual, [name]: '' })).toBeUndefined()
  for (const wrong of [{}, { 'x-validation-product': 'NONE' }, { ...usual, prefer: 'a'.repeat(1001) }])
    expect(readUsualHeaders(wrong as never)).toBeUndefined()
})
