import type { RandomBytes } from '../runtime/deps.ts'

const PREFIX = 'whsec_'
const NEW_BYTES = 32
/** Standard Webhooks 1.0, "Signature scheme": 24 to 64 bytes of entropy. */
const LEAST_BYTES = 24
const MOST_BYTES = 64

/** A new secret for webhook signatures: `whsec_` and the base64 of 32 random bytes. */
export function makeSigningSecret(random: RandomBytes): string {
  return PREFIX + Buffer.from(random(NEW_BYTES)).toString('base64')
}

/** What is wrong with a secret somebody gave, or undefined. Never quotes it. */
export function signingSecretFault(secret: string): string | undefined {
  if (!secret.startsWith(PREFIX)) return `is not a signing secret: ${PREFIX} and base64`
  const bytes = decodeBase64(secret.slice(PREFIX.length))
  if (bytes === undefined) return `is not a signing secret: what follows ${PREFIX} is not base64`
  if (bytes.length < LEAST_BYTES || bytes.length > MOST_BYTES) {
    return `has ${bytes.length} bytes after decoding; a signing secret has ${LEAST_BYTES} to ${MOST_BYTES}`
  }
  return undefined
}

/** The bytes of a good secret, undefined for another. */
export function decodeSigningSecret(secret: string): Uint8Array | undefined {
  return signingSecretFault(secret) === undefined ? decodeBase64(secret.slice(PREFIX.length)) : undefined
}

/** Standard alphabet with padding, and canonical: receivers' libraries decode it strictly. */
function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  return text !== '' && bytes.toString('base64') === text ? bytes : undefined
}
