import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import { inspect } from 'node:util'
import { WardenError } from '../../shared/errors.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { keyFileStamp, readOrCreateKeyFile } from './key-file.ts'
import { KEY_BYTES, parseMasterKeys } from './master-key.ts'

/** The variable that carries the master key where no file may hold it (containers, secret managers). */
export const MASTER_KEY_VARIABLE = 'TXWARDEN_MASTER_KEY'

/**
 * The master keys of the local service, and the random source their nonces come from: the newest seals, each opens
 * what it sealed. Printing, inspecting or serialising one shows the id only: the keys live in a private field, as
 * KeyObjects, which node never prints either.
 */
export class Keyring {
  /** First 8 hex digits of SHA-256 of the newest key: public, names the key in sealed texts and errors. */
  readonly id: string
  readonly #keys: ReadonlyMap<string, KeyObject>
  readonly #random: RandomBytes

  /** Takes over `keys` (32 bytes each, newest first; at least one) and wipes them. */
  constructor(keys: readonly Uint8Array[], random: RandomBytes) {
    this.#keys = new Map(keys.map((bytes) => [idOf(bytes), createSecretKey(bytes)]))
    const [newest] = this.#keys.keys()
    if (newest === undefined) throw new Error('a keyring needs a key')
    this.id = newest
    this.#random = random
    for (const bytes of keys) bytes.fill(0)
  }

  /** Of every key, newest first. */
  get ids(): readonly string[] {
    return [...this.#keys.keys()]
  }

  /** For ciphers only; undefined when no key has this id. */
  keyOf(id: string): KeyObject | undefined {
    return this.#keys.get(id)
  }

  /** The keys themselves, newest first: for a key file, or for what a passphrase seals. */
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
  /** Read when the variable is not set; made, with mode 0600, when it is not there. */
  readonly keyFile: string
  readonly random: RandomBytes
}

/**
 * The keyring of this machine: TXWARDEN_MASTER_KEY (base64 or hex of 32 bytes, newest first when there are several),
 * else the key file.
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
    message: `${MASTER_KEY_VARIABLE} is not a key: base64 or hex of ${KEY_BYTES} bytes`,
    details: ['The value is not shown here. Without the variable a key file is made and used.'],
    try: `openssl rand -base64 ${KEY_BYTES}`,
  })
}

/** Whether the variable is what counts, not the file. */
export function isKeyInVariable(env: KeyringSources['env']): boolean {
  return variableOf(env) !== undefined
}

/**
 * The keyring at the time it is asked for: the file is read again once it was replaced. A command may wait for an
 * answer while another one changes the key, and must not seal anything with the former one afterwards.
 */
export function keyringInUse(sources: KeyringSources): () => Keyring {
  let held: { readonly keyring: Keyring; readonly stamp: string | undefined } | undefined
  return () => {
    const stamp = isKeyInVariable(sources.env) ? undefined : keyFileStamp(sources.keyFile)
    // A file that vanished under a running program is no reason to make another key.
    if (held && (stamp === undefined || stamp === held.stamp)) return held.keyring
    held = { keyring: loadKeyring(sources), stamp }
    return held.keyring
  }
}

/** A variable passed on empty (`${VAR:-}` in compose files) counts as not given. */
function variableOf(env: KeyringSources['env']): string | undefined {
  return env[MASTER_KEY_VARIABLE]?.trim() || undefined
}
