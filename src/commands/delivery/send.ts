import { defineCommand } from '../../cli/define.ts'
import { isOnlyPreviewed } from '../../cli/local-change.ts'
import { interrupted } from '../../client/interrupted.ts'

export const deliverySend = defineCommand({
  name: 'delivery send',
  summary: 'Send what is due from the local database, and end when nothing is',
  description:
    'For when no `txwarden serve` runs, which sends by itself. What fails stays in the outbox until its next try is due.',
  examples: [
    { command: 'txwarden delivery send' },
    { command: 'txwarden delivery send --json', note: 'from cron: what was sent, and what waits' },
  ],
  async run(context) {
    const service = await context.local()
    if (await isOnlyPreviewed(context, 'send what is due')) return undefined
    const deliveries = await service.deliveries()
    const { oldestPending, ...report } = await deliveries.sendDue({
      signal: context.signal,
      onTry: ({ destinationName, state, errorMessage }) =>
        void context.note(state === 'SENT' ? `sent to ${destinationName}` : `${destinationName}: ${errorMessage}`),
    })
    if (context.signal.aborted) throw interrupted(context.signal.reason)
    const body = { ...report, oldestPending: oldestPending === null ? null : new Date(oldestPending).toISOString() }
    const { served, sent, failed, pending } = report
    await context.out.done(
      body,
      {
        columns: ['served', 'sent', 'failed', 'pending', 'dead'].map((field) => ({
          field,
          header: field.toUpperCase(),
        })),
      },
      served
        ? `A txwarden serve holds this database: it sends what is due (${pending} pending)`
        : `Sent ${sent}, ${failed} failed, ${pending} pending (${context.where()})`,
    )
    return undefined
  },
})
