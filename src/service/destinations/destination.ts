import type { FieldError } from '../../api/problems.ts'
import { type Channel, channelFields } from '../../api/vocabulary.ts'
import { type AddressVerdict, judgeUrl } from '../egress/address-guard.ts'
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
  // Where an https address leads is judged when it is connected to; plain http is for allowed hosts only.
  const judgePlainHttp = (url: URL): AddressVerdict =>
    url.protocol === 'http:' ? judgeUrl(url, policy) : { allowed: true, by: 'public' }
  return [
    fault('webhookUrl', fields.webhookUrl, webhookUrl, channel, (url) =>
      fields.address === 'mailto' ? mailtoFault(url) : webUrlFault(url, judgePlainHttp),
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

function webUrlFault(text: string, judge: ((url: URL) => AddressVerdict) | undefined): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https address'
  if (url.username || url.password) return 'must not hold a user name or password'
  const verdict = judge?.(url)
  return verdict?.allowed === false ? `is refused: ${verdict.reason}${howToOpen(url.host)}` : undefined
}

/** As BotFather gives it. It becomes part of a path, so nothing else may pass: `../` would choose another method. */
export const BOT_TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{20,200}$/
/** A number, or the public name of a channel or group. */
const CHAT_ID = /^(?:-?\d{1,20}|@\w{1,64})$/

/** One member of a destination, as a person types it. */
export interface TypedMember {
  readonly channel: Channel
  readonly member: 'webhookUrl' | 'chatId' | 'token'
  readonly text: string
}

/**
 * What is wrong with it, also what only sending would find out: a private address, a token that no bot has.
 * @param policy of the service; undefined for a remote one, which decides where it sends and how it signs
 */
export function typedMemberFault(
  { channel, member, text }: TypedMember,
  policy: EgressPolicy | undefined,
): string | undefined {
  if (isMasked(text)) return 'is masked: give the whole value'
  if (member === 'chatId')
    return CHAT_ID.test(text) ? undefined : 'is not a chat id, such as -1001234567890 or @channel'
  if (member === 'token') {
    if (channel === 'TELEGRAM') return BOT_TOKEN.test(text) ? undefined : 'is not a bot token, such as 123456:ABC-DEF…'
    return policy && signingSecretFault(text)
  }
  if (channelFields[channel].address === 'mailto') return mailtoFault(text)
  return webUrlFault(text, policy && ((url) => judgeTyped(url, policy)))
}

/** Judges a name of this machine as the address it stands for. */
function judgeTyped(url: URL, policy: EgressPolicy): AddressVerdict {
  const verdict = judgeUrl(url, policy)
  const isPublic = verdict.allowed && verdict.by === 'public'
  return isPublic && isLocalhost(url) ? judgeUrl(onLoopback(url), policy) : verdict
}

function isLocalhost({ hostname }: URL): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname)
}

function onLoopback(url: URL): URL {
  return Object.assign(new URL(url), { hostname: '127.0.0.1' })
}
