import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'
import { isPostgresUrl } from '../../shared/database-url.ts'
import { WardenError } from '../../shared/errors.ts'
import { makeFolder } from '../../shared/make-folder.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { formatMasterKeys, KEY_BYTES, parseMasterKeys } from './master-key.ts'

/** A line of the file. */
const UNDER_WAY = '# The first key is taking the place of the others: txwarden local rekey finishes that.'

const OPEN_TO_OTHERS = 0o077
/** Windows reports made-up mode bits: access there is a matter of ACLs. */
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
  const name = [host, port || '5432', pathname.slice(1) || 'default'].map(encodeURIComponent).join('-')
  return join(keyFolder, `postgres-${name}.key`)
}

/** The keys in `path`, newest first; a missing file is made first. Processes that start at once agree on one key. */
export function readOrCreateKeyFile(path: string, random: RandomBytes): readonly Uint8Array[] {
  try {
    return readKeyFile(path) ?? createKeyFile(path, random)
  } catch (error) {
    if (error instanceof WardenError) throw error
    throw new WardenError({
      kind: 'unexpected',
      code: 'key-file-unusable',
      message: `The key file ${path} cannot be read or made: ${systemCode(error)}`,
      details: ['The key can come from the environment instead.'],
      try: `export TXWARDEN_MASTER_KEY="$(openssl rand -base64 ${KEY_BYTES})"`,
      cause: error,
    })
  }
}

/**
 * Puts other keys into the file, newest first: whoever reads it sees the former content or the new one, also after a
 * power cut.
 */
export function replaceKeyFile(
  path: string,
  keys: readonly Uint8Array[],
  random: RandomBytes,
  { isUnderWay = false }: { readonly isUnderWay?: boolean } = {},
): void {
  const draft = draftName(path, random)
  try {
    writeDurably(draft, `${isUnderWay ? `${UNDER_WAY}\n` : ''}${formatMasterKeys(keys)}`)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  syncDirectory(dirname(path))
}

/** Whether the first key in the file is to take the place of the others: several may stand there for good as well. */
export function isReplacementUnderWay(path: string): boolean {
  return readFileSync(path, 'utf8').split(/\r?\n/).includes(UNDER_WAY)
}

/** Changes whenever the file is replaced; undefined when there is none. */
export function keyFileStamp(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && [found.dev, found.ino, found.mtimeNs, found.size].join()
}

function readKeyFile(path: string): readonly Uint8Array[] | undefined {
  const file = openExisting(path)
  if (file === undefined) return undefined
  try {
    // Mode and content of the same open file: a swap between two looks at the path cannot slip in.
    const { mode } = fstatSync(file)
    if (hasModes && (mode & OPEN_TO_OTHERS) !== 0) throw openToOthers(path, mode)
    const keys = parseMasterKeys(readFileSync(file, 'utf8'))
    if (keys) return keys
  } finally {
    closeSync(file)
  }
  throw new WardenError({
    kind: 'unexpected',
    code: 'bad-key-file',
    message: `The key file ${path} does not hold a key: base64 or hex of ${KEY_BYTES} bytes`,
    details: ['Put the right file back from a backup: what it sealed cannot be read with a new key.'],
    try: `wc -c ${quoteWord(path)}`,
  })
}

/**
 * Writes a file beside the wanted one, whole and on disk, then links it to its name: a link fails when the name is
 * taken, so that of two processes one wins, and nobody ever reads half a key (which `wx` on the name itself allows).
 */
function createKeyFile(path: string, random: RandomBytes): readonly Uint8Array[] {
  makeFolder(dirname(path))
  const draft = draftName(path, random)
  writeDurably(draft, formatMasterKeys([random(KEY_BYTES)]))
  try {
    linkSync(draft, path)
    syncDirectory(dirname(path))
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const keys = readKeyFile(path)
  if (keys) return keys
  throw new Error(`${path} vanished right after it was made`)
}

function draftName(path: string, random: RandomBytes): string {
  return `${path}.${Buffer.from(random(8)).toString('hex')}.tmp`
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The name must survive a power cut as well: rows may be sealed with the key a moment later. */
function syncDirectory(path: string): void {
  if (!hasModes) return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
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
  return new WardenError({
    kind: 'refused',
    code: 'key-file-open-to-others',
    message: `The key file ${path} is open to other users (mode ${(mode & 0o777).toString(8).padStart(4, '0')})`,
    details: ['Whoever can read it can read every stored token.'],
    try: `chmod 600 ${quoteWord(path)}`,
  })
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
