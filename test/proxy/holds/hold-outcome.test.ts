import { expect, test } from 'vitest'
import { happensOnce, kindOf, outcomeReport, signedHash } from '../../../src/proxy/holds/hold-outcome.ts'
import { payment, permit, signed } from './signing-requests.ts'

/** Whether an approval can be used again: what may have been sent must not be sent once more. */

const HASH = `0x${'5e'.repeat(32)}`
const OTHER = `0x${'0a'.repeat(32)}`

test('a request is a signature, something signed that happens once, or a transaction', () => {
  expect(kindOf(permit())).toBe('signature')
  expect(kindOf(payment({ method: 'eth_signTransaction' }))).toBe('signature')
  expect(kindOf(signed())).toBe('signed-transaction')
  expect(kindOf(payment())).toBe('transaction')
})

test('what is signed, has a nonce or is a user operation happens once; another payment like it is another one', () => {
  for (const request of [permit(), signed(), payment({ nonce: '0x1' }), payment({ method: 'eth_sendUserOperation' })])
    expect(happensOnce(request)).toBe(true)
  expect(happensOnce(payment())).toBe(false)
  expect(happensOnce(payment({ method: 'eth_signTransaction' }))).toBe(true)
  const [first] = payment({ nonce: '0x1' }).parts
  const [second] = payment().parts
  expect(happensOnce({ ...payment(), parts: [first, second] })).toBe(false)
})

test('the hash of a request is that of its only signed transaction', () => {
  expect(signedHash(signed({ hash: HASH }))).toBe(HASH)
  expect(signedHash(signed({ hash: HASH, parts: 2 }))).toBeUndefined()
  expect([signedHash(payment()), signedHash(permit())]).toEqual([undefined, undefined])
})

test('what never arrived is reported so, and what may have arrived is not reported', () => {
  expect(outcomeReport('unsent', signed())).toEqual({ outcome: 'refused', isUntransmitted: true })
  expect(outcomeReport('unknown', signed())).toBeUndefined()
})

test('a result was sent, with the hash of the node, else that of what was signed', () => {
  const forwarded = (transactionId?: string) => ({ outcome: 'forwarded', ...(transactionId && { transactionId }) })
  expect(outcomeReport({ result: OTHER }, payment())).toEqual(forwarded(OTHER))
  expect(outcomeReport({ result: OTHER }, signed({ hash: HASH }))).toEqual(forwarded(OTHER))
  for (const result of ['0x12', null, { id: OTHER }, [OTHER]]) {
    expect(outcomeReport({ result }, signed({ hash: HASH }))).toEqual(forwarded(HASH))
    expect(outcomeReport({ result }, payment())).toEqual(forwarded())
  }
  // A signature may look like a hash.
  expect(outcomeReport({ result: OTHER }, permit())).toEqual(forwarded())
})

test('an error of a signature was no signature', () => {
  expect(outcomeReport({ error: { code: -32_000, message: 'any' } }, permit())).toEqual({ outcome: 'refused' })
})

test('an error before sending leaves what happens once to be sent again; a payment without a nonce only by its code', () => {
  const before = { code: -32_000, message: 'insufficient funds for gas * price + value' }
  const rejected = { code: 4001, message: 'the user said no' }
  const after = { code: -32_000, message: 'already known' }
  const reports = (error: object) =>
    [signed(), payment({ nonce: '0x1' }), payment()].map((each) => outcomeReport({ error }, each)?.outcome)
  expect(reports(before)).toEqual(['refused', 'refused', undefined])
  expect(reports(rejected)).toEqual(['refused', 'refused', 'refused'])
  expect(reports(after)).toEqual([undefined, undefined, undefined])
})
