import type { StoredAlert } from '../../store/repositories/alerts.ts'
import type { EventSubject } from '../../store/schema/schema.ts'
import { timeInWords } from './messages/message-words.ts'

/** What decides whether a silence hides an event. */
export interface Silenceable {
  readonly about: Pick<EventSubject, 'step'>
  readonly content: { readonly notice?: object }
  /** A sanction or a BLOCK entry was found; absent: it is not known. */
  readonly isListed?: boolean
}

export type Silence = Partial<Pick<StoredAlert, 'silenced_until' | 'silences_blocked'>>

/**
 * Until when the alert is silenced for an event (ms); undefined: it is not. Notices are never hidden, because they say that
 * something waits or that nothing is watched. What may be a sanction or a BLOCK entry is hidden only where that was requested.
 */
export function silencedUntil(
  { silenced_until, silences_blocked }: Silence,
  { content, isListed }: Silenceable,
  now: number,
): number | undefined {
  if (silenced_until == null || silenced_until <= now || content.notice !== undefined) return undefined
  return isListed === false || silences_blocked === 1 ? silenced_until : undefined
}

const REASON = 'the alert was silenced until '

/** What a delivery says that a silence hid. */
export function silenceReason(until: number): string {
  return `${REASON}${timeInWords(until)}`
}

/** @returns its end (ISO 8601) as a delivery says it */
export function endOfSilence(reason: string): string {
  return new Date(reason.slice(REASON.length).replace(' UTC', 'Z').replace(' ', 'T')).toISOString()
}

/** Steps that change what a message before said. */
export function correctsMessage({ step }: Pick<EventSubject, 'step'>): boolean {
  return step === 'retracted' || step === 'included-again'
}
