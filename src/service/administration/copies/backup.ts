import { existsSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { notFound, refusal, type WardenError } from '../../../shared/errors.ts'
import { draftBeside, publish } from '../../../shared/files/whole-file.ts'
import { fileTime } from '../../../shared/text/iso-date.ts'
import { sha256 } from '../../../shared/text/sha256.ts'
import { requireMasterKey } from '../../records/master-key.ts'
import { type KeyringSources, MasterKey } from '../../secrets/keyring.ts'
import { encloseKeys, passphraseFault } from '../../secrets/passphrase.ts'
import { openStore } from '../../store/open.ts'
import { copyDatabase, encloseKey } from '../../store/sqlite/backup-file.ts'
import { databaseFiles, isSameFile, realNameOf, removeDatabaseFiles } from '../../store/sqlite/files.ts'
import { readMark } from '../../store/sqlite/high-water-mark.ts'
import { checkIntegrity } from '../../store/sqlite/integrity-check.ts'
import { recordBackup } from '../../store/sqlite/last-backup.ts'
import { databaseExists } from '../../store/sqlite/lost-database.ts'
import { requireSoleName } from '../../store/sqlite/sole-name.ts'
import { type MasterKeyFacts, masterKeyFacts } from '../keys/master-key.ts'

/** Names that sort by time, for each database: txwarden-1a2b3c4d-20260102T030405Z.db. */
const NAME = /^(txwarden-[0-9a-f]{8}-)\d{8}T\d{6}Z\.db$/

export interface BackupReport {
  readonly database: string
  /** Absolute. */
  readonly file: string
  readonly bytes: number
  /** Rows of all tables, equal in the database and in the copy. */
  readonly rows: number
  /** Key of the secrets in the file; null when there is no key yet. */
  readonly masterKey: MasterKeyFacts | null
  /** Whether the file contains the master key, encrypted with the passphrase. */
  readonly keyInside: boolean
  /** Older backups that were removed from the folder; absent: none are ever. */
  readonly removed?: readonly string[]
  /** Backups in the folder whose names are of a later time; absent: none were looked for. */
  readonly ahead?: readonly string[]
}

export interface BackupOptions {
  readonly overwrite: boolean
  /** Adds the master key to the file, encrypted with it. */
  readonly passphrase?: string
  /** Reads the complete file again, as a later reader finds it. */
  readonly verify?: boolean
  /** The target is a folder; the newest so many backups of the database stay in it. */
  readonly keep?: number | undefined
  /** The backup is complete, but its name could not be written beside the database. */
  readonly onUnrecorded?: (error: unknown) => void
}

/**
 * Copies a consistent snapshot of the database to `file` (0600), also during commands and a `serve`. The file gets its
 * name when the copy is complete, verified and on the disk.
 * @throws WardenError `no-database`, `no-folder`, `file-exists`, `backup-over-own-file`, `damaged-database`, `damaged-mark`,
 *   `weak-passphrase`, and with a passphrase what `requireMasterKey` throws; what `requireSoleName` throws
 */
export async function backUp(
  database: string,
  file: string,
  { overwrite, passphrase, verify = false, keep, onUnrecorded }: BackupOptions,
  keySources: KeyringSources,
  now: number,
): Promise<BackupReport> {
  if (!databaseExists(database))
    throw notFound('no-database', `there is no database yet: the first command that needs it creates ${database}`)
  requireSoleName(database)
  const target = keep === undefined ? resolve(file) : backupFileIn(resolve(file), database, now)
  refuseOwnFile(target, [...databaseFiles(database), keySources.keyFile])
  const folder = dirname(target)
  if (!existsSync(folder)) throw noFolder(folder, file)
  if (keep !== undefined && !statSync(folder).isDirectory()) throw noFolder(folder, file)
  if (!overwrite && lstatSync(target, { throwIfNoEntry: false }))
    throw refusal('file-exists', `${target} already exists`, { parameters: { file: target } })
  const enclosed = passphrase === undefined ? undefined : await enclosedKeys(passphrase, database, keySources)
  const draft = draftBeside(target)
  let rows: number
  try {
    const mark = readMark(database)
    rows = await copyDatabase(new DatabaseSync(database), database, draft, mark)
    encloseKey(draft, enclosed)
    if (verify) checkIntegrity(draft)
    publish(draft, target, { replace: overwrite })
  } finally {
    removeDatabaseFiles(draft)
  }
  try {
    recordBackup(database, { file: target, at: now })
  } catch (error) {
    // A read-only folder: the backup matters, its name only helps.
    onUnrecorded?.(error)
  }
  return {
    database,
    file: target,
    bytes: statSync(target).size,
    rows,
    masterKey: masterKeyFacts(keySources),
    keyInside: enclosed !== undefined,
    ...(keep !== undefined && removeOldBackups(target, keep)),
  }
}

/** The key of the stored secrets; undefined when there is none yet. */
async function enclosedKeys(
  passphrase: string,
  database: string,
  keySources: KeyringSources,
): Promise<string | undefined> {
  const fault = passphraseFault(passphrase)
  if (fault !== undefined)
    throw refusal('weak-passphrase', `the passphrase ${fault}`, {
      details: ['Anyone with the backup can try passphrases offline.'],
    })
  await using stores = new AsyncDisposableStack()
  const store = await openStore(database, { env: keySources.env })
  stores.defer(() => store.close())
  const keyring = await requireMasterKey(store.read, new MasterKey(keySources))
  return keyring && encloseKeys(keyring, passphrase, keySources.random)
}

function refuseOwnFile(target: string, own: readonly string[]): void {
  if (!own.some((path) => resolve(path) === target || isSameFile(path, target))) return
  throw refusal('backup-over-own-file', `${target} belongs to the local database`, {
    details: ['Choose another file for the backup.'],
  })
}

function noFolder(folder: string, file: string): WardenError {
  return refusal('no-folder', `folder ${folder} does not exist`, { parameters: { folder, file } })
}

/** The file of a backup at a time (ms) in a folder, which can have backups of other databases. */
function backupFileIn(folder: string, database: string, at: number): string {
  const id = sha256(realNameOf(database)).slice(0, 8)
  return join(folder, `txwarden-${id}-${fileTime(at)}.db`)
}

/** What became of the backups beside a new one; absolute paths. */
interface KeptBackups {
  readonly removed: string[]
  /** Made while the clock was ahead: they count among none, and stay. */
  readonly ahead: string[]
}

/** Removes the oldest backups of a database beside a new one but the newest `keep`, itself among them. Other files stay. */
function removeOldBackups(made: string, keep: number): KeptBackups {
  const folder = dirname(made)
  const startOf = (name: string) => NAME.exec(name)?.[1]
  const start = startOf(basename(made))
  const backups = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && startOf(entry.name) === start)
    .map(({ name }) => name)
    .sort()
  const pathOf = (name: string) => join(folder, name)
  const isAhead = (name: string) => name > basename(made)
  const due = backups.filter((name) => !isAhead(name))
  const removed = due.slice(0, Math.max(0, due.length - Math.max(1, keep))).map(pathOf)
  for (const path of removed) rmSync(path)
  return { removed, ahead: backups.filter(isAhead).map(pathOf) }
}
