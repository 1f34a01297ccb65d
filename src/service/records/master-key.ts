import type { Keyring, MasterKey } from '../secrets/keyring.ts'
import { sealedBy } from '../secrets/sealing.ts'
import { encryptedSamples } from '../store/repositories/encrypted-columns.ts'
import type { Db } from '../store/schema/schema.ts'

/** Ids of the master keys of all stored secrets, sorted. */
export async function sealingKeyIds(db: Db): Promise<string[]> {
  const ids = (await encryptedSamples(db)).map(sealedBy).filter((id) => id !== undefined)
  return ids.sort()
}

/** Ids of the master keys of stored secrets that are not among the available ones. */
export async function missingKeyIds(db: Db, available: readonly string[]): Promise<string[]> {
  return (await sealingKeyIds(db)).filter((id) => !available.includes(id))
}

/**
 * The rule of the master key: where something is sealed, this machine needs the key that opens it. Only reads.
 * @returns the keyring; undefined where nothing is sealed and no key is here
 * @throws WardenError `another-master-key`
 */
export async function requireMasterKey(db: Db, masterKey: MasterKey): Promise<Keyring | undefined> {
  const keyring = masterKey.find()
  if (keyring && verified.has(keyring)) return keyring
  const ids = await sealingKeyIds(db)
  if (ids.length > 0 && !ids.some((id) => keyring?.keyOf(id))) {
    const here = keyring ? `the one here is ${keyring.id}` : 'there is none here'
    throw masterKey.missing(`the stored secrets need master key ${ids.join(', ')}; ${here}`, ids)
  }
  if (keyring) verified.add(keyring)
  return keyring
}

/**
 * The keyring that seals: the first secret makes the first key, and only the first.
 * @param db of the transaction that stores the secret
 * @throws WardenError `another-master-key`
 */
export async function keyringForSealing(db: Db, masterKey: MasterKey): Promise<Keyring> {
  const keyring = await requireMasterKey(db, masterKey)
  if (keyring && !masterKey.isStored) throw masterKey.missing(`the file of master key ${keyring.id} is missing`)
  return keyring ?? masterKey.create()
}

/** A keyring belongs to one service, and so to one database. */
const verified = new WeakSet<Keyring>()
