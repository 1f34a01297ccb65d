import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import {
  decodeSigningSecret,
  makeSigningSecret,
  signingSecretFault,
} from '../../../src/service/destinations/signing-secret.ts'
import { countingRandom } from '../secrets/counting-random.ts'

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`

test('a new secret is whsec_ and 32 random bytes, and is valid', () => {
  const secret = makeSigningSecret(countingRandom())
  expect(secret).toBe('whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=')
  expect(signingSecretFault(secret)).toBeUndefined()
})

test('the secret of the published example gives the published signature', () => {
  // Standard Webhooks, the reference vector of its libraries.
  const key = decodeSigningSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const signed = new Webhook(key ?? '', { format: 'raw' }).sign(
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1_614_265_330_000),
    '{"test": 2432232314}',
  )
  expect(signed).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

describe('a given secret', () => {
  test.each([24, 32, 64])('of %i bytes is valid', (bytes) => {
    expect(signingSecretFault(secretOf(bytes))).toBeUndefined()
    expect(decodeSigningSecret(secretOf(bytes))).toHaveLength(bytes)
  })

  test.each([
    ['', 'is not a signing secret: expected whsec_ and base64'],
    ['planted', 'is not a signing secret: expected whsec_ and base64'],
    [secretOf(32).slice(6), 'is not a signing secret: expected whsec_ and base64'],
    ['whsec_', 'is not a signing secret: the text after whsec_ is not base64'],
    ['whsec_planted secret', 'is not a signing secret: the text after whsec_ is not base64'],
    [secretOf(32).replace('=', ''), 'is not a signing secret: the text after whsec_ is not base64'],
    [`${secretOf(32)}\n`, 'is not a signing secret: the text after whsec_ is not base64'],
    [secretOf(23), 'has 23 bytes after decoding, expected 24 to 64'],
    [secretOf(65), 'has 65 bytes after decoding, expected 24 to 64'],
  ])('%j is refused and not quoted', (secret, fault) => {
    expect(signingSecretFault(secret)).toBe(fault)
    expect(fault).not.toContain('planted')
    expect(decodeSigningSecret(secret)).toBeUndefined()
  })
})
