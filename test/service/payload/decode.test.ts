import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePayload } from '../../../src/service/payload/decode.ts'
import { WardenError } from '../../../src/shared/errors.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { failureOf } from '../warden-failure.ts'
import { type PayloadParts, payloadByHand, word } from './by-hand.ts'

const DECODED = {
  expiration: 1_700_000_000n,
  trackNonce: true,
  nonce: 5n,
  signature: { r: `0x${word(0x1111n)}`, s: `0x${word(0x2222n)}`, v: 27 },
  routing: {
    moduleId: '0x8627ac9f51cee3e9224e0f4644a33be4',
    selector: '0x719bee28',
    paddedLength: 160,
    padding: 30,
  },
}

describe('decoding', () => {
  test('reads every field from its bytes', () => {
    expect(decodePayload(payloadByHand())).toEqual(DECODED)
  })

  test('reads hex in any case, with or without 0x', () => {
    const digits = payloadByHand({ r: 'ab'.repeat(32) }).slice(2)
    const readings = [digits, digits.toUpperCase(), `0X${digits.toUpperCase()}`].map(decodePayload)
    const signature = { ...DECODED.signature, r: `0x${'ab'.repeat(32)}` }
    expect(readings).toEqual(Array(3).fill({ ...DECODED, signature }))
  })

  test('reads 256-bit numbers, no tracking, and v 28', () => {
    const most = 'ff'.repeat(32)
    const payload = payloadByHand({ expiration: most, nonce: most, trackNonce: '00', v: '1c' })
    expect(decodePayload(payload)).toEqual({
      ...DECODED,
      expiration: 2n ** 256n - 1n,
      nonce: 2n ** 256n - 1n,
      trackNonce: false,
      signature: { ...DECODED.signature, v: 28 },
    })
  })
})

describe('decoding rejects', () => {
  const cases: { title: string; payload: string; code: string; message: RegExp }[] = [
    bad(
      'another module',
      { moduleId: '00'.repeat(16) },
      'payload-other-module',
      /^the payload is for module 0x0{32}, not for 0x8627/,
    ),
    bad(
      'another function',
      { selector: '719bee29' },
      'payload-other-selector',
      /^the payload is for function 0x719bee29, not/,
    ),
    bad('another module length', { paddedLength: '00000082' }, 'payload-wrong-module-length', /of 130 bytes, not 160$/),
    bad('another padding length', { padding: '0000001d' }, 'payload-wrong-padding-length', /of 29 bytes, not 30$/),
    bad(
      'a routing word that starts with no zeroes',
      { reserved: '00000100' },
      'payload-reserved-not-zero',
      /starts with 0x00000100/,
    ),
    bad(
      'padding that is not zero in its first byte',
      { zeroes: `01${'00'.repeat(29)}` },
      'payload-padding-not-zero',
      /is not zero$/,
    ),
    bad(
      'padding that is not zero in its last byte',
      { zeroes: `${'00'.repeat(29)}80` },
      'payload-padding-not-zero',
      /is not zero$/,
    ),
    bad(
      'a trackNonce that is no boolean',
      { trackNonce: '02' },
      'payload-bad-track-nonce',
      /^the trackNonce byte is 2, neither/,
    ),
    ...['00', '01', '1a', '1d', 'ff'].map((v) =>
      bad(
        `a v of 0x${v}`,
        { v },
        'payload-bad-v',
        new RegExp(`^v of the signature is ${Number.parseInt(v, 16)}, neither`),
      ),
    ),
  ]

  test.each(cases)('$title', ({ payload, code, message }) => {
    const failure = failureOf(() => decodePayload(payload))
    expect({ kind: failure.kind, code: failure.code }).toEqual({
      kind: 'refused',
      code,
    })
    expect(failure.message).toMatch(message)
  })

  test.each([0, 1, 191, 193, 224])('a payload of %i bytes', (length) => {
    const { kind, code, message } = failureOf(() => decodePayload(`0x${'00'.repeat(length)}`))
    expect({ kind, code, message }).toEqual({
      kind: 'refused',
      code: 'payload-wrong-length',
      message: `the payload has ${length} bytes, not 192`,
    })
  })

  test.each(['0x0', 'hello', '0x0x', ' 0x00', payloadByHand().slice(0, -1)])('what is not hex: %j', (text) => {
    expect(failureOf(() => decodePayload(text)).code).toBe('payload-not-hex')
  })

  function bad(title: string, parts: Partial<PayloadParts>, code: string, message: RegExp) {
    return { title, payload: payloadByHand(parts), code, message }
  }
})

describe('for any input, decoding throws only a WardenError', () => {
  const decodes = (text: string) => {
    try {
      decodePayload(text)
    } catch (error) {
      expect(error).toBeInstanceOf(WardenError)
    }
  }
  const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

  test('bytes of any length', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => decodes(`0x${hexOf(bytes)}`)))
  })

  test('192 bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 192, maxLength: 192 }), (bytes) => decodes(`0x${hexOf(bytes)}`)))
  })

  test('a payload with any byte changed', () => {
    fc.assert(
      fc.property(fc.nat(191), fc.nat(255), (at, value) => {
        const bytes = Buffer.from(payloadByHand().slice(2), 'hex')
        bytes[at] = value
        decodes(`0x${hexOf(bytes)}`)
      }),
    )
  })

  test('any text', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), decodes))
  })
})
