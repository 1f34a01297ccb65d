import { existsSync } from 'node:fs'
import { WardenError } from '../../shared/errors.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { isKeyInVariable, loadKeyring, MASTER_KEY_VARIABLE } from '../secrets/keyring.ts'
import { sealedBy } from '../secrets/sealing.ts'
import { encryptedSamples } from '../store/repositories/encrypted-columns.ts'
import type { Db } from '../store/schema.ts'

/** What may be known of the master key of this machine. */
export interface MasterKeyFacts {
  /** The variable or the file it comes from. */
  readonly source: string
  /** Public; null when the key cannot be read. */
  readonly id: string | null
  /** Of all keys that are there, the newest first: several while secrets are sealed anew. */
  readonly ids: readonly string[]
  /** Why it cannot be read. */
  readonly fault: string | null
}

export interface MasterKeySources {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly keyFile: string
  readonly random: RandomBytes
}

/** Looks, and makes none: null when there is no key yet. */
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

/** The ids of the master keys that sealed what is stored, in order. */
export async function sealingKeyIds(db: Db): Promise<string[]> {
  const ids = (await encryptedSamples(db)).map(sealedBy).filter((id) => id !== undefined)
  return ids.sort()
}
