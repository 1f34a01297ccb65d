import type { Context } from '../../cli/context/context.ts'
import { escapedJson } from '../../cli/output/terminal-text.ts'
import { visibleLength, wrapWords } from '../../cli/output/words.ts'
import type { TallyLine } from '../../proxy/record/tally.ts'
import { callLine } from './summary.ts'

/** Prints a line for each call that sends or signs, or was refused; with -v for every call. */
export function logCall(context: Context): (line: TallyLine) => void {
  const { out, globals, io, note, clock, zone } = context
  const { quiet = false, verbose = false } = globals
  return (line) => {
    if (line.outcome === 'passed' && !verbose) return
    const at = clock.now()
    if (out.isJson) {
      if (!quiet)
        void io.stderr.write(jsonLine(Object.assign({ verdict: line.verdict, at: new Date(at).toISOString() }, line)))
      return
    }
    const { text, next } = callLine(line, at, zone)
    const whole = next === null ? text : `${text}. ${next}`
    if (next === null || visibleLength(whole) <= widthOf(io)) noteWrapped(context, whole, INDENT)
    else {
      // A command on a line of its own can be copied.
      noteWrapped(context, text, INDENT)
      void note(`${INDENT}${next}`)
    }
  }
}

const INDENT = ' '.repeat(4)

/** A notice, on a terminal in lines of its width; words such as ids stay whole. @param indent of the following lines */
export function noteWrapped({ io, note }: Context, text: string, indent: string): void {
  const [, margin = '', words = ''] = /^( *)(.*)$/s.exec(text) ?? []
  const [first = '', ...rest] = wrapWords(words, widthOf(io) - Math.max(margin.length, indent.length))
  void note(`${margin}${first}`)
  for (const line of rest) void note(`${indent}${line}`)
}

/** Returns the width of stderr in characters; a pipe has no limit. */
export function widthOf({ stderr }: Context['io']): number {
  return stderr.isTTY ? (stderr.columns ?? 80) : Number.POSITIVE_INFINITY
}

export function jsonLine(value: unknown): string {
  return `${escapedJson(JSON.stringify(value))}\n`
}
