import { type EventStep, eventSteps } from '../../../api/vocabulary.ts'
import { planSubjects } from '../../alerts/delivery/plan-deliveries.ts'
import { type ToldStep, toldStepsOf } from '../../store/repositories/alert-events.ts'
import type { TellContext } from './notify-context.ts'

/** What an alert was told last of a transaction. */
export interface LastStep extends Pick<ToldStep, 'id' | 'round'> {
  readonly step: EventStep
  /** The messages that hold: those since the last retraction (ids). */
  readonly holding: readonly string[]
}

/** The last step of each alert, by subject and alert. */
export type LastSteps = (subject: string, alertId: string) => LastStep | undefined

/** Reads what alerts were told. What is not planned yet is planned first: a retraction needs the message it takes back. */
export async function lastStepsOf(context: TellContext, subjects: readonly string[]): Promise<LastSteps> {
  const { db, deadlineNow: now, newId } = context
  await planSubjects(db, subjects, { now, newId })
  const last = new Map<string, LastStep>()
  const told = (await toldStepsOf(db, subjects)).flatMap(({ step, ...each }) =>
    isEventStep(step) ? [{ ...each, step }] : [],
  )
  for (const { id, alert_id, subject, step, round } of told.toSorted((a, b) => orderOf(a) - orderOf(b))) {
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
