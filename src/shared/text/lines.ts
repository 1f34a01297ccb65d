/** A line without its line end. */
export interface TextLine {
  readonly text: string
  /** From 1. */
  readonly number: number
  /** The line is too long; this is its beginning. */
  readonly isCut?: true
}

/** Default limit of a line (characters). */
const LONGEST = 64 * 1024

/** The non-blank lines of a text of any size, a batch for each chunk of it. */
export async function* linesOf(text: AsyncIterable<string>, longest = LONGEST): AsyncGenerator<readonly TextLine[]> {
  let rest = ''
  let number = 0
  let isSkipping = false
  const take = (whole: string): TextLine[] => {
    number += 1
    const wasSkipping = isSkipping
    isSkipping = false
    if (wasSkipping || whole.trim() === '') return []
    if (whole.length > longest) return [{ text: whole.slice(0, longest), number, isCut: true }]
    return [{ text: whole.replace(/\r$/, ''), number }]
  }
  for await (const piece of text) {
    const parts = (rest + piece).split('\n')
    rest = parts.pop() ?? ''
    const found = parts.flatMap(take)
    if (rest.length > longest) {
      if (!isSkipping) found.push({ text: rest.slice(0, longest), number: number + 1, isCut: true })
      isSkipping = true
      rest = ''
    }
    if (found.length > 0) yield found
  }
  const last = rest === '' ? [] : take(rest)
  if (last.length > 0) yield last
}
