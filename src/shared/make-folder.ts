import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { WardenError } from './errors.ts'

/**
 * Makes the folder and what leads to it, for this user only. Part by part: `recursive` never ends where a folder is
 * there and takes no new ones (below /proc).
 * @throws WardenError 'refused' where no folder can be made; the system's own error for rights and full disks
 */
export function makeFolder(path: string): void {
  const missing: string[] = []
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at)
  for (const folder of missing) makeOne(folder)
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another process was faster.
    if (code === 'EEXIST') return
    if (code !== 'ENOENT') throw error
    throw new WardenError({
      kind: 'refused',
      code: 'folder',
      message: `the folder ${folder} cannot be made: ${dirname(folder)} takes none`,
      try: 'txwarden config explain',
      cause: error,
    })
  }
}
