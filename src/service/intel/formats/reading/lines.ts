/** Longest line (characters). */
const LONGEST = 64 * 1024

/** A line without its end, and its number from 1. */
export interface Line {
  readonly text: string
  readonly number: number
  /** It was longer than 64 KiB, and this is its beginning. */
  readonly isCut?: true
}

/** The lines of a text of any size that are not blank, a batch for each piece of it. */
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
