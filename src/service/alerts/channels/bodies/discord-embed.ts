import type { ChannelFact, Message } from '../channel.ts'
import { cut, encoded, layOut } from './text.ts'

/** Limits of a message (discord.com/developers/docs: "Message", embed limits). */
const CONTENT = 2000
const TITLE = 256
const DESCRIPTION = 4096
const FIELDS = 25
const FIELD_NAME = 256
const FIELD_VALUE = 1024
const ALTOGETHER = 6000

/** Markdown such as `[name](link)`; `<` starts mentions of users, roles and channels. */
const MARKDOWN = /[\\*_~`|[\]()<>#]/

const colours = {
  bad: 0xd9_2d_20,
  warn: 0xf7_90_09,
  good: 0x17_b2_6a,
  plain: 0x66_70_85,
} as const satisfies Record<Message['tone'], number>

interface Field {
  readonly name: string
  readonly value: string
  readonly inline: boolean
}

interface Embed {
  readonly title?: string
  readonly description?: string
  readonly color: number
  readonly fields: readonly Field[]
  /** ISO 8601; Discord shows it in the reader's time zone. */
  readonly timestamp: string
}

export interface DiscordBody {
  /** Shown when embeds are switched off. */
  readonly content: string
  readonly embeds: readonly [Embed]
  readonly allowed_mentions: { readonly parse: readonly [] }
}

export function discordBody(message: Message): DiscordBody {
  return layOut(
    message,
    (laidOut) => ({
      content: cut(laidOut.headline, CONTENT, asMarkdown),
      embeds: [embedOf(laidOut)],
      allowed_mentions: { parse: [] },
    }),
    ({ embeds: [embed] }) => lengthOf(embed) <= ALTOGETHER && (embed.description ?? '').length <= DESCRIPTION,
  )
}

function embedOf({ tone, actions, summary, facts, reasons, command, at }: Message): Embed {
  const description = [
    ...actions.map((action) => `**${encoded(action, asMarkdown)}**`),
    ...reasons.map((reason) => `• ${encoded(reason, asMarkdown)}`),
    ...(command === undefined ? [] : [`Details: \`${command}\``]),
  ].join('\n')
  return {
    ...(summary !== '' && { title: cut(summary, TITLE, asMarkdown) }),
    ...(description !== '' && { description }),
    color: colours[tone],
    fields: facts.slice(0, FIELDS).map(fieldOf),
    timestamp: new Date(at).toISOString(),
  }
}

function fieldOf({ label, value, short, href }: ChannelFact): Field {
  const name = cut(label, FIELD_NAME, asMarkdown)
  if (href !== undefined && short !== undefined) {
    return { name, value: `[${short}](${linkTarget(href)})\n\`${value}\``, inline: true }
  }
  return { name, value: cut(value, FIELD_VALUE, asMarkdown) || '–', inline: true }
}

/** A parenthesis would end the Markdown link. */
function linkTarget(href: string): string {
  return href.replaceAll('(', '%28').replaceAll(')', '%29')
}

function lengthOf({ title = '', description = '', fields }: Embed): number {
  return fields.reduce((sum, { name, value }) => sum + name.length + value.length, title.length + description.length)
}

function asMarkdown(character: string): string {
  return MARKDOWN.test(character) ? `\\${character}` : character
}
