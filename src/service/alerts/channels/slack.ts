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
import { slackBody } from './slack-blocks.ts'

const REPLY_BYTES = 256

/** Posts to an incoming webhook of Slack, or of what speaks like it. */
export async function send(target: ChannelTarget, message: Message, deps: ChannelDeps): Promise<SendResult> {
  if (!target.webhookUrl) return failed('the destination has no webhook URL', 'no')
  const outcome = await deps.sender.send({
    url: target.webhookUrl,
    headers: JSON_HEADERS,
    body: JSON.stringify(slackBody(message)),
    replyBytes: REPLY_BYTES,
  })
  if (outcome.outcome === 'accepted' && saysNotOk(outcome.reply ?? '')) {
    return failed('Slack took the request but not the message', 'no', outcome.latencyMs)
  }
  return resultOf(outcome, meaningOf)
}

/**
 * Slack's published error words (docs.slack.dev: "Sending messages using incoming webhooks", handling errors; the
 * changelog of 2016-05-17 gives the statuses). Gone: nothing sent to this address will ever arrive. A workspace's rule
 * may be lifted again, and a message Slack cannot read says nothing about the next one.
 */
const slackWords: Readonly<Record<string, Meaning>> = {
  invalid_token: gone('Slack does not know this webhook any more'),
  no_service: gone('the Slack webhook was disabled or removed'),
  no_service_id: gone('the Slack webhook was disabled or removed'),
  no_active_hooks: gone('the Slack webhook was disabled or removed'),
  no_team: gone('the Slack workspace does not exist'),
  team_disabled: gone('the Slack workspace is disabled'),
  user_not_found: gone('the Slack user of this webhook does not exist'),
  channel_not_found: gone('the Slack channel of this webhook does not exist'),
  channel_is_archived: gone('the Slack channel of this webhook is archived'),
  invalid_payload: lasting('Slack could not read the message'),
  invalid_blocks: lasting('Slack could not read the message'),
  no_text: lasting('Slack found no text in the message'),
  action_prohibited: lasting('the Slack workspace does not let this webhook post there'),
  posting_to_general_channel_denied: lasting('the Slack workspace does not let this webhook post there'),
  rollup_error: { errorMessage: 'Slack had an error of its own', retry: 'later' },
}

function gone(errorMessage: string): Meaning {
  return { errorMessage, retry: 'gone' }
}

function lasting(errorMessage: string): Meaning {
  return { errorMessage, retry: 'no' }
}

function meaningOf({ kind, status, reply = '' }: FailedOutcome): Meaning | undefined {
  if (kind !== 'status') return undefined
  if (status === 429) return { errorMessage: 'Slack asks for fewer messages (429)', retry: 'later' }
  return slackWords[reply.trim()]
}

/** Slack's Web API, given as an address by mistake, answers 200 with `{"ok":false}`. */
function saysNotOk(reply: string): boolean {
  return /^\s*\{\s*"ok"\s*:\s*false\b/.test(reply)
}
