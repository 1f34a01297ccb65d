import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** The largest databases of the tests, with room for what runs beside them (bytes). */
const ENOUGH = 1024 ** 3

/**
 * Temporary folders of the tests are kept in memory where that is possible. They make databases by the thousand, each
 * synced to the disk with every commit, and no test of the suite pulls the plug: the campaigns do, on the disk.
 * Whoever sets TMPDIR has it there.
 */
export default function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return undefined
  const folder = mkdtempSync(join(MEMORY, 'txwarden-tests-'))
  process.env.TMPDIR = folder
  return () => {
    delete process.env.TMPDIR
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
