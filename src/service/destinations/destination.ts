import type { FieldError } from '../../api/problems.ts'
import { type Channel, channelFields } from '../../api/vocabulary.ts'
import { type AddressVerdict, checkUrl } from '../egress/addresses/address-guard.ts'
import { type EgressPolicy, howToAllow } from '../egress/egress-policy.ts'
import { isMasked } from '../secrets/masking.ts'
import { parseMailto } from './mailto.ts'
import { signingSecretFault } from './signing-secret.ts'

/** A destination with its secrets in the clear: never part of a response. */
export interface DestinationSecrets {
  readonly name: string
  readonly channel: Channel
  readonly webhookUrl: string | undefined
  readonly chatId: string | undefined
  readonly token: string | undefined
}

/** The missing and invalid fields of a destination for its channel, by the names of the API. */
export function destinationFaults(destination: DestinationSecrets, policy: EgressPolicy): FieldError[] {
  const { channel, webhookUrl, chatId, token } = destination
  const fields = channelFields[channel]
  // The address behind an https URL is checked on connection; plain http is only for the allow list.
  const checkPlainHttp = (url: URL): AddressVerdict =>
    url.protocol === 'http:' ? checkUrl(url, policy) : { allowed: true, by: 'public' }
  return [
    fault('webhookUrl', fields.webhookUrl, webhookUrl, channel, (url) =>
      fields.address === 'mailto' ? mailtoFault(url) : webUrlFault(url, checkPlainHttp),
    ),
    fault('attributes.chatId', fields.chatId, chatId, channel, () => undefined),
    // Optional in the API, because create generates one; required here, because nothing is sent unsigned.
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
  const message = isMasked(value) ? 'is masked: send the complete value' : check(value)
  return message === undefined ? undefined : { path, message }
}

function mailtoFault(text: string): string | undefined {
  return parseMailto(text) ? undefined : 'must be one mailto: URL for EMAIL, such as mailto:ops@example.org'
}

function webUrlFault(text: string, check: ((url: URL) => AddressVerdict) | undefined): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https URL'
  if (url.username || url.password) return 'must not contain a user name or password'
  const verdict = check?.(url)
  return verdict?.allowed === false ? `is refused: ${verdict.reason}${howToAllow(url.host)}` : undefined
}

/** A token of BotFather. It becomes part of the URL's path, where `../` would call another method. */
export const BOT_TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{20,200}$/
/** A number, or the public name of a channel or group. */
const CHAT_ID = /^(?:-?\d{1,20}|@\w{1,64})$/

/** One field of a destination, as a person types it. */
export interface TypedMember {
  readonly channel: Channel
  readonly member: 'webhookUrl' | 'chatId' | 'token'
  readonly text: string
}

/**
 * The fault of a typed field, including faults that otherwise only sending would show, such as a private address.
 * @param policy of the local service; undefined for a remote one, which checks by itself
 */
export function typedMemberFault(
  { channel, member, text }: TypedMember,
  policy: EgressPolicy | undefined,
): string | undefined {
  if (isMasked(text)) return 'is masked: give the complete value'
  if (member === 'chatId')
    return CHAT_ID.test(text) ? undefined : 'is not a chat id, such as -1001234567890 or @channel'
  if (member === 'token') {
    if (channel === 'TELEGRAM') return BOT_TOKEN.test(text) ? undefined : 'is not a bot token, such as 123456:ABC-DEF…'
    return policy && signingSecretFault(text)
  }
  if (channelFields[channel].address === 'mailto') return mailtoFault(text)
  return webUrlFault(text, policy && ((url) => checkTyped(url, policy)))
}

/** Checks a name of this machine as its loopback address. */
function checkTyped(url: URL, policy: EgressPolicy): AddressVerdict {
  const verdict = checkUrl(url, policy)
  const isPublic = verdict.allowed && verdict.by === 'public'
  return isPublic && isLocalhost(url) ? checkUrl(onLoopback(url), policy) : verdict
}

function isLocalhost({ hostname }: URL): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname)
}

function onLoopback(url: URL): URL {
  return Object.assign(new URL(url), { hostname: '127.0.0.1' })
}
