import { verdictOf, verdictRank } from '../../../../api/verdict.ts'
import { type ChainEventKind, chainEventKinds, type NoticeKind } from '../../../../api/vocabulary.ts'
import type { EventSubject } from '../../../store/schema/schema.ts'
import type { EventContent } from '../messages/event-content.ts'

/** What needs a person now, with any verdict. */
const URGENT = verdictRank('UNSAFE', 70)
/** What has no verdict. */
const ROUTINE = verdictRank('WARNING', 31)

/** Someone else moved assets, or got control: up to the last one. */
const graveKinds = chainEventKinds.slice(0, chainEventKinds.indexOf('upgraded') + 1)
const graveNotices: readonly NoticeKind[] = ['stopped', 'hold']

/**
 * How soon a message leaves where others wait: the rank of its verdict. Retractions and what waits for a person are as
 * urgent as UNSAFE.
 */
export function severityOf(
  { step, kind }: Pick<EventSubject, 'step' | 'kind'>,
  content: Omit<EventContent, 'alert'>,
): number {
  const { result, validation } = content
  const verdict = result ? verdictRank(verdictOf(result), result.combinedScore) : ROUTINE
  const before = validation ? verdictRank(validation.verdict, validation.combinedScore) : 0
  const isUrgent =
    step === 'retracted' ||
    graveKinds.includes(kind as ChainEventKind) ||
    graveNotices.includes(kind as NoticeKind) ||
    kind === 'rescreen'
  return Math.max(verdict, before, isUrgent ? URGENT : 0)
}
