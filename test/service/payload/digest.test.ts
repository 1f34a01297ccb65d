import fc from 'fast-check'
import { expect, test } from 'vitest'
import { integrationOf, messageHash, payloadDigest } from '../../../src/service/payload/digest.ts'
import { failureOf } from '../warden-failure.ts'
import { digestByHand, FROM, MODULE, messageByHand, TO } from './by-hand.ts'

const hexOf = (length: { min: number; max: number }) =>
  fc
    .uint8Array({ minLength: length.min, maxLength: length.max })
    .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`)
const address = hexOf({ min: 20, max: 20 })
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test('the digest is the hash of nine words', () => {
  const facts = fc.record({
    chainId: fc.constantFrom(1, 8453, 11155111),
    from: address,
    to: address,
    value: uint256,
    hashed: hexOf({ min: 0, max: 200 }),
    moduleAddress: address,
    nonce: uint256,
    expiration: uint256,
  })
  fc.assert(
    fc.property(facts, (parts) => {
      expect(payloadDigest({ ...parts, chainId: String(parts.chainId) })).toBe(digestByHand(parts))
    }),
  )
})

test('each input changes the digest', () => {
  const facts = {
    chainId: '1',
    from: FROM,
    to: TO,
    value: 1n,
    hashed: '0x12345678',
    moduleAddress: MODULE,
    nonce: 5n,
    expiration: 1_700_000_000n,
  } as const
  const digests = [
    facts,
    { ...facts, chainId: '10' },
    { ...facts, from: TO },
    { ...facts, to: FROM },
    { ...facts, value: 2n },
    { ...facts, hashed: '0x12345679' as const },
    { ...facts, moduleAddress: TO },
    { ...facts, nonce: 6n },
    { ...facts, expiration: 1_700_000_001n },
  ].map(payloadDigest)
  expect(new Set(digests).size).toBe(digests.length)
})

test('the case of an address does not matter', () => {
  const mixed = '0x52908400098527886E0F7030069857D2E4169EE7'
  const facts = {
    chainId: '1',
    to: TO,
    value: 0n,
    hashed: '0x' as const,
    moduleAddress: MODULE,
    nonce: 0n,
    expiration: 1n,
  }
  expect(payloadDigest({ ...facts, from: mixed })).toBe(payloadDigest({ ...facts, from: mixed.toLowerCase() }))
})

test('the personal message of the 32 bytes is signed, not of their hex', () => {
  fc.assert(
    fc.property(hexOf({ min: 32, max: 32 }), (digest) => {
      expect(messageHash(digest)).toBe(messageByHand(digest))
    }),
  )
})

test('a contract creation has no contract to check a payload', () => {
  expect(integrationOf({ to: TO })).toBe(TO)
  for (const to of [undefined, '']) {
    const { kind, code } = failureOf(() => integrationOf({ to }))
    expect({ kind, code }).toEqual({ kind: 'refused', code: 'payload-without-contract' })
  }
})
