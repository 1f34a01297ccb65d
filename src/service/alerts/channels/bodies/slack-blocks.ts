import { chunksOf } from '../../../../shared/chunks-of.ts'
import type { ChannelFact, Message } from '../channel.ts'
import { cut, encoded, layOut, textLines, toneSigns } from './text.ts'

/** Limits of Block Kit (docs.slack.dev, reference: header, section and context blocks). */
const HEADER = 150
const SECTION = 3000
const FIELD = 2000
const FIELDS = 10

/** Below Slack's limit for the text of notifications. */
const FALLBACK = 3000

/** Slack rejects blocks of more than about 13,000 characters in total (`msg_blocks_too_long`, undocumented). */
const ALTOGETHER = 10_000

/** Slack's escapes. They disable mentions, channels and links (`<!channel>`, `<@U1>`, `<url|text>`). */
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Formatting and emoji of mrkdwn, which has no escape for them: such text is sent as `plain_text`. */
const MARKUP = /[*_~`>]|:(?=[\d_+-]*[a-z])[\w+-]+:/i

type TextObject =
  | { readonly type: 'plain_text'; readonly text: string; readonly emoji: false }
  | { readonly type: 'mrkdwn'; readonly text: string; readonly verbatim: true }

type SlackBlock =
  | { readonly type: 'header'; readonly text: TextObject }
  | { readonly type: 'section'; readonly text: TextObject }
  | { readonly type: 'section'; readonly fields: readonly TextObject[] }
  | { readonly type: 'context'; readonly elements: readonly TextObject[] }

export interface SlackBody {
  /** For notifications, screen readers and clients without blocks. */
  readonly text: string
  readonly blocks: readonly SlackBlock[]
}

export function slackBody(message: Message): SlackBody {
  return layOut(
    message,
    (laidOut) => ({ text: cut(textLines(laidOut).join('\n'), FALLBACK, asSlack), blocks: blocksOf(laidOut) }),
    (body) => JSON.stringify(body.blocks).length <= ALTOGETHER,
  )
}

function blocksOf({ headline, actions, summary, facts, reasons, command, tone }: Message): SlackBlock[] {
  return [
    { type: 'header', text: plain(`${toneSigns[tone]} ${headline}`, HEADER) },
    ...(actions.length === 0 ? [] : [section(plain(actions.join('\n'), SECTION))]),
    ...(summary === '' ? [] : [section(plain(summary, SECTION))]),
    ...chunksOf(facts.map(fieldOf), FIELDS).map((fields): SlackBlock => ({ type: 'section', fields })),
    ...(reasons.length === 0 ? [] : [section(plain(reasons.map((reason) => `• ${reason}`).join('\n'), SECTION))]),
    ...(command === undefined ? [] : [{ type: 'context' as const, elements: [markup(`Details: \`${command}\``)] }]),
  ]
}

function fieldOf({ label, value, short, href }: ChannelFact): TextObject {
  const link = href === undefined ? undefined : encoded(href, asSlack).replaceAll('|', '%7C')
  if (link !== undefined && short !== undefined) return markup(`*${label}*\n<${link}|${short}>\n\`${value}\``)
  if (MARKUP.test(value)) return plain(`${label}\n${value}`, FIELD)
  return markup(`*${label}*\n${cut(value, FIELD / 2, asSlack)}`)
}

function section(text: TextObject): SlackBlock {
  return { type: 'section', text }
}

function plain(text: string, limit: number): TextObject {
  return { type: 'plain_text', text: cut(text, limit, asSlack), emoji: false }
}

function markup(text: string): TextObject {
  return { type: 'mrkdwn', text, verbatim: true }
}

function asSlack(character: string): string {
  return escapes[character] ?? character
}
