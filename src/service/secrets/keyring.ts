import type { KeyObject } from 'node:crypto'
import { inspect } from 'node:util'
import { refusal, WardenError } from '../../shared/errors.ts'
import { sha256 } from '../../shared/text/sha256.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { createKeyFile, keyFileStamp, readKeyFile } from './key-file.ts'
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
    this.#keys = new Map(
      keys.map((bytes) => [idOf(bytes), process.getBuiltinModule('node:crypto').createSecretKey(bytes)]),
    )
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
  return sha256(bytes).slice(0, 8)
}

export interface KeyringSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Used without the variable. */
  readonly keyFile: string
  readonly random: RandomBytes
}

/**
 * The keyring of this machine: from TXWARDEN_MASTER_KEY (keys of 32 bytes in base64 or hex, newest first), else from the
 * key file. Undefined where there is neither: reading never makes a key.
 * @throws WardenError `bad-master-key`, `bad-key-file`, `key-file-open-to-others`, `key-file-unusable`
 */
export function readKeyring({ env, keyFile, random }: KeyringSources): Keyring | undefined {
  const given = variableOf(env)
  const keys = given === undefined ? readKeyFile(keyFile) : parseMasterKeys(given)
  if (keys) return new Keyring(keys, random)
  if (given === undefined) return undefined
  throw refusal(
    'bad-master-key',
    `${MASTER_KEY_VARIABLE} is not a valid key: expected base64 or hex of ${KEY_BYTES} bytes`,
    {
      details: ['The value is not shown. Without the variable, txwarden uses a key file.'],
      try: `openssl rand -base64 ${KEY_BYTES}`,
    },
  )
}

/**
 * The keyring of this machine, with a new key file where it has none. For secrets that are not sealed yet:
 * `keyringForSealing` (records/master-key.ts) says when that is so.
 * @throws as `readKeyring`
 */
export function readOrCreateKeyring(sources: KeyringSources): Keyring {
  return readKeyring(sources) ?? new Keyring(createKeyFile(sources.keyFile, sources.random), sources.random)
}

/** Whether the key comes from the variable, not from the file. */
export function isKeyInVariable(env: KeyringSources['env']): boolean {
  return variableOf(env) !== undefined
}

/** The master key of this machine, while a service is open. */
export class MasterKey {
  readonly #sources: KeyringSources
  #held: { readonly keyring: Keyring; readonly stamp: string | undefined } | undefined

  constructor(sources: KeyringSources) {
    this.#sources = sources
  }

  /** The file that is read where the variable is not set. */
  get keyFile(): string {
    return this.#sources.keyFile
  }

  /**
   * The current keyring; undefined without a key. Reads the file again after it was replaced: another command can change
   * the key while this one waits, which then must not encrypt with the old key.
   * @throws as `readKeyring`
   */
  find(): Keyring | undefined {
    const stamp = isKeyInVariable(this.#sources.env) ? undefined : keyFileStamp(this.#sources.keyFile)
    if (this.#held && (stamp === undefined || stamp === this.#held.stamp)) return this.#held.keyring
    const keyring = readKeyring(this.#sources)
    if (keyring) this.#held = { keyring, stamp }
    return keyring
  }

  /** A key that is held only in memory ends with the process: what it seals would be lost. */
  get isStored(): boolean {
    return isKeyInVariable(this.#sources.env) || keyFileStamp(this.#sources.keyFile) !== undefined
  }

  /** @throws WardenError `another-master-key` without a key, and as `readKeyring` */
  readonly require = (): Keyring => {
    const keyring = this.find()
    if (keyring) return keyring
    throw this.missing('this machine has no master key')
  }

  /** Whether the file, which is not read because the variable is set, has one of these keys: then they are not lost. */
  hides(ids: readonly string[]): boolean {
    if (!isKeyInVariable(this.#sources.env)) return false
    try {
      const inFile = readKeyring({ ...this.#sources, env: {} })
      return ids.some((id) => inFile?.keyOf(id))
    } catch (error) {
      if (error instanceof WardenError) return false
      throw error
    }
  }

  /**
   * A wrong key is a missing one: the secrets stay as they are until the right one is brought.
   * @param ids of the keys that are needed, where they are known
   */
  missing(message: string, ids: readonly string[] = []): WardenError {
    const isHidden = this.hides(ids)
    return refusal('another-master-key', message, {
      details: [
        isHidden
          ? `The key file ${this.keyFile} has it, but is not read while ${MASTER_KEY_VARIABLE} is set.`
          : `It was looked for in ${MASTER_KEY_VARIABLE} and in ${this.keyFile}.`,
        'Nothing was changed, and no key was made.',
        isHidden
          ? 'Unset the variable.'
          : 'Bring the key of the machine that stored the secrets: set the variable, or copy its key file (mode 0600). If it is lost, forget them.',
      ],
      ...(isHidden && { parameters: { key: 'hidden' } }),
    })
  }

  /** As `readOrCreateKeyring`. */
  create(): Keyring {
    readOrCreateKeyring(this.#sources)
    return this.require()
  }
}

/** An empty variable (`${VAR:-}` in compose files) counts as unset. */
function variableOf(env: KeyringSources['env']): string | undefined {
  return env[MASTER_KEY_VARIABLE]?.trim() || undefined
}
