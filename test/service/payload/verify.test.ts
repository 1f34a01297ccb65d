import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PayloadRequest, signPayload } from '../../../src/service/payload/build.ts'
import { type PayloadReport, type VerifyRequest, verifyPayload } from '../../../src/service/payload/verify.ts'
import { WardenError } from '../../../src/shared/errors.ts'
import { failureOf } from '../warden-failure.ts'
import {
  addressOf,
  CALL_HEAD,
  EMPTY_SLOT,
  FROM,
  NO_SLOT,
  OTHER_KEY,
  OTHER_SIGNER,
  payloadByHand,
  request,
  SIGNER,
  TO,
  withPayload,
  word,
} from './by-hand.ts'

/** 2023-11-14T22:13:20Z, expiration of the payload of `request`. */
const EXPIRES = 1_700_000_000_000

/** Signs `signed` and verifies it against the same transaction with `changes`. */
function verify(signed: Partial<PayloadRequest>, changes: Partial<VerifyRequest> = {}): PayloadReport {
  const asked = request(signed)
  const { chainId, from, to, value, data, moduleAddress, slotMode } = asked
  return verifyPayload({
    payload: signPayload(asked).payload,
    transaction: { chainId, from, to, value, data },
    signers: [SIGNER],
    now: EXPIRES - 60_000,
    moduleAddress,
    slotMode,
    ...changes,
  })
}

function transaction(changes: Partial<VerifyRequest['transaction']> = {}): VerifyRequest['transaction'] {
  return { chainId: '1', from: FROM, to: TO, value: 0n, data: EMPTY_SLOT, ...changes }
}

/** Detail by check, with a mark before failed ones. */
function saidBy(report: PayloadReport): Record<string, string> {
  return Object.fromEntries(report.checks.map(({ name, ok, detail }) => [name, ok ? detail : `✗ ${detail}`]))
}

describe('a payload and its own transaction', () => {
  test('pass every check', () => {
    const { decoded, ...report } = verify({ trackNonce: true, nonce: 5n }, { expectedNonce: 5n })
    const { digest } = signPayload(request({ trackNonce: true, nonce: 5n }))
    expect(report).toEqual({
      ok: true,
      checks: [
        { name: 'signer', ok: true, detail: `signed by ${SIGNER}` },
        { name: 'digest', ok: true, detail: `${digest} is this transaction (call data before the payload slot)` },
        { name: 'expiry', ok: true, detail: 'valid until 2023-11-14T22:13:20.000Z' },
        { name: 'nonce', ok: true, detail: '5, as expected' },
      ],
      signer: SIGNER,
      digest,
      slotUsed: true,
    })
    expect([decoded.expiration, decoded.trackNonce, decoded.nonce]).toEqual([1_700_000_000n, true, 5n])
  })

  test('pass for any request, with the slot empty or filled', () => {
    const requests = fc.record({
      chainId: fc.constantFrom('1', '10', '8453', '11155111'),
      value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      expiration: fc.bigInt({ min: 1_700_000_000n, max: 2n ** 256n - 1n }),
      nonce: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
      trackNonce: fc.constant(true),
      data: fc.constantFrom(EMPTY_SLOT, NO_SLOT, '0x'),
      slotMode: fc.constantFrom('auto' as const, 'no' as const),
      privateKey: fc.bigInt({ min: 1n, max: 2n ** 255n }).map((key) => `0x${word(key)}`),
    })
    fc.assert(
      fc.property(requests, (signed) => {
        const signer = addressOf(signed.privateKey)
        const { payload } = signPayload(request(signed))
        const report = verify(signed, { payload, signers: [signer], expectedNonce: signed.nonce })
        expect([report.ok, report.signer]).toEqual([true, signer])
        if (!report.slotUsed) return
        const { chainId, value } = signed
        const sent = transaction({ chainId, value, data: withPayload(payload) })
        expect(verify(signed, { payload, signers: [signer], transaction: sent }).ok).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  test('pass with any accepted signer, in any case', () => {
    const report = verify({}, { signers: [OTHER_SIGNER, SIGNER.toUpperCase().replace('0X', '0x')] })
    expect([report.ok, report.signer]).toEqual([true, SIGNER])
  })
})

describe('the payload slot', () => {
  test('is used if present, in modes auto and yes', () => {
    const reports = (['auto', 'yes'] as const).map((slotMode) => verify({ slotMode }))
    expect(reports.map(({ ok, slotUsed }) => ({ ok, slotUsed }))).toEqual(Array(2).fill({ ok: true, slotUsed: true }))
  })

  test('is reported as unused if absent', () => {
    const report = verify({ data: NO_SLOT })
    expect({ ok: report.ok, slotUsed: report.slotUsed }).toEqual({ ok: true, slotUsed: false })
    expect(saidBy(report).digest).toBe(`${report.digest} is this transaction (whole call data)`)
  })

  test('filled with 192 bytes equals the empty one', () => {
    const { payload } = signPayload(request())
    const report = verify({}, { payload, transaction: transaction({ data: withPayload(payload) }) })
    expect({ ok: report.ok, slotUsed: report.slotUsed }).toEqual({ ok: true, slotUsed: true })
  })

  test('that was not used when signing is reported', () => {
    const report = verify({ slotMode: 'no' }, { slotMode: 'auto' })
    expect(report.signer).toBe(SIGNER)
    expect(saidBy(report).digest).toBe(
      '✗ signed over the whole call data, not only the part before the payload slot (--payload-slot no)',
    )
  })

  test('that was used when signing is reported', () => {
    const report = verify({ slotMode: 'yes' }, { slotMode: 'no' })
    expect(report.slotUsed).toBe(false)
    expect(saidBy(report).digest).toBe(
      '✗ signed over the call data before its payload slot, not the whole (--payload-slot yes)',
    )
  })

  test('is required in mode yes', () => {
    const noSlot = transaction({ data: NO_SLOT })
    expect(failureOf(() => verify({}, { transaction: noSlot, slotMode: 'yes' })).code).toBe('payload-slot-missing')
  })
})

describe('a payload fails', () => {
  test('when another key signed it', () => {
    const report = verify({ privateKey: OTHER_KEY })
    expect([report.ok, report.signer]).toEqual([false, OTHER_SIGNER])
    expect(saidBy(report)).toEqual({
      signer: `✗ recovers to ${OTHER_SIGNER}, which is not an accepted signer`,
      digest: `✗ no accepted signer signed ${report.digest} (call data before the payload slot): another transaction or another key`,
      expiry: 'valid until 2023-11-14T22:13:20.000Z',
    })
  })

  test('when no signer is accepted', () => {
    expect(saidBy(verify({}, { signers: [] })).signer).toBe(
      `✗ recovers to ${SIGNER}; no accepted signer was given to compare with`,
    )
  })

  test('when it was signed for another chain, and names the chain', () => {
    const report = verify({ chainId: '10' }, { transaction: transaction({ chainId: '1' }) })
    expect([report.ok, report.signer]).toEqual([false, SIGNER])
    expect(saidBy(report)).toEqual({
      signer: `signed by ${SIGNER}`,
      digest: '✗ signed for chain 10 (optimism), not 1',
      expiry: 'valid until 2023-11-14T22:13:20.000Z',
    })
  })

  test('when it was signed for the default module', () => {
    const zero = `0x${'00'.repeat(20)}`
    const report = verify({ moduleAddress: zero }, { moduleAddress: TO.toUpperCase().replace('0X', '0x') })
    expect(saidBy(report).digest).toBe(`✗ signed for module ${zero}, not ${TO}`)
  })

  test.each([
    ['call data', { data: `0x12345678${word(8)}${word(0x40)}${word(0)}` }],
    ['value', { value: 1n }],
    ['sender', { from: TO }],
    ['contract', { to: FROM }],
  ])('when the transaction has another %s', (_, changes) => {
    const { ok, checks, signer } = verify({}, { transaction: transaction(changes) })
    expect([ok, signer === SIGNER]).toEqual([false, false])
    expect(checks.map((check) => check.ok)).toEqual([false, false, true])
  })

  test('when its expiration, tracking or nonce was changed afterwards', () => {
    const original = signPayload(request({ trackNonce: true, nonce: 5n })).payload.slice(2)
    const tampered = [
      word(1_700_000_001) + original.slice(64),
      `${original.slice(0, 64)}00${original.slice(66)}`,
      original.slice(0, 66) + word(6) + original.slice(130),
    ]
    const reports = tampered.map((payload) => verify({}, { payload: `0x${payload}` }))
    expect(reports.map((report) => report.checks.find(({ name }) => name === 'digest')?.ok)).toEqual([
      false,
      false,
      false,
    ])
  })

  test('when its signature is invalid', () => {
    // 5 is not an x coordinate of the curve; 0 and the order are out of range.
    const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
    const signatures = [
      { r: word(5) },
      { r: word(0) },
      { s: word(0) },
      { r: order },
      { s: order },
      { r: 'ff'.repeat(32) },
    ]
    for (const parts of signatures) {
      const report = verify({}, { payload: payloadByHand(parts) })
      expect([report.ok, report.signer]).toEqual([false, undefined])
      expect(saidBy(report).signer).toBe('✗ invalid signature: r or s is not on the curve')
    }
  })

  test('when its signature has the high s, which the contract rejects', () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const original = signPayload(request()).payload.slice(2)
    const s = order - BigInt(`0x${original.slice(194, 258)}`)
    const v = original.slice(258, 260) === '1b' ? '1c' : '1b'
    const report = verify({}, { payload: `0x${original.slice(0, 194)}${word(s)}${v}${original.slice(260)}` })
    expect([report.ok, report.signer]).toEqual([false, SIGNER])
    expect(saidBy(report).signer).toBe(`✗ signed by ${SIGNER}, but s is in the upper half, which the contract rejects`)
  })
})

describe('expiry', () => {
  test.each([
    [EXPIRES - 1, 'valid until 2023-11-14T22:13:20.000Z'],
    [EXPIRES, '✗ expired at 2023-11-14T22:13:20.000Z'],
    [EXPIRES + 1, '✗ expired at 2023-11-14T22:13:20.000Z'],
  ])('at %i ms it %s', (now, said) => {
    expect(saidBy(verify({}, { now })).expiry).toBe(said)
  })

  test('beyond the range of a date is shown in seconds', () => {
    const expiration = 8_640_000_000_001n
    expect(saidBy(verify({ expiration })).expiry).toBe('valid until 8640000000001 seconds since 1970')
    expect(saidBy(verify({ expiration: expiration - 1n })).expiry).toBe('valid until +275760-09-13T00:00:00.000Z')
  })
})

describe('the nonce', () => {
  test('is not compared when none is expected', () => {
    expect(saidBy(verify({ trackNonce: true, nonce: 5n })).nonce).toBeUndefined()
  })

  test.each([
    [{ trackNonce: true, nonce: 5n }, 6n, '✗ 5; expected 6'],
    [{ trackNonce: false, nonce: 0n }, 0n, 'is not tracked'],
    [{ trackNonce: false, nonce: 0n }, 6n, '✗ is not tracked; expected 6'],
  ])('%o, when %i is expected: %s', (signed, expectedNonce, said) => {
    const report = verify(signed, { expectedNonce })
    expect([saidBy(report).nonce, report.ok]).toEqual([said, !said.startsWith('✗')])
  })

  test('that is not tracked is signed as 0, so another value fails this check only', () => {
    const original = signPayload(request()).payload.slice(2)
    const payload = original.slice(0, 66) + word(7) + original.slice(130)
    const report = verify({}, { payload })
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([
      { name: 'nonce', ok: false, detail: 'an untracked nonce is 0, it is 7' },
    ])
  })

  test('that is tracked is never 0', () => {
    expect(saidBy(verify({}, { payload: payloadByHand({ nonce: word(0) }) })).nonce).toBe(
      '✗ a tracked nonce starts at 1, it is 0',
    )
  })
})

describe('throws for', () => {
  test('a payload of the wrong length', () => {
    expect(failureOf(() => verify({}, { payload: '0x00' })).code).toBe('payload-wrong-length')
  })

  test('a contract creation', () => {
    const creation = transaction({ to: undefined })
    expect(failureOf(() => verify({}, { transaction: creation })).code).toBe('payload-without-contract')
  })

  test('only a WardenError, for any well-formed payload', () => {
    const digits = (length: number) =>
      fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes).toString('hex'))
    const parts = fc.record({ expiration: digits(32), nonce: digits(32), r: digits(32), s: digits(32) })
    const data = digits(100).map((tail) => CALL_HEAD + tail)
    fc.assert(
      fc.property(parts, data, (changed, callData) => {
        try {
          const report = verify({}, { payload: payloadByHand(changed), transaction: transaction({ data: callData }) })
          expect(report.ok).toBe(false)
        } catch (error) {
          expect(error).toBeInstanceOf(WardenError)
        }
      }),
      { numRuns: 30 },
    )
  })
})
