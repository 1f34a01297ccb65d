import type { DatabaseSync } from 'node:sqlite'
import { refusal } from '../../../shared/errors.ts'
import { isRecord } from '../../../shared/json/json.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import { readChecked, writeChecked } from './checked-file.ts'
import { realNameOf } from './files.ts'
import { lastBackup } from './last-backup.ts'

/**
 * A file beside the database with the newest rows of the tables that every write adds to. SQLite takes a write-ahead log
 * that lost its end, or all of it, for a shorter log: without the mark the loss of acknowledged writes has no trace.
 */
const SUFFIX = '-mark'

/** Longest time between a commit and its mark (ms): the writes that a damaged log can lose unnoticed. */
const LOSS_WINDOW_MS = 1000

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

/** After a power cut it can be an older one, or missing. */
export interface Mark {
  readonly newest: Readonly<Partial<Record<Table, Key>>>
}

/** Schedules marks of one database while it is written. */
export class MarkWriter {
  readonly #database: DatabaseSync
  readonly #path: string
  #timer: NodeJS.Timeout | undefined
  #isFirst = true

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
      writeMark(this.#database, this.#path, { isFirst: this.#isFirst })
      this.#isFirst = false
    } catch {
      // A full or read-only disk: the next commit reports it.
    }
  }
}

/**
 * Writes the mark of the database as it is now.
 * @param isFirst of this process
 */
export function writeMark(database: DatabaseSync, path: string, { isFirst = true } = {}): void {
  const newest = Object.fromEntries(
    Object.entries(TABLES).flatMap(([table, columns]) => {
      const row = database.prepare(`select ${columns.join()} from ${table} order by rowid desc limit 1`).get()
      return row === undefined ? [] : [[table, Object.values(row) as Key]]
    }),
  )
  writeChecked(markPath(path), { newest } satisfies Mark, { isFirst })
}

/**
 * Undefined without one.
 * @throws WardenError `damaged-mark`
 */
export function readMark(path: string): Mark | undefined {
  const file = markPath(path)
  const found = readChecked(file)
  if (found === 'missing') return undefined
  if (found !== 'damaged' && isMark(found.content)) return found.content
  throw refusal(
    'damaged-mark',
    `${file} is damaged or cannot be read: whether the database lost its last writes is not known`,
    {
      details: ['To accept the database as it is, delete that file. The next change writes a new one.'],
      try: `rm ${quoteWord(file)}`,
    },
  )
}

function isMark(value: unknown): value is Mark {
  if (!isRecord(value) || !isRecord(value.newest)) return false
  const { newest } = value
  return Object.entries(TABLES).every(([table, columns]) => {
    const key = newest[table]
    return key === undefined || (Array.isArray(key) && key.length === columns.length && key.every(isKeyPart))
  })
}

function isKeyPart(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value)
}

/** Whether the database was used. Then a mark is missing because it was deleted, or a process was killed. */
export function hasMarkedRows(database: DatabaseSync): boolean {
  return database.prepare('select 1 from audit union all select 1 from transactions limit 1').get() !== undefined
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
  const first = lost.find(({ table, key }) => !wasPruned(database, mark, table as Table, key))
  if (!first) return
  const { text, parameters } = lastBackup(path)
  throw refusal(
    'lost-writes',
    `${path} lost its last writes: ${first.table.replaceAll('_', ' ')} ${first.key.join(' ')} is missing`,
    {
      details: [
        'Its write-ahead log (-wal) was cut, deleted or damaged, or the file was replaced by an older one.',
        ...(text === undefined ? [] : [text]),
        `To continue without the lost writes, delete ${markPath(path)}.`,
      ],
      parameters,
    },
  )
}

function hasRow(database: DatabaseSync, table: string, columns: readonly string[], key: Key): boolean {
  const where = columns.map((column) => `${column} = ?`).join(' and ')
  return database.prepare(`select 1 from ${table} where ${where}`).get(...key) !== undefined
}

/**
 * Whether a row was removed on purpose: a prune started after the mark, or after the row was written. Then the row was in
 * the database: a log that lost it lost the later record of the prune as well. Ids sort by time (UUIDv7).
 */
function wasPruned(database: DatabaseSync, { newest }: Mark, table: Table, key: Key): boolean {
  if (table === 'audit') return false
  // An attempt goes only together with its delivery.
  if (table === 'delivery_attempts' && hasRow(database, 'deliveries', ['id'], key.slice(0, 1))) return false
  return (
    database
      .prepare(
        `select 1 from audit where action in ('database.prune-start', 'database.prune')
          and (rowid > coalesce((select rowid from audit where id = ?), 0) or id > ?)`,
      )
      .get(newest.audit?.[0] ?? '', String(key[0])) !== undefined
  )
}

export function markPath(path: string): string {
  return `${realNameOf(path)}${SUFFIX}`
}
