import { slackBody } from './bodies/slack-blocks.ts'
import { type ChannelFailure, type FailedHttp, failed, postJson, resultOf, type SendMessage } from './channel.ts'

const REPLY_BYTES = 256

/** Posts to an incoming webhook of Slack or of a compatible service. */
export const send: SendMessage = async (target, message, deps) => {
  if (!target.webhookUrl) return failed('the destination has no webhook URL', 'no')
  const response = await postJson(deps, target.webhookUrl, slackBody(message), REPLY_BYTES)
  if (response.outcome === 'accepted' && isApiError(response.reply ?? '')) {
    return failed('the URL is not a Slack incoming webhook: it answered "ok": false', 'no', response.latencyMs)
  }
  return resultOf(response, failureOf)
}

/**
 * Slack's published error codes (docs.slack.dev: "Sending messages using incoming webhooks", handling errors; the
 * changelog of 2016-05-17 gives the statuses). A workspace rule may be lifted, and an invalid message says nothing about
 * the next one: both end only the delivery.
 */
const errorCodes: Readonly<Record<string, ChannelFailure>> = {
  invalid_token: disable('Slack rejected the token of the webhook'),
  no_service: disable('the Slack webhook was disabled or removed'),
  no_service_id: disable('the Slack webhook was disabled or removed'),
  no_active_hooks: disable('the Slack webhook was disabled or removed'),
  no_team: disable('the Slack workspace does not exist'),
  team_disabled: disable('the Slack workspace is disabled'),
  user_not_found: disable('the Slack user of the webhook does not exist'),
  channel_not_found: disable('the Slack channel of the webhook does not exist'),
  channel_is_archived: disable('the Slack channel of the webhook is archived'),
  invalid_payload: permanent('Slack rejected the message as invalid'),
  invalid_blocks: permanent('Slack rejected the message as invalid'),
  no_text: permanent('Slack rejected the message: it has no text'),
  action_prohibited: permanent('the Slack workspace does not allow the webhook to post there'),
  posting_to_general_channel_denied: permanent('the Slack workspace does not allow the webhook to post there'),
  rollup_error: { errorMessage: 'Slack reported an internal error', retry: 'later' },
}

function disable(errorMessage: string): ChannelFailure {
  return { errorMessage, retry: 'disable' }
}

function permanent(errorMessage: string): ChannelFailure {
  return { errorMessage, retry: 'no' }
}

function failureOf({ kind, status, reply = '' }: FailedHttp): ChannelFailure | undefined {
  if (kind !== 'status') return undefined
  if (status === 429) return { errorMessage: 'rate limited by Slack (429)', retry: 'later' }
  return errorCodes[reply.trim()]
}

/** Slack's Web API, which is not a webhook, answers 200 with `{"ok":false}`. */
function isApiError(reply: string): boolean {
  return /^\s*\{\s*"ok"\s*:\s*false\b/.test(reply)
}
