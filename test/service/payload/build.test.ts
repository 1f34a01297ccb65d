import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signPayload } from '../../../src/service/payload/build.ts'
import { failureOf } from '../warden-failure.ts'
import {
  addressOf,
  CALL_HEAD,
  digestByHand,
  EMPTY_SLOT,
  FROM,
  MODULE,
  NO_SLOT,
  OTHER_KEY,
  payloadByHand,
  request,
  SIGNER,
  signerByHand,
  TO,
  withPayload,
  word,
} from './by-hand.ts'

describe('a signed payload', () => {
  // Both computed by an independent Python implementation of keccak256, RFC 6979 and the curve.
  test('of a call with a slot, a value and a tracked nonce matches the reference', () => {
    const call = { chainId: '8453', value: 1_500_000_000_000_000_000n, trackNonce: true, nonce: 5n }
    expect(signPayload(request(call))).toEqual({
      payload: payloadByHand({
        r: '101f453bb130c5187c97adf81d94aa1532428f4afaa7f3ce2865a85786624cf9',
        s: '493c8056aab6f2ad520a97f90c9f4d8967bdca682be2087bf94bd103931fb848',
        v: '1b',
      }),
      digest: '0x81116ade19282926e976f19270ed872623e80cb6dc30947a71a920a78195a02b',
      slotUsed: true,
    })
  })

  test('of a token transfer without slot and tracked nonce matches the reference', () => {
    const data = `0xa9059cbb${'b2'.repeat(20).padStart(64, '0')}${word(10n ** 18n)}`
    const moduleAddress = `0x${'00'.repeat(20)}`
    expect(signPayload(request({ data, moduleAddress, expiration: 1_893_456_000n }))).toEqual({
      payload: payloadByHand({
        expiration: word(1_893_456_000),
        trackNonce: '00',
        nonce: word(0),
        r: '7e27beac60d722f97b581c495b83f257c4e4220035ee606fc69cf41d995ae933',
        s: '193a2b456a9df04bd351f60de4937b0a642571d0c39545d84ae694061e082755',
        v: '1b',
      }),
      digest: '0x4b5ebff423cacb3db270d764b5eb0e5edef1db563a287f0fff229c25dd6ed176',
      slotUsed: false,
    })
  })

  test('follows the byte map and is signed by the key, for any request', () => {
    const key = fc.bigInt({ min: 1n, max: 2n ** 255n }).map((value) => `0x${word(value)}`)
    const tracking = fc.oneof(
      fc.constant({ trackNonce: false, nonce: 0n }),
      fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }).map((nonce) => ({ trackNonce: true, nonce })),
    )
    const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    fc.assert(
      fc.property(key, tracking, uint256, uint256, (privateKey, { trackNonce, nonce }, expiration, value) => {
        const { payload, digest } = signPayload(request({ privateKey, trackNonce, nonce, expiration, value }))
        const parts = {
          chainId: 1,
          from: FROM,
          to: TO,
          moduleAddress: MODULE,
          hashed: CALL_HEAD,
          value,
          nonce,
          expiration,
        }
        expect(digest).toBe(digestByHand(parts))
        expect(signerByHand(payload, digest)).toBe(addressOf(privateKey))
        const byte = (from: number, to: number) => payload.slice(2 + 2 * from, 2 + 2 * to)
        expect(payload).toBe(
          payloadByHand({
            expiration: word(expiration),
            trackNonce: trackNonce ? '01' : '00',
            nonce: word(nonce),
            r: byte(65, 97),
            s: byte(97, 129),
            v: byte(129, 130),
          }),
        )
      }),
      { numRuns: 50 },
    )
  })

  test('has both values of v, 27 and 28', () => {
    const expirations = Array.from({ length: 16 }, (_, index) => 1_700_000_000n + BigInt(index))
    const found = expirations.map((expiration) => signPayload(request({ expiration })).payload.slice(2 + 258, 2 + 260))
    expect(new Set(found)).toEqual(new Set(['1b', '1c']))
  })

  test('has 192 bytes when r or s starts with zeros', () => {
    const call = { data: '0x', moduleAddress: `0x${'00'.repeat(20)}` }
    const shortR = signPayload(request({ ...call, expiration: 1_700_000_414n })).payload
    const shortS = signPayload(request({ ...call, expiration: 1_700_000_336n })).payload
    expect([shortR.slice(2 + 130, 2 + 132), shortS.slice(2 + 194, 2 + 196)]).toEqual(['00', '00'])
    expect([shortR.length, shortS.length]).toEqual([2 + 384, 2 + 384])
  })

  test('is deterministic', () => {
    expect(signPayload(request())).toEqual(signPayload(request()))
  })

  test('is the same when the slot is filled', () => {
    const before = signPayload(request({ data: EMPTY_SLOT }))
    expect(signPayload(request({ data: withPayload(before.payload) }))).toEqual(before)
  })

  test('covers the whole call data without a slot, or in mode no', () => {
    const parts = {
      chainId: 1,
      from: FROM,
      to: TO,
      moduleAddress: MODULE,
      value: 0n,
      nonce: 0n,
      expiration: 1_700_000_000n,
    }
    const noSlot = signPayload(request({ data: NO_SLOT }))
    const notWanted = signPayload(request({ slotMode: 'no' }))
    expect([noSlot.digest, noSlot.slotUsed]).toEqual([digestByHand({ ...parts, hashed: NO_SLOT }), false])
    expect([notWanted.digest, notWanted.slotUsed]).toEqual([digestByHand({ ...parts, hashed: EMPTY_SLOT }), false])
  })

  test('is signed by the given key', () => {
    const { payload, digest } = signPayload(request())
    expect(signerByHand(payload, digest)).toBe(SIGNER)
    expect(signerByHand(signPayload(request({ privateKey: OTHER_KEY })).payload, digest)).toBe(addressOf(OTHER_KEY))
  })
})

describe('signing is rejected', () => {
  test('for a contract creation', () => {
    expect(failureOf(() => signPayload(request({ to: undefined }))).code).toBe('payload-without-contract')
  })

  test('when a required slot is missing', () => {
    const { kind, code } = failureOf(() => signPayload(request({ data: NO_SLOT, slotMode: 'yes' })))
    expect({ kind, code }).toEqual({ kind: 'refused', code: 'payload-slot-missing' })
  })

  test('for a tracked nonce of 0, which no contract accepts', () => {
    const { kind, code, message } = failureOf(() => signPayload(request({ trackNonce: true, nonce: 0n })))
    expect({ kind, code, message }).toEqual({
      kind: 'refused',
      code: 'payload-bad-nonce',
      message: 'the payload cannot be signed: a tracked nonce starts at 1, it is 0',
    })
  })

  test('for an untracked nonce other than 0', () => {
    const { message } = failureOf(() => signPayload(request({ trackNonce: false, nonce: 3n })))
    expect(message).toBe('the payload cannot be signed: an untracked nonce is 0, it is 3')
  })

  test('for an invalid private key, without the key in the error', () => {
    const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
    const planted = 'deadbeef'.repeat(8)
    const bad = [
      `0x${word(0)}`,
      `0x${order}`,
      planted,
      `0x${planted}00`,
      `0x${planted.slice(2)}`,
      `0x${planted.slice(1)}g`,
    ]
    for (const privateKey of bad) {
      const failure = failureOf(() => signPayload(request({ privateKey })))
      expect(failure.code).toBe('signer-key-invalid')
      expect(inspect(failure)).not.toContain(privateKey.replace(/^0x/, '').slice(0, 12))
    }
  })

  test('for a key above the order of the curve', () => {
    const last = `0x${'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140'}`
    const { payload, digest } = signPayload(request({ privateKey: last }))
    expect(signerByHand(payload, digest)).toBe(addressOf(last))
  })
})
