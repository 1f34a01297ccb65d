import { refusedError } from '../usage.ts'
import { csvRows } from './csv-rows.ts'
import { linesOf } from './text.ts'

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
      if (value === null || typeof value !== 'object' || Array.isArray(value))
        return { line: number, fault: 'is no JSON object' }
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
