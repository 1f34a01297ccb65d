const LONGEST = 64 * 1024

/** A text and its first line that is not blank, as far as 64 KiB. Nothing that was read to find it is lost. */
export async function peek(text: AsyncIterable<string>): Promise<{ line: string; text: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]()
  let head = ''
  for (;;) {
    const { value, done } = await iterator.next()
    if (!done) head += value
    const begin = head.replace(/^[\s\ufeff]+/, '')
    const end = begin.indexOf('\n')
    if (done || end >= 0 || begin.length > LONGEST)
      return { line: begin.slice(0, end < 0 ? LONGEST : end).trim(), text: replay(head, iterator) }
  }
}

async function* replay(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    if (head !== '') yield head
    for (;;) {
      const { value, done } = await rest.next()
      if (done) return
      yield value
    }
  } finally {
    await rest.return?.()
  }
}
