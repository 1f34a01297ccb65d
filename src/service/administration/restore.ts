import { closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import type { Clock, RandomBytes } from '../runtime/deps.ts'
import { loadKeyring, MASTER_KEY_VARIABLE } from '../secrets/keyring.ts'
import { openEnclosedKeys } from '../secrets/passphrase.ts'
import { countRows, type RowCounts } from '../store/repositories/row-counts.ts'
import { copyDatabase, enclosedKey, encloseKey } from '../store/sqlite/backup-file.ts'
import { isSameFile } from '../store/sqlite/files.ts'
import type { Store } from '../store/store.ts'
import { type MasterKeyFacts, type MasterKeySources, masterKeyFacts, sealingKeyIds } from './master-key.ts'
import { replaceContent } from './replace.ts'
import { reseal } from './reseal.ts'

export interface RestoreReport {
  readonly database: string
  /** Absolute. */
  readonly file: string
  /** Where the replaced database is; null when there was none. */
  readonly keptAs: string | null
  readonly rows: RowCounts
  readonly masterKey: MasterKeyFacts | null
  /** How many secrets came with a master key of their own, and are sealed with the one here now. */
  readonly resealed: number
  /** Ids of master keys other than ours that sealed secrets in it: those secrets cannot be read here. */
  readonly sealedByOthers: readonly string[]
}

export interface RestoreOptions {
  /** Opens the master key inside the backup; not looked at when the one here is enough. */
  readonly passphrase?: string
  /** Restores the rest also when secrets in it cannot be read here, and never will be. */
  readonly withoutSecrets?: boolean
}

/**
 * Puts a backup in the place of the local database, also of one that is damaged or of a newer program. The file itself
 * is only read. Secrets that only the master key inside can open are sealed anew with the one of this machine.
 * @throws WardenError `restore-from-itself`, `served`, `not-a-database`, `foreign-database`, `damaged-database`,
 *   `newer-database`, `passphrase-needed`, `wrong-passphrase`, `backup-of-another-key`
 */
export async function restore(
  database: string,
  file: string,
  options: RestoreOptions,
  deps: { readonly clock: Clock; readonly random: RandomBytes },
  keySources: MasterKeySources,
): Promise<RestoreReport> {
  const source = resolve(file)
  if (resolve(database) === source || isSameFile(database, source)) throw fromItself(source)
  let enclosed: string | undefined
  const { keptAs, seen } = await replaceContent({
    ...deps,
    database,
    action: 'restore',
    audited: { file: source },
    prepare: async (path) => {
      await copyDatabase(openReadOnly(source), source, path)
      enclosed = enclosedKey(path)
      if (enclosed !== undefined) encloseKey(path, undefined)
    },
    look: async (store) => ({
      resealed: await makeReadable(store, { ...options, file: source, enclosed }, keySources),
      rows: await countRows(store.read, (await store.facts()).rowEstimates),
      sealedByOthers: await strangers(store, keySources),
    }),
  })
  return { database, file: source, keptAs, masterKey: masterKeyFacts(keySources), ...seen }
}

interface Incoming extends RestoreOptions {
  readonly file: string
  readonly enclosed: string | undefined
}

/** Makes sure that the master key here opens what is inside, before anything is replaced. Answers what was sealed anew. */
async function makeReadable(store: Store, incoming: Incoming, keySources: MasterKeySources): Promise<number> {
  const { file, enclosed, passphrase, withoutSecrets } = incoming
  const missing = await strangers(store, keySources)
  if (missing.length === 0 || withoutSecrets) return 0
  const here = masterKeyFacts(keySources)
  if (enclosed === undefined) throw ofAnotherKey(file, missing, here, keySources)
  if (passphrase === undefined) throw passphraseNeeded(file, missing)
  const theirs = await openEnclosedKeys(enclosed, passphrase, keySources.random)
  const lacking = missing.filter((id) => theirs.keyOf(id) === undefined)
  if (lacking.length > 0) throw ofAnotherKey(file, lacking, here, keySources)
  return reseal(store, theirs, loadKeyring(keySources))
}

/** Ids of the keys that sealed something in it and are not here. Makes no key. */
async function strangers(store: Store, keySources: MasterKeySources): Promise<string[]> {
  const ids = await sealingKeyIds(store.read)
  const ours = masterKeyFacts(keySources)?.ids ?? []
  return ids.filter((id) => !ours.includes(id))
}

/** Somebody's backup: not even its log is folded into it. */
function openReadOnly(file: string): DatabaseSync {
  // Says what is wrong with the path, where SQLite only says that it cannot open it.
  closeSync(openSync(file, 'r'))
  return new DatabaseSync(file, { readOnly: true })
}

function fromItself(file: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'restore-from-itself',
    message: `${file} is the local database itself`,
    try: 'txwarden local restore <file>',
  })
}

function passphraseNeeded(file: string, missing: readonly string[]): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'passphrase-needed',
    message: `${file} has its master key (${missing.join(', ')}) inside: the passphrase is needed to read its secrets`,
    details: ['It is the one that was given when the backup was made. Nothing was changed.'],
    try: `txwarden local restore ${quoteWord(file)} --passphrase-file <file>`,
  })
}

function ofAnotherKey(
  file: string,
  missing: readonly string[],
  here: MasterKeyFacts | null,
  { keyFile }: MasterKeySources,
): WardenError {
  const ours = here === null ? 'there is none here' : `here is ${here.id ?? 'one that cannot be read'} (${here.source})`
  return new WardenError({
    kind: 'refused',
    code: 'backup-of-another-key',
    message: `secrets in ${file} are sealed with master key ${missing.join(', ')}; ${ours}`,
    details: [
      'Nothing was changed.',
      here === null
        ? `Put that key into ${keyFile} (mode 0600), or into ${MASTER_KEY_VARIABLE}.`
        : `Add that key to ${here.source}, on a line after the one that is there.`,
      'When that key is lost, --without-secrets restores the rest: then the secrets have to be given again.',
    ],
    try: `txwarden local restore ${quoteWord(file)} --without-secrets`,
  })
}
