import type { MemberNames } from './members.ts'
import { formatOf, type Row, type RowFormat, readRows } from './rows.ts'

/** The rows of an NDJSON or a CSV, told by what was asked for, the name of the file, or how it begins. */
export function tableRows(names: MemberNames, file: string, format: RowFormat | undefined) {
  return (text: AsyncIterable<string>, name: string): AsyncIterable<readonly Row[]> =>
    readRows(text, { name, format: format ?? formatOf(file), columns: names })
}
