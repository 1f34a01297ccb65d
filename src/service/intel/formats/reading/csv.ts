import { notThisFormat } from './not-this-format.ts'

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
  const splitter = new CsvSplitter(delimiter)
  for await (const piece of text) {
    const records = splitter.push(piece, false)
    if (records.length > 0) yield records
  }
  const last = splitter.push('', true)
  if (last.length > 0) yield last
}

class CsvSplitter {
  readonly #delimiter: string
  #text = ''
  #isFirst = true

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  push(piece: string, isLast: boolean): readonly CsvRecord[] {
    this.#text += piece
    if (this.#isFirst && this.#text !== '') {
      this.#text = this.#text.replace(/^\ufeff/, '')
      this.#isFirst = false
    }
    const records: CsvRecord[] = []
    let at = 0
    for (;;) {
      const found = readRecord(this.#text, at, this.#delimiter, isLast)
      if (found) {
        if (!isBlank(found.fields)) records.push(found.fields)
        at = found.end
      } else if (at < this.#text.length && (isLast || this.#text.length - at > LONGEST)) {
        const lineEnd = this.#text.indexOf('\n', at)
        const end = lineEnd < 0 ? this.#text.length : lineEnd + 1
        records.push({ broken: this.#text.slice(at, end).trim() })
        at = end
      } else break
    }
    this.#text = this.#text.slice(at)
    return records
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

/** The fields of a record by the lower-case names in the header. */
export type CsvRow = { readonly fields: Readonly<Record<string, string>> } | { readonly broken: string }

/**
 * The rows below a header, whose names may have any case and order.
 * @throws WardenError `not-this-format` for a header without the `required` names
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  required: readonly string[],
  delimiter?: string,
): AsyncGenerator<readonly CsvRow[]> {
  let names: readonly string[] | undefined
  for await (const batch of csvRecords(text, delimiter)) {
    const rows: CsvRow[] = []
    for (const record of batch) {
      if (names === undefined) names = readHeader(record, required)
      else rows.push('broken' in record ? record : { fields: byName(names, record) })
    }
    if (rows.length > 0) yield rows
  }
  if (names === undefined) throw notThisFormat('empty file, expected a header line')
}

function readHeader(record: CsvRecord, required: readonly string[]): readonly string[] {
  const names = 'broken' in record ? [] : record.map((name) => name.trim().toLowerCase())
  const missing = required.filter((name) => !names.includes(name.toLowerCase()))
  if (missing.length > 0) throw notThisFormat(`the first line has no column ${missing.join(', ')}`)
  return names
}

function byName(names: readonly string[], record: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [index, name] of names.entries()) fields[name] = record[index]?.trim() ?? ''
  return fields
}
