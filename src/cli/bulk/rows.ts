import { isRecord, parseJson } from '../../shared/json/json.ts'
import { findJsonFault } from '../../shared/json/strict-json.ts'
import { peek } from '../../shared/streams/resumed.ts'
import { linesOf } from '../../shared/text/lines.ts'
import { refusedError } from '../errors/usage.ts'
import { LONGEST_ROW } from './text.ts'

const rowFormats = ['ndjson', 'csv'] as const
export type RowFormat = (typeof rowFormats)[number]

/** Members of one row by name. CSV members are text, and an empty cell is no member. */
export type RowFields = Readonly<Record<string, unknown>>

/** A row of the input, or why it is invalid. */
export type BulkRow =
  | { readonly line: number; readonly fields: RowFields; readonly isText: boolean }
  | { readonly line: number; readonly fault: string }

/** Column names, as `columnKey` writes them, and the member that each one means. */
export type MemberNames = Readonly<Record<string, string>>

interface RowSource {
  /** Name of the input in messages. */
  readonly name: string
  /** When absent, it is detected from the first character. */
  readonly format: RowFormat | undefined
  readonly columns: MemberNames
  /** Members that each row needs, and what to say about each; they may depend on the members of the header. */
  readonly required?: (members: readonly string[]) => Readonly<Record<string, string>>
  readonly document?: DocumentReader | undefined
}

/** Reads what is JSON, but not one row a line. */
export interface DocumentReader {
  /** Whether a text is such, by its first line and the JSON value that this is; undefined: it is none. */
  takes(line: string, value: unknown): boolean
  read(text: string, name: string): Promise<readonly BulkRow[]>
}

/** Reads NDJSON or CSV: as requested, by the file name, or by the first character. */
export function tableRows(
  columns: MemberNames,
  file: string,
  format: RowFormat | undefined,
  required?: RowSource['required'],
  document?: DocumentReader,
) {
  return (text: AsyncIterable<string>, name: string): AsyncIterable<readonly BulkRow[]> =>
    readRows(text, { name, format: format ?? formatOf(file), columns, required, document })
}

function formatOf(path: string): RowFormat | undefined {
  if (/\.csv$/i.test(path)) return 'csv'
  return /\.(?:ndjson|jsonl)$/i.test(path) ? 'ndjson' : undefined
}

/** Rows of a text of any size, in batches. Throws `refused` if the text is another format. */
export async function* readRows(text: AsyncIterable<string>, source: RowSource): AsyncGenerator<readonly BulkRow[]> {
  const { line, whole } = await peek(text)
  const { document } = source
  const isJson = /^[[{]/.test(line)
  if (document && isJson && source.format !== 'csv' && document.takes(line, parseJson(line)))
    return yield await document.read(await allOf(whole, source.name), source.name)
  if (line.startsWith('['))
    throw refusedError(`${source.name} is a JSON list; expected one object per line (NDJSON)`, {
      details: ["Convert it with: jq -c '.[]'"],
    })
  const format = source.format ?? (isJson ? 'ndjson' : 'csv')
  yield* format === 'csv' ? csvRows(whole, { ...source, delimiter: delimiterOf(line, source) }) : ndjsonRows(whole)
}

/** What a document may have, as text (characters). */
const LONGEST_DOCUMENT = 32 * 1024 * 1024

async function allOf(text: AsyncIterable<string>, name: string): Promise<string> {
  let whole = ''
  for await (const piece of text) {
    whole += piece
    if (whole.length > LONGEST_DOCUMENT) throw refusedError(`${name} is a JSON document of more than 32 MiB`)
  }
  return whole
}

/** What spreadsheets write between cells, by country. */
const DELIMITERS = [',', ';', '\t'] as const

/** The delimiter by which most cells of the header are columns that are known; the comma where none is more. */
function delimiterOf(header: string, { columns }: Pick<RowSource, 'columns'>): string {
  const known = (delimiter: string) =>
    header.split(delimiter).filter((cell) => columns[columnKey(cell.trim().replace(/^"|"$/g, ''))] !== undefined).length
  return DELIMITERS.reduce<string>((best, each) => (known(each) > known(best) ? each : best), ',')
}

async function* ndjsonRows(text: AsyncIterable<string>): AsyncGenerator<readonly BulkRow[]> {
  for await (const lines of linesOf(text, LONGEST_ROW))
    yield lines.map(({ text: line, number, isCut }): BulkRow => {
      if (isCut) return { line: number, fault: 'is longer than the maximum of 1 MiB' }
      const value = parseJson(line)
      if (value === undefined) return { line: number, fault: 'is not JSON' }
      if (!isRecord(value)) return { line: number, fault: 'is not a JSON object' }
      const strict = findJsonFault(line)
      if (strict) return { line: number, fault: strict.text }
      return { line: number, fields: value as RowFields, isText: false }
    })
}

interface CsvRecordLine {
  readonly record: readonly string[]
  readonly line: number
}

/** Rows below a header. Unknown columns are refused, because a typo could silently drop values. */
async function* csvRows(
  text: AsyncIterable<string>,
  source: RowSource & { readonly delimiter: string },
): AsyncGenerator<readonly BulkRow[]> {
  let members: readonly string[] | undefined
  for await (const records of csvRecords(text, source.delimiter)) {
    const rows: BulkRow[] = []
    for (const record of records) {
      if ('fault' in record) rows.push(record)
      else if (members === undefined) members = readHeader(record.record, source)
      else rows.push(rowOf(record, members))
    }
    if (rows.length > 0) yield rows
  }
}

/** One batch per chunk of text. A misplaced quote ends the input, because later records cannot be trusted. */
async function* csvRecords(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<readonly (CsvRecordLine | { readonly line: number; readonly fault: string })[]> {
  const { parse } = await import('csv-parse')
  let found: (CsvRecordLine | { readonly line: number; readonly fault: string })[] = []
  const take = () => {
    const taken = found
    found = []
    return taken
  }
  let isBroken = false
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    record_delimiter: ['\r\n', '\n'],
    // Blanks around a cell are layout; inside quotes they are part of the value.
    trim: true,
    max_record_size: LONGEST_ROW,
    // Collected here instead of from the stream, which would drop its buffered records on an error.
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

const AFTER_QUOTE = 'has text after a closing quote; reading stopped here'
const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has an unclosed quote',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of a cell; reading stopped here',
  CSV_INVALID_CLOSING_QUOTE: AFTER_QUOTE,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: AFTER_QUOTE,
  CSV_MAX_RECORD_SIZE: 'starts a row longer than the maximum of 1 MiB, perhaps because of an unclosed quote',
}

function readHeader(header: readonly string[], { name, columns, required }: RowSource): readonly string[] {
  const members = header.map((cell) => columns[columnKey(cell)])
  const unknown = header.filter((_, index) => members[index] === undefined)
  if (unknown.length === header.length)
    throw refusedError(
      `${name}: line 1 has no known column: ${unknown.map((each) => JSON.stringify(each)).join(', ')}`,
      {
        details: [
          `The first line must be a header, such as ${Object.keys(columns)[0]}. Known columns: ${knownColumns(columns)}.`,
        ],
      },
    )
  if (unknown.length > 0)
    throw refusedError(
      `${name}: unknown columns in line 1: ${unknown.map((each) => JSON.stringify(each)).join(', ')}`,
      {
        details: [`Known columns: ${knownColumns(columns)}.`],
      },
    )
  const twice = members.find((member, index) => member !== IGNORED && members.indexOf(member) !== index)
  if (twice !== undefined) throw refusedError(`${name}: line 1 names ${twice} twice`)
  const needed = required?.(members.filter((member) => member !== undefined)) ?? {}
  const absent = Object.keys(needed).find((member) => !members.includes(member))
  if (absent !== undefined)
    throw refusedError(`${name}: line 1 has no column ${absent}`, {
      details: [`${needed[absent]} Known columns: ${knownColumns(columns)}.`],
    })
  return members as readonly string[]
}

function knownColumns(columns: MemberNames): string {
  const names = Object.entries(columns)
  const ofMembers = names.filter(([, member], index) => names.findIndex((each) => each[1] === member) === index)
  const text = (given: typeof names) => given.map(([name]) => name).join(', ')
  const ignored = text(names.filter(([, member]) => member === IGNORED))
  return `${text(ofMembers.filter(([, member]) => member !== IGNORED))}${ignored === '' ? '' : `; ignored: ${ignored}`}`
}

/** The member of a column that is only for readers. */
export const IGNORED = ''

export function columnKey(name: string): string {
  return name.toLowerCase().replace(/[\s_()[\]-]/g, '')
}

function rowOf({ record, line }: CsvRecordLine, members: readonly string[]): BulkRow {
  if (record.length !== members.length)
    return { line, fault: `has ${record.length} cells; the header has ${members.length}` }
  const fields: Record<string, string> = {}
  for (const [index, member] of members.entries()) {
    const cell = record[index] ?? ''
    if (member !== IGNORED && cell !== '') fields[member] = cell
  }
  return { line, fields, isText: true }
}
