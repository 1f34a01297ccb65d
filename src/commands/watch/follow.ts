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

/** A thing has the time at which it was asked for (ms), and is seen once it is committed: others may be told before it. */
const OVERTAKEN_MS = 2000

/**
 * Follows a list that can be read newest change first. A look ends a little before what was told last; a state that came and went
 * between two looks is not seen.
 * @param since only what changed at or after it (ms) is told
 */
export function follow<T extends Followed>(
  fetch: (query: { page: number; size: number }) => Promise<readonly T[]>,
  since: number,
): Follower<T> {
  let from = since
  /** States from then on that were told, and their times. */
  let told = new Map<string, number>()
  return {
    async next() {
      const fresh: T[] = []
      for (let page = 0; ; page += 1) {
        const rows = await fetch({ page, size: ROWS_A_LOOK })
        const news = rows.filter((row) => timeOf(row) >= from)
        fresh.push(...news.filter((row) => !told.has(stateOf(row))))
        if (news.length < ROWS_A_LOOK) break
      }
      // Two pages overlap when something came in between.
      const once = new Map(fresh.map((row) => [stateOf(row), row]))
      const ordered = [...once.values()].sort((a, b) => timeOf(a) - timeOf(b))
      for (const row of ordered) told.set(stateOf(row), timeOf(row))
      from = Math.max(from, ...ordered.slice(-1).map((row) => timeOf(row) - OVERTAKEN_MS))
      told = new Map([...told].filter(([, at]) => at >= from))
      return ordered
    },
  }
}

function stateOf({ id, changedAt }: Followed): string {
  return `${id} ${changedAt}`
}

function timeOf({ changedAt }: Followed): number {
  return Date.parse(changedAt)
}
