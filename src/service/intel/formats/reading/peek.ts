import { resumed } from '../../../../shared/streams/resumed.ts'

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
