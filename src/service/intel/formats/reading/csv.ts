import { malformed, type Rejected } from '../format.ts'
import { notThisFormat } from './whole-text.ts'

/** Limit of a record (characters): a longer one has an unclosed quote. */
const LONGEST = 64 * 1024

/** The fields of a record, or the first line of one with an unclosed quote. */
export type CsvRecord = readonly string[] | { readonly broken: string }

/**
 * The records of a CSV of any size (RFC 4180, any line ends), a batch for each chunk of text; blank lines are skipped. A
 * quote that is never closed loses its own line, not the rest of the file.
 *
 * Not csv-parse, which reads the batch files of the command line: after such a quote it drops all following rows
 * (`skip_records_with_error` and `max_record_size`), so one bad label would hide the rest of a threat list. It also
 * takes 3.0 s for a million rows; this parser takes 0.95 s.
 */
export async function* csvRecords(text: AsyncIterable<string>, delimiter = ','): AsyncGenerator<readonly CsvRecord[]> {
  let rest = ''
  let isFirst = true
  for await (const piece of text) {
    rest += piece
    if (isFirst && rest !== '') {
      rest = rest.replace(/^\ufeff/, '')
      isFirst = false
    }
    const { records, end } = recordsIn(rest, delimiter, false)
    rest = rest.slice(end)
    if (records.length > 0) yield records
  }
  const { records } = recordsIn(rest, delimiter, true)
  if (records.length > 0) yield records
}

/** The records of a text, and where the one begins that is not complete yet. @param isLast no text follows */
function recordsIn(text: string, delimiter: string, isLast: boolean): { records: CsvRecord[]; end: number } {
  const records: CsvRecord[] = []
  let at = 0
  for (;;) {
    const found = readRecord(text, at, delimiter, isLast)
    if (found) {
      if (!isBlank(found.fields)) records.push(found.fields)
      at = found.end
    } else if (at < text.length && (isLast || text.length - at > LONGEST)) {
      const lineEnd = text.indexOf('\n', at)
      const end = lineEnd < 0 ? text.length : lineEnd + 1
      records.push({ broken: text.slice(at, end).trim() })
      at = end
    } else return { records, end: at }
  }
}

/** The record that starts at `at`; undefined when the text ends before it does. */
function readRecord(
  text: string,
  at: number,
  delimiter: string,
  isLast: boolean,
): { fields: string[]; end: number } | undefined {
  if (at >= text.length) return undefined
  const fields: string[] = []
  let position = at
  for (;;) {
    const field = text[position] === '"' ? readQuoted(text, position, isLast) : { value: '', end: position }
    if (!field) return undefined
    const end = endOfField(text, field.end, delimiter)
    if (end === text.length && !isLast) return undefined
    fields.push(field.value + text.slice(field.end, end).replace(/\r$/, ''))
    if (text[end] !== delimiter) return { fields, end: end + 1 }
    position = end + 1
  }
}

function readQuoted(text: string, at: number, isLast: boolean): { value: string; end: number } | undefined {
  let from = at + 1
  let value = ''
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0 || (quote + 1 === text.length && !isLast)) return undefined
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    from = quote + 2
  }
}

function endOfField(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === delimiter || character === '\n') return at
  }
  return text.length
}

function isBlank(fields: readonly string[]): boolean {
  return fields.length === 1 && fields[0]?.trim() === ''
}

/** The fields of a row by the lower-case names in the header. */
export type CsvFields = Readonly<Record<string, string>>

/**
 * The rows below a header, whose names may have any case and order.
 * @param read makes a row of its fields; one with an unclosed quote is rejected
 * @throws WardenError `not-this-format` for a header without the `required` names
 */
export async function* csvRows<T>(
  text: AsyncIterable<string>,
  required: readonly string[],
  read: (fields: CsvFields) => T,
  delimiter?: string,
): AsyncGenerator<readonly (T | Rejected)[]> {
  let names: readonly string[] | undefined
  for await (const batch of csvRecords(text, delimiter)) {
    const rows: (T | Rejected)[] = []
    for (const record of batch) {
      if (names === undefined) names = readHeader(record, required)
      else rows.push('broken' in record ? unclosed(record) : read(byName(names, record)))
    }
    if (rows.length > 0) yield rows
  }
  if (names === undefined) throw notThisFormat('empty file, expected a header line')
}

export function unclosed({ broken }: { readonly broken: string }): Rejected {
  return malformed('unclosed quote', broken)
}

function readHeader(record: CsvRecord, required: readonly string[]): readonly string[] {
  const names = 'broken' in record ? [] : record.map((name) => name.trim().toLowerCase())
  const missing = required.filter((name) => !names.includes(name.toLowerCase()))
  if (missing.length > 0) throw notThisFormat(`the first line has no column ${missing.join(', ')}`)
  return names
}

function byName(names: readonly string[], record: readonly string[]): CsvFields {
  const fields: Record<string, string> = {}
  for (const [index, name] of names.entries()) fields[name] = record[index]?.trim() ?? ''
  return fields
}
