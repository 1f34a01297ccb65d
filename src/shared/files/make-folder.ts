import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { refusal } from '../errors.ts'

/**
 * Creates a folder and its parents, with access for this user only. One at a time: `recursive` loops forever below
 * folders that accept none (/proc).
 * @throws WardenError `folder` where none can be created; the system's error for permissions and full disks
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
    // Another process created it.
    if (code === 'EEXIST') return
    if (code !== 'ENOENT') throw error
    throw refusal('folder', `cannot create the folder ${folder}: ${dirname(folder)} accepts no folders`, {
      try: 'txwarden config explain',
      cause: error,
    })
  }
}
