import { WardenError } from '../../shared/errors.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { type Keyring, MASTER_KEY_VARIABLE } from '../secrets/keyring.ts'
import { activeSignerKey } from '../signing/signer.ts'
import type { Store } from '../store/store.ts'

/**
 * Makes sure that the master key here is the one of every other server of the database, by the signer's key, which is
 * made where there is none: of two that begin at once one makes it, and the other has to be able to read it.
 * @throws WardenError `another-master-key`
 */
export async function verifyMasterKey(
  { store, keyring, database }: { readonly store: Store; readonly keyring: () => Keyring; readonly database: string },
  random: RandomBytes,
  now: number,
): Promise<void> {
  try {
    await store.write((db) => activeSignerKey({ db, keyring, random, now }))
  } catch (error) {
    if (!(error instanceof WardenError) || error.code !== 'sealed-with-another-key') throw error
    throw new WardenError({
      kind: 'refused',
      code: 'another-master-key',
      message: `the master key here is ${keyring().id}, and the secrets of ${database} are sealed with another`,
      details: [
        error.message,
        `Every server of a database has the same key: in ${MASTER_KEY_VARIABLE}, or in a copy of the same key file.`,
      ],
      try: 'txwarden local status',
      cause: error,
    })
  }
}
