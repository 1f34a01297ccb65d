import type { Destination } from '../../api/schemas/destination.ts'
import type { Context } from '../../cli/context/context.ts'
import { refuseTakenName } from '../if-absent.ts'
import { bodyOf, type DestinationDraft } from './draft.ts'
import { isMasked } from './secrecy.ts'
import { destinationView } from './view.ts'

/**
 * The stored destination with what changes. Masked secrets are left out: absent keeps what is stored, while a service
 * that does not know its own mask would store it. Another channel starts without what the old one had.
 */
export function mergeDestination(stored: Destination, changes: Partial<DestinationDraft>): DestinationDraft {
  const channel = changes.channel ?? stored.channel
  const kept = channel === stored.channel ? stored : undefined
  return {
    name: changes.name ?? stored.name,
    channel,
    webhookUrl: changes.webhookUrl ?? unmasked(kept?.webhookUrl),
    chatId: changes.chatId ?? kept?.attributes?.chatId,
    token: changes.token ?? unmasked(kept?.attributes?.token),
    state: changes.state ?? stored.state,
  }
}

export async function updateDestination(
  context: Context,
  { id, name }: Destination,
  merged: DestinationDraft,
  force: boolean,
): Promise<void> {
  const client = await context.client()
  if (merged.name !== name && !force)
    await refuseTakenName(context, 'destination', merged.name, async () => {
      const destinations = await client.call('listDestinations')
      return destinations.find((destination) => destination.name === merged.name)?.id
    })
  const body = await client.call('updateDestination', { params: { destinationId: id }, body: bodyOf(merged) })
  await context.out.done(
    body,
    destinationView,
    `Changed destination ${body.name} (${body.channel}) (${context.where()})`,
  )
}

function unmasked(value: string | undefined): string | undefined {
  return value === undefined || isMasked(value) ? undefined : value
}
