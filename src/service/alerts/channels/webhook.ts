import { Webhook } from 'standardwebhooks'
import { decodeSigningSecret } from '../../destinations/signing-secret.ts'
import {
  type ChannelDeps,
  type ChannelTarget,
  type FailedOutcome,
  failed,
  JSON_HEADERS,
  type Meaning,
  type Message,
  resultOf,
  type SendResult,
} from './channel.ts'

/** Of the body's form: a receiver that knows 1 can read every body that says 1. */
const BODY_VERSION = 1

/**
 * Posts a signed event: Standard Webhooks 1.0. webhook-id is the same on every try, webhook-timestamp is this try's,
 * `timestamp` in the body is the event's.
 */
export async function send(target: ChannelTarget, message: Message, deps: ChannelDeps): Promise<SendResult> {
  if (!target.webhookUrl) return failed('the destination has no webhook URL', 'no')
  const secret = target.token === undefined ? undefined : decodeSigningSecret(target.token)
  if (secret === undefined) return failed('the destination has no usable signing secret', 'no')
  const body = JSON.stringify({
    version: BODY_VERSION,
    type: message.type,
    timestamp: new Date(message.at).toISOString(),
    data: message.data,
  })
  const tried = new Date(deps.now())
  const outcome = await deps.sender.send({
    url: target.webhookUrl,
    headers: {
      ...JSON_HEADERS,
      'webhook-id': message.id,
      'webhook-timestamp': String(Math.floor(tried.getTime() / 1000)),
      'webhook-signature': new Webhook(secret, { format: 'raw' }).sign(message.id, tried, body),
    },
    body,
  })
  return resultOf(outcome, meaningOf)
}

/** Standard Webhooks: 410 means never again; every other refusal may be a release gone wrong on the other side. */
function meaningOf({ kind, status, reason }: FailedOutcome): Meaning | undefined {
  if (kind !== 'status') return undefined
  if (status === 410) return { errorMessage: 'the receiver answered 410: it wants no more events', retry: 'gone' }
  return { errorMessage: reason, retry: 'later' }
}
