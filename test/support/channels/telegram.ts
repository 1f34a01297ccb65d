import * as z from 'zod'
import { type Receiver, startReceiver } from '../../service/alerts/receiver.ts'
import { type RateLimit, rateWindow } from './rate-window.ts'

/**
 * api.telegram.org's sendMessage as core.telegram.org/bots/api describes it (HTML style, 1-4096 characters after entities
 * parsing, `parameters` of refusals); its descriptions are those the Bot API server writes.
 */
const asked = z.object({
  chat_id: z.union([z.int(), z.string()]),
  text: z.string(),
  parse_mode: z.enum(['HTML']).optional(),
  link_preview_options: z.object({ is_disabled: z.boolean().optional() }).optional(),
})

const TAGS = [
  'b',
  'strong',
  'i',
  'em',
  'u',
  'ins',
  's',
  'strike',
  'del',
  'code',
  'pre',
  'a',
  'tg-spoiler',
  'blockquote',
]

interface Span {
  readonly tag: string
  readonly href: string
  readonly text: string
}

interface Parsed {
  readonly text: string
  readonly spans: readonly Span[]
}

interface Open {
  readonly tag: string
  readonly href: string
  readonly start: number
}

/** Text and entities of the HTML style; a string: why it cannot be read. */
export function parseTelegramHtml(html: string): Parsed | string {
  const spans: Span[] = []
  const open: Open[] = []
  let text = ''
  for (const [token] of html.matchAll(/<[^>]*>?|&[^;\s&<]*;?|[^<&]+/g)) {
    if (token.startsWith('&')) {
      const character = entityOf(token)
      text += character ?? token
    } else if (!token.startsWith('<')) text += token
    else if (token.startsWith('</')) {
      const top = open.pop()
      if (top === undefined || token !== `</${top.tag}>`) return `can't parse entities: Unexpected end tag`
      spans.push({ tag: top.tag, href: top.href, text: text.slice(top.start) })
    } else {
      const [, tag = '', href = ''] = /^<([a-z-]+)(?: href="([^"]*)")?>$/.exec(token) ?? []
      if (!TAGS.includes(tag)) return `can't parse entities: Unsupported start tag`
      open.push({ tag, href: href.replaceAll('&amp;', '&'), start: text.length })
    }
  }
  return open.length > 0 ? `can't parse entities: Can't find end tag` : { text, spans }
}

function entityOf(token: string): string | undefined {
  const named: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' }
  const [, digits] = /^&#(\d{1,7});$/.exec(token) ?? []
  return digits === undefined ? named[token] : String.fromCodePoint(Number(digits))
}

/** The refusal's description, or undefined for a good body. */
export function judgeTelegram(body: string): string | undefined {
  const request = asked.safeParse(parse(body))
  if (!request.success) return 'Bad Request: message text is empty'
  const { text, parse_mode: mode } = request.data
  const parsed = mode === 'HTML' ? parseTelegramHtml(text) : { text, spans: [] }
  if (typeof parsed === 'string') return `Bad Request: ${parsed}`
  if (parsed.text.trim() === '') return 'Bad Request: message text is empty'
  return parsed.text.length > 4096 ? 'Bad Request: message is too long' : undefined
}

export interface TelegramShown extends Parsed {
  /** Text that Telegram turns into links and mentions: outside of code and links. */
  readonly autolinks: readonly string[]
}

export function showTelegram(body: string): TelegramShown {
  const parsed = parseTelegramHtml(asked.parse(JSON.parse(body)).text)
  if (typeof parsed === 'string') throw new Error(parsed)
  let rest = parsed.text
  for (const { tag, text } of parsed.spans) if (tag === 'code' || tag === 'a') rest = rest.replace(text, ' ')
  const found = rest.match(/https?:\/\/\S+|(?<!\w)@\w{4,}|(?<![\w@])[\w-]+\.(?:com|org|net|io|example|[a-z]{2})\b/gi)
  return { ...parsed, autolinks: found ?? [] }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export interface TelegramStandIn extends Receiver {
  readonly token: string
  readonly messages: readonly string[]
  readonly violations: () => number
}

export const BOT_TOKEN = '123456789:AAFplantedTelegramBotToken_0123456789'

/** Chats: 42 and @alerts; -100 became -1001; -200 always moves. Optionally limited to one message per second and chat. */
export async function startTelegram(limit: RateLimit = { requests: 1000, windowMs: 1000 }): Promise<TelegramStandIn> {
  const messages: string[] = []
  const window = rateWindow(limit)
  const receiver = await startReceiver((response, { path, body }) => {
    const refuse = (status: number, description: string, parameters?: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ok: false, error_code: status, description, parameters }))
    const [, bot, method] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
    if (bot === undefined || method !== 'sendMessage') return refuse(404, 'Not Found')
    if (bot !== BOT_TOKEN) return refuse(401, 'Unauthorized')
    const { isOpen, resetMs } = window.take()
    if (!isOpen) {
      const seconds = Math.ceil(resetMs / 1000)
      window.close(seconds * 1000)
      return refuse(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
    }
    const fault = judgeTelegram(body)
    if (fault !== undefined) return refuse(400, fault)
    const { chat_id: chat } = asked.parse(JSON.parse(body))
    const moved = movedTo(chat)
    if (moved !== undefined) {
      return refuse(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: moved })
    }
    if (!['@alerts', '42', -1001].includes(chat)) return refuse(400, 'Bad Request: chat not found')
    messages.push(body)
    return response.end(JSON.stringify({ ok: true, result: { message_id: messages.length } }))
  })
  return { ...receiver, token: BOT_TOKEN, messages, violations: window.violations }
}

function movedTo(chat: number | string): number | undefined {
  if (chat === '-100') return -1001
  if (chat === '-200') return -201
  return chat === -201 ? -202 : undefined
}
