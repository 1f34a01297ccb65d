import { type Stats, statSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname } from 'node:path'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import { type Check, type CheckVerdict, fail, pass, warn } from '../check.ts'
import type { DoctorSubject } from '../subject.ts'

const OTHERS = 0o077
const WRITTEN_BY_OTHERS = 0o022
const STICKY = 0o1000
const ROOT = 0

/** Beside the database: SQLite's files, the mark of the last writes, the name of the last backup, the key of secrets. */
const SUFFIXES = ['', '-wal', '-shm', '-mark', '-last-backup', '.key']

/** Who can read and replace the local database and the files beside it. */
export const access: Check = {
  name: 'file access',
  look: async (subject) => {
    const { configuration } = subject
    // Windows uses ACLs; its mode bits and owners mean nothing.
    if (!configuration || configuration.addresses || configuration.database.includes('://') || platform() === 'win32')
      return []
    const { database } = configuration
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

function modeVerdicts(path: string, { mode }: Stats): CheckVerdict[] {
  if ((mode & OTHERS) === 0) return []
  return [fail(`${path} is accessible to other users (mode ${modeText(mode)})`, `chmod 600 ${quoteWord(path)}`)]
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

function modeText(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0')
}
