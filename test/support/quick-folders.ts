import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Size of the largest test databases, with space for parallel tests (bytes). */
const ENOUGH = 1024 ** 3

/**
 * One folder for all temporary files of a run, removed after it. In memory if possible, unless TMPDIR is set: tests
 * create thousands of databases and sync each commit, and only the campaigns test power loss.
 */
export default function setup(): () => void {
  const { TMPDIR } = process.env
  const folder = mkdtempSync(join(TMPDIR === undefined && hasRoom() ? MEMORY : tmpdir(), 'txwarden-tests-'))
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    rmSync(folder, { recursive: true, force: true })
  }
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH
  } catch {
    return false
  }
}
