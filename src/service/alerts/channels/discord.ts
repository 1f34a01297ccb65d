import * as z from 'zod'
import { parseJson } from '../../../shared/json/json.ts'
import { secondsToMs } from '../../../shared/time/retry-after.ts'
import { discordBody } from './bodies/discord-embed.ts'
import { type ChannelFailure, type FailedHttp, failed, postJson, resultOf, type SendMessage } from './channel.ts'

const REPLY_BYTES = 1024

/** The part of Discord's error body that is read. */
const errorBody = z.object({
  code: z.int().optional().catch(undefined),
  retry_after: z.number().optional().catch(undefined),
})

export const send: SendMessage = async (target, message, deps) => {
  if (!target.webhookUrl) return failed('the destination has no webhook URL', 'no')
  const response = await postJson(deps, target.webhookUrl, discordBody(message), REPLY_BYTES)
  return resultOf(response, failureOf)
}

/**
 * Discord's statuses (discord.com/developers/docs: "Rate Limits", "Opcodes and Status Codes"). Discord blocks a host after
 * 10,000 responses of 401, 403 and 429 within 10 minutes. A deleted webhook (404) and an invalid token (401) stay so, and
 * switch the destination off. A 403 without an error code comes from Discord's proxy and is about our host, not the webhook.
 */
function failureOf(response: FailedHttp): ChannelFailure | undefined {
  const { kind, status } = response
  if (kind !== 'status') return undefined
  if (status === 404) return { errorMessage: 'the Discord webhook no longer exists (404)', retry: 'disable' }
  if (status === 401) return { errorMessage: 'Discord rejected the token of the webhook (401)', retry: 'disable' }
  const { code, retry_after: seconds } = errorBody.safeParse(parseJson(response.reply ?? '')).data ?? {}
  if (status === 403 && code === undefined) return { errorMessage: 'Discord blocks this host (403)', retry: 'later' }
  if (status === 403) return { errorMessage: 'Discord does not allow the webhook to post there (403)', retry: 'no' }
  if (status === 400) return { errorMessage: 'Discord rejected the message as invalid (400)', retry: 'no' }
  if (status !== 429) return undefined
  // The header comes first: the value in the body has been in seconds and in milliseconds.
  const retryAfterMs = response.retryAfterMs ?? (seconds === undefined ? undefined : secondsToMs(seconds))
  return { errorMessage: 'rate limited by Discord (429)', retry: 'later', retryAfterMs }
}
