import { counted } from '../../../api/text/amounts.ts'
import type { Inspected } from '../check/inspect.ts'
import type { SafeEvent } from '../notify/notify-safe.ts'
import { isOverLimit } from '../queue/signatures.ts'
import type { ServiceItem } from '../transaction-service/read-answers.ts'
import type { ServiceQueue } from '../transaction-service/service-client.ts'
import type { UnreadCounts } from './kept-state.ts'
import type { PollFault } from './poll-context.ts'

/** What of a queue is not known. */
export interface Unread {
  readonly counts: UnreadCounts
  /** One for each reason; empty: all is read. */
  readonly lines: readonly string[]
}

/** Hashes that are kept and named. */
const MOST_ILLEGIBLE = 100

export function unreadOf(
  { unreadable: withoutHash }: ServiceQueue,
  inspected: readonly Inspected<ServiceItem>[],
): Unread {
  const illegible = inspected.filter(isIllegible).map(({ safeTxHash }) => safeTxHash)
  const unreadable = withoutHash + illegible.length
  const overLimit = inspected.filter(({ confirmations }) => isOverLimit(confirmations)).length
  const lines: string[] = []
  if (unreadable > 0) {
    const are = unreadable === 1 ? 'is' : 'are'
    lines.push(`${entries(unreadable)} of the queue ${are} not legible, and may be anything: check it in the wallet`)
  }
  if (overLimit > 0) lines.push(tooManySignatures(entries(overLimit)))
  return { counts: { unreadable, illegible: illegible.slice(0, MOST_ILLEGIBLE), overLimit }, lines }
}

export function isIllegible({ given }: Inspected<ServiceItem>): boolean {
  return given.transaction === undefined
}

function entries(count: number): string {
  return counted(count, 'entry', 'entries')
}

export function tooManySignatures(what: string): string {
  return `not all signatures of ${what} were read: more owners may have signed, check it in the wallet`
}

export function incomplete(lines: readonly string[]): PollFault | undefined {
  return lines.length === 0 ? undefined : { code: 'incomplete-queue', message: lines.join('; ') }
}

/** Something waits of which nothing, or not all, is known: a message when it is more than before, or another. */
export function unreadEvents({ counts, lines }: Unread, before: UnreadCounts | undefined, now: number): SafeEvent[] {
  const { unreadable, illegible, overLimit } = counts
  const known = new Set(before?.illegible)
  const isMore =
    unreadable > (before?.unreadable ?? 0) ||
    overLimit > (before?.overLimit ?? 0) ||
    (unreadable <= MOST_ILLEGIBLE && illegible.some((hash) => !known.has(hash)))
  const [hash] = illegible
  const about = unreadable === 1 && hash !== undefined ? { safeTxHash: hash } : {}
  const key = `unreadable:${unreadable}:${now}`
  return isMore ? [{ kinds: ['queued'], key, ...about, shown: { changes: lines } }] : []
}
