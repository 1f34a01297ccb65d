import type { DestinationTest } from '../../api/schemas/destination.ts'
import { testEventKinds } from '../../api/vocabulary.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { choice, flag, one } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import type { View } from '../../cli/output/view.ts'
import { callAddition } from '../steps/addition.ts'
import { idOfThing } from '../steps/find-thing.ts'
import { destinations } from './resource.ts'
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
  options: {
    event: choice(testEventKinds, 'send a message about an invented event of this kind'),
    wait: flag('wait for the result (always the case)'),
  },
  examples: [
    { command: 'txwarden destination test <id>' },
    { command: 'txwarden destination test <id> --event allowance-spent', note: 'as such an alert looks there' },
    { command: 'txwarden destination test <id> --wait --json', note: 'in a script: exit code 13 means it failed' },
  ],
  async run(context, { id, event }) {
    const destinationId = await idOfThing(context, destinations, id)
    const client = await context.client()
    const body =
      event === undefined
        ? await client.call('testDestination', { params: { alertIntegrationId: destinationId } })
        : await callAddition(context, 'test messages about events', (client) =>
            client.call('testDestinationEvent', { params: { destinationId }, body: { event } }),
          )
    const isSent = body.state === 'SENT'
    await context.out.record(
      body,
      view,
      ({ alertChannel: channel, webhookUrl, errorMessage, latencyMs, timestamp }, paint) => {
        const where = channel && webhookUrl ? ` ${shownAddress(channel, webhookUrl)}` : ''
        const at = timestamp === undefined ? '' : `, ${timeText(timestamp, context.zone)}`
        const after = latencyMs === undefined ? '' : ` after ${latencyMs} ms`
        const to = `${channel ?? 'destination'}${where} (${context.where()})${at}`
        return isSent
          ? `${paint.good('✓ SENT')} a test message to ${to}${after}\n`
          : `${paint.bad(`✗ ${body.state}`)} ${to}${after}\n  ${errorMessage || 'the service gave no reason'}\n`
      },
    )
    return isSent ? exitCodes.ok : exitCodes.checkFailed
  },
})
