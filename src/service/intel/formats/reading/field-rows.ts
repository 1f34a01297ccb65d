import { isRecord, parseJson } from '../../../../shared/json/json.ts'
import { findJsonFault } from '../../../../shared/json/strict-json.ts'
import { peek } from '../../../../shared/streams/resumed.ts'
import { linesOf } from '../../../../shared/text/lines.ts'
import { malformed, type Rejected } from '../format.ts'
import { csvRows } from './csv.ts'

/** The fields of a row by lower-case name. */
export type FeedFields = Readonly<Record<string, unknown>>

/**
 * Rows of CSV with a header, or of one JSON object a line: the first character decides. A batch at a time.
 * @throws WardenError `not-this-format` for a CSV without the `required` columns
 */
export async function* fieldRows<T>(
  text: AsyncIterable<string>,
  required: readonly string[],
  read: (fields: FeedFields) => T,
): AsyncGenerator<readonly (T | Rejected)[]> {
  const { line, whole } = await peek(text)
  if (line.startsWith('{')) {
    for await (const batch of linesOf(whole)) yield batch.map((each) => readLine(each.text, read))
  } else {
    yield* csvRows(whole, required, read)
  }
}

function readLine<T>(line: string, read: (fields: FeedFields) => T): T | Rejected {
  const value = parseJson(line)
  if (value === undefined) return malformed('not JSON', line)
  if (!isRecord(value)) return malformed('not a JSON object', line)
  if (findJsonFault(line)) return malformed('a member twice, or nested too deeply', line)
  return read(Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member])))
}

/** The text of a field, without space around it; '' for what is neither text nor a number. */
export function textOf(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : ''
}
