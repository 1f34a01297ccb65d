import * as z from 'zod'
import { type Receiver, startReceiver } from '../../service/alerts/receiver.ts'
import { type RateLimit, rateWindow } from './rate-window.ts'

/**
 * Discord's "Execute Webhook" as discord.com/developers/docs describes it: message and embed limits, error codes of "Opcodes
 * and Status Codes", headers and bodies of "Rate Limits".
 */
const embed = z.strictObject({
  title: z.string().max(256).optional(),
  description: z.string().max(4096).optional(),
  url: z.url().optional(),
  color: z.int().min(0).max(0xff_ff_ff).optional(),
  timestamp: z.iso.datetime().optional(),
  footer: z.strictObject({ text: z.string().min(1).max(2048) }).optional(),
  fields: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(256),
        value: z.string().trim().min(1).max(1024),
        inline: z.boolean().optional(),
      }),
    )
    .max(25)
    .optional(),
})
const message = z
  .strictObject({
    content: z.string().max(2000).optional(),
    embeds: z.array(embed).max(10).optional(),
    allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }).optional(),
  })
  .refine(({ embeds = [] }) => embeds.reduce((sum, one) => sum + lengthOf(one), 0) <= 6000)
type Embed = z.infer<typeof embed>

function lengthOf({ title = '', description = '', footer, fields = [] }: Embed): number {
  const own = title.length + description.length + (footer?.text.length ?? 0)
  return fields.reduce((sum, { name, value }) => sum + name.length + value.length, own)
}

export interface DiscordAnswer {
  readonly status: number
  readonly body: string
}

export function judgeDiscord(body: string): DiscordAnswer {
  const parsed = message.safeParse(parse(body))
  if (!parsed.success) return { status: 400, body: '{"message":"Invalid Form Body","code":50035}' }
  const { content = '', embeds = [] } = parsed.data
  if (content.trim() === '' && embeds.length === 0) {
    return { status: 400, body: '{"message":"Cannot send an empty message","code":50006}' }
  }
  return { status: 204, body: '' }
}

export interface DiscordShown {
  /** Users who would be notified. */
  readonly mentions: readonly string[]
  readonly links: readonly { readonly href: string; readonly text: string }[]
  /** URLs in the text that Discord would turn into links. */
  readonly autolinks: readonly string[]
}

export function showDiscord(body: string): DiscordShown {
  const { content = '', embeds = [], allowed_mentions: allowed } = message.parse(JSON.parse(body))
  const texts = [
    content,
    ...embeds.flatMap(({ title = '', description = '', fields = [] }) => [
      title,
      description,
      ...fields.flatMap(({ name, value }) => [name, value]),
    ]),
  ].map((text) => text.replace(/\\[^\w\s]/g, ' '))
  const linkForm = /\[([^[\]]*)\]\(([^()\s]*)\)/g
  const code = /`[^`]*`/g
  return {
    mentions: texts.flatMap((text) =>
      [...text.matchAll(/@everyone|@here|<(?:@[!&]?|#)\d+>/g)]
        .map(([found]) => found)
        .filter((found) => found.startsWith('<') || (allowed?.parse.includes('everyone') ?? true)),
    ),
    links: texts.flatMap((text) =>
      [...text.matchAll(linkForm)].map(([, label = '', href = '']) => ({ href, text: label })),
    ),
    autolinks: texts.flatMap(
      (text) =>
        text
          .replace(linkForm, ' ')
          .replace(code, ' ')
          .match(/https?:\/\/\S+/g) ?? [],
    ),
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export interface DiscordStandIn extends Receiver {
  readonly webhookUrl: string
  readonly messages: readonly string[]
  readonly violations: () => number
}

const PATH = '/api/webhooks/1/secret'

/** One working webhook, 5 requests in 2 seconds by default; a wrong token is 401, another webhook 404. */
export async function startDiscord(limit: RateLimit = { requests: 5, windowMs: 2000 }): Promise<DiscordStandIn> {
  const messages: string[] = []
  const window = rateWindow(limit)
  const receiver = await startReceiver((response, { path, body }) => {
    const json = { 'content-type': 'application/json' }
    if (!path.startsWith('/api/webhooks/1/')) {
      return response.writeHead(404, json).end('{"message":"Unknown Webhook","code":10015}')
    }
    if (path !== PATH) return response.writeHead(401, json).end('{"message":"Invalid Webhook Token","code":50027}')
    const { isOpen, remaining, resetMs } = window.take()
    const seconds = (resetMs / 1000).toFixed(3)
    const headers = { 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset-after': seconds }
    if (remaining === 0) window.close(resetMs)
    if (!isOpen) {
      return response
        .writeHead(429, { ...headers, ...json, 'retry-after': String(Math.ceil(resetMs / 1000)) })
        .end(`{"message":"You are being rate limited.","retry_after":${seconds},"global":false}`)
    }
    const answer = judgeDiscord(body)
    if (answer.status === 204) messages.push(body)
    return response.writeHead(answer.status, { ...headers, ...json }).end(answer.body)
  })
  return { ...receiver, webhookUrl: `${receiver.origin}${PATH}`, messages, violations: window.violations }
}
