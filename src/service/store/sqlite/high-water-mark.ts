import { existsSync, readFileSync, realpathSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { WardenError } from '../../../shared/errors.ts'
import { isRecord, parseJson } from '../../../shared/json.ts'
import { quoteWord } from '../../../shared/quote-word.ts'
import { writeWhole } from '../../../shared/whole-file.ts'

/**
 * A file beside the database with the newest rows of the tables that every write adds to. SQLite takes a write-ahead log
 * that lost its end, or all of it, for a shorter log: without the mark the loss of acknowledged writes has no trace.
 */
const SUFFIX = '-mark'

/** Longest time between a commit and its mark (ms): the writes that a damaged log can lose unnoticed. */
export const LOSS_WINDOW_MS = 1000

/** Tables that grow, and their keys. */
const TABLES = {
  audit: ['id'],
  transactions: ['id'],
  transaction_reports: ['id'],
  alert_events: ['id'],
  delivery_attempts: ['delivery_id', 'number'],
} as const

type Table = keyof typeof TABLES
type Key = readonly (string | number)[]

interface Backup {
  readonly file: string
  /** Milliseconds. */
  readonly at: number
}

export interface Mark {
  readonly newest: Readonly<Partial<Record<Table, Key>>>
  readonly backup?: Backup
}

/** Schedules marks of one database while it is written. */
export class MarkWriter {
  readonly #database: DatabaseSync
  readonly #path: string
  #timer: NodeJS.Timeout | undefined

  constructor(database: DatabaseSync, path: string) {
    this.#database = database
    this.#path = path
  }

  /** After a commit. */
  touch(): void {
    this.#timer ??= setTimeout(() => this.flush(), LOSS_WINDOW_MS).unref()
  }

  flush(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    try {
      writeMark(this.#database, this.#path)
    } catch {
      // A full or read-only disk: the next commit reports it.
    }
  }
}

/** Of the database as it is now. The recorded backup stays. */
export function writeMark(database: DatabaseSync, path: string): void {
  const newest = Object.fromEntries(
    Object.entries(TABLES).flatMap(([table, columns]) => {
      const row = database.prepare(`select ${columns.join()} from ${table} order by rowid desc limit 1`).get()
      return row === undefined ? [] : [[table, Object.values(row) as Key]]
    }),
  )
  store(path, { ...readMark(path), newest })
}

/** So that a refusal can name it. */
export function recordBackup(path: string, backup: Backup): void {
  store(path, { newest: {}, ...readMark(path), backup })
}

/** Not synced: after a power cut an older mark, or none, finds less but reports nothing wrong. */
function store(path: string, mark: Mark): void {
  writeWhole(markPath(path), `${JSON.stringify(mark)}\n`, { replace: true, isDurable: false })
}

/** Undefined without a readable one. */
export function readMark(path: string): Mark | undefined {
  try {
    const value = parseJson(readFileSync(markPath(path), 'utf8'))
    return isRecord(value) && isRecord(value.newest) ? (value as unknown as Mark) : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Finds writes that the database had and lost.
 * @param mark read before the database: a concurrent writer only makes the database newer
 * @throws WardenError `lost-writes`
 */
export function checkMark(database: DatabaseSync, path: string, mark: Mark | undefined): void {
  if (!mark) return
  const lost = Object.entries(TABLES).flatMap(([table, columns]) => {
    const key = mark.newest[table as Table]
    return key === undefined || hasRow(database, table, columns, key) ? [] : [{ table, key }]
  })
  const [first] = lost
  if (!first || (first.table !== 'audit' && wasPruned(database, mark))) return
  const { text, file } = lastBackup(path)
  throw new WardenError({
    kind: 'refused',
    code: 'lost-writes',
    message: `${path} lost its last writes: ${first.table.replaceAll('_', ' ')} ${first.key.join(' ')} is missing`,
    details: [
      'Its write-ahead log (-wal) was cut, deleted or damaged, or the file was replaced by an older one.',
      ...(text === undefined ? [] : [text]),
      `To continue without the lost writes, delete ${markPath(path)}.`,
    ],
    try: `txwarden local restore ${file}`,
  })
}

/** For errors about damage: the last verified backup, and its name for a command. */
export function lastBackup(path: string): { readonly text: string | undefined; readonly file: string } {
  const backup = existsSync(path) ? readMark(path)?.backup : undefined
  if (!backup) return { text: undefined, file: '<file>' }
  const text = `The last good backup is ${backup.file}, of ${new Date(backup.at).toISOString()}.`
  return { text, file: quoteWord(backup.file) }
}

function hasRow(database: DatabaseSync, table: string, columns: readonly string[], key: Key): boolean {
  const where = columns.map((column) => `${column} = ?`).join(' and ')
  return database.prepare(`select 1 from ${table} where ${where}`).get(...key) !== undefined
}

/** Since the mark, rows were removed on purpose. */
function wasPruned(database: DatabaseSync, { newest }: Mark): boolean {
  return (
    database
      .prepare(
        "select 1 from audit where action = 'database.prune' and rowid > coalesce((select rowid from audit where id = ?), 0)",
      )
      .get(newest.audit?.[0] ?? '') !== undefined
  )
}

function markPath(path: string): string {
  return `${realpathSync(path)}${SUFFIX}`
}
