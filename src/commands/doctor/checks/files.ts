import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'
import { profileFilePath } from '../../../config/profiles/profile-file.ts'
import { readProfiles } from '../../../config/profiles/profile-store.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import { type Check, type CheckVerdict, fail, pass, warn } from '../check.ts'

const OTHERS = 0o077

export const configFile: Check = {
  name: 'config file',
  look: async ({ context }) => {
    const path = profileFilePath(context.paths)
    if (!existsSync(path)) return [pass(`none yet (${path})`)]
    const unreadable = accessFault(path)
    if (unreadable !== undefined)
      return [fail(`${path} cannot be read (${unreadable})`, `ls -ld ${quoteWord(dirname(path))} ${quoteWord(path)}`)]
    const { profiles } = readProfiles(context.paths)
    const holdsKeys = Object.values(profiles).some((profile) => profile['validation-key'] ?? profile['management-key'])
    return [modeVerdict(path, statSync(path).mode, holdsKeys)]
  },
}

/** Why the file cannot be read, as the system says it; undefined when it can. */
function accessFault(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown error'
  }
}

/** Windows uses ACLs; its mode bits mean nothing. */
function modeVerdict(path: string, mode: number, holdsKeys: boolean): CheckVerdict {
  if (platform() === 'win32' || (mode & OTHERS) === 0) return pass(path)
  const text = `${path} is accessible to other users (mode ${(mode & 0o777).toString(8).padStart(4, '0')})`
  const next = `chmod 600 ${quoteWord(path)}`
  return holdsKeys ? fail(`${text} and contains API keys`, next) : warn(text, next)
}

export const home: Check = {
  name: 'folders',
  look: async ({ context }) => {
    const { config, data } = context.paths
    return [...new Set([config, data])].map(folderVerdict)
  },
}

/** Creates a folder to find out: permissions, read-only mounts and quotas all matter. */
function folderVerdict(folder: string): CheckVerdict {
  const there = nearest(folder)
  try {
    rmdirSync(mkdtempSync(join(there, '.txwarden-doctor-')))
    return pass(there === folder ? `${folder} is writable` : `${folder} can be created`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return fail(`${folder} is not writable (${code}, in ${there})`, `ls -ld ${quoteWord(there)}`)
  }
}

/** The folder itself, or its nearest existing parent. */
export function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}
