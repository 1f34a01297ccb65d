/** Room: Files that are read or replaced as a whole, and locks. */

import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { refusal, WardenError } from '../errors.ts'
import { systemClock } from '../time/clock.ts'
import { DAY_MS } from '../time/units.ts'
import { crc32 } from './crc32.ts'

/** Read and write for the owner only. */
export const PRIVATE = 0o600

/** Owner of a draft: host, process; then a random part, and the suffix of the files beside a database. */
const DRAFT = /^\.txwarden-draft-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}(?:-journal|-wal|-shm|-mark)?$/
/** Processes of other hosts and containers cannot be looked up: their drafts are kept for this time (ms). */
const KEPT_OF_OTHERS_MS = DAY_MS

interface WriteOptions {
  /** False: the file must not exist yet, also when another process creates it meanwhile. */
  readonly replace: boolean
  readonly mode?: number
  /** False for caches, which a power cut may lose. */
  readonly isDurable?: boolean
  /** False for a file that is written often: does not list the folder for what ended processes left there. */
  readonly sweeps?: boolean
}

/**
 * Writes a file that appears under its name only when it is complete (mode 0600 by default). A symbolic link of that name
 * is replaced, not followed.
 * @throws WardenError `file-exists`
 */
export function writeWhole(
  path: string,
  text: string,
  { replace, mode = PRIVATE, isDurable = true, sweeps = true }: WriteOptions,
): void {
  const draft = sweeps ? draftBeside(path) : draftName(path)
  try {
    const file = openSync(draft, 'wx', PRIVATE)
    try {
      writeFileSync(file, text)
      if (mode !== PRIVATE) fchmodSync(file, mode)
      if (isDurable) fsyncSync(file)
    } finally {
      closeSync(file)
    }
    publish(draft, path, { replace, isDurable })
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A new name in the folder of `path`. Removes what ended processes left there. */
export function draftBeside(path: string): string {
  removeAbandonedDrafts(dirname(path))
  return draftName(path)
}

function draftName(path: string): string {
  const unique = Buffer.alloc(6)
  crypto.getRandomValues(unique)
  return join(dirname(path), `.txwarden-draft-${thisHost()}-${process.pid}-${unique.toString('hex')}`)
}

/**
 * Gives a complete, synced draft its name.
 * @throws WardenError `file-exists`, `is-a-folder`
 */
export function publish(
  draft: string,
  path: string,
  { replace, isDurable = true }: Pick<WriteOptions, 'replace' | 'isDurable'>,
): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) throw refusal('is-a-folder', `${path} is a folder`)
  if (replace) renameSync(draft, path)
  else giveNewName(draft, path)
  if (!isDurable) return
  try {
    syncName(path)
  } catch (error) {
    // What may be lost by a power cut is no file that was written: the next attempt finds its name free.
    if (!replace) rmSync(path, { force: true })
    throw error
  }
}

/** A rename would replace a file that appeared meanwhile; a link fails. */
function giveNewName(draft: string, path: string): void {
  try {
    linkSync(draft, path)
    rmSync(draft)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw fileExists(path, error)
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code ?? '')) throw error
    // The file system has no hard links.
    createPrivate(path)
    renameSync(draft, path)
  }
}

/** @throws WardenError `file-exists` */
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE))
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? fileExists(path, error) : error
  }
}

/**
 * Creates a lock file (0600) when it is missing. Never opens an existing one: closing it would release the lock that
 * this process holds on it (fcntl(2), POSIX locks).
 * @throws WardenError `symbolic-link`
 */
export function createLockFile(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isSymbolicLink()) throw refusal('symbolic-link', `${path} is a symbolic link`)
  if (stats) return
  try {
    createPrivate(path)
  } catch (error) {
    // Another process created it.
    if (!(error instanceof WardenError)) throw error
  }
}

/** Opens a file for writing at its end; creates it with mode 0600. A symbolic link is refused. */
export function openPrivate(path: string): number {
  // Windows has no such flag.
  const noFollow = constants.O_NOFOLLOW ?? 0
  return openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | noFollow, PRIVATE)
}

/** Syncs content and name of a new file to the disk. */
export function syncFile(path: string): void {
  sync(path, 'r+')
  syncName(path)
}

/** Syncs the folder after a rename. Not possible on Windows. */
function syncName(path: string): void {
  if (platform() !== 'win32') sync(dirname(path), 'r')
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function removeAbandonedDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, host, pid] = DRAFT.exec(name) ?? []
    if (host === undefined) continue
    const path = join(folder, name)
    try {
      if (isAbandoned(path, host, Number(pid))) rmSync(path, { force: true })
    } catch {
      // Another user's file, or already removed: not a reason to fail.
    }
  }
}

function isAbandoned(path: string, host: string, pid: number): boolean {
  const { mtimeMs } = lstatSync(path)
  if (host !== thisHost()) return systemClock.now() - mtimeMs > KEPT_OF_OTHERS_MS
  // An ended process had the same id, as the first process of a container always has.
  if (pid === process.pid) return mtimeMs < performance.timeOrigin
  return !isRunning(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function thisHost(): string {
  return crc32(hostname()).toString(16).padStart(8, '0')
}

function fileExists(path: string, cause: unknown): WardenError {
  return refusal('file-exists', `${path} already exists`, { cause })
}
