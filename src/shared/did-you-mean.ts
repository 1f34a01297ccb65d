/** " (Did you mean block?)" when one of the words is what was probably meant, otherwise ''. */
export function didYouMean(given: string, words: readonly string[]): string {
  const typed = given.toLowerCase()
  // More than a third wrong is another word.
  let best = Math.floor(Math.max(typed.length, 3) / 3) + 1
  let meant: string | undefined
  for (const word of words) {
    const distance = editDistance(typed, word.toLowerCase())
    if (distance >= best) continue
    best = distance
    meant = word
  }
  return meant === undefined ? '' : ` (Did you mean ${meant}?)`
}

/** Letters to insert, leave out, replace, or swap with their neighbour (optimal string alignment). */
function editDistance(from: string, to: string): number {
  // A word this long was no slip of the finger, and the table would grow with it.
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
