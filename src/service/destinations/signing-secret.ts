import type { RandomBytes } from '../runtime/deps.ts'

const PREFIX = 'whsec_'
const NEW_BYTES = 32
/** Standard Webhooks 1.0, "Signature scheme": 24 to 64 bytes of entropy. */
const MIN_BYTES = 24
const MAX_BYTES = 64

/** A new secret for webhook signatures: `whsec_` and the base64 of 32 random bytes. */
export function makeSigningSecret(random: RandomBytes): string {
  return PREFIX + Buffer.from(random(NEW_BYTES)).toString('base64')
}

/** The fault of a secret, without quoting it; undefined when it is valid. */
export function signingSecretFault(secret: string): string | undefined {
  if (!secret.startsWith(PREFIX)) return `is not a signing secret: expected ${PREFIX} and base64`
  const bytes = decodeBase64(secret.slice(PREFIX.length))
  if (bytes === undefined) return `is not a signing secret: the text after ${PREFIX} is not base64`
  if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
    return `has ${bytes.length} bytes after decoding, expected ${MIN_BYTES} to ${MAX_BYTES}`
  }
  return undefined
}

/** Undefined for an invalid secret. */
export function decodeSigningSecret(secret: string): Uint8Array | undefined {
  return signingSecretFault(secret) === undefined ? decodeBase64(secret.slice(PREFIX.length)) : undefined
}

/** Canonical base64 with padding only: the libraries of receivers decode strictly. */
function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  return text !== '' && bytes.toString('base64') === text ? bytes : undefined
}
