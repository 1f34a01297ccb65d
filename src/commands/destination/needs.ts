import { type Channel, channelFields } from '../../api/vocabulary.ts'
import { usageError } from '../../cli/errors/usage.ts'
import type { DestinationFields, DestinationFlags } from './options.ts'

/** The flags that the channel needs and that are missing. For an unknown channel, the service decides. */
export function missingFlags(channel: Channel, fields: DestinationFields): string[] {
  const needs = needsOf(channel)
  if (!needs) return []
  return [
    ...(needs.webhookUrl === 'required' && !fields.webhookUrl ? [addressFlag(channel)] : []),
    ...(needs.chatId === 'required' && !fields.chatId ? ['--chat-id'] : []),
    ...(needs.token === 'required' && !fields.token ? ['--token-stdin or --token-file'] : []),
  ]
}

/** Refuses flags that the channel does not use: their values would be stored and ignored. */
export function refuseUnused(channel: Channel, flags: DestinationFlags): void {
  const needs = needsOf(channel)
  if (!needs) return
  const unused = [
    ...(flags.email !== undefined && needs.address !== 'mailto' ? ['--email'] : []),
    ...(flags.webhookUrl !== undefined && needs.address === 'none' ? ['--webhook-url'] : []),
    ...(flags.webhookUrlFile !== undefined && needs.address !== 'https' ? ['--webhook-url-file'] : []),
    ...(flags.chatId !== undefined && needs.chatId === 'unused' ? ['--chat-id'] : []),
    ...(flags.tokenFile !== undefined && needs.token === 'unused' ? ['--token-file'] : []),
    ...(flags.tokenStdin && needs.token === 'unused' ? ['--token-stdin'] : []),
  ]
  if (unused.length > 0) throw usageError(`${channel} does not use ${unused.join(', ')}`)
}

export function needsOf(channel: Channel): (typeof channelFields)[Channel] | undefined {
  return Object.hasOwn(channelFields, channel) ? channelFields[channel] : undefined
}

function addressFlag(channel: Channel): string {
  return needsOf(channel)?.address === 'mailto' ? '--email' : '--webhook-url'
}
