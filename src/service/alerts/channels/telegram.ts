import * as z from 'zod'
import { secondsToMs } from '../../../shared/retry-after.ts'
import { BOT_TOKEN } from '../../destinations/destination.ts'
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
import { readJson } from './read-json.ts'
import { telegramHtml } from './telegram-html.ts'

const TELEGRAM_BASE_URL = 'https://api.telegram.org'

const REPLY_BYTES = 1024

/** What Bot API answers to a refused call, as far as it is read. */
const refusal = z.object({
  description: z.string().catch(''),
  parameters: z
    .object({
      migrate_to_chat_id: z.int().optional().catch(undefined),
      retry_after: z.number().optional().catch(undefined),
    })
    .catch({}),
})
type Refusal = z.infer<typeof refusal>

/** Posts as a bot into a chat. The token is part of the address: no error or log may carry the address. */
export async function send(target: ChannelTarget, message: Message, deps: ChannelDeps): Promise<SendResult> {
  if (!target.token) return failed('the destination has no bot token', 'no')
  if (!BOT_TOKEN.test(target.token)) return failed('the token is not a Telegram bot token', 'no')
  if (!target.chatId) return failed('the destination has no chat id', 'no')
  const base = URL.parse(deps.telegramBaseUrl ?? TELEGRAM_BASE_URL)
  if (base?.protocol !== 'https:' && base?.protocol !== 'http:') {
    return failed('TXWARDEN_TELEGRAM_URL is not an https:// address', 'later')
  }
  const url = `${base.origin}${base.pathname.replace(/\/+$/, '')}/bot${target.token}/sendMessage`
  const text = telegramHtml(message)
  const postTo = (chatId: string | number) =>
    deps.sender.send({
      url,
      headers: JSON_HEADERS,
      body: JSON.stringify({ chat_id: chatId, text, parse_mode: 'HTML', link_preview_options: { is_disabled: true } }),
      replyBytes: REPLY_BYTES,
    })
  const outcome = await postTo(target.chatId)
  const movedTo = outcome.outcome === 'failed' ? refusalOf(outcome).parameters.migrate_to_chat_id : undefined
  // A group that became a supergroup has a new id, which Telegram names; asked once, never in a ring.
  return resultOf(movedTo === undefined ? outcome : await postTo(movedTo), meaningOf)
}

/**
 * Telegram's descriptions, as the Bot API server writes them after `Bad Request: ` and `Forbidden: ` (they are not
 * published; `parameters` and the limits are: core.telegram.org/bots/api and /bots/faq). Gone: the chat will not take
 * anything until somebody does something about it, and then switches the destination on again.
 */
const telegramWords: readonly (readonly [words: RegExp, errorMessage: string, retry: Meaning['retry']])[] = [
  [/chat not found/i, 'Telegram does not find the chat: has the bot been added to it?', 'gone'],
  [/bot was blocked by the user/i, 'the Telegram user has blocked the bot', 'gone'],
  [/bot was kicked/i, 'the bot was removed from the Telegram chat', 'gone'],
  [/not a member/i, 'the bot is not a member of the Telegram chat', 'gone'],
  [/user is deactivated/i, 'the Telegram user does not exist any more', 'gone'],
  [/group is deactivated/i, 'the Telegram group does not exist any more', 'gone'],
  [/can't initiate conversation/i, 'the Telegram user must write to the bot first', 'gone'],
  [/can't send messages to bots/i, 'the Telegram chat is a bot', 'gone'],
  [/upgraded to a supergroup/i, 'the Telegram group became a supergroup: it has another chat id now', 'gone'],
  [/not enough rights|have no rights/i, 'the bot may not write in the Telegram chat', 'no'],
]

function meaningOf(outcome: FailedOutcome): Meaning | undefined {
  const { kind, status } = outcome
  if (kind !== 'status') return undefined
  const { description, parameters } = refusalOf(outcome)
  if (status === 429)
    return { errorMessage: 'Telegram asks for fewer messages (429)', retry: 'later', ...pauseOf(parameters) }
  // A token of the right form that no bot has is a path that does not exist; so is every path of what is no Bot API.
  if (status === 401 || (status === 404 && description !== '')) {
    return { errorMessage: 'Telegram does not know the bot token', retry: 'gone' }
  }
  if (status === 404) return { errorMessage: 'there is no Bot API at this address (404)', retry: 'later' }
  if (status !== 400 && status !== 403) return undefined
  const [, errorMessage, retry] = telegramWords.find(([words]) => words.test(description)) ?? []
  if (errorMessage !== undefined && retry !== undefined) return { errorMessage, retry }
  // Forbidden without a known reason has been seen to pass; a bad request stays one.
  return { errorMessage: `Telegram refused the message (${status})`, retry: status === 403 ? 'later' : 'no' }
}

function pauseOf({ retry_after: seconds }: Refusal['parameters']): { pauseMs?: number } {
  const pauseMs = seconds === undefined ? undefined : secondsToMs(seconds)
  return pauseMs === undefined ? {} : { pauseMs }
}

function refusalOf({ reply = '' }: FailedOutcome): Refusal {
  const parsed = refusal.safeParse(readJson(reply))
  return parsed.success ? parsed.data : { description: '', parameters: {} }
}
