/** " (Did you mean block?)" when one of the words is similar, otherwise ''. */
export function didYouMean(given: string, words: readonly string[]): string {
  // At most a third of the letters may differ.
  const meant = nearest(given, words, Math.floor(Math.max(given.length, 3) / 3))
  return meant === undefined ? '' : ` (Did you mean ${meant}?)`
}

/** The most similar word, in any case; undefined: all are more than so many edits away. */
export function nearest(given: string, words: readonly string[], edits: number): string | undefined {
  const typed = given.toLowerCase()
  let best = edits + 1
  let meant: string | undefined
  for (const word of words) {
    const distance = editDistance(typed, word.toLowerCase())
    if (distance >= best) continue
    best = distance
    meant = word
  }
  return meant
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(from: string, to: string): number {
  // Limits the size of the table; words this long are not typos.
  if (Math.max(from.length, to.length) > 64) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
