import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import { loadKeyring } from '../secrets/keyring.ts'
import { encloseKeys, passphraseFault } from '../secrets/passphrase.ts'
import { copyDatabase, encloseKey } from '../store/sqlite/backup-file.ts'
import { databaseFiles, hasContent, isSameFile, removeDatabaseFiles, syncName } from '../store/sqlite/files.ts'
import { requireSoleName } from '../store/sqlite/sole-name.ts'
import { type MasterKeyFacts, type MasterKeySources, masterKeyFacts } from './master-key.ts'

export interface BackupReport {
  readonly database: string
  /** Absolute. */
  readonly file: string
  readonly bytes: number
  /** Of all tables together, the same in the database and in the copy. */
  readonly rows: number
  /** What the secrets inside are sealed with; null when there is no key yet. */
  readonly masterKey: MasterKeyFacts | null
  /** Whether the master key is inside as well, under the passphrase. */
  readonly keyInside: boolean
}

export interface BackupOptions {
  readonly overwrite: boolean
  /** Puts the master key into the file, sealed under it. */
  readonly passphrase?: string
}

/**
 * Copies the database, as it is at one moment, into `file` (0600), beside running commands and a `serve`. The copy is
 * checked before it gets its name, so that a backup that is there is a good one.
 * @throws WardenError `no-database`, `no-folder`, `file-exists`, `backup-over-own-file`, `damaged-database`, `weak-passphrase`, and
 *   with a passphrase what `loadKeyring` throws; what `requireSoleName` throws
 */
export async function backUp(
  database: string,
  file: string,
  { overwrite, passphrase }: BackupOptions,
  keySources: MasterKeySources,
): Promise<BackupReport> {
  if (!hasContent(database)) throw noDatabase(database)
  requireSoleName(database)
  const target = resolve(file)
  refuseOwnFile(target, [...databaseFiles(database), keySources.keyFile])
  const folder = dirname(target)
  if (!existsSync(folder)) throw noFolder(folder, file)
  if (existsSync(target) && !overwrite) throw fileExists(target)
  const enclosed = passphrase === undefined ? undefined : await enclosedKeys(passphrase, keySources)
  const draft = `${target}.${Buffer.from(keySources.random(6)).toString('hex')}.partial`
  const claimed = overwrite ? undefined : claim(target)
  let rows: number
  try {
    rows = await copyDatabase(new DatabaseSync(database), database, draft)
    encloseKey(draft, enclosed)
    renameSync(draft, target)
    syncName(target)
  } catch (error) {
    removeDatabaseFiles(draft)
    claimed?.giveBack()
    throw error
  }
  return {
    database,
    file: target,
    bytes: statSync(target).size,
    rows,
    masterKey: masterKeyFacts(keySources),
    keyInside: enclosed !== undefined,
  }
}

/** Undefined when there is no master key yet, and so nothing that it would open. */
async function enclosedKeys(passphrase: string, keySources: MasterKeySources): Promise<string | undefined> {
  const fault = passphraseFault(passphrase)
  if (fault !== undefined) throw weakPassphrase(fault)
  if (masterKeyFacts(keySources) === null) return undefined
  return encloseKeys(loadKeyring(keySources), passphrase, keySources.random)
}

/** Takes the name before the work, so that of two backups to one name the second is refused. */
function claim(target: string): { giveBack: () => void } {
  try {
    closeSync(openSync(target, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw fileExists(target)
    throw error
  }
  return { giveBack: () => rmSync(target, { force: true }) }
}

function refuseOwnFile(target: string, own: readonly string[]): void {
  if (!own.some((path) => resolve(path) === target || isSameFile(path, target))) return
  throw new WardenError({
    kind: 'refused',
    code: 'backup-over-own-file',
    message: `${target} is in use by the local service itself`,
    details: ['Give the backup a name of its own.'],
    try: 'txwarden local backup <file>',
  })
}

function weakPassphrase(fault: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'weak-passphrase',
    message: `the passphrase ${fault}`,
    details: ['Whoever gets hold of the backup can try as many as they like.'],
    try: 'txwarden local backup <file> --with-key',
  })
}

function noFolder(folder: string, file: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'no-folder',
    message: `folder ${folder} does not exist`,
    try: `mkdir -p ${quoteWord(folder)} && txwarden local backup ${quoteWord(file)}`,
  })
}

function fileExists(file: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'file-exists',
    message: `${file} is there already`,
    try: 'txwarden local backup <file> --yes',
  })
}

function noDatabase(database: string): WardenError {
  return new WardenError({
    kind: 'not-found',
    code: 'no-database',
    message: `there is no database yet: ${database} is made by the first command that needs it`,
    try: 'txwarden local status',
  })
}
