import { refusedError } from '../../cli/usage.ts'

/** Where something stands in a file; lines and columns from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface Fault {
  readonly place: Place
  readonly message: string
}

const MOST_SHOWN = 50

export function placeText({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`
}

/** Throws when there is any, with all of them by file and line. */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first] = faults
  if (!first) return
  const lines = [...faults]
    .sort((a, b) => compare(a.place, b.place))
    .map(({ place, message }) => `${placeText(place)} ${message}`)
  const [only = '', ...others] = lines
  if (others.length === 0) throw refusedError(only, { details: [NOTHING_DONE] })
  throw refusedError(`the manifest has ${lines.length} faults`, {
    details: [
      ...lines.slice(0, MOST_SHOWN),
      ...(lines.length > MOST_SHOWN ? [`and ${lines.length - MOST_SHOWN} more`] : []),
      NOTHING_DONE,
    ],
  })
}

const NOTHING_DONE = 'Nothing was changed.'

function compare(a: Place, b: Place): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || a.column - b.column
}
