import { createCipheriv, createDecipheriv } from 'node:crypto'
import { WardenError } from '../../shared/errors.ts'
import type { Keyring } from './keyring.ts'

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
/** 96 bits, the length NIST SP 800-38D asks for when nonces are random. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

const SEALED = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/

/** Contexts of the sealed columns: each text is bound to its row. */
export const sealingContext = {
  destination: (id: string, member: 'webhook-url' | 'token') => `destination/${id}/${member}`,
  signer: (address: string) => `signer/${address}`,
  idempotentAnswer: (scope: string) => `idempotent-answer/${scope}`,
} as const

/**
 * Encrypts a secret for the database: `v1.<key id>.<nonce>.<ciphertext and tag>`, binary parts in base64url.
 * @param context names the place it is for, such as `destination/<id>/token`: opening it under another context fails,
 *   so that a row's secret cannot be moved into another row by whoever can write to the database.
 */
export function seal(keyring: Keyring, plaintext: string, context: string): string {
  const key = keyring.keyOf(keyring.id)
  if (!key) throw new Error('a keyring has the key it is named by')
  const nonce = keyring.randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo(keyring.id, context))
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [VERSION, keyring.id, Buffer.from(nonce).toString('base64url'), body.toString('base64url')].join('.')
}

/**
 * The text that `seal` was given.
 * @throws WardenError `sealed-with-another-key`, `not-sealed` (not of this form), `seal-broken` (altered, or of another context)
 */
export function open(keyring: Keyring, sealed: string, context: string): string {
  const [, keyId = '', nonce = '', body = ''] = SEALED.exec(sealed) ?? []
  if (keyId === '') throw notSealed(context)
  const key = keyring.keyOf(keyId)
  if (!key) throw sealedWithAnotherKey(keyId, keyring.id, context)
  const bytes = Buffer.from(body, 'base64url')
  const end = bytes.length - TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(keyId, context))
  decipher.setAuthTag(bytes.subarray(end))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]).toString('utf8')
  } catch {
    throw sealBroken(context)
  }
}

/** The id of the key that sealed the text, undefined when it is not a sealed text: what a change of keys sorts by. */
export function sealedBy(sealed: string): string | undefined {
  return SEALED.exec(sealed)?.[1]
}

function boundTo(keyId: string, context: string): Buffer {
  return Buffer.from(`${VERSION}.${keyId}.${context}`, 'utf8')
}

function notSealed(context: string): WardenError {
  return new WardenError({
    kind: 'unexpected',
    code: 'not-sealed',
    message: `What is stored as ${context} is not a sealed secret`,
    details: ['The database was changed by something else, or damaged.'],
    try: 'txwarden local status',
  })
}

function sealBroken(context: string): WardenError {
  return new WardenError({
    kind: 'unexpected',
    code: 'seal-broken',
    message: `The secret ${context} was altered, or belongs to another place`,
    details: ['Give the secret again, or restore the database from a backup.'],
    try: 'txwarden local status',
  })
}

function sealedWithAnotherKey(sealedId: string, ownId: string, context: string): WardenError {
  return new WardenError({
    kind: 'unexpected',
    code: 'sealed-with-another-key',
    message: `The secret ${context} is sealed with key ${sealedId}, the key in use is ${ownId}`,
    details: ['Use the master key the database was written with: the variable TXWARDEN_MASTER_KEY, or the key file.'],
    try: 'txwarden local status',
  })
}
