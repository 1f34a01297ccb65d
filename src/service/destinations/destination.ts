import type { FieldError } from '../../api/problems.ts'
import { type Channel, channelFields } from '../../api/vocabulary.ts'
import { judgeUrl } from '../egress/address-guard.ts'
import { type EgressPolicy, howToOpen } from '../egress/egress-policy.ts'
import { isMasked } from '../secrets/masking.ts'
import { parseMailto } from './mailto.ts'
import { signingSecretFault } from './signing-secret.ts'

/** A destination with its secrets in the open: lives only inside a request, never in an answer. */
export interface DestinationSecrets {
  readonly name: string
  readonly channel: Channel
  readonly webhookUrl: string | undefined
  readonly chatId: string | undefined
  readonly token: string | undefined
}

/** What a channel misses or cannot use of a destination, said by the members of the contract. */
export function destinationFaults(destination: DestinationSecrets, policy: EgressPolicy): FieldError[] {
  const { channel, webhookUrl, chatId, token } = destination
  const fields = channelFields[channel]
  return [
    fault('webhookUrl', fields.webhookUrl, webhookUrl, channel, (url) =>
      fields.address === 'mailto' ? mailtoFault(url) : webUrlFault(url, policy),
    ),
    fault('attributes.chatId', fields.chatId, chatId, channel, () => undefined),
    // Forms may leave a signing secret out, for one is made on create; nothing is ever sent unsigned.
    fault('attributes.token', channel === 'WEBHOOK' ? 'required' : fields.token, token, channel, (text) =>
      channel === 'WEBHOOK' ? signingSecretFault(text) : undefined,
    ),
  ].filter((found) => found !== undefined)
}

function fault(
  path: string,
  need: 'required' | 'optional' | 'unused',
  value: string | undefined,
  channel: Channel,
  check: (value: string) => string | undefined,
): FieldError | undefined {
  if (!value) return need === 'required' ? { path, message: `is required for ${channel}` } : undefined
  const message = isMasked(value) ? 'is masked: send the whole value' : check(value)
  return message === undefined ? undefined : { path, message }
}

function mailtoFault(text: string): string | undefined {
  return parseMailto(text) ? undefined : 'must be one mailto: address for EMAIL, such as mailto:ops@example.org'
}

function webUrlFault(text: string, policy: EgressPolicy): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https address'
  if (url.username || url.password) return 'must not hold a user name or password'
  // Where an https address leads is judged when it is connected to; plain http is for allowed hosts only.
  const verdict = url.protocol === 'http:' ? judgeUrl(url, policy) : undefined
  return verdict?.allowed === false ? `is refused: ${verdict.reason}${howToOpen(url.host)}` : undefined
}
