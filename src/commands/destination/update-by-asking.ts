import type { Destination } from '../../api/schemas/destination.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { mergeDestination, updateDestination } from './apply-changes.ts'
import { equivalentLine } from './equivalent.ts'
import { askDestinationChanges } from './questions.ts'
import { shownAddress } from './secrecy.ts'
import { destinationView } from './view.ts'

/** Asks with the present values as answers, and changes what was answered otherwise. */
export async function updateByAsking(context: Context, stored: Destination, force: boolean): Promise<void> {
  const { id, channel } = stored
  const changes = await askDestinationChanges(context, stored)
  if (Object.keys(changes).length === 0)
    return context.out.done(stored, destinationView, `Nothing to change: destination ${stored.name} stays as it is`)
  const { webhookUrl, token, ...open } = changes
  await previewAndConfirm(context, {
    preview: [
      ['destination', `${stored.name} (${channel})`],
      ...Object.entries(open).map(([member, value]) => [`new ${member}`, String(value)] as const),
      ...(webhookUrl === undefined ? [] : [['new address', shownAddress(channel, webhookUrl)] as const]),
      ...(token === undefined ? [] : [['new token', 'as given'] as const]),
    ],
    question: `Change this destination in ${context.where()}?`,
    commandLine: equivalentLine(
      { name: 'destination update', arguments: [id], channel, force },
      changes,
      { webhookUrlFile: undefined, tokenFile: undefined },
      context.globals,
    ),
    act: () => updateDestination(context, stored, mergeDestination(stored, changes), force),
  })
}
