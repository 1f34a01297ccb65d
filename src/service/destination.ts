import type { FieldError } from '../api/problems.ts'
import { type Channel, channelFields } from '../api/vocabulary.ts'
import { parseMailto } from './alerts/channels/mailto.ts'

/** A destination with its secrets in the open: lives only inside a request, never in an answer. */
export interface DestinationSecrets {
  readonly name: string
  readonly channel: Channel
  readonly webhookUrl: string | undefined
  readonly chatId: string | undefined
  readonly token: string | undefined
}

/** What a channel misses or cannot use of a destination, said by the members of the contract. */
export function destinationFaults(destination: DestinationSecrets): FieldError[] {
  const { channel, webhookUrl, chatId, token } = destination
  const fields = channelFields[channel]
  const faults: FieldError[] = []
  const need = (path: string, value: string | undefined) => {
    if (!value) faults.push({ path, message: `is required for ${channel}` })
  }
  if (fields.webhookUrl === 'required') need('webhookUrl', webhookUrl)
  if (fields.chatId === 'required') need('attributes.chatId', chatId)
  if (fields.token === 'required') need('attributes.token', token)
  if (webhookUrl) {
    const fault = fields.address === 'mailto' ? mailtoFault(webhookUrl) : webUrlFault(webhookUrl)
    if (fault) faults.push({ path: 'webhookUrl', message: fault })
  }
  return faults
}

/** One mailbox, as the channel sends to it: what it could not send to must not be stored. */
function mailtoFault(text: string): string | undefined {
  if (!/^mailto:/i.test(text)) return 'must be a mailto: address for EMAIL, such as mailto:ops@example.org'
  return parseMailto(text) === undefined ? 'must hold one plain mail address after mailto:' : undefined
}

function webUrlFault(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https address'
  if (url.username || url.password) return 'must not hold a user name or password'
  return undefined
}
