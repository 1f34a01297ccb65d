import * as z from 'zod'
import { secondsToMs } from '../../../shared/retry-after.ts'
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
import { discordBody } from './discord-embed.ts'
import { readJson } from './read-json.ts'

const REPLY_BYTES = 1024

/** Discord's error answer, as far as it is read. */
const refusal = z.object({
  code: z.int().optional().catch(undefined),
  retry_after: z.number().optional().catch(undefined),
})

/** Posts to a Discord webhook. */
export async function send(target: ChannelTarget, message: Message, deps: ChannelDeps): Promise<SendResult> {
  if (!target.webhookUrl) return failed('the destination has no webhook URL', 'no')
  const outcome = await deps.sender.send({
    url: target.webhookUrl,
    headers: JSON_HEADERS,
    body: JSON.stringify(discordBody(message)),
    replyBytes: REPLY_BYTES,
  })
  return resultOf(outcome, meaningOf)
}

/**
 * Discord's statuses (discord.com/developers/docs: "Rate Limits", "Opcodes and Status Codes"). A host that collects
 * 10,000 answers of 401, 403 and 429 within 10 minutes is shut out as a whole, and webhooks that answer 404 are not to be
 * used again: both end the destination, for a webhook and its token never come back. A 403 that is not of Discord's form
 * comes from what stands before it, and tells of us, not of the webhook.
 */
function meaningOf({ kind, status, reply = '', pauseMs }: FailedOutcome): Meaning | undefined {
  if (kind !== 'status') return undefined
  if (status === 404) return { errorMessage: 'the Discord webhook does not exist any more', retry: 'gone' }
  if (status === 401) return { errorMessage: 'Discord does not accept the token of this webhook (401)', retry: 'gone' }
  const { code, retry_after: seconds } = refusalOf(reply)
  if (status === 403 && code === undefined) return { errorMessage: 'Discord shuts this host out (403)', retry: 'later' }
  if (status === 403) return { errorMessage: 'Discord does not let this webhook post there (403)', retry: 'no' }
  if (status === 400) return { errorMessage: 'Discord could not read the message', retry: 'no' }
  if (status !== 429) return undefined
  // In the body it has been seconds and milliseconds; the headers are what to trust.
  const asked = pauseMs ?? (seconds === undefined ? undefined : secondsToMs(seconds))
  return {
    errorMessage: 'Discord asks for fewer messages (429)',
    retry: 'later',
    ...(asked !== undefined && { pauseMs: asked }),
  }
}

function refusalOf(reply: string): z.infer<typeof refusal> {
  const parsed = refusal.safeParse(readJson(reply))
  return parsed.success ? parsed.data : {}
}
