import type { DestinationWrite } from '../../api/schemas/destination.ts'
import type { Channel } from '../../api/vocabulary.ts'
import type { DestinationFields } from './options.ts'

/** A destination as it is asked for, secrets in the open. */
export interface DestinationDraft extends DestinationFields {
  readonly name: string
  readonly channel: Channel
}

export function bodyOf({ name, channel, webhookUrl, state, chatId, token }: DestinationDraft): DestinationWrite {
  const attributes = { ...(chatId !== undefined && { chatId }), ...(token !== undefined && { token }) }
  return {
    name,
    channel,
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(state !== undefined && { state }),
    // An empty one would clear what is stored.
    ...(Object.keys(attributes).length > 0 && { attributes }),
  }
}
