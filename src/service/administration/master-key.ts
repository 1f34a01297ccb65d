import { existsSync } from 'node:fs'
import { WardenError } from '../../shared/errors.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { isKeyInVariable, loadKeyring, MASTER_KEY_VARIABLE } from '../secrets/keyring.ts'
import { sealedBy } from '../secrets/sealing.ts'
import { encryptedSamples } from '../store/repositories/encrypted-columns.ts'
import type { Db } from '../store/schema.ts'

/** Public facts about the master key of this machine. */
export interface MasterKeyFacts {
  /** The environment variable or the file. */
  readonly source: string
  /** Id of the newest key; null when no key can be read. */
  readonly id: string | null
  /** Ids of all keys, newest first: several during a rekey. */
  readonly ids: readonly string[]
  /** Why no key can be read. */
  readonly fault: string | null
}

export interface MasterKeySources {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly keyFile: string
  readonly random: RandomBytes
}

/** Null when there is no key yet; never creates one. */
export function masterKeyFacts({ env, keyFile, random }: MasterKeySources): MasterKeyFacts | null {
  const isInVariable = isKeyInVariable(env)
  if (!isInVariable && !existsSync(keyFile)) return null
  const source = isInVariable ? MASTER_KEY_VARIABLE : keyFile
  try {
    const { id, ids } = loadKeyring({ env, keyFile, random })
    return { source, id, ids, fault: null }
  } catch (error) {
    if (error instanceof WardenError) return { source, id: null, ids: [], fault: error.message }
    throw error
  }
}

/** Ids of the master keys of all stored secrets, sorted. */
export async function sealingKeyIds(db: Db): Promise<string[]> {
  const ids = (await encryptedSamples(db)).map(sealedBy).filter((id) => id !== undefined)
  return ids.sort()
}
