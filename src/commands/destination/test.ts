import type { DestinationTest } from '../../api/schemas/destination.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { flag, one } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import { destinationKind, idOfThing } from '../steps/find-thing.ts'
import { shownAddress } from './secrecy.ts'

const view: View<DestinationTest> = {
  columns: [
    { field: 'state', header: 'STATE' },
    { field: 'alertChannel', header: 'CHANNEL' },
    { field: 'errorMessage', header: 'ERROR' },
    { field: 'timestamp', header: 'TIME' },
  ],
}

export const destinationTest = defineCommand({
  name: 'destination test',
  summary: 'Send a test message and show the result',
  description: 'Exit code 0 when it was sent, 13 when it failed.',
  arguments: { id: one('id or name of the destination') },
  options: { wait: flag('wait for the result (always the case)') },
  examples: [
    { command: 'txwarden destination test <id>' },
    { command: 'txwarden destination test <id> --wait --json', note: 'in a script: exit code 13 means it failed' },
  ],
  async run(context, { id }) {
    const client = await context.client()
    const body = await client.call('testDestination', {
      params: { alertIntegrationId: await idOfThing(context, destinationKind, id) },
    })
    const isSent = body.state === 'SENT'
    await context.out.record(body, view, ({ alertChannel: channel, webhookUrl, errorMessage, latencyMs }, paint) => {
      const where = channel && webhookUrl ? ` ${shownAddress(channel, webhookUrl)}` : ''
      const after = latencyMs === undefined ? '' : ` after ${latencyMs} ms`
      const to = `${channel ?? 'destination'}${where} (${context.where()})`
      return isSent
        ? `${paint.good('✓ SENT')} a test message to ${to}${after}\n`
        : `${paint.bad(`✗ ${body.state}`)} ${to}${after}\n  ${errorMessage || 'the service gave no reason'}\n`
    })
    return isSent ? exitCodes.ok : exitCodes.checkFailed
  },
})
