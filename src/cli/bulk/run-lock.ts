import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../api/make-folder.ts'
import { refusedError } from '../usage.ts'

/**
 * Makes this process the only one at work on a ledger: a second run would begin it anew under the first. Answers how the
 * lock is given back; one whose process is gone is taken over.
 * @param name of the input, as people know it
 * @throws WardenError `refused` while another run is under way
 */
export function lockRun(ledger: string, name: string): () => void {
  const path = `${ledger}.lock`
  makeFolder(dirname(path))
  while (!made(path)) {
    const pid = Number(readFileSync(path, 'utf8'))
    if (isAlive(pid))
      throw refusedError(`another run of ${name} is under way (process ${pid}); nothing was sent`, {
        details: [`If that process is none of ours, delete ${path}.`],
      })
    rmSync(path, { force: true })
  }
  return () => rmSync(path, { force: true })
}

function made(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeFileSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's is alive as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
