import * as z from 'zod'
import { parseJson } from '../../../shared/json/json.ts'
import { secondsToMs } from '../../../shared/time/retry-after.ts'
import { BOT_TOKEN } from '../../destinations/destination.ts'
import { telegramHtml } from './bodies/telegram-html.ts'
import {
  type ChannelFailure,
  type FailedHttp,
  failed,
  postJson,
  type Retry,
  resultOf,
  type SendMessage,
} from './channel.ts'

const TELEGRAM_BASE_URL = 'https://api.telegram.org'

const REPLY_BYTES = 1024

/** The part of the Bot API's error body that is read. */
const errorBody = z.object({
  description: z.string().catch(''),
  parameters: z
    .object({
      migrate_to_chat_id: z.int().optional().catch(undefined),
      retry_after: z.number().optional().catch(undefined),
    })
    .catch({}),
})
type ErrorBody = z.infer<typeof errorBody>

/** Posts to a chat as a bot. The URL contains the token, so it must not appear in errors or logs. */
export const send: SendMessage = async (target, message, deps) => {
  if (!target.token) return failed('the destination has no bot token', 'no')
  if (!BOT_TOKEN.test(target.token)) return failed('the token is not a Telegram bot token', 'no')
  if (!target.chatId) return failed('the destination has no chat id', 'no')
  const base = URL.parse(deps.telegramBaseUrl ?? TELEGRAM_BASE_URL)
  if (base?.protocol !== 'https:' && base?.protocol !== 'http:') {
    return failed('TXWARDEN_TELEGRAM_URL is not an https:// URL', 'later')
  }
  const url = `${base.origin}${base.pathname.replace(/(?<!\/)\/+$/, '')}/bot${target.token}/sendMessage`
  const text = telegramHtml(message)
  const body = { text, parse_mode: 'HTML', link_preview_options: { is_disabled: true } }
  const postTo = (chatId: string | number) => postJson(deps, url, { chat_id: chatId, ...body }, REPLY_BYTES)
  const response = await postTo(target.chatId)
  const movedTo = response.outcome === 'failed' ? errorBodyOf(response).parameters.migrate_to_chat_id : undefined
  // A group that became a supergroup has a new id, which the response contains. Followed once.
  return resultOf(movedTo === undefined ? response : await postTo(movedTo), failureOf)
}

/**
 * Descriptions of the Bot API server after `Bad Request: ` and `Forbidden: ` (not published; `parameters` and the limits
 * are: core.telegram.org/bots/api and /bots/faq). `disable`: the chat accepts no message until a person changes something.
 */
const descriptions: readonly (readonly [pattern: RegExp, errorMessage: string, retry: Retry])[] = [
  [/chat not found/i, 'Telegram chat not found: add the bot to the chat', 'disable'],
  [/bot was blocked by the user/i, 'the Telegram user blocked the bot', 'disable'],
  [/bot was kicked/i, 'the bot was removed from the Telegram chat', 'disable'],
  [/not a member/i, 'the bot is not a member of the Telegram chat', 'disable'],
  [/user is deactivated/i, 'the Telegram user no longer exists', 'disable'],
  [/group is deactivated/i, 'the Telegram group no longer exists', 'disable'],
  [/can't initiate conversation/i, 'the Telegram user must write to the bot first', 'disable'],
  [/can't send messages to bots/i, 'the Telegram chat is a bot', 'disable'],
  [/upgraded to a supergroup/i, 'the Telegram group became a supergroup and has a new chat id', 'disable'],
  [/not enough rights|have no rights/i, 'the bot has no permission to write in the Telegram chat', 'no'],
]

function failureOf(response: FailedHttp): ChannelFailure | undefined {
  const { kind, status } = response
  if (kind !== 'status') return undefined
  const { description, parameters } = errorBodyOf(response)
  if (status === 429) {
    const retryAfterMs = parameters.retry_after === undefined ? undefined : secondsToMs(parameters.retry_after)
    const errorMessage = 'rate limited by Telegram (429)'
    return { errorMessage, retry: 'later', retryAfterMs }
  }
  // The Bot API answers 404 with a description to an unknown token. Another server answers 404 without one.
  if (status === 401 || (status === 404 && description !== '')) {
    return { errorMessage: 'Telegram rejected the bot token', retry: 'disable' }
  }
  if (status === 404) return { errorMessage: 'no Telegram Bot API at this URL (404)', retry: 'later' }
  if (status !== 400 && status !== 403) return undefined
  const [, errorMessage, retry] = descriptions.find(([pattern]) => pattern.test(description)) ?? []
  if (errorMessage !== undefined && retry !== undefined) return { errorMessage, retry }
  // A 403 with an unknown description can be temporary; a 400 is not.
  return { errorMessage: `Telegram rejected the message (${status})`, retry: status === 403 ? 'later' : 'no' }
}

function errorBodyOf(response: FailedHttp): ErrorBody {
  return errorBody.safeParse(parseJson(response.reply ?? '')).data ?? { description: '', parameters: {} }
}
