import type { Destination } from '../../api/schemas/destination.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { choice, flagName, nameText, one, parseDuration, parsed } from '../../cli/options.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { forceOption, refuseTakenName } from '../options/if-absent.ts'
import { callAddition } from '../steps/addition.ts'
import { findThing } from '../steps/find-thing.ts'
import { noteReadFirst } from '../steps/read-first.ts'
import { equivalentLine } from './equivalent.ts'
import { missingFlags, noteForeignHost, refuseUnused } from './needs.ts'
import { bodyOf, channelOption, type DestinationDraft, destinationOptions, readDestinationFlags } from './options.ts'
import { destinations } from './resource.ts'
import { isMasked, shownAddress } from './secrecy.ts'

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
    'Omitted secrets are kept. A new URL with another origin needs the token again. A destination that was switched off because its receiver failed is switched on again by a new address, chat or token. Without flags, on a terminal, it prompts.',
  arguments: { id: one('id or name of the destination') },
  options: { ...options, force: forceOption },
  examples: [
    { command: 'txwarden destination update <id> --state INACTIVE' },
    { command: 'txwarden destination update <id> --token-file <file>' },
    { command: 'txwarden destination update <id> --webhook-url-file <file>', note: 'also switches it on again' },
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
    const stored = await findThing(context, destinations, id)
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
  const sending = {
    params: { destinationId: id },
    body: { group: group === undefined ? undefined : group === 'on', heartbeatMs: heartbeat },
  }
  const body = await callAddition(context, 'digests and heartbeats', (client) =>
    client.call('setDestinationSending', sending),
  )
  await context.out.done(body, destinations.view, [
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
    state: changes.state ?? (isRepair(stored, changes) ? 'ACTIVE' : stored.state),
  }
}

/** Whether the change replaces what a destination was switched off for; one that a person switched off stays so. */
function isRepair({ state, errorMessage }: Destination, changes: Partial<DestinationDraft>): boolean {
  const isReplaced = [changes.webhookUrl, changes.chatId, changes.token].some((value) => value !== undefined)
  return state === 'INACTIVE' && errorMessage?.startsWith(SWITCHED_OFF) === true && isReplaced
}

/** What the service writes before the reason. */
const SWITCHED_OFF = 'switched off: '

function unmasked(value: string | undefined): string | undefined {
  return !value || isMasked(value) ? undefined : value
}

async function updateDestination(
  context: Context,
  stored: Destination,
  merged: DestinationDraft,
  force: boolean,
  sending?: Sending,
): Promise<void> {
  const client = await context.client()
  const { id, name } = stored
  if (merged.name !== name && !force) await refuseTakenName(context, destinations, merged.name)
  const body = await client.call('updateDestination', { params: { destinationId: id }, body: bodyOf(merged) })
  if (sending) return updateSending(context, body, sending)
  const isSwitchedOn = stored.state === 'INACTIVE' && body.state === 'ACTIVE'
  await context.out.done(body, destinations.view, [
    `Updated destination ${body.name} (${body.channel}) (${context.where()})`,
    ...(isSwitchedOn ? ['  it is active again', `  test it: txwarden destination test ${quoteWord(id)}`] : []),
  ])
  if (merged.webhookUrl !== stored.webhookUrl) await noteForeignHost(context, merged)
  // What waited is sent now; what failed before or was cancelled while it was off is not.
  if (isSwitchedOn && stored.errorMessage)
    await context.note(
      `What failed or was cancelled meanwhile is not sent by itself. Try: txwarden delivery retry --destination ${quoteWord(id)} --since 1d`,
    )
}

/** Prompts with the stored values as defaults, and sends only what changed. */
async function updateFromAnswers(context: Context, stored: Destination, force: boolean): Promise<void> {
  const { id, channel } = stored
  const { askDestinationChanges } = await import('./questions.ts')
  const changes = await askDestinationChanges(context, stored)
  if (Object.keys(changes).length === 0)
    return context.out.done(stored, destinations.view, `Nothing to change in destination ${stored.name}`)
  const { webhookUrl, token, ...open } = changes
  await previewAndConfirm(context, {
    preview: [
      ['destination', `${stored.name} (${channel})`],
      ...Object.entries(open).map(([member, value]) => [`new ${member}`, String(value)] as const),
      ['new address', webhookUrl && shownAddress(channel, webhookUrl)],
      ['new token', token && 'as given'],
    ],
    question: `Update this destination in ${context.where()}?`,
    command: equivalentLine(
      { name: 'destination update', arguments: [id], channel, force },
      changes,
      { webhookUrlFile: undefined, tokenFile: undefined },
      context.globals,
    ),
    act: () => updateDestination(context, stored, mergeDestination(stored, changes), force),
  })
}
