import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { WardenError } from '../../shared/errors.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { Keyring } from './keyring.ts'
import { formatMasterKeys, KEY_BYTES, parseMasterKeys } from './master-key.ts'
import { open, seal } from './sealing.ts'

/** What OWASP asks for (Password Storage Cheat Sheet, scrypt): 128 MiB of memory for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
/** Of what is read: a file that asks for more wants to fill the memory. */
const MOST_COST = 2 ** 20
const SALT_BYTES = 16
const PLACE = 'enclosed-master-key'

const SHORTEST = 12
const FEWEST_DIFFERENT = 6

const enclosed = z.object({
  kdf: z.literal('scrypt'),
  N: z.int().min(2).max(MOST_COST),
  r: z.int().min(1).max(16),
  p: z.int().min(1).max(16),
  salt: z.base64url(),
  sealed: z.string(),
})

type Cost = Pick<z.infer<typeof enclosed>, 'N' | 'r' | 'p'>

/** What is wrong with a new passphrase, or undefined. */
export function passphraseFault(passphrase: string): string | undefined {
  const characters = [...passphrase.normalize('NFKC')]
  if (characters.length < SHORTEST) return `is too short: at least ${SHORTEST} characters, several words are best`
  if (new Set(characters).size < FEWEST_DIFFERENT)
    return `is too plain: at least ${FEWEST_DIFFERENT} different characters`
  return undefined
}

/** All keys of the keyring, sealed under the passphrase: JSON, with what it takes to derive the key again. */
export async function encloseKeys(keyring: Keyring, passphrase: string, random: RandomBytes): Promise<string> {
  const salt = random(SALT_BYTES)
  const wrapping = await derive(passphrase, salt, COST, random)
  return JSON.stringify({
    kdf: 'scrypt',
    ...COST,
    salt: Buffer.from(salt).toString('base64url'),
    sealed: seal(wrapping, formatMasterKeys(keyring.copyKeys()), PLACE),
  })
}

/**
 * The keyring that `encloseKeys` was given.
 * @throws WardenError `wrong-passphrase`, `enclosed-key-broken`
 */
export async function openEnclosedKeys(text: string, passphrase: string, random: RandomBytes): Promise<Keyring> {
  const { salt, sealed, ...cost } = parse(text)
  const wrapping = await derive(passphrase, Buffer.from(salt, 'base64url'), cost, random)
  const keys = parseMasterKeys(openWith(wrapping, sealed))
  if (!keys) throw broken()
  return new Keyring(keys, random)
}

function parse(text: string): z.infer<typeof enclosed> {
  try {
    return enclosed.parse(JSON.parse(text))
  } catch (cause) {
    throw broken(cause)
  }
}

function openWith(wrapping: Keyring, sealed: string): string {
  try {
    return open(wrapping, sealed, PLACE)
  } catch (cause) {
    if (!(cause instanceof WardenError) || cause.code !== 'sealed-with-another-key') throw broken(cause)
    throw new WardenError({
      kind: 'refused',
      code: 'wrong-passphrase',
      message: 'the passphrase does not open the master key in the backup',
      details: ['It is the one that was given when the backup was made.'],
      try: 'txwarden local restore <file>',
    })
  }
}

/** The same letters, however a keyboard makes them, are the same passphrase (NIST SP 800-63B, 3.1.1.2). */
async function derive(passphrase: string, salt: Uint8Array, { N, r, p }: Cost, random: RandomBytes): Promise<Keyring> {
  const run = promisify<string, Uint8Array, number, object, Buffer>(scrypt)
  const key = await run(passphrase.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r })
  return new Keyring([key], random)
}

function broken(cause?: unknown): WardenError {
  return new WardenError({
    kind: 'unexpected',
    code: 'enclosed-key-broken',
    message: 'the master key in the backup is damaged',
    details: ['Restore with the master key itself: as the key file, or in TXWARDEN_MASTER_KEY.'],
    try: 'txwarden local status',
    cause,
  })
}
