import {
  type ChannelDeps,
  type ChannelTarget,
  type FailedOutcome,
  failed,
  JSON_HEADERS,
  type Meaning,
  type PlainMessage,
  resultOf,
  type SendResult,
} from './channel.ts'
import { composeText } from './plain-text.ts'

/** Slack cuts at 40000; what is read on a phone ends long before. */
const LIMIT = 3000
const REPLY_BYTES = 256

/** Slack's own escapes: with these three no mention, channel or link can be written (`<!channel>`, `<@U1>`, `<url|text>`). */
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Posts to an incoming webhook of Slack, or of what speaks like it (Mattermost). */
export async function send(target: ChannelTarget, message: PlainMessage, deps: ChannelDeps): Promise<SendResult> {
  if (!target.webhookUrl) return failed('the destination has no webhook URL', 'no')
  const text = composeText(message, { limit: LIMIT, encode: (character) => escapes[character] ?? character })
  const outcome = await deps.sender.send({
    url: target.webhookUrl,
    headers: JSON_HEADERS,
    body: JSON.stringify({ text }),
    replyBytes: REPLY_BYTES,
  })
  if (outcome.outcome === 'accepted' && saysNotOk(outcome.reply ?? '')) {
    return failed('Slack took the request but not the message', 'no', outcome.latencyMs)
  }
  return resultOf(outcome, meaningOf)
}

/** Slack's published error words: docs.slack.dev, incoming webhooks, handling errors. */
const words: Readonly<Record<string, Meaning>> = {
  invalid_payload: lasting('Slack could not read the message'),
  invalid_token: lasting('Slack does not know this webhook any more'),
  no_service: lasting('the Slack webhook was disabled or removed'),
  no_service_id: lasting('the Slack webhook was disabled or removed'),
  no_active_hooks: lasting('the Slack webhook was disabled or removed'),
  no_team: lasting('the Slack workspace does not exist'),
  team_disabled: lasting('the Slack workspace is disabled'),
  no_text: lasting('Slack found no text in the message'),
  user_not_found: lasting('the Slack user of this webhook does not exist'),
  channel_not_found: lasting('the Slack channel of this webhook does not exist'),
  channel_is_archived: lasting('the Slack channel of this webhook is archived'),
  action_prohibited: lasting('the Slack workspace does not let this webhook post there'),
  posting_to_general_channel_denied: lasting('the Slack workspace does not let this webhook post there'),
  rollup_error: { errorMessage: 'Slack had an error of its own', retry: 'later' },
}

function lasting(errorMessage: string): Meaning {
  return { errorMessage, retry: 'no' }
}

function meaningOf({ kind, status, reply = '' }: FailedOutcome): Meaning | undefined {
  if (kind !== 'status') return undefined
  if (status === 429) return { errorMessage: 'Slack asks for fewer messages (429)', retry: 'later' }
  return words[reply.trim()]
}

/** Slack's Web API, given as an address by mistake, answers 200 with `{"ok":false}`. */
function saysNotOk(reply: string): boolean {
  return /^\s*\{\s*"ok"\s*:\s*false\b/.test(reply)
}
