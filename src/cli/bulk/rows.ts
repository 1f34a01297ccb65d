import { isRecord } from '../../shared/json.ts'
import { refusedError } from '../usage.ts'
import { LONGEST_ROW, linesOf } from './text.ts'

export const rowFormats = ['ndjson', 'csv'] as const
export type RowFormat = (typeof rowFormats)[number]

/** The members of one row by their names; of a CSV each is text, and an empty cell is no member. */
export type Fields = Readonly<Record<string, unknown>>

/** A row as it stands in the input, or what is wrong with it. */
export type Row =
  | { readonly line: number; readonly fields: Fields; readonly isText: boolean }
  | { readonly line: number; readonly fault: string }

export interface Reading {
  readonly name: string
  /** Undefined: told by how the text begins. */
  readonly format: RowFormat | undefined
  /** Names a column may have (any case, blanks and _ and - do not count) and the member each stands for. */
  readonly columns: Readonly<Record<string, string>>
}

/** What the name of a file says about its form. */
export function formatOf(path: string): RowFormat | undefined {
  if (/\.csv$/i.test(path)) return 'csv'
  return /\.(?:ndjson|jsonl)$/i.test(path) ? 'ndjson' : undefined
}

/** The rows of a text of any size, in batches. Throws `refused` where the text as a whole is something else. */
export async function* readRows(text: AsyncIterable<string>, reading: Reading): AsyncGenerator<readonly Row[]> {
  const { first, whole } = await peek(text)
  if (first === '[')
    throw refusedError(`${reading.name} is a JSON list, and one object a line (NDJSON) is needed`, {
      details: ["jq -c '.[]' makes one of the other."],
    })
  const format = reading.format ?? (first === '{' ? 'ndjson' : 'csv')
  yield* format === 'csv' ? csvRows(whole, reading) : ndjsonRows(whole)
}

async function* ndjsonRows(text: AsyncIterable<string>): AsyncGenerator<readonly Row[]> {
  for await (const lines of linesOf(text))
    yield lines.map(({ text: line, number, isCut }): Row => {
      if (isCut) return { line: number, fault: 'is longer than a row may be (1 MiB)' }
      const value = parse(line)
      if (value === undefined) return { line: number, fault: 'is not JSON' }
      if (!isRecord(value)) return { line: number, fault: 'is no JSON object' }
      return { line: number, fields: value as Fields, isText: false }
    })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The first character that is not blank, and the text with it. */
async function peek(text: AsyncIterable<string>): Promise<{ first: string; whole: AsyncIterable<string> }> {
  const pieces = text[Symbol.asyncIterator]()
  let seen = ''
  for (;;) {
    const next = await pieces.next()
    if (!next.done) seen += next.value
    const first = /\S/.exec(seen)?.[0]
    if (first === undefined && !next.done) continue
    return { first: first ?? '', whole: following(seen, pieces) }
  }
}

async function* following(seen: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield seen
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  } finally {
    await pieces.return?.()
  }
}

interface CsvRecord {
  readonly record: readonly string[]
  readonly line: number
}

/** The rows under a header. A column nobody knows is refused: what it holds would be left out without a word. */
async function* csvRows(text: AsyncIterable<string>, reading: Reading): AsyncGenerator<readonly Row[]> {
  let members: readonly string[] | undefined
  for await (const records of csvRecords(text)) {
    const rows: Row[] = []
    for (const record of records) {
      if ('fault' in record) rows.push(record)
      else if (members === undefined) members = readHeader(record.record, reading)
      else rows.push(rowOf(record, members))
    }
    if (rows.length > 0) yield rows
  }
}

/** A batch for each piece of text. Behind a quote in the wrong place nothing can be relied on: it is the last there is. */
async function* csvRecords(
  text: AsyncIterable<string>,
): AsyncGenerator<readonly (CsvRecord | { readonly line: number; readonly fault: string })[]> {
  const { parse } = await import('csv-parse')
  let found: (CsvRecord | { readonly line: number; readonly fault: string })[] = []
  const take = () => {
    const taken = found
    found = []
    return taken
  }
  let isBroken = false
  const parser = parse({
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    record_delimiter: ['\r\n', '\n'],
    // Blanks around a cell are layout; inside quotes they are part of the value.
    trim: true,
    max_record_size: LONGEST_ROW,
    // Taken here and handed on to nobody: an error would throw away what waits in a stream.
    on_record: (record: string[], { lines }) => {
      if (!isBroken) found.push({ record, line: lines })
      return null
    },
    on_skip: (error) => {
      if (isBroken) return undefined
      isBroken = true
      found.push({ line: Number(error?.lines), fault: faults[error?.code ?? ''] ?? String(error?.message) })
      return undefined
    },
  })
  parser.resume()
  for await (const piece of text) {
    await written((done) => parser.write(piece, done))
    yield take()
    if (isBroken) return
  }
  await written((done) => parser.end(done))
  yield take()
}

function written(write: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => write((error) => (error ? reject(error) : resolve())))
}

const AFTER_QUOTE = 'has something after a closing quote; nothing behind it was read'
const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of a cell; nothing behind it was read',
  CSV_INVALID_CLOSING_QUOTE: AFTER_QUOTE,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: AFTER_QUOTE,
  CSV_MAX_RECORD_SIZE: 'begins a row longer than a row may be (1 MiB), perhaps for a quote that is never closed',
}

function readHeader(header: readonly string[], { name, columns }: Reading): readonly string[] {
  const members = header.map((cell) => columns[columnKey(cell)])
  const unknown = header.filter((_, index) => members[index] === undefined)
  if (unknown.length === header.length)
    throw refusedError(`${name}: line 1 names no column: ${unknown.map((each) => JSON.stringify(each)).join(', ')}`, {
      details: [
        `The first line must be a header, such as ${Object.values(columns)[0]}. There are ${knownColumns(columns)}.`,
      ],
    })
  if (unknown.length > 0)
    throw refusedError(
      `${name}: unknown columns in line 1: ${unknown.map((each) => JSON.stringify(each)).join(', ')}`,
      {
        details: [`There are ${knownColumns(columns)}.`],
      },
    )
  const twice = members.find((member, index) => member !== IGNORED && members.indexOf(member) !== index)
  if (twice !== undefined) throw refusedError(`${name}: line 1 names ${twice} twice`)
  return members as readonly string[]
}

function knownColumns(columns: Reading['columns']): string {
  return [...new Set(Object.values(columns))].filter((member) => member !== IGNORED).join(', ')
}

/** What a column stands for that is there to be read by people. */
export const IGNORED = ''

export function columnKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

function rowOf({ record, line }: CsvRecord, members: readonly string[]): Row {
  if (record.length !== members.length)
    return { line, fault: `has ${record.length} cells, and the header has ${members.length}` }
  const fields: Record<string, string> = {}
  for (const [index, member] of members.entries()) {
    const cell = record[index] ?? ''
    if (member !== IGNORED && cell !== '') fields[member] = cell
  }
  return { line, fields, isText: true }
}
