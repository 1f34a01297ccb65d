/** Points of one round. */
const POINTS = 15
const MAX_ROUNDS = 20

/** Two blocks between which a property begins to hold: next to one another unless `unknown` blocks are between them. */
export interface Bisected {
  readonly before: number
  readonly since: number
}

/**
 * Narrows a range down to two neighbours of which the second one has a property and the first one does not.
 * @param before a block without it
 * @param since a later block with it
 * @param hasProperty of blocks in between, in their order; undefined: not known, such as for a state that was pruned
 */
export async function bisect(
  { before, since }: Bisected,
  hasProperty: (numbers: readonly number[]) => Promise<readonly (boolean | undefined)[]>,
): Promise<Bisected> {
  let [low, high] = [before, since]
  for (let round = 0; round < MAX_ROUNDS && high - low > 1; round++) {
    const numbers = pointsBetween(low, high)
    const found = await hasProperty(numbers)
    const known = numbers.flatMap((number, index) => {
      const has = found[index]
      return has === undefined ? [] : [{ number, has }]
    })
    if (known.length === 0) break
    const first = known.findIndex(({ has }) => has)
    high = first < 0 ? high : (known[first]?.number ?? high)
    low = (first < 0 ? known.at(-1) : known[first - 1])?.number ?? low
  }
  return { before: low, since: high }
}

/** Numbers between two, both left out: all of them, or evenly spaced ones. */
function pointsBetween(low: number, high: number): number[] {
  const count = Math.min(high - low - 1, POINTS)
  return Array.from({ length: count }, (_, index) => low + Math.round(((high - low) * (index + 1)) / (count + 1)))
}
