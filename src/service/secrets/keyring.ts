import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import { inspect } from 'node:util'
import { WardenError } from '../../shared/errors.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { keyFileStamp, readOrCreateKeyFile } from './key-file.ts'
import { KEY_BYTES, parseMasterKeys } from './master-key.ts'

/** Environment variable for the master key, for containers and secret managers. */
export const MASTER_KEY_VARIABLE = 'TXWARDEN_MASTER_KEY'

/**
 * The master keys of the local service and the random source of their nonces. The newest key encrypts; each decrypts its
 * own secrets. Printing, inspecting or serialising a keyring shows only its id: the keys are KeyObjects in a private field.
 */
export class Keyring {
  /** First 8 hex digits of the newest key's SHA-256: identifies the key in encrypted texts and errors. */
  readonly id: string
  readonly #keys: ReadonlyMap<string, KeyObject>
  readonly #random: RandomBytes

  /** Copies `keys` (32 bytes each, newest first, at least one) and overwrites them with zeros. */
  constructor(keys: readonly Uint8Array[], random: RandomBytes) {
    this.#keys = new Map(keys.map((bytes) => [idOf(bytes), createSecretKey(bytes)]))
    const [newest] = this.#keys.keys()
    if (newest === undefined) throw new Error('a keyring needs a key')
    this.id = newest
    this.#random = random
    for (const bytes of keys) bytes.fill(0)
  }

  /** Ids of all keys, newest first. */
  get ids(): readonly string[] {
    return [...this.#keys.keys()]
  }

  /** For ciphers only; undefined for an unknown id. */
  keyOf(id: string): KeyObject | undefined {
    return this.#keys.get(id)
  }

  /** The raw keys, newest first, for a key file or a backup with a passphrase. */
  copyKeys(): readonly Uint8Array[] {
    return [...this.#keys.values()].map((key) => key.export())
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

function idOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}

export interface KeyringSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Used without the variable; created with mode 0600 when missing. */
  readonly keyFile: string
  readonly random: RandomBytes
}

/**
 * The keyring of this machine: from TXWARDEN_MASTER_KEY (keys of 32 bytes in base64 or hex, newest first), else from the
 * key file.
 * @throws WardenError `bad-master-key`, `bad-key-file`, `key-file-open-to-others`, `key-file-unusable`
 */
export function loadKeyring({ env, keyFile, random }: KeyringSources): Keyring {
  const given = variableOf(env)
  if (given === undefined) return new Keyring(readOrCreateKeyFile(keyFile, random), random)
  const keys = parseMasterKeys(given)
  if (keys) return new Keyring(keys, random)
  throw new WardenError({
    kind: 'refused',
    code: 'bad-master-key',
    message: `${MASTER_KEY_VARIABLE} is not a valid key: expected base64 or hex of ${KEY_BYTES} bytes`,
    details: ['The value is not shown. Without the variable, txwarden uses a key file.'],
    try: `openssl rand -base64 ${KEY_BYTES}`,
  })
}

/** Whether the key comes from the variable, not from the file. */
export function isKeyInVariable(env: KeyringSources['env']): boolean {
  return variableOf(env) !== undefined
}

/**
 * Returns the current keyring: reads the file again after it was replaced. Another command can change the key while this
 * one waits, which then must not encrypt with the old key.
 */
export function keyringInUse(sources: KeyringSources): () => Keyring {
  let held: { readonly keyring: Keyring; readonly stamp: string | undefined } | undefined
  return () => {
    const stamp = isKeyInVariable(sources.env) ? undefined : keyFileStamp(sources.keyFile)
    // A file that disappeared must not lead to a new key.
    if (held && (stamp === undefined || stamp === held.stamp)) return held.keyring
    held = { keyring: loadKeyring(sources), stamp }
    return held.keyring
  }
}

/** An empty variable (`${VAR:-}` in compose files) counts as unset. */
function variableOf(env: KeyringSources['env']): string | undefined {
  return env[MASTER_KEY_VARIABLE]?.trim() || undefined
}
