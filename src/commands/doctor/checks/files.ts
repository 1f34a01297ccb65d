import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, type Stats, statSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'
import { profileFilePath } from '../../../config/profiles/profile-file.ts'
import { readProfiles } from '../../../config/profiles/profile-store.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import { type Check, type CheckVerdict, fail, pass, warn } from '../check.ts'
import { type DoctorSubject, databaseFileOf } from '../subject.ts'

const OTHERS = 0o077
const WRITTEN_BY_OTHERS = 0o022
const STICKY = 0o1000
const ROOT = 0

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
    const shared = sharedText(path, statSync(path))
    if (shared === undefined) return [pass(path)]
    return [holdsKeys ? fail(`${shared} and contains API keys`, ownerOnly(path)) : warn(shared, ownerOnly(path))]
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

/** What is said of a file that others can access. Windows uses ACLs; its mode bits mean nothing. */
function sharedText(path: string, { mode }: Stats): string | undefined {
  if (platform() === 'win32' || (mode & OTHERS) === 0) return undefined
  return `${path} is accessible to other users (mode ${modeText(mode)})`
}

function ownerOnly(path: string): string {
  return `chmod 600 ${quoteWord(path)}`
}

function modeText(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0')
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
  const there = existingFolder(folder)
  try {
    rmdirSync(mkdtempSync(join(there, '.txwarden-doctor-')))
    return pass(there === folder ? `${folder} is writable` : `${folder} can be created`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return fail(`${folder} is not writable (${code}, in ${there})`, `ls -ld ${quoteWord(there)}`)
  }
}

/** The folder itself, or its nearest existing parent. */
export function existingFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingFolder(dirname(path))
}

/** Beside the database: SQLite's files, the mark of the last writes, the name of the last backup, the key of secrets. */
const SUFFIXES = ['', '-wal', '-shm', '-mark', '-last-backup', '.key']

/** Who can read and replace the local database and the files beside it. */
export const access: Check = {
  name: 'file access',
  look: async (subject) => {
    const database = databaseFileOf(subject.configuration)
    // Windows uses ACLs; its mode bits and owners mean nothing.
    if (database === undefined || platform() === 'win32') return []
    const files = SUFFIXES.map((suffix) => database + suffix)
    const found = files.flatMap((path) => {
      const stats = statSync(path, { throwIfNoEntry: false })
      return stats ? [{ path, stats }] : []
    })
    if (found.length === 0) return []
    const keyIsReported = await hasKeyFault(subject)
    const faults = [
      ...folderVerdicts(dirname(database)),
      ...found.flatMap(({ path, stats }) => [
        ...(path.endsWith('.key') && keyIsReported ? [] : modeVerdicts(path, stats)),
        ...ownerVerdicts(path, stats),
      ]),
    ]
    return faults.length > 0 ? faults : [pass(`${database} is accessible to this user only`)]
  },
}

/** Then the check of the master key says it. */
async function hasKeyFault(subject: DoctorSubject): Promise<boolean> {
  const status = await subject.status().catch(() => undefined)
  return status?.masterKey?.fault != null
}

function modeVerdicts(path: string, stats: Stats): CheckVerdict[] {
  const shared = sharedText(path, stats)
  return shared === undefined ? [] : [fail(shared, ownerOnly(path))]
}

/** In a folder that others can write to, they can replace the files. */
function folderVerdicts(folder: string): CheckVerdict[] {
  const stats = statSync(folder)
  const { mode } = stats
  if ((mode & WRITTEN_BY_OTHERS) === 0) return ownerVerdicts(folder, stats)
  const text = `other users can create files in ${folder} (mode ${modeText(mode)})`
  const next = `chmod go-w ${quoteWord(folder)}`
  return [(mode & STICKY) === 0 ? fail(text, next) : warn(text, 'txwarden config explain')]
}

function ownerVerdicts(path: string, stats: Stats): CheckVerdict[] {
  const user = process.getuid?.()
  if (user === undefined || stats.uid === user || (stats.uid === ROOT && stats.isDirectory())) return []
  return [warn(`${path} belongs to another user (id ${stats.uid})`, `chown ${user} ${quoteWord(path)}`)]
}
