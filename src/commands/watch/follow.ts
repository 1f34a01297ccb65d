/** A resource that changes: reported once for every state that is seen. */
export interface Followed {
  readonly id: string
  /** When it last changed, ISO 8601. Together with the id it identifies a state. */
  readonly changedAt: string
}

/** New states since the last poll, oldest first. */
export type EventFollower<T extends Followed> = () => Promise<T[]>

/** Rows per request; more changes between two polls are read page by page. */
const ROWS_PER_POLL = 100

/** Overlap of two polls (ms): a row has the time of its request, but is visible only after its commit. */
const OVERLAP_MS = 2000

/**
 * Follows a list that is sorted by latest change. Polls overlap a little; a state that lasts shorter than a poll
 * interval is not seen.
 * @param since report only changes at or after it (ms)
 */
export function follow<T extends Followed>(
  fetch: (query: { page: number; size: number }) => Promise<readonly T[]>,
  since: number,
): EventFollower<T> {
  let from = since
  /** States reported since `from`, with their times. */
  let reported = new Map<string, number>()
  return async () => {
    const fresh: T[] = []
    for (let page = 0; ; page += 1) {
      const rows = await fetch({ page, size: ROWS_PER_POLL })
      const news = rows.filter((row) => timeOf(row) >= from)
      fresh.push(...news.filter((row) => !reported.has(stateOf(row))))
      if (news.length < ROWS_PER_POLL) break
    }
    // Two pages overlap when a row was added in between.
    const once = new Map(fresh.map((row) => [stateOf(row), row]))
    const ordered = [...once.values()].sort((a, b) => timeOf(a) - timeOf(b))
    for (const row of ordered) reported.set(stateOf(row), timeOf(row))
    from = Math.max(from, ...ordered.slice(-1).map((row) => timeOf(row) - OVERLAP_MS))
    reported = new Map([...reported].filter(([, at]) => at >= from))
    return ordered
  }
}

function stateOf({ id, changedAt }: Followed): string {
  return `${id} ${changedAt}`
}

function timeOf({ changedAt }: Followed): number {
  return Date.parse(changedAt)
}
