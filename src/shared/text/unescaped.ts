/** A character of ASCII, whichever, as JSON, JavaScript, URLs and HTML can write it. */
const ESCAPED =
  /\\u00([0-7][0-9a-f])|\\x([0-7][0-9a-f])|%([0-7][0-9a-f])|&#x0{0,4}([0-7][0-9a-f]);|&#0{0,4}([0-9]{1,3});/gi

export interface Unescaped {
  readonly text: string
  /** Where a character of `text` begins in what was given; after the last one: where that ends. */
  startOf(at: number): number
}

/** Replaces each escaped character of ASCII by itself. Escapes of escapes stay. */
export function unescaped(given: string): Unescaped {
  const pieces: string[] = []
  /** For each replaced escape, where the next character begins in the result and in the given text. */
  const ends: { readonly at: number; readonly end: number }[] = []
  let from = 0
  let length = 0
  for (const match of given.matchAll(ESCAPED)) {
    const [whole, ...digits] = match
    const decimal = digits[4]
    const code = decimal === undefined ? Number.parseInt(digits.join(''), 16) : Number(decimal)
    if (code > 127) continue
    const piece = given.slice(from, match.index) + String.fromCharCode(code)
    pieces.push(piece)
    from = match.index + whole.length
    length += piece.length
    ends.push({ at: length, end: from })
  }
  if (ends.length === 0) return { text: given, startOf: (at) => at }
  return {
    text: pieces.join('') + given.slice(from),
    startOf(at) {
      const before = ends[lastUpTo(at, ends)]
      return before ? before.end + at - before.at : at
    },
  }
}

/** Index of the last one that is not behind `at`; -1: all are. */
function lastUpTo(at: number, ends: readonly { readonly at: number }[]): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
