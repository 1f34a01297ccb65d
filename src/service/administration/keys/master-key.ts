import { WardenError } from '../../../shared/errors.ts'
import { isKeyInVariable, type KeyringSources, MASTER_KEY_VARIABLE, readKeyring } from '../../secrets/keyring.ts'

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
  /** The command that helps then, of a file: the variable is the caller's to change. */
  readonly next?: string
}

/** Null when there is no key yet; never creates one. */
export function masterKeyFacts(sources: KeyringSources): MasterKeyFacts | null {
  const { env, keyFile } = sources
  const source = isKeyInVariable(env) ? MASTER_KEY_VARIABLE : keyFile
  try {
    const keyring = readKeyring(sources)
    return keyring ? { source, id: keyring.id, ids: keyring.ids, fault: null } : null
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    const next = isKeyInVariable(env) ? undefined : error.try
    return { source, id: null, ids: [], fault: error.message, ...(next !== undefined && { next }) }
  }
}
