import { closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { refusal, type WardenError } from '../../../shared/errors.ts'
import { missingKeyIds } from '../../records/master-key.ts'
import { type KeyringSources, MASTER_KEY_VARIABLE, readOrCreateKeyring } from '../../secrets/keyring.ts'
import { openEnclosedKeys } from '../../secrets/passphrase.ts'
import { countRows, type RowCounts } from '../../store/repositories/row-counts.ts'
import { copyDatabase, enclosedKey, encloseKey } from '../../store/sqlite/backup-file.ts'
import { isSameFile } from '../../store/sqlite/files.ts'
import type { Store } from '../../store/store.ts'
import type { DatabaseOptions } from '../database-options.ts'
import { forgetSecrets } from '../keys/forget-secrets.ts'
import { type MasterKeyFacts, masterKeyFacts } from '../keys/master-key.ts'
import { reseal } from '../keys/reseal.ts'
import { replaceContent } from './replace.ts'

export interface RestoreReport {
  readonly database: string
  /** Absolute. */
  readonly file: string
  /** File of the replaced database; null when there was none. */
  readonly keptAs: string | null
  readonly rows: RowCounts
  readonly masterKey: MasterKeyFacts | null
  /** Number of secrets re-encrypted from the backup's master key with this machine's. */
  readonly resealed: number
  /** Ids of master keys that are not available here: their secrets were left out. */
  readonly sealedByOthers: readonly string[]
}

export interface RestoreOptions {
  /** Decrypts the master key in the backup; unused when this machine's key is sufficient. */
  readonly passphrase?: string
  /** Restores also a backup with secrets that cannot be decrypted here, without these secrets. */
  readonly withoutSecrets?: boolean
  /** Asks before the database is replaced, once the file was found sound; what it throws changes nothing. */
  readonly confirm?: () => Promise<void>
}

/**
 * Replaces the local database with a backup, also when the database is damaged or newer. Only reads the backup file.
 * Re-encrypts secrets of the backup's own master key with this machine's.
 * @throws WardenError `restore-from-itself`, `served`, `not-a-database`, `foreign-database`, `damaged-database`,
 *   `newer-database`, `passphrase-needed`, `wrong-passphrase`, `backup-of-another-key`
 */
export async function restore(
  database: string,
  file: string,
  options: RestoreOptions,
  deps: Pick<DatabaseOptions, 'clock' | 'random'>,
  keySources: KeyringSources,
): Promise<RestoreReport> {
  const source = resolve(file)
  if (resolve(database) === source || isSameFile(database, source))
    throw refusal('restore-from-itself', `${source} is the local database`)
  let enclosed: string | undefined
  const { keptAs, inspected } = await replaceContent({
    ...deps,
    database,
    action: 'restore',
    audited: { file: source },
    prepare: async (path) => {
      await copyDatabase(openReadOnly(source), source, path)
      enclosed = enclosedKey(path)
      if (enclosed !== undefined) encloseKey(path, undefined)
    },
    inspect: async (store) => {
      const sealedByOthers = options.withoutSecrets ? await missingKeyIds(store.read, idsHere(keySources)) : []
      if (sealedByOthers.length > 0) await store.write((db) => forgetSecrets(db, sealedByOthers, deps.clock.now()))
      const resealed = await makeReadable(store, { ...options, file: source, enclosed }, keySources)
      await options.confirm?.()
      return { resealed, rows: await countRows(store.read, (await store.facts()).rowEstimates), sealedByOthers }
    },
  })
  return { database, file: source, keptAs, masterKey: masterKeyFacts(keySources), ...inspected }
}

interface Incoming extends RestoreOptions {
  readonly file: string
  readonly enclosed: string | undefined
}

/** Ensures that this machine's master key decrypts the backup's secrets. Returns the number of re-encrypted ones. */
async function makeReadable(store: Store, incoming: Incoming, keySources: KeyringSources): Promise<number> {
  const { file, enclosed, passphrase } = incoming
  const missing = await missingKeyIds(store.read, idsHere(keySources))
  if (missing.length === 0) return 0
  const here = masterKeyFacts(keySources)
  if (enclosed === undefined) throw ofAnotherKey(file, missing, here, keySources)
  if (passphrase === undefined) throw passphraseNeeded(file, missing)
  const theirs = await openEnclosedKeys(enclosed, passphrase, keySources.random)
  const lacking = missing.filter((id) => theirs.keyOf(id) === undefined)
  if (lacking.length > 0) throw ofAnotherKey(file, lacking, here, keySources)
  return reseal(store, theirs, readOrCreateKeyring(keySources))
}

/** Ids of the keys of this machine; none where its key cannot be read. Never creates one. */
function idsHere(keySources: KeyringSources): readonly string[] {
  return masterKeyFacts(keySources)?.ids ?? []
}

/** Read-only: opening must not change the backup, not even by a checkpoint of its WAL. */
function openReadOnly(file: string): DatabaseSync {
  // Reports the reason for a wrong path; SQLite only reports that it cannot open the file.
  closeSync(openSync(file, 'r'))
  return new DatabaseSync(file, { readOnly: true })
}

function passphraseNeeded(file: string, missing: readonly string[]): WardenError {
  return refusal(
    'passphrase-needed',
    `${file} contains its master key (${missing.join(', ')}), encrypted with a passphrase`,
    { details: ['Give the passphrase that was used for the backup. Nothing was changed.'], parameters: { file } },
  )
}

function ofAnotherKey(
  file: string,
  missing: readonly string[],
  here: MasterKeyFacts | null,
  { keyFile }: KeyringSources,
): WardenError {
  const ours =
    here === null ? 'this machine has none' : `this machine has ${here.id ?? 'an unreadable key'} (${here.source})`
  return refusal(
    'backup-of-another-key',
    `secrets in ${file} are encrypted with master key ${missing.join(', ')}; ${ours}`,
    {
      details: [
        'Nothing was changed.',
        here === null
          ? `Put that key into ${keyFile} (mode 0600), or into ${MASTER_KEY_VARIABLE}.`
          : `Add that key to ${here.source}, on a line after the existing key.`,
        'If the key is lost, --without-secrets restores everything else; then enter the secrets again.',
      ],
      parameters: { file },
    },
  )
}
