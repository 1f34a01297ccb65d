import { refusal, type WardenError } from '../../../../shared/errors.ts'
import { resumed } from '../../../../shared/streams/resumed.ts'

export const STILL_IN_FORCE = 'Nothing was imported; the previous snapshot stays active.'

/** @param fault a phrase, such as "not a YAML list" */
export function notThisFormat(fault: string, details: readonly string[] = []): WardenError {
  return refusal('not-this-format', `wrong format: ${fault}`, { details: [...details, STILL_IN_FORCE] })
}

/** The text of a small file. @param most 1024 characters @throws WardenError `not-this-format` for a longer one */
export async function wholeText(text: AsyncIterable<string>, most: number): Promise<string> {
  let whole = ''
  for await (const piece of text) {
    whole += piece
    if (whole.length > most * 1024) throw notThisFormat(`the file is larger than ${most} KiB`)
  }
  return whole
}

const LONGEST = 64 * 1024

/** The first non-blank line (up to 64 KiB), and the whole text including that line. */
export async function peek(text: AsyncIterable<string>): Promise<{ line: string; text: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]()
  let head = ''
  for (;;) {
    const { value, done } = await iterator.next()
    if (!done) head += value
    const begin = head.replace(/^[\s\ufeff]+/, '')
    const end = begin.indexOf('\n')
    if (done || end >= 0 || begin.length > LONGEST)
      return { line: begin.slice(0, end < 0 ? LONGEST : end).trim(), text: resumed(head, iterator) }
  }
}
