import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { openPrivate } from '../../shared/files/whole-file.ts'
import { isRecord, parseJson } from '../../shared/json/json.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { sha256 } from '../../shared/text/sha256.ts'
import { usageError } from '../errors/usage.ts'
import { type Column, csvWriter, plainCells } from '../output/view.ts'
import type { EarlierRuns } from './ledger.ts'

/** A file with a line for each row that was dealt with, in the order of the input. */
export interface BulkReport<Result> {
  add(results: readonly Result[]): void
  /** How long it is (bytes). */
  readonly size: number
  /** A digest of its first bytes. Rows have ids, so that it differs between two runs. */
  readonly start: string
  /** Where a file is kept that was there with other columns, or with the rows of another run. */
  readonly keptAs?: string
  /** What that file had. */
  readonly hadOther?: 'columns' | 'rows'
  close(): void
}

export function noReport<Result>(): BulkReport<Result> {
  return { add() {}, size: 0, start: '', close() {} }
}

/** Refuses a name that does not say what the report is to be, and the file the rows come from: it would be emptied. */
export function checkReport(path: string | undefined, input: string | undefined): void {
  if (path === undefined) return
  if (!/\.(?:ndjson|jsonl|csv)$/i.test(path))
    throw usageError(`--report: ${JSON.stringify(path)} is neither .ndjson nor .csv`)
  checkFolder('--report', path)
  if (input !== undefined && isSameFile(path, input))
    throw usageError(`--report: ${JSON.stringify(path)} is the file the rows come from`, {
      details: ['The report would be written over it. Nothing was sent.'],
    })
}

/** Refuses a file in a folder that is not there. */
export function checkFolder(flag: string, path: string): void {
  const folder = dirname(path)
  if (existsSync(folder)) return
  throw usageError(`${flag}: there is no folder ${folder}`, { try: `mkdir -p ${quoteWord(folder)}` })
}

/** By what the file system says: a name may lead there in many ways. */
function isSameFile(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino
}

interface ReportOptions {
  /** The runs whose report it goes on with. */
  readonly earlier: Pick<EarlierRuns, 'reportBytes' | 'reportStart'> | undefined
  /** A file that is there is kept, because a later run goes on with it. */
  readonly keeps: boolean
}

/**
 * Makes ready to open it, from its beginning or, to go on with what earlier runs wrote, behind that: what an interrupted run
 * wrote further on is written again.
 */
export async function openReport<Result>(
  path: string,
  columns: readonly Column<Result>[],
  { earlier, keeps }: ReportOptions,
): Promise<() => BulkReport<Result>> {
  const isCsv = /\.csv$/i.test(path)
  const csv = await csvWriter()
  const textOf = (results: readonly Result[]) =>
    isCsv
      ? csv(results.map((result) => plainCells(result, columns)))
      : results.map((result) => `${JSON.stringify(result)}\n`).join('')
  const header = isCsv ? csv([columns.map(({ field }) => field)]) : ''
  const isThere = isRegularFile(path)
  const hasColumns = isThere && (isCsv ? beginsWith(path, header) : isOwnLine(path))
  const isOther = isThere && (keeps || !hasColumns || (earlier !== undefined && !hasRowsOf(path, earlier)))
  return () => {
    const keptAs = isOther ? keep(path) : undefined
    const start = isThere && !isOther && earlier ? Math.min(statSync(path).size, earlier.reportBytes) : 0
    let head = start === 0 ? Buffer.alloc(0) : startOf(path, Math.min(start, HEAD))
    if (start === 0) removeOld(path)
    const file = openPrivate(path)
    if (start > 0) ftruncateSync(file, start)
    let size = start
    const write = (text: string) => {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      size += bytes.length
      if (head.length < HEAD) head = Buffer.concat([head, bytes.subarray(0, HEAD - head.length)])
    }
    if (start === 0) write(header)
    return {
      add: (results) => write(textOf(results)),
      ...(keptAs !== undefined && { keptAs, hadOther: hasColumns ? 'rows' : 'columns' }),
      get size() {
        return size
      },
      get start() {
        return digestOf(head)
      },
      close() {
        fsyncSync(file)
        closeSync(file)
      },
    }
  }
}

/** So much of a report is compared (bytes): more than its first row. */
const HEAD = 4096

function digestOf(head: Buffer): string {
  return sha256(head).slice(0, 16)
}

/** Another file may have been written there since the run that is resumed. */
function hasRowsOf(
  path: string,
  { reportBytes, reportStart }: Pick<EarlierRuns, 'reportBytes' | 'reportStart'>,
): boolean {
  return reportBytes === 0 || digestOf(startOf(path, Math.min(reportBytes, HEAD))) === reportStart
}

function isRegularFile(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isFile() === true && stats.size > 0
}

/** Longest first line of an NDJSON report that is read. */
const MAX_LINE = 4 * 1024 * 1024

function beginsWith(path: string, text: string): boolean {
  const wanted = Buffer.from(text)
  return startOf(path, wanted.length).equals(wanted)
}

/** Whether the first line has the members of a result. */
function isOwnLine(path: string): boolean {
  const [line = ''] = startOf(path, MAX_LINE).toString().split('\n', 1)
  const row = parseJson(line)
  return isRecord(row) && typeof row.line === 'number' && typeof (row.verdict ?? row.outcome) === 'string'
}

function startOf(path: string, most: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(most, fstatSync(file).size))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0))
  } finally {
    closeSync(file)
  }
}

/** Renames a file to a free name beside it: `report.1.csv`. @returns that name */
function keep(path: string): string {
  const { dir, name, ext } = parse(path)
  for (let number = 1; ; number += 1) {
    const kept = join(dir, `${name}.${number}${ext}`)
    if (existsSync(kept)) continue
    renameSync(path, kept)
    return kept
  }
}

/** The new report is readable by its owner only, with any mode of the old one; a link is not followed. */
function removeOld(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isFile() || stats?.isSymbolicLink()) rmSync(path)
}
