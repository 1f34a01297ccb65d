import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Keyring } from '../../../src/service/secrets/keyring.ts'
import { open, seal, sealedBy, sealingContext } from '../../../src/service/secrets/sealing.ts'
import { failureOf } from '../warden-failure.ts'
import { countingRandom } from './counting-random.ts'

const TOKEN = '123456789:AAFplantedTelegramBotToken_0123456789'
const ID = '01890000-0000-7000-8000-000000000001'
const RECEIVER = { id: ID, channel: 'TELEGRAM', chat_id: '42' } as const
const CONTEXT = sealingContext.destination(RECEIVER, 'token')

function keyringOf(fill: number): Keyring {
  return new Keyring([new Uint8Array(32).fill(fill)], countingRandom())
}

describe('an encrypted text', () => {
  test('decrypts to the plaintext', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string(), (plaintext, context) => {
        const keyring = keyringOf(1)
        expect(open(keyring, seal(keyring, plaintext, context), context)).toBe(plaintext)
      }),
    )
  })

  test('consists of version, key id, 96-bit nonce, and ciphertext with a 128-bit tag', () => {
    const keyring = keyringOf(1)
    const [version, keyId, nonce = '', body = '', ...rest] = seal(keyring, TOKEN, CONTEXT).split('.')
    expect([version, keyId, rest]).toEqual(['v1', keyring.id, []])
    expect(Buffer.from(nonce, 'base64url')).toEqual(Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]))
    expect(Buffer.from(body, 'base64url')).toHaveLength(TOKEN.length + 16)
  })

  test('of the same secret differs each time', () => {
    const keyring = keyringOf(1)
    const texts = Array.from({ length: 20 }, () => seal(keyring, TOKEN, CONTEXT))
    expect(new Set(texts).size).toBe(20)
  })

  test('names its key', () => {
    const keyring = keyringOf(1)
    expect(sealedBy(seal(keyring, TOKEN, CONTEXT))).toBe(keyring.id)
    expect(sealedBy(TOKEN)).toBeUndefined()
  })

  test('does not decrypt in another row, channel, chat or field', () => {
    const keyring = keyringOf(1)
    const sealed = seal(keyring, TOKEN, CONTEXT)
    for (const context of [
      sealingContext.destination({ ...RECEIVER, id: ID.replace('0001', '0002') }, 'token'),
      sealingContext.destination({ ...RECEIVER, channel: 'WEBHOOK' }, 'token'),
      sealingContext.destination({ ...RECEIVER, chat_id: '43' }, 'token'),
      sealingContext.destination({ ...RECEIVER, chat_id: null }, 'token'),
      sealingContext.destination(RECEIVER, 'webhook-url'),
      sealingContext.signer(ID),
    ]) {
      expect(failureOf(() => open(keyring, sealed, context))).toMatchObject({ kind: 'unexpected', code: 'seal-broken' })
    }
  })

  test('does not decrypt with another key, and the error names both', () => {
    const [old, current] = [keyringOf(1), keyringOf(2)]
    const error = failureOf(() => open(current, seal(old, TOKEN, CONTEXT), CONTEXT))
    expect(error).toMatchObject({ kind: 'refused', code: 'another-master-key' })
    expect(error.message).toContain(old.id)
    expect(error.message).toContain(current.id)
  })

  test('does not decrypt with a rewritten key id', () => {
    const [old, current] = [keyringOf(1), keyringOf(2)]
    const forged = seal(old, TOKEN, CONTEXT).replace(old.id, current.id)
    expect(failureOf(() => open(current, forged, CONTEXT)).code).toBe('seal-broken')
  })

  test('does not decrypt with any flipped bit', () => {
    const keyring = keyringOf(1)
    const [version, keyId, nonce = '', body = ''] = seal(keyring, TOKEN, CONTEXT).split('.')
    for (const [part, text] of [nonce, body].entries()) {
      const bytes = Buffer.from(text, 'base64url')
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const altered = Buffer.from(bytes)
        altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
        const parts = [nonce, body].with(part, altered.toString('base64url'))
        const forged = [version, keyId, ...parts].join('.')
        expect(failureOf(() => open(keyring, forged, CONTEXT)).code).toBe('seal-broken')
      }
    }
  })

  test('is refused when truncated', () => {
    const keyring = keyringOf(1)
    const sealed = seal(keyring, '', CONTEXT)
    for (let length = sealed.length - 1; length > 0; length--) {
      expect(failureOf(() => open(keyring, sealed.slice(0, length), CONTEXT)).code).toMatch(
        /^(not-sealed|seal-broken)$/,
      )
    }
  })

  test.each(['', TOKEN, 'v2.00000000.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA', 'v1....'])('is not %j', (text) => {
    expect(failureOf(() => open(keyringOf(1), text, CONTEXT))).toMatchObject({ kind: 'unexpected', code: 'not-sealed' })
  })
})

test('errors show neither the secret nor the encrypted text', () => {
  const [old, current] = [keyringOf(1), keyringOf(2)]
  const sealed = seal(old, TOKEN, CONTEXT)
  const errors = [
    failureOf(() => open(current, sealed, CONTEXT)),
    failureOf(() => open(old, sealed, sealingContext.signer('elsewhere'))),
    failureOf(() => open(old, TOKEN, CONTEXT)),
  ]
  for (const error of errors) {
    const print = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true })
    expect(print).not.toContain(TOKEN)
    expect(print).not.toContain(sealed)
  }
})
