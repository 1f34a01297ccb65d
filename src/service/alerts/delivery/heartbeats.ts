import { commandFor } from '../../../api/text/commands.ts'
import { DUE_NOW } from '../../store/repositories/deliveries.ts'
import { claimHeartbeat, dueHeartbeats, lastSent } from '../../store/repositories/heartbeats.ts'
import type { Db, DestinationRow } from '../../store/schema/schema.ts'
import type { EventContent } from './messages/event-content.ts'
import { inWords } from './messages/message-words.ts'
import { addMessage, type PlanContext, type PlannerDeps } from './plan-deliveries.ts'

/**
 * Adds a message for each destination that got none for its interval. Of several servers one adds it: the transaction also sets
 * when the next one is due. False when none was due.
 */
export async function planHeartbeats({ store, deadlines, newId }: PlannerDeps): Promise<boolean> {
  const due = await dueHeartbeats(store.read, deadlines.now())
  if (due.length === 0) return false
  return store.write(async (db) => {
    const now = deadlines.now()
    let isAny = false
    for (const destination of due) if (await plan(db, destination, { now, newId })) isAny = true
    return isAny
  })
}

async function plan(db: Db, destination: DestinationRow, { now, newId }: PlanContext): Promise<boolean> {
  const interval = destination.heartbeat_ms
  if (interval === null) return false
  const last = await lastSent(db, destination.id, now - interval)
  // A heartbeat that waits says all that another one could.
  const isNeeded = last === undefined
  const next = (last === undefined || last === 'waits' ? now : last) + interval
  if (!(await claimHeartbeat(db, destination, next)) || !isNeeded) return false
  const content: EventContent = {
    alert: { id: '', name: 'heartbeat', type: 'MONITOR' },
    transaction: { chainId: '' },
    notice: {
      kind: 'heartbeat',
      text: 'Heartbeat: txwarden is running',
      details: [`No other message was sent here for ${inWords(interval)}`],
      command: commandFor.diagnose(),
    },
  }
  const event_id = newId()
  const message = { id: newId(), event_id, subject: `heartbeat:${event_id}`, kind: 'heartbeat', content } as const
  await addMessage(db, destination, { ...message, due_at: DUE_NOW }, now)
  return true
}
