import { counted } from '../../api/text/amounts.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { targetFlags } from '../../cli/errors/errors.ts'
import { timeText } from '../../cli/output/time.ts'
import { plainColumns } from '../../cli/output/view.ts'
import type { AttemptReport } from '../../service/index.ts'
import { interrupted } from '../../shared/errors.ts'
import { isoTime } from '../../shared/text/iso-date.ts'

export const deliverySend = defineCommand({
  name: 'delivery send',
  summary: 'Send due deliveries of the local database, then exit',
  description:
    'For use without a running `txwarden serve`, which sends by itself. Failed deliveries stay in the outbox until the next attempt; stderr shows when it is due. Deliveries to an inactive destination are held.',
  requests: false,
  examples: [
    { command: 'txwarden delivery send' },
    { command: 'txwarden delivery send --json', note: 'from cron: counts of sent and pending deliveries' },
  ],
  async run(context) {
    const service = await context.local()
    if (await previewLocalChange(context, 'send due deliveries')) return
    const deliveries = await service.deliveries()
    const {
      oldestPending,
      nextTry,
      isHeldElsewhere,
      due: _,
      dueSince: __,
      ...report
    } = await deliveries.sendDue({
      signal: context.signal,
      onAttempt: (attempt) => noteAttempt(context, attempt),
    })
    const { served, pending, held } = report
    if (context.signal.aborted)
      throw interrupted(context.signal.reason, 'interrupted', {
        details: [countsText(context, report)],
        try: 'txwarden delivery send',
      })
    const body = { ...report, oldestPending: isoTime(oldestPending), nextTry: isoTime(nextTry) }
    await context.out.done(
      body,
      {
        isCounts: true,
        columns: plainColumns('served', 'sent', 'failedAttempts', 'unplanned', 'pending', 'held', 'failed'),
      },
      served
        ? `A running txwarden serve sends the deliveries of this database (${pending} pending)`
        : countsText(context, report),
    )
    if (!served && nextTry !== null) await context.note(nextText(nextTry, isHeldElsewhere, context))
    if (held > 0) await context.note(`${held} more held by an inactive destination. Try: txwarden destination list`)
  },
})

export function noteAttempt(context: Context, { destinationName, state, errorMessage }: AttemptReport): void {
  void context.note(state === 'SENT' ? `sent to ${destinationName}` : `${destinationName}: ${errorMessage}`)
}

interface Counts {
  readonly sent: number
  readonly failedAttempts: number
  readonly pending: number
}

function countsText(context: Context, { sent, failedAttempts, pending }: Counts): string {
  return `Sent ${sent}, ${counted(failedAttempts, 'attempt')} failed, ${pending} pending (${context.where()})`
}

/** When the next attempt is due, and the command that makes it. */
function nextText(nextTry: number, isHeldElsewhere: boolean, { clock, globals, zone }: Context): string {
  const seconds = Math.max(0, Math.ceil((nextTry - clock.now()) / 1000))
  const when = `${timeText(new Date(nextTry).toISOString(), zone)}, in ${seconds} s`
  const why = isHeldElsewhere
    ? `Another process is sending to this destination, or was killed while sending: free at ${when} at the latest`
    : `Next attempt at ${when}`
  return `${why}. Try: sleep ${seconds}; txwarden delivery send${targetFlags(globals)}`
}
