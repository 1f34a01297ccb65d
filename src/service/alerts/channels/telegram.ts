import * as z from 'zod'
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

const TELEGRAM_BASE_URL = 'https://api.telegram.org'

/** sendMessage refuses longer text. */
const LIMIT = 4096
const REPLY_BYTES = 1024

/** As BotFather gives it. It becomes part of the path, so nothing else may pass: `../` would choose another method. */
const BOT_TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{20,200}$/

/** What Bot API answers to a refused call, as far as it is read. */
const refusal = z.object({
  description: z.string().catch(''),
  parameters: z.object({ migrate_to_chat_id: z.int().optional() }).catch({}),
})

/** Posts as a bot into a chat. The token is part of the address: no error or log may carry the address. */
export async function send(target: ChannelTarget, message: PlainMessage, deps: ChannelDeps): Promise<SendResult> {
  if (!target.token) return failed('the destination has no bot token', 'no')
  if (!BOT_TOKEN.test(target.token)) return failed('the token is not a Telegram bot token', 'no')
  if (!target.chatId) return failed('the destination has no chat id', 'no')
  // Without parse_mode Telegram shows the text as it is: nothing to escape.
  const text = composeText(message, { limit: LIMIT, encode: (character) => character })
  const postTo = (chatId: string | number) =>
    deps.sender.send({
      url: `${(deps.telegramBaseUrl ?? TELEGRAM_BASE_URL).replace(/\/+$/, '')}/bot${target.token}/sendMessage`,
      headers: JSON_HEADERS,
      body: JSON.stringify({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
      replyBytes: REPLY_BYTES,
    })
  const outcome = await postTo(target.chatId)
  const movedTo = outcome.outcome === 'failed' ? refusalOf(outcome).parameters.migrate_to_chat_id : undefined
  // A group that became a supergroup has a new id, which Telegram names; asked once, never in a ring.
  return resultOf(movedTo === undefined ? outcome : await postTo(movedTo), meaningOf)
}

/** Telegram's descriptions, as the Bot API server writes them after `Bad Request: ` and `Forbidden: `. */
const descriptions: readonly (readonly [RegExp, string])[] = [
  [/chat not found/i, 'Telegram does not find the chat: has the bot been added to it?'],
  [/bot was blocked by the user/i, 'the Telegram user has blocked the bot'],
  [/bot was kicked/i, 'the bot was removed from the Telegram chat'],
  [/not a member/i, 'the bot is not a member of the Telegram chat'],
  [/user is deactivated/i, 'the Telegram user does not exist any more'],
  [/group is deactivated/i, 'the Telegram group does not exist any more'],
  [/can't initiate conversation/i, 'the Telegram user must write to the bot first'],
  [/can't send messages to bots/i, 'the Telegram chat is a bot'],
  [/not enough rights|have no rights/i, 'the bot may not write in the Telegram chat'],
  [/upgraded to a supergroup/i, 'the Telegram group became a supergroup: it has another chat id now'],
]

function meaningOf(outcome: FailedOutcome): Meaning | undefined {
  const { kind, status } = outcome
  if (kind !== 'status') return undefined
  if (status === 429) return { errorMessage: 'Telegram asks for fewer messages (429)', retry: 'later' }
  // A token of the right form that no bot has is a path that does not exist.
  if (status === 401 || status === 404) return { errorMessage: 'Telegram does not know the bot token', retry: 'no' }
  if (status !== 400 && status !== 403) return undefined
  const { description } = refusalOf(outcome)
  const known = descriptions.find(([words]) => words.test(description))
  return { errorMessage: known?.[1] ?? `Telegram refused the message (${status})`, retry: 'no' }
}

function refusalOf({ reply = '' }: FailedOutcome): z.infer<typeof refusal> {
  const parsed = refusal.safeParse(readJson(reply))
  return parsed.success ? parsed.data : { description: '', parameters: {} }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
