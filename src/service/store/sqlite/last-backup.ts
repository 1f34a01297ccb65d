import { isRecord } from '../../../shared/json/json.ts'
import { readChecked, writeChecked } from './checked-file.ts'
import { realNameOf } from './files.ts'

/** A file beside the database. Not in the mark, which other processes replace meanwhile. */
const SUFFIX = '-last-backup'

interface Backup {
  /** Absolute path. */
  readonly file: string
  /** Milliseconds. */
  readonly at: number
}

/** So that a refusal can name it. */
export function recordBackup(path: string, backup: Backup): void {
  writeChecked(fileOf(path), backup)
}

/** For errors about damage: the last verified backup, and its file; neither where none is known. */
export function lastBackup(path: string): {
  readonly text?: string
  readonly parameters: Readonly<Record<string, string>>
} {
  const backup = read(path)
  if (!backup) return { parameters: {} }
  const text = `The last good backup is ${backup.file}, of ${new Date(backup.at).toISOString()}.`
  return { text, parameters: { file: backup.file } }
}

/** When the last verified backup was made (ms); undefined where none is known. */
export function lastBackupAt(path: string): number | undefined {
  return read(path)?.at
}

/** Undefined without a readable record: it only helps. */
function read(path: string): Backup | undefined {
  const found = readChecked(fileOf(path))
  if (typeof found === 'string' || !isRecord(found.content)) return undefined
  const { file, at } = found.content
  const isTime = typeof at === 'number' && !Number.isNaN(new Date(at).getTime())
  return typeof file === 'string' && isTime ? { file, at } : undefined
}

function fileOf(path: string): string {
  return `${realNameOf(path)}${SUFFIX}`
}
