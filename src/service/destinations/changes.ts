import type { OperationCall } from '../../api/operations/operations.ts'
import { invalidBody } from '../problems/problem.ts'
import { maskToken, maskWebhookUrl, unmask } from '../secrets/masking.ts'
import type { DestinationSecrets } from './destination.ts'
import type { ReadableSecrets } from './secrets.ts'

type Body = OperationCall<'createDestination'>['body']

export function secretsOf(body: Body): DestinationSecrets {
  return {
    name: body.name,
    channel: body.channel,
    webhookUrl: body.webhookUrl || undefined,
    chatId: body.attributes?.chatId || undefined,
    token: body.attributes?.token || undefined,
  }
}

/** Absent or masked fields keep the stored value. A stored token is never sent to another origin or channel. */
export function mergeSecrets(body: Body, stored: DestinationSecrets): DestinationSecrets {
  const given = secretsOf(body)
  const sameChannel = given.channel === stored.channel
  const clears = body.attributes != null && Object.keys(body.attributes).length === 0
  const kept = {
    webhookUrl: sameChannel ? stored.webhookUrl : undefined,
    chatId: sameChannel && !clears ? stored.chatId : undefined,
    token: sameChannel && !clears ? stored.token : undefined,
  }
  const mask = (url: string) => maskWebhookUrl(stored.channel, url)
  const webhookUrl = mergeSecret(body.webhookUrl, kept.webhookUrl, mask)
  const token = mergeSecret(body.attributes?.token, kept.token, maskToken)
  const keepsToken = token !== undefined && token === kept.token && given.token !== token
  if (keepsToken && originOf(webhookUrl) !== originOf(stored.webhookUrl))
    throw invalidBody('attributes.token', 'is required again when webhookUrl changes to another origin')
  return { ...given, webhookUrl, chatId: body.attributes?.chatId == null ? kept.chatId : given.chatId, token }
}

/** A mask that does not match the stored secret is returned unchanged; the later check refuses masked values. */
function mergeSecret(
  given: string | null | undefined,
  kept: string | undefined,
  mask: (secret: string) => string,
): string | undefined {
  if (given == null) return kept
  if (given === '') return undefined
  return kept === undefined ? given : (unmask(given, kept, mask) ?? given)
}

/** Whether the field of a fault changed. If the stored secrets are unreadable, every field counts as changed. */
export function secretChanged(path: string, secrets: DestinationSecrets, before: ReadableSecrets): boolean {
  const at = ({ webhookUrl, chatId, token }: DestinationSecrets) =>
    ({ webhookUrl, 'attributes.chatId': chatId, 'attributes.token': token })[path]
  return before.fault !== undefined || secrets.channel !== before.channel || at(secrets) !== at(before)
}

export function originOf(url: string | undefined): string {
  return (url && URL.parse(url)?.origin) || ''
}
