/**
 * Room: Master key, sealing, masking.
 *
 * Secrets are in the clear only here, in `keys` and in `destinations`.
 */

import { refusal, unexpected, type WardenError } from '../../shared/errors.ts'
import type { Keyring } from './keyring.ts'

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
/** 96 bits, required by NIST SP 800-38D for random nonces. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

const SEALED = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/

/** The columns of a destination that decide on the receiver, beside the sealed ones. */
interface Receiver {
  readonly id: string
  readonly channel: string
  readonly chat_id: string | null
}

/** Contexts of the sealed columns: each text is bound to its row. */
export const sealingContext = {
  /** With all that decides on the receiver: elsewhere a bot token would be sent to another chat or service. */
  destination: ({ id, channel, chat_id }: Receiver, member: 'webhook-url' | 'token') =>
    `destination/${id}/${channel}/${member}${chat_id === null ? '' : `/${chat_id}`}`,
  signer: (address: string) => `signer/${address}`,
  chainNode: ({ id, chain_id }: { readonly id: string; readonly chain_id: string }) => `chain-node/${id}/${chain_id}`,
  safeService: ({ id, chain_id }: { readonly id: string; readonly chain_id: string }) =>
    `safe-service/${id}/${chain_id}`,
  idempotentAnswer: (scope: string) => `idempotent-answer/${scope}`,
} as const

/**
 * Encrypts a secret with AES-256-GCM: `v1.<key id>.<nonce>.<ciphertext and tag>`, binary parts in base64url.
 * @param context identifies the row, its receiver and the column. Decrypting with another context fails, so no one with
 *   write access to the database can move a secret to another row, channel or chat.
 */
export function seal(keyring: Keyring, plaintext: string, context: string): string {
  const key = keyring.keyOf(keyring.id)
  if (!key) throw new Error('the keyring lacks its own key')
  const nonce = keyring.randomBytes(NONCE_BYTES)
  const cipher = process
    .getBuiltinModule('node:crypto')
    .createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo(keyring.id, context))
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [VERSION, keyring.id, Buffer.from(nonce).toString('base64url'), body.toString('base64url')].join('.')
}

/**
 * Reverses `seal`.
 * @throws WardenError `another-master-key`, `not-sealed` (another format), `seal-broken` (altered, or another context)
 */
export function open(keyring: Keyring, sealed: string, context: string): string {
  const [, keyId = '', nonce = '', body = ''] = SEALED.exec(sealed) ?? []
  if (keyId === '') throw notSealed(context)
  const key = keyring.keyOf(keyId)
  if (!key) throw sealedWithAnotherKey(keyId, keyring.id, context)
  const bytes = Buffer.from(body, 'base64url')
  const end = bytes.length - TAG_BYTES
  const decipher = process
    .getBuiltinModule('node:crypto')
    .createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64url'), {
      authTagLength: TAG_BYTES,
    })
  decipher.setAAD(boundTo(keyId, context))
  decipher.setAuthTag(bytes.subarray(end))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]).toString('utf8')
  } catch {
    throw sealBroken(context)
  }
}

/** Id of the key of an encrypted text; undefined for any other text. */
export function sealedBy(sealed: string): string | undefined {
  return SEALED.exec(sealed)?.[1]
}

function boundTo(keyId: string, context: string): Buffer {
  return Buffer.from(`${VERSION}.${keyId}.${context}`, 'utf8')
}

function notSealed(context: string): WardenError {
  return unexpected('not-sealed', `the stored value of ${context} is not an encrypted secret`, {
    details: ['Another program changed the database, or it is damaged.'],
  })
}

function sealBroken(context: string): WardenError {
  return unexpected('seal-broken', `the secret ${context} was altered or moved from another row`, {
    details: ['Enter the secret again, or restore the database from a backup.'],
  })
}

function sealedWithAnotherKey(sealedId: string, ownId: string, context: string): WardenError {
  return refusal(
    'another-master-key',
    `the secret ${context} is encrypted with key ${sealedId}; the current key is ${ownId}`,
    {
      details: [
        'Use the master key of the database, in TXWARDEN_MASTER_KEY or in the key file. If it is lost, forget its secrets.',
      ],
    },
  )
}
