import { refusedError } from '../../cli/errors/usage.ts'

/** A position in a file; lines and columns start at 1. */
export interface SourceLocation {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface ManifestError {
  readonly location: SourceLocation
  readonly message: string
}

const MAX_SHOWN = 50

export function locationText({ file, line, column }: SourceLocation): string {
  return `${file}:${line}:${column}`
}

/** Throws if there are errors, with all of them in order. */
export function throwErrors(errors: readonly ManifestError[]): void {
  const [first] = errors
  if (!first) return
  const lines = [...errors]
    .sort((a, b) => compare(a.location, b.location))
    .map(({ location, message }) => `${locationText(location)} ${message}`)
  const [only = '', ...others] = lines
  if (others.length === 0) throw refusedError(only, { details: [NOTHING_DONE] })
  throw refusedError(`the manifest has ${lines.length} errors`, {
    details: [
      ...lines.slice(0, MAX_SHOWN),
      ...(lines.length > MAX_SHOWN ? [`and ${lines.length - MAX_SHOWN} more`] : []),
      NOTHING_DONE,
    ],
  })
}

const NOTHING_DONE = 'Nothing was changed.'

function compare(a: SourceLocation, b: SourceLocation): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || a.column - b.column
}
