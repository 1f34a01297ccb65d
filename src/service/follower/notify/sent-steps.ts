import { type EventStep, eventSteps } from '../../../api/vocabulary.ts'
import { planSubjects } from '../../alerts/delivery/plan-deliveries.ts'
import { type SentStep, sentStepsOf } from '../../store/repositories/alert-events.ts'
import type { NotifyContext } from './notify-context.ts'

/** The last step of a transaction that an alert was notified of. */
export interface LastStep extends Pick<SentStep, 'id' | 'round'> {
  readonly step: EventStep
  /** The messages that hold: those since the last retraction (ids). */
  readonly holding: readonly string[]
}

/** Gives the last step of an alert about a subject. */
export type LastSteps = (subject: string, alertId: string) => LastStep | undefined

/**
 * Reads what alerts were notified of. What is not planned yet is planned first: a retraction needs the message that it
 * retracts.
 */
export async function lastStepsOf(context: NotifyContext, subjects: readonly string[]): Promise<LastSteps> {
  const { db, deadlineNow: now, newId } = context
  await planSubjects(db, subjects, { now, newId })
  const last = new Map<string, LastStep>()
  const sent = (await sentStepsOf(db, subjects)).flatMap(({ step, ...each }) =>
    isEventStep(step) ? [{ ...each, step }] : [],
  )
  for (const { id, alert_id, subject, step, round } of sent.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const key = `${subject} ${alert_id}`
    const known = last.get(key)
    const holding = step === 'retracted' ? [] : [...(known?.holding ?? []), id]
    last.set(key, { id, step, round, holding })
  }
  return (subject, alertId) => last.get(`${subject} ${alertId}`)
}

/** The first retraction has round 1, and so has the inclusion after it. */
function orderOf({ step, round }: Pick<LastStep, 'step' | 'round'>): number {
  return round * eventSteps.length + eventSteps.indexOf(step)
}

function isEventStep(step: string): step is EventStep {
  return eventSteps.some((each) => each === step)
}
