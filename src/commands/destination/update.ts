import type { Destination } from '../../api/schemas/destination.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { choice, flagName, nameText, one, parseDuration, parsed } from '../../cli/options.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { forceOption, refuseTakenName } from '../options/if-absent.ts'
import { callAddition } from '../steps/addition.ts'
import { destinationKind, findThing } from '../steps/find-thing.ts'
import { noteReadFirst } from '../steps/read-first.ts'
import { equivalentLine } from './equivalent.ts'
import { missingFlags, refuseUnused } from './needs.ts'
import { bodyOf, channelOption, type DestinationDraft, destinationOptions, readDestinationFlags } from './options.ts'
import { isMasked, shownAddress } from './secrecy.ts'
import { destinationView } from './view.ts'

const options = {
  name: nameText('text', 'name of the destination'),
  channel: channelOption,
  ...destinationOptions,
  group: choice(['on', 'off'], 'send more than five messages of an alert in a minute as one digest'),
  heartbeat: parsed(
    'duration',
    'send a message after this time without another one, such as 24h; off: none',
    (flag, text) => (text.trim().toLowerCase() === 'off' ? null : parseDuration(flag, text)),
  ),
}

export const destinationUpdate = defineCommand({
  name: 'destination update',
  summary: 'Update a destination; omitted values are kept',
  description:
    'Omitted secrets are kept. A new URL with another origin needs the token again. Without flags, on a terminal, it prompts.',
  arguments: { id: one('id or name of the destination') },
  options: { ...options, force: forceOption },
  examples: [
    { command: 'txwarden destination update <id> --state INACTIVE' },
    { command: 'txwarden destination update <id> --token-file <file>' },
    { command: 'txwarden destination update <id> --group off --heartbeat 24h' },
    { command: 'txwarden destination update <id>', note: 'prompts' },
  ],
  async run(context, { id, name, channel, group, heartbeat, force = false, ...flags }) {
    const changesFields = [name, channel, ...Object.values(flags)].some((value) => value !== undefined)
    const changesSending = group !== undefined || heartbeat !== undefined
    const asks = !changesFields && !changesSending
    if (asks && !context.canAsk)
      throw usageError(`destination update needs at least one of ${Object.keys(options).map(flagName).join(', ')}`, {
        try: `txwarden destination update ${quoteWord(id)} --state INACTIVE`,
      })
    const fields = await readDestinationFlags(context, channel, flags)
    await noteReadFirst(context)
    const stored = await findThing(context, destinationKind, id)
    if (asks) {
      await updateFromAnswers(context, stored, force)
      return
    }
    if (!changesFields) {
      await updateSending(context, stored, { group, heartbeat })
      return
    }
    refuseUnused(channel ?? stored.channel, flags)
    const merged = mergeDestination(stored, { ...fields, name, channel })
    const missing = merged.channel === stored.channel ? [] : missingFlags(merged.channel, merged)
    if (missing.length > 0)
      throw usageError(`changing the channel from ${stored.channel} to ${merged.channel} needs ${missing.join(', ')}`, {
        try: 'txwarden destination update --help',
      })
    await updateDestination(context, stored, merged, force, changesSending ? { group, heartbeat } : undefined)
  },
})

interface Sending {
  readonly group: 'on' | 'off' | undefined
  /** ms; null: off. */
  readonly heartbeat: number | null | undefined
}

async function updateSending(context: Context, { id }: Destination, { group, heartbeat }: Sending): Promise<void> {
  const client = await context.client()
  const sending = {
    params: { destinationId: id },
    body: {
      ...(group !== undefined && { group: group === 'on' }),
      ...(heartbeat !== undefined && { heartbeatMs: heartbeat }),
    },
  }
  const body = await callAddition(context, 'digests and heartbeats', () =>
    client.call('setDestinationSending', sending),
  )
  await context.out.done(body, destinationView, [
    `Updated how messages are sent to ${body.name} (${context.where()})`,
    `  ${body.group ? 'many messages of an alert are one digest' : 'each message is sent singly'}`,
  ])
}

/**
 * Merges the changes into the stored destination. Masked secrets are left out: absent keeps the stored value, while a
 * service that does not know its own mask would store it. A new channel starts without the fields of the old one.
 */
function mergeDestination(stored: Destination, changes: Partial<DestinationDraft>): DestinationDraft {
  const channel = changes.channel ?? stored.channel
  const kept = channel === stored.channel ? stored : undefined
  return {
    name: changes.name ?? stored.name,
    channel,
    webhookUrl: changes.webhookUrl ?? unmasked(kept?.webhookUrl),
    chatId: changes.chatId ?? (kept?.attributes?.chatId || undefined),
    token: changes.token ?? unmasked(kept?.attributes?.token),
    state: changes.state ?? stored.state,
  }
}

function unmasked(value: string | undefined): string | undefined {
  return !value || isMasked(value) ? undefined : value
}

async function updateDestination(
  context: Context,
  { id, name }: Destination,
  merged: DestinationDraft,
  force: boolean,
  sending?: Sending,
): Promise<void> {
  const client = await context.client()
  if (merged.name !== name && !force)
    await refuseTakenName(context, 'destination', merged.name, async () => {
      const destinations = await client.call('listDestinations')
      return destinations.find((destination) => destination.name === merged.name)?.id
    })
  const body = await client.call('updateDestination', { params: { destinationId: id }, body: bodyOf(merged) })
  if (sending) return updateSending(context, body, sending)
  await context.out.done(
    body,
    destinationView,
    `Updated destination ${body.name} (${body.channel}) (${context.where()})`,
  )
}

/** Prompts with the stored values as defaults, and sends only what changed. */
async function updateFromAnswers(context: Context, stored: Destination, force: boolean): Promise<void> {
  const { id, channel } = stored
  const { askDestinationChanges } = await import('./questions.ts')
  const changes = await askDestinationChanges(context, stored)
  if (Object.keys(changes).length === 0)
    return context.out.done(stored, destinationView, `Nothing to change in destination ${stored.name}`)
  const { webhookUrl, token, ...open } = changes
  await previewAndConfirm(context, {
    preview: [
      ['destination', `${stored.name} (${channel})`],
      ...Object.entries(open).map(([member, value]) => [`new ${member}`, String(value)] as const),
      ...(webhookUrl === undefined ? [] : [['new address', shownAddress(channel, webhookUrl)] as const]),
      ...(token === undefined ? [] : [['new token', 'as given'] as const]),
    ],
    question: `Update this destination in ${context.where()}?`,
    commandLine: equivalentLine(
      { name: 'destination update', arguments: [id], channel, force },
      changes,
      { webhookUrlFile: undefined, tokenFile: undefined },
      context.globals,
    ),
    act: () => updateDestination(context, stored, mergeDestination(stored, changes), force),
  })
}
