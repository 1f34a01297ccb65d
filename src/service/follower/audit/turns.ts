import type { Differing } from './suspects.ts'

/**
 * Chooses whose differences an audit explains: for half of the places the largest losses, then who waits longest since the last
 * time. Anyone can pay dust to many addresses in every block: that must not keep a theft from being found.
 * @param served by address: number of the audit that explained it last
 */
export function nextInTurn(
  waiting: readonly Differing[],
  served: ReadonlyMap<string, number>,
  places: number,
): Differing[] {
  const losers = largestLossFirst(waiting.filter(({ loss }) => loss > 0n)).slice(0, places / 2)
  const others = waiting
    .filter((each) => !losers.includes(each))
    .sort((a, b) => (served.get(a.address) ?? -1) - (served.get(b.address) ?? -1))
  return [...losers, ...others.slice(0, places - losers.length)]
}

export function largestLossFirst(waiting: readonly Differing[]): Differing[] {
  return waiting.toSorted((a, b) => (a.loss < b.loss ? 1 : a.loss > b.loss ? -1 : 0))
}
