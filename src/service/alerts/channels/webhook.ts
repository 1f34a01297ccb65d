import { Webhook } from 'standardwebhooks'
import { decodeSigningSecret } from '../../destinations/signing-secret.ts'
import { type ChannelFailure, type FailedHttp, failed, JSON_HEADERS, resultOf, type SendMessage } from './channel.ts'

/** Version of the body's format; within a version fields are only added. */
const BODY_VERSION = 1

/**
 * Posts a signed event: Standard Webhooks 1.0. webhook-id is the same for every attempt, webhook-timestamp is the time of
 * this attempt, `timestamp` in the body is the time of the event.
 */
export const send: SendMessage = async (target, message, deps) => {
  if (!target.webhookUrl) return failed('the destination has no webhook URL', 'no')
  const secret = target.token === undefined ? undefined : decodeSigningSecret(target.token)
  if (secret === undefined) return failed('the destination has no usable signing secret', 'no')
  const body = JSON.stringify({
    version: BODY_VERSION,
    type: message.type,
    timestamp: new Date(message.at).toISOString(),
    dedup_key: message.dedupKey,
    data: message.data,
  })
  const now = new Date(deps.clock.now())
  const response = await deps.http.send({
    url: target.webhookUrl,
    headers: {
      ...JSON_HEADERS,
      'webhook-id': message.id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret, { format: 'raw' }).sign(message.id, now, body),
    },
    body,
  })
  return resultOf(response, failureOf)
}

/** Standard Webhooks: 410 ends the subscription; any other status may be a faulty release of the receiver. */
function failureOf({ kind, status, reason }: FailedHttp): ChannelFailure | undefined {
  if (kind !== 'status') return undefined
  if (status === 410)
    return { errorMessage: 'the receiver answered 410 (gone): it wants no more events', retry: 'disable' }
  return { errorMessage: reason, retry: 'later' }
}
