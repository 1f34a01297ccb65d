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

/** Discord refuses longer content. */
const LIMIT = 2000

/** Markdown that would hide or dress up text, `[name](link)` first; `<` starts mentions of users, roles and channels. */
const MARKDOWN = /[\\*_~`|[\]<>#]/

/** Posts to a Discord webhook. */
export async function send(target: ChannelTarget, message: PlainMessage, deps: ChannelDeps): Promise<SendResult> {
  if (!target.webhookUrl) return failed('the destination has no webhook URL', 'no')
  // Angle brackets keep Discord from previewing the link; a backslash in it would lead elsewhere.
  const content = composeText(message, { limit: LIMIT, encode: escapeMarkdown, link: (href) => `<${href}>` })
  const outcome = await deps.sender.send({
    url: target.webhookUrl,
    headers: JSON_HEADERS,
    body: JSON.stringify({ content, allowed_mentions: { parse: [] } }),
  })
  return resultOf(outcome, meaningOf)
}

function escapeMarkdown(character: string): string {
  return MARKDOWN.test(character) ? `\\${character}` : character
}

/**
 * Discord bans a host that goes on after 401, 403 and 404 (10000 invalid requests in 10 minutes); a webhook that is
 * gone stays gone.
 */
function meaningOf({ kind, status }: FailedOutcome): Meaning | undefined {
  if (kind !== 'status') return undefined
  if (status === 404) return { errorMessage: 'the Discord webhook does not exist any more', retry: 'no' }
  if (status === 401 || status === 403)
    return { errorMessage: `Discord does not accept this webhook (${status})`, retry: 'no' }
  if (status === 400) return { errorMessage: 'Discord could not read the message', retry: 'no' }
  if (status === 429) return { errorMessage: 'Discord asks for fewer messages (429)', retry: 'later' }
  return undefined
}
