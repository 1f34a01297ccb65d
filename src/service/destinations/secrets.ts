import { WardenError } from '../../shared/errors.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { open, seal, sealingContext } from '../secrets/sealing.ts'
import type { DestinationRow } from '../store/schema/schema.ts'
import type { DestinationSecrets } from './destination.ts'

type SealedColumns = Pick<DestinationRow, 'sealed_webhook_url' | 'sealed_token'>

export function sealSecrets(
  { channel, chatId, webhookUrl, token }: Omit<DestinationSecrets, 'name'>,
  id: string,
  keyring: () => Keyring,
): SealedColumns {
  const sealed = (value: string | undefined, member: 'webhook-url' | 'token') =>
    value === undefined
      ? null
      : seal(keyring(), value, sealingContext.destination({ id, channel, chat_id: chatId ?? null }, member))
  return { sealed_webhook_url: sealed(webhookUrl, 'webhook-url'), sealed_token: sealed(token, 'token') }
}

/**
 * Unchanged secrets of the same channel and chat keep their sealed text, so that rows can be compared without the key: see
 * `isSameReceiver`.
 */
export function keepSealed(
  { channel, chatId, webhookUrl, token }: Omit<DestinationSecrets, 'name'>,
  before: ReadableSecrets,
  { sealed_webhook_url, sealed_token }: SealedColumns,
): Partial<SealedColumns> {
  if (before.fault !== undefined || channel !== before.channel || chatId !== before.chatId) return {}
  return {
    ...(webhookUrl === before.webhookUrl && { sealed_webhook_url }),
    ...(token === before.token && { sealed_token }),
  }
}

/**
 * Whether messages for both rows of a destination reach the same receiver. The token is part of a Telegram receiver; the
 * token of a webhook only signs.
 */
export function isSameReceiver(a: DestinationRow, b: DestinationRow): boolean {
  const hasSame = (...columns: readonly (keyof DestinationRow)[]) => columns.every((column) => a[column] === b[column])
  return hasSame('channel', 'sealed_webhook_url', 'chat_id') && (a.channel !== 'TELEGRAM' || hasSame('sealed_token'))
}

export interface ReadableSecrets extends DestinationSecrets {
  /** Why the secrets cannot be read: then all are undefined and must be set again. */
  readonly fault?: string
}

/** Does not throw for a wrong master key: destinations must stay listable, and their secrets replaceable. */
export function readableSecrets(row: DestinationRow, keyring: () => Keyring): ReadableSecrets {
  try {
    return openSecrets(row, keyring)
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    const { name, channel, chat_id: chatId } = row
    return { name, channel, webhookUrl: undefined, chatId: chatId ?? undefined, token: undefined, fault: error.message }
  }
}

function openSecrets(row: DestinationRow, keyring: () => Keyring): DestinationSecrets {
  const opened = (sealed: string | null, member: 'webhook-url' | 'token') =>
    sealed === null ? undefined : open(keyring(), sealed, sealingContext.destination(row, member))
  return {
    name: row.name,
    channel: row.channel,
    webhookUrl: opened(row.sealed_webhook_url, 'webhook-url'),
    chatId: row.chat_id ?? undefined,
    token: opened(row.sealed_token, 'token'),
  }
}
