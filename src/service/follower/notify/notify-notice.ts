import type { EventNotice } from '../../alerts/delivery/messages/event-content.ts'
import { alertIndexOf } from '../../alerts/matching/alert-index.ts'
import { enqueue } from '../../alerts/matching/enqueue-alerts.ts'
import { sentStepsOf } from '../../store/repositories/alert-events.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import type { NotifyContext } from './notify-context.ts'

/** A notice is a message about the following of a chain. */
export interface Notice
  extends Pick<EventNotice, 'kind' | 'step' | 'text' | 'command'>,
    Partial<Pick<EventNotice, 'details'>> {
  /** Distinguishes incidents of a kind, such as the time when this one began. Each step of an incident is reported once. */
  readonly incident: string
}

/** A notice needs less than a block does. */
export type NoticeContext = Omit<NotifyContext, 'tip' | 'finalized' | 'now'>

/**
 * Notifies all MONITOR alerts of the chain, with any other conditions: they are silent while a chain is not followed. The end
 * of an incident is reported to those that were notified of its begin.
 */
export async function notifyNotice(context: NoticeContext, notice: Notice): Promise<void> {
  await notifyNoticeTo(context, notice, alertIndexOf(context.alerts).findOn(context.chainId, 'MONITOR'))
}

export async function notifyNoticeTo(
  context: NoticeContext,
  { kind, incident, step, text, details = [], command }: Notice,
  alerts: readonly StoredAlert[],
): Promise<void> {
  const { db, chainId } = context
  const subject = `${chainId}:${kind}:${incident}`
  const begun = step === 'over' ? new Set((await sentStepsOf(db, [subject])).map((sent) => sent.alert_id)) : undefined
  const fired = begun ? alerts.filter(({ id }) => begun.has(id)) : alerts
  if (fired.length === 0) return
  const content: EventNotice = {
    kind,
    ...(step !== undefined && { step }),
    text,
    details,
    ...(command !== undefined && { command }),
  }
  const about = { svc_tx_id: null, subject, step: step ?? ('' as const), round: 0, kind }
  await enqueue({ about, content: { transaction: { chainId }, notice: content }, alerts: fired }, context)
}
