import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** The largest databases of the tests, with room for what runs beside them (bytes). */
const ENOUGH = 1024 ** 3

/**
 * One folder for all temporary files of a run, removed after it. It is in memory where that is possible, unless TMPDIR
 * says otherwise: tests make databases by the thousand, each synced with every commit, and only the campaigns cut the
 * power of a disk. The processes that tests start share a compile cache there.
 */
export default function setup(): () => void {
  const { TMPDIR } = process.env
  const folder = mkdtempSync(join(TMPDIR === undefined && hasRoom() ? MEMORY : tmpdir(), 'txwarden-tests-'))
  process.env.TMPDIR = folder
  process.env.NODE_COMPILE_CACHE = join(folder, 'compile-cache')
  return () => {
    delete process.env.NODE_COMPILE_CACHE
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
