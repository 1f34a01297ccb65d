/** Limit of a line (characters). */
const LONGEST = 64 * 1024

/** A line without its line end, numbered from 1. */
export interface Line {
  readonly text: string
  readonly number: number
  /** Set for a line above 64 KiB: `text` is its start. */
  readonly isCut?: true
}

/** The non-blank lines of a text of any size, a batch for each chunk. */
export async function* lines(text: AsyncIterable<string>): AsyncGenerator<readonly Line[]> {
  let rest = ''
  let number = 0
  let isSkipping = false
  const take = (line: string): Line[] => {
    number++
    if (isSkipping) {
      isSkipping = false
      return []
    }
    const whole = line.replace(/\r$/, '')
    return whole.trim() === '' ? [] : [{ text: whole, number }]
  }
  for await (const piece of text) {
    const parts = (rest + piece).split('\n')
    rest = parts.pop() ?? ''
    const found = parts.flatMap(take)
    if (rest.length > LONGEST) {
      if (!isSkipping) found.push({ text: rest.slice(0, LONGEST), number: number + 1, isCut: true })
      isSkipping = true
      rest = ''
    }
    if (found.length > 0) yield found
  }
  const last = take(rest)
  if (last.length > 0) yield last
}
