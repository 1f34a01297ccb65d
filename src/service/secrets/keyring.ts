import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import { inspect } from 'node:util'
import { WardenError } from '../../api/errors.ts'
import type { RandomBytes } from '../deps.ts'
import { readOrCreateKeyFile } from './key-file.ts'
import { KEY_BYTES, parseMasterKey } from './master-key.ts'

/** The variable that carries the master key where no file may hold it (containers, secret managers). */
export const MASTER_KEY_VARIABLE = 'TXWARDEN_MASTER_KEY'

/**
 * The master key of the local service, and the random source its nonces come from. Printing, inspecting or serialising
 * one shows the id only: the key lives in a private field, as a KeyObject, which node never prints either.
 */
export class Keyring {
  /** First 8 hex digits of SHA-256 of the key: public, names the key in sealed texts and errors. */
  readonly id: string
  readonly #key: KeyObject
  readonly #random: RandomBytes

  /** Takes over `bytes` (32) and wipes them. */
  constructor(bytes: Uint8Array, random: RandomBytes) {
    this.id = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
    this.#key = createSecretKey(bytes)
    this.#random = random
    bytes.fill(0)
  }

  /** For ciphers only. */
  get key(): KeyObject {
    return this.#key
  }

  randomBytes(size: number): Uint8Array {
    return this.#random(size)
  }

  toString(): string {
    return `Keyring ${this.id}`
  }

  toJSON(): { id: string } {
    return { id: this.id }
  }

  [inspect.custom](): string {
    return this.toString()
  }
}

export interface KeyringSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Read when the variable is not set; made, with mode 0600, when it is not there. */
  readonly keyFile: string
  readonly random: RandomBytes
}

/**
 * The keyring of this machine: TXWARDEN_MASTER_KEY (base64 or hex of 32 bytes), else the key file.
 * @throws WardenError `bad-master-key`, `bad-key-file`, `key-file-open-to-others`, `key-file-unusable`
 */
export function loadKeyring({ env, keyFile, random }: KeyringSources): Keyring {
  const given = env[MASTER_KEY_VARIABLE]
  // A variable passed on empty (`${VAR:-}` in compose files) counts as not given.
  if (given === undefined || given.trim() === '') return new Keyring(readOrCreateKeyFile(keyFile, random), random)
  const bytes = parseMasterKey(given)
  if (bytes) return new Keyring(bytes, random)
  throw new WardenError({
    kind: 'refused',
    code: 'bad-master-key',
    message: `${MASTER_KEY_VARIABLE} is not a key: base64 or hex of ${KEY_BYTES} bytes`,
    details: ['The value is not shown here. Without the variable a key file is made and used.'],
    try: `openssl rand -base64 ${KEY_BYTES}`,
  })
}
