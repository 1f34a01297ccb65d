import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'
import { isPostgresUrl } from '../../shared/database-url.ts'
import { refusal, WardenError } from '../../shared/errors.ts'
import { makeFolder } from '../../shared/files/make-folder.ts'
import { writeWhole } from '../../shared/files/whole-file.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { formatMasterKeys, KEY_BYTES, parseMasterKeys } from './master-key.ts'

/** Marks the file during a rekey. */
const UNDER_WAY = '# The first key is taking the place of the others: txwarden local rekey finishes that.'

const OPEN_TO_OTHERS = 0o077
/** False on Windows, which controls access by ACLs and reports meaningless mode bits. */
const hasModes = platform() !== 'win32'

export interface KeyFileLocation {
  readonly database: string
  /** Folder of the key files of PostgreSQL databases; required for one. */
  readonly keyFolder?: string
}

/** Path of the master key's file: beside a SQLite file, or in `keyFolder` under a name made from the PostgreSQL address. */
export function keyFilePath({ database, keyFolder }: KeyFileLocation): string {
  if (!isPostgresUrl(database)) return `${database}.key`
  if (keyFolder === undefined) throw new Error('the key of a PostgreSQL database needs a folder')
  const { hostname, port, pathname, searchParams } = new URL(database)
  const host = hostname || searchParams.get('host') || 'localhost'
  const name = [host, port || searchParams.get('port') || '5432', pathname.slice(1) || 'default']
    .map(encodeURIComponent)
    .join('-')
  return join(keyFolder, `postgres-${name}.key`)
}

/**
 * The keys in `path`, newest first. Undefined for a missing file.
 * @throws WardenError `bad-key-file`, `key-file-open-to-others`, `key-file-unusable`
 */
export function readKeyFile(path: string): readonly Uint8Array[] | undefined {
  return orUnusable(`read the key file ${path}`, () => readKeys(path), `ls -ld ${quoteWord(path)}`)
}

/**
 * Makes a key in `path`. Concurrent processes get the same key.
 * @throws as `readKeyFile`
 */
export function createKeyFile(path: string, random: RandomBytes): readonly Uint8Array[] {
  return orUnusable(
    `create the key file ${path}`,
    () => createKeys(path, random),
    `export TXWARDEN_MASTER_KEY="$(openssl rand -base64 ${KEY_BYTES})"`,
  )
}

function orUnusable<T>(task: string, use: () => T, next: string): T {
  try {
    return use()
  } catch (error) {
    if (error instanceof WardenError) throw error
    throw refusal('key-file-unusable', `cannot ${task}: ${systemCode(error)}`, {
      details: ['TXWARDEN_MASTER_KEY can provide the key instead.'],
      try: next,
      cause: error,
    })
  }
}

/**
 * Replaces the keys in the file, newest first. Readers see the old or the new content, also after a power cut.
 */
export function replaceKeyFile(
  path: string,
  keys: readonly Uint8Array[],
  { isUnderWay = false }: { readonly isUnderWay?: boolean } = {},
): void {
  const text = `${isUnderWay ? `${UNDER_WAY}\n` : ''}${formatMasterKeys(keys)}`
  writeWhole(path, text, { replace: true })
}

/** Whether a rekey is incomplete. Several keys alone do not mean that. */
export function isReplacementUnderWay(path: string): boolean {
  return readFileSync(path, 'utf8').split(/\r?\n/).includes(UNDER_WAY)
}

/** Changes when the file is replaced; undefined without a file. */
export function keyFileStamp(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && [found.dev, found.ino, found.mtimeNs, found.size].join()
}

function readKeys(path: string): readonly Uint8Array[] | undefined {
  const file = openExisting(path)
  if (file === undefined) return undefined
  try {
    // Mode and content come from one open file: no process can replace it between the two reads.
    const { mode } = fstatSync(file)
    if (hasModes && (mode & OPEN_TO_OTHERS) !== 0) throw openToOthers(path, mode)
    const keys = parseMasterKeys(readFileSync(file, 'utf8'))
    if (keys) return keys
  } finally {
    closeSync(file)
  }
  throw refusal('bad-key-file', `no valid key in the key file ${path}: expected base64 or hex of ${KEY_BYTES} bytes`, {
    details: [
      'Restore the file from a backup: a new key cannot decrypt existing secrets. If the key is lost, move the file away and forget them.',
    ],
    try: `wc -c ${quoteWord(path)}`,
  })
}

/** Creates the key file. Where two processes do so, one wins, and no reader sees an incomplete key. */
function createKeys(path: string, random: RandomBytes): readonly Uint8Array[] {
  makeFolder(dirname(path))
  try {
    writeWhole(path, formatMasterKeys([random(KEY_BYTES)]), { replace: false })
  } catch (error) {
    if (!(error instanceof WardenError) || error.code !== 'file-exists') throw error
  }
  const keys = readKeys(path)
  if (keys) return keys
  throw new Error(`${path} disappeared after its creation`)
}

function openExisting(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function openToOthers(path: string, mode: number): WardenError {
  return refusal(
    'key-file-open-to-others',
    `other users can read the key file ${path} (mode ${(mode & 0o777).toString(8).padStart(4, '0')})`,
    { details: ['Anyone who can read it can decrypt every stored secret.'], try: `chmod 600 ${quoteWord(path)}` },
  )
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
