import { type Channel, type ChannelMember, fieldsOf, missingMembers } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import type { DestinationFields, DestinationFlags } from './options.ts'

/** The flags that the channel needs and that are missing. For an unknown channel, the service decides. */
export function missingFlags(channel: Channel, fields: DestinationFields): string[] {
  const flags: Readonly<Record<ChannelMember, string>> = {
    webhookUrl: fieldsOf(channel)?.address === 'mailto' ? '--email' : '--webhook-url',
    chatId: '--chat-id',
    token: '--token-file',
  }
  return missingMembers(channel, fields, 'required').map((member) => flags[member])
}

/** Refuses flags that the channel does not use: their values would be stored and ignored. */
export function refuseUnused(
  channel: Channel,
  flags: DestinationFlags & { readonly secretFile?: string | undefined },
): void {
  const needs = fieldsOf(channel)
  if (!needs) return
  const unused = [
    ...(flags.email !== undefined && needs.address !== 'mailto' ? ['--email'] : []),
    ...(flags.webhookUrl !== undefined && needs.address === 'none' ? ['--webhook-url'] : []),
    ...(flags.webhookUrlFile !== undefined && needs.address !== 'https' ? ['--webhook-url-file'] : []),
    ...(flags.chatId !== undefined && needs.chatId === 'unused' ? ['--chat-id'] : []),
    ...(flags.tokenFile !== undefined && needs.token === 'unused' ? ['--token-file'] : []),
    ...(flags.secretFile !== undefined && needs.token !== 'optional' ? ['--secret-file'] : []),
  ]
  if (unused.length > 0) throw usageError(`${channel} does not use ${unused.join(', ')}`)
}

/** Hosts of the services that own a channel; compatible ones have others. */
const hosts: Readonly<Record<Channel, RegExp | undefined>> = {
  SLACK: /^hooks\.slack(?:-gov)?\.com$/,
  DISCORD: /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/,
  TELEGRAM: undefined,
  EMAIL: undefined,
  WEBHOOK: undefined,
}

/** Where workflows of Microsoft are. */
const WORKFLOWS = /\.(?:logic\.azure|api\.powerplatform)\.com$/

/** Warns of an address that is not one of the channel's own service: it may be a mistake, or a compatible service. */
export async function noteForeignHost(
  { note }: Context,
  { channel, webhookUrl = '' }: Pick<DestinationFields, 'webhookUrl'> & { readonly channel: Channel },
): Promise<void> {
  const host = URL.parse(webhookUrl)?.hostname
  if (host && channel === 'WEBHOOK' && WORKFLOWS.test(host))
    return note('! A workflow shows a message in Teams only where it makes a card of the body; it accepts any other.')
  if (!host || !hosts[channel] || hosts[channel].test(host)) return
  const name = channel.charAt(0) + channel.slice(1).toLowerCase()
  await note(`! ${host} is no address of ${name}: only a service with the same format accepts its messages.`)
}
