import type { Inspected } from '../check/inspect.ts'
import { notifySafe } from '../notify/notify-safe.ts'
import { isOverLimit } from '../queue/signatures.ts'
import type { ServiceItem } from '../transaction-service/read-answers.ts'
import type { ServiceQueue } from '../transaction-service/service-client.ts'
import type { SafeServiceError } from '../transaction-service/service-error.ts'
import { type KeptState, stateText } from './kept-state.ts'
import { commit, type Held, type PollDeps } from './poll-context.ts'

/** What is noted with the Safe. */
export type PollFault = Pick<SafeServiceError, 'code' | 'message'> & Partial<Pick<SafeServiceError, 'retryAfterMs'>>

/** What of a queue is not known. */
export interface Unread {
  readonly kept: Pick<KeptState, 'unreadable' | 'illegible' | 'overLimit'>
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
  return {
    kept: {
      ...(unreadable > 0 && { unreadable }),
      ...(illegible.length > 0 && { illegible: illegible.slice(0, MOST_ILLEGIBLE) }),
      ...(overLimit > 0 && { overLimit }),
    },
    lines: [
      ...(unreadable > 0
        ? [
            `${entries(unreadable)} of the queue ${isOrAre(unreadable)} not legible, and may be anything: check it in the wallet`,
          ]
        : []),
      ...(overLimit > 0 ? [tooManySignatures(entries(overLimit))] : []),
    ],
  }
}

export function isIllegible({ given }: Inspected<ServiceItem>): boolean {
  return given.transaction === undefined
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

function isOrAre(count: number): string {
  return count === 1 ? 'is' : 'are'
}

export function tooManySignatures(what: string): string {
  return `not all signatures of ${what} were read: more owners may have signed, check it in the wallet`
}

/** More than before, or another one. */
export function isMore(
  { unreadable = 0, illegible = [], overLimit = 0 }: Unread['kept'],
  before: KeptState | undefined,
) {
  const known = new Set(before?.illegible)
  return (
    unreadable > (before?.unreadable ?? 0) ||
    overLimit > (before?.overLimit ?? 0) ||
    (unreadable <= MOST_ILLEGIBLE && illegible.some((hash) => !known.has(hash)))
  )
}

export function incomplete(lines: readonly string[]): PollFault | undefined {
  return lines.length === 0 ? undefined : { code: 'incomplete-queue', message: lines.join('; ') }
}

/** Something waits of which nothing, or not all, is known: one message, that is stored with the counts. */
export async function notifyUnread(
  { kept: counts, lines }: Unread,
  kept: KeptState,
  held: Held,
  deps: PollDeps,
): Promise<void> {
  const { unreadable = 0, illegible: [hash] = [] } = counts
  await commit(held, deps, { state: stateText(kept) }, (context, alerts) =>
    notifySafe(
      {
        safe: held.safe,
        kinds: ['queued'],
        key: `unreadable:${unreadable}:${deps.clock.now()}`,
        round: 0,
        ...(unreadable === 1 && hash !== undefined && { safeTxHash: hash }),
        validated: undefined,
        shown: { changes: lines },
        isRoutine: false,
      },
      alerts,
      context,
    ),
  )
}
