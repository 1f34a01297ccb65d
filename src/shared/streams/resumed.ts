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
