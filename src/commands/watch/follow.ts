/** A thing that changes: told once for every state it is seen in. */
export interface Followed {
  readonly id: string
  /** When it last changed, ISO 8601: with the id it names a state of the thing. */
  readonly changedAt: string
}

export interface Follower<T extends Followed> {
  /** What is new since the last look, oldest first. */
  next(): Promise<T[]>
}

/** Rows asked for at a look: what happened beyond it between two looks is asked for page by page. */
const ROWS_A_LOOK = 100

/**
 * Follows a list that can be read newest change first. A look ends at what was told before; a state that came and went
 * between two looks is not seen.
 * @param since only what changed at or after it (ms) is told
 */
export function follow<T extends Followed>(
  fetch: (query: { page: number; size: number }) => Promise<readonly T[]>,
  since: number,
): Follower<T> {
  /** States at the newest moment told, of which there may come more. */
  let told = { at: since, states: new Set<string>() }
  return {
    async next() {
      const fresh: T[] = []
      for (let page = 0; ; page += 1) {
        const rows = await fetch({ page, size: ROWS_A_LOOK })
        const news = rows.filter((row) => Date.parse(row.changedAt) >= told.at)
        fresh.push(...news.filter((row) => !told.states.has(stateOf(row))))
        if (news.length < ROWS_A_LOOK) break
      }
      // Two pages overlap when something came in between.
      const once = new Map(fresh.map((row) => [stateOf(row), row]))
      const ordered = [...once.values()].sort((a, b) => Date.parse(a.changedAt) - Date.parse(b.changedAt))
      const at = Math.max(told.at, ...ordered.map((row) => Date.parse(row.changedAt)))
      const latest = ordered.filter((row) => Date.parse(row.changedAt) === at).map(stateOf)
      told = { at, states: new Set(at === told.at ? [...told.states, ...latest] : latest) }
      return ordered
    },
  }
}

function stateOf({ id, changedAt }: Followed): string {
  return `${id} ${changedAt}`
}
