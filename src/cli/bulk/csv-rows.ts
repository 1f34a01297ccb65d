import { refusedError } from '../usage.ts'
import type { Reading, Row } from './rows.ts'
import { LONGEST_ROW } from './text.ts'

const BATCH = 64

interface CsvRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** The rows under a header. A column nobody knows is refused: what it holds would be left out without a word. */
export async function* csvRows(text: AsyncIterable<string>, reading: Reading): AsyncGenerator<readonly Row[]> {
  let members: readonly string[] | undefined
  let batch: Row[] = []
  for await (const record of csvRecords(text)) {
    if ('fault' in record) batch.push(record)
    else if (members === undefined) members = readHeader(record.record, reading)
    else batch.push(rowOf(record, members))
    if (batch.length >= BATCH) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** A quote in the wrong place leaves nothing behind it that could be relied on: it is the last there is. */
async function* csvRecords(
  text: AsyncIterable<string>,
): AsyncGenerator<CsvRecord | { readonly line: number; readonly fault: string }> {
  const { parse, CsvError } = await import('csv-parse')
  const { pipeline, Readable } = await import('node:stream')
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n'],
    max_record_size: LONGEST_ROW,
  })
  // Errors of either come out of the loop below.
  pipeline(Readable.from(text), parser, () => {})
  try {
    for await (const record of parser) yield record as CsvRecord
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield { line: Number(error.lines), fault: faults[error.code] ?? error.message }
  }
}

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of a cell; nothing after it was read',
  CSV_INVALID_CLOSING_QUOTE: 'has something after a closing quote; nothing after it was read',
  CSV_MAX_RECORD_SIZE: 'begins a row longer than a row may be (1 MiB), perhaps for a quote that is never closed',
}

function readHeader(header: readonly string[], { name, columns }: Reading): readonly string[] {
  const members = header.map((cell) => columns[columnKey(cell)])
  const unknown = header.filter((_, index) => members[index] === undefined)
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

function rowOf({ record, info }: CsvRecord, members: readonly string[]): Row {
  if (record.length !== members.length)
    return { line: info.lines, fault: `has ${record.length} cells, and the header has ${members.length}` }
  const fields: Record<string, string> = {}
  for (const [index, member] of members.entries()) {
    const cell = record[index]?.trim() ?? ''
    if (member !== IGNORED && cell !== '') fields[member] = cell
  }
  return { line: info.lines, fields, isText: true }
}
