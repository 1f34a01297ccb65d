import { closeSync, existsSync, fsyncSync, ftruncateSync, lstatSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { openPrivate } from '../../shared/files/whole-file.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { usageError } from '../errors/usage.ts'
import { cellText } from '../output/fields.ts'
import { safeText } from '../output/terminal-text.ts'
import { type Column, columnValue } from '../output/view.ts'

/** A file with a line for each row that was dealt with, in the order of the input. */
export interface Report<Result> {
  add(results: readonly Result[]): void
  /** How long it is (bytes). */
  readonly size: number
  close(): void
}

export function noReport<Result>(): Report<Result> {
  return { add() {}, size: 0, close() {} }
}

/** Refuses a name that does not say what the report is to be, and the file the rows come from: it would be emptied. */
export function checkReport(path: string | undefined, input: string | undefined): void {
  if (path === undefined) return
  if (!/\.(?:ndjson|jsonl|csv)$/i.test(path))
    throw usageError(`--report: ${JSON.stringify(path)} is neither .ndjson nor .csv`)
  const folder = dirname(path)
  if (!existsSync(folder))
    throw usageError(`--report: there is no folder ${folder}`, { try: `mkdir -p ${quoteWord(folder)}` })
  if (input !== undefined && isSameFile(path, input))
    throw usageError(`--report: ${JSON.stringify(path)} is the file the rows come from`, {
      details: ['The report would be written over it. Nothing was sent.'],
    })
}

/** By what the file system says: a name may lead there in many ways. */
function isSameFile(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino
}

/**
 * Makes ready to open it, from its beginning or, to go on with it, from `from` (bytes) on: what an interrupted run wrote behind that is
 * written again.
 */
export async function openReport<Result>(
  path: string,
  columns: readonly Column<Result>[],
  from: number,
): Promise<() => Report<Result>> {
  const { stringify } = await import('csv-stringify/sync')
  const isCsv = /\.csv$/i.test(path)
  // Formulas: a cell that starts with = + - @ would be run by a spreadsheet.
  const csv = (rows: readonly (readonly string[])[]) => stringify(rows as string[][], { escape_formulas: true })
  const textOf = (results: readonly Result[]) =>
    isCsv
      ? csv(results.map((result) => columns.map((column) => safeText(cellText(columnValue(result, column))))))
      : results.map((result) => `${JSON.stringify(result)}\n`).join('')
  return () => {
    if (from === 0) removeOld(path)
    const file = openPrivate(path)
    if (from > 0) ftruncateSync(file, from)
    let size = from
    const write = (text: string) => {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      size += bytes.length
    }
    if (isCsv && from === 0) write(csv([columns.map(({ field }) => field)]))
    return {
      add: (results) => write(textOf(results)),
      get size() {
        return size
      },
      close() {
        fsyncSync(file)
        closeSync(file)
      },
    }
  }
}

/** The new report is readable by its owner only, with any mode of the old one; a link is not followed. */
function removeOld(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isFile() || stats?.isSymbolicLink()) rmSync(path)
}
