import { promisify } from 'node:util'
import { z } from 'zod'
import { refusal, unexpected, WardenError } from '../../shared/errors.ts'
import { lazily } from '../../shared/lazily.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { Keyring } from './keyring.ts'
import { formatMasterKeys, KEY_BYTES, parseMasterKeys } from './master-key.ts'
import { open, seal } from './sealing.ts'

/** OWASP Password Storage Cheat Sheet, scrypt: 128 MiB of memory for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
/** Limit when reading: a crafted file must not exhaust the memory. */
const MAX_COST = 2 ** 20
const SALT_BYTES = 16
const CONTEXT = 'enclosed-master-key'

const SHORTEST = 12
const FEWEST_DIFFERENT = 6

const enclosed = lazily(() =>
  z.object({
    kdf: z.literal('scrypt'),
    N: z.int().min(2).max(MAX_COST),
    r: z.int().min(1).max(16),
    p: z.int().min(1).max(16),
    salt: z.base64url(),
    sealed: z.string(),
  }),
)
type Enclosed = z.infer<ReturnType<typeof enclosed>>
type Cost = Pick<Enclosed, 'N' | 'r' | 'p'>

/** Why a new passphrase is too weak, or undefined. */
export function passphraseFault(passphrase: string): string | undefined {
  const characters = [...passphrase.normalize('NFKC')]
  if (characters.length < SHORTEST) return `needs at least ${SHORTEST} characters; use several words`
  if (new Set(characters).size < FEWEST_DIFFERENT) return `needs at least ${FEWEST_DIFFERENT} different characters`
  return undefined
}

/** All keys of the keyring, encrypted with the passphrase: JSON with the parameters of the key derivation. */
export async function encloseKeys(keyring: Keyring, passphrase: string, random: RandomBytes): Promise<string> {
  const salt = random(SALT_BYTES)
  const wrapping = await derive(passphrase, salt, COST, random)
  return JSON.stringify({
    kdf: 'scrypt',
    ...COST,
    salt: Buffer.from(salt).toString('base64url'),
    sealed: seal(wrapping, formatMasterKeys(keyring.copyKeys()), CONTEXT),
  })
}

/**
 * Reverses `encloseKeys`.
 * @throws WardenError `wrong-passphrase`, `enclosed-key-broken`
 */
export async function openEnclosedKeys(text: string, passphrase: string, random: RandomBytes): Promise<Keyring> {
  const { salt, sealed, ...cost } = parse(text)
  const wrapping = await derive(passphrase, Buffer.from(salt, 'base64url'), cost, random)
  const keys = parseMasterKeys(openWith(wrapping, sealed))
  if (!keys) throw broken()
  return new Keyring(keys, random)
}

function parse(text: string): Enclosed {
  try {
    return enclosed().parse(JSON.parse(text))
  } catch (cause) {
    throw broken(cause)
  }
}

function openWith(wrapping: Keyring, sealed: string): string {
  try {
    return open(wrapping, sealed, CONTEXT)
  } catch (cause) {
    if (!(cause instanceof WardenError) || cause.code !== 'another-master-key') throw broken(cause)
    throw refusal('wrong-passphrase', 'wrong passphrase for the master key in the backup', {
      details: ['Use the passphrase that was given for the backup.'],
    })
  }
}

/** Normalised, so that every encoding of the same characters is the same passphrase (NIST SP 800-63B, 3.1.1.2). */
async function derive(passphrase: string, salt: Uint8Array, { N, r, p }: Cost, random: RandomBytes): Promise<Keyring> {
  const run = promisify<string, Uint8Array, number, object, Buffer>(process.getBuiltinModule('node:crypto').scrypt)
  const key = await run(passphrase.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r })
  return new Keyring([key], random)
}

function broken(cause?: unknown): WardenError {
  return unexpected('enclosed-key-broken', 'the master key in the backup is damaged', {
    details: ['Restore with the original key: as the key file, or in TXWARDEN_MASTER_KEY.'],
    cause,
  })
}
