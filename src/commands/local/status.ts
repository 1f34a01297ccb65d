import { defineCommand } from '../../cli/define.ts'
import { statusCard, statusView } from './status-card.ts'

export const localStatus = defineCommand({
  name: 'local status',
  summary: 'Show the location and contents of the local database',
  description: 'Read-only: creates neither the database nor a key.',
  requests: false,
  examples: [{ command: 'txwarden local status' }, { command: 'txwarden local status --json --fields rows,signer' }],
  async run(context) {
    const administration = await context.administration()
    await context.out.record(await administration.status(), statusView, (status, paint) =>
      statusCard(status, paint, context.zone),
    )
  },
})
