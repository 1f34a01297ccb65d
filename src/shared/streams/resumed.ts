/** Room: Reading a stream to its end, and going on with one. */

/** A piece that was read, and the rest of what it was read from. */
export async function* resumed<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield first
    for (;;) {
      const { value, done } = await rest.next()
      if (done) return
      yield value
    }
  } finally {
    await rest.return?.()
  }
}

/** A text without a line end is read so far for its first line (characters). */
const LONGEST_LINE = 1024 * 1024

/** The first line that is not blank, without the blanks and the byte order mark around it, and the whole text with that line. */
export async function peek(text: AsyncIterable<string>): Promise<{ line: string; whole: AsyncIterable<string> }> {
  const pieces = text[Symbol.asyncIterator]()
  let head = ''
  for (;;) {
    const { value, done } = await pieces.next()
    if (!done) head += value
    // A byte order mark is a blank, too.
    const begin = head.trimStart()
    const end = begin.search(/[\r\n]/)
    if (done || end >= 0 || head.length > LONGEST_LINE)
      return { line: begin.slice(0, end < 0 ? undefined : end).trimEnd(), whole: resumed(head, pieces) }
  }
}
