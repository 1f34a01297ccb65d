import { WardenError } from '../../shared/errors.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { open, seal, sealingContext } from '../secrets/sealing.ts'
import type { DestinationRow } from '../store/schema.ts'
import type { DestinationSecrets } from './destination.ts'

type SealedColumns = Pick<DestinationRow, 'sealed_webhook_url' | 'sealed_token'>

/** As the row keeps them. */
export function sealSecrets(
  { webhookUrl, token }: Pick<DestinationSecrets, 'webhookUrl' | 'token'>,
  id: string,
  keyring: () => Keyring,
): SealedColumns {
  const sealed = (value: string | undefined, member: 'webhook-url' | 'token') =>
    value === undefined ? null : seal(keyring(), value, sealingContext.destination(id, member))
  return { sealed_webhook_url: sealed(webhookUrl, 'webhook-url'), sealed_token: sealed(token, 'token') }
}

/** What is the same as before keeps its sealed text: whoever is sending there sees that it is. */
export function sealedAlready(
  { webhookUrl, token }: Pick<DestinationSecrets, 'webhookUrl' | 'token'>,
  before: ReadableSecrets,
  { sealed_webhook_url, sealed_token }: SealedColumns,
): Partial<SealedColumns> {
  if (before.fault !== undefined) return {}
  return {
    ...(webhookUrl === before.webhookUrl && { sealed_webhook_url }),
    ...(token === before.token && { sealed_token }),
  }
}

export interface ReadableSecrets extends DestinationSecrets {
  /** Why the secrets could not be read: then there are none, and they have to be given again. */
  readonly fault?: string
}

/** Another master key than theirs must not make the whole list unreadable, nor keep a destination from being mended. */
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
    sealed === null ? undefined : open(keyring(), sealed, sealingContext.destination(row.id, member))
  return {
    name: row.name,
    channel: row.channel,
    webhookUrl: opened(row.sealed_webhook_url, 'webhook-url'),
    chatId: row.chat_id ?? undefined,
    token: opened(row.sealed_token, 'token'),
  }
}
