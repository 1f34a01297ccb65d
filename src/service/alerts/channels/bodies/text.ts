import { oneLine as withoutHidden } from '../../../../shared/text/one-line.ts'
import type { ChannelFact, Message, Tone } from '../channel.ts'

/** One line without hidden characters, for a subject, header or list item. */
export function trimmedLine(text: string): string {
  return withoutHidden(text).trim()
}

/** What chats turn into mentions and links: an @ before a word, a scheme, the dot before a top-level domain. */
const ACTIVE = /(?<!\w)@(?=\w)|:(?=\/\/)|(?<=\S)\.(?=\p{L}{2})/gu

/** One line that looks the same, with a zero-width space in each mention and link, so that chats do not activate it. */
export function inert(text: string): string {
  return trimmedLine(text).replace(ACTIVE, '$&\u200b')
}

/**
 * Truncates between characters, so that surrogate pairs and escapes stay whole.
 * @param limit UTF-16 units after encoding
 */
export function cut(text: string, limit: number, encode = (character: string) => character): string {
  const whole = encoded(text, encode)
  if (whole.length <= limit) return whole
  let kept = ''
  for (const character of text) {
    const next = encode(character)
    if (kept.length + next.length > limit - 1) break
    kept += next
  }
  return `${kept}…`
}

export function encoded(text: string, encode: (character: string) => string): string {
  return Array.from(text, encode).join('')
}

/** Limits for each text, tried one after the other until the message fits. */
const LENGTHS = [2000, 1000, 500, 250, 120, 60, 30, 12]

/** Renders the message with inert texts, truncated only as far as needed to fit. Links and the command stay complete. */
export function layOut<T>(message: Message, render: (message: Message) => T, fits: (laidOut: T) => boolean): T {
  let laidOut = render(inertMessage(message, LENGTHS[0] ?? 0))
  for (const length of LENGTHS.slice(1)) {
    if (fits(laidOut)) break
    laidOut = render(inertMessage(message, length))
  }
  return laidOut
}

function inertMessage(message: Message, length: number): Message {
  const shown = (text: string) => cut(inert(text), length)
  return {
    ...message,
    headline: shown(message.headline),
    actions: message.actions.map(shown),
    summary: shown(message.summary),
    facts: message.facts.map((fact) => inertFact(fact, shown)),
    reasons: message.reasons.map(shown),
  }
}

function inertFact(fact: ChannelFact, shown: (text: string) => string): ChannelFact {
  const href = linkOf(fact.href)
  if (href !== undefined) return { ...fact, href }
  return { label: fact.label, value: shown(fact.value) }
}

/** Normalized by `URL`, which encodes brackets, quotes and spaces; undefined unless it is an http or https URL. */
export function linkOf(href: string | undefined): string | undefined {
  const url = href === undefined ? null : URL.parse(href)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

/** The message as lines of text without markup. */
export function textLines({ headline, actions, summary, facts, reasons, command }: Message): string[] {
  return [
    headline,
    ...actions,
    ...(summary === '' ? [] : [summary]),
    '',
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...(reasons.length === 0 ? [] : ['', ...reasons.map((reason) => `• ${reason}`)]),
    ...(command === undefined ? [] : ['', `Details: ${command}`]),
  ]
}

export const toneSigns = { bad: '🔴', warn: '🟠', good: '🟢', plain: '⚪' } as const satisfies Record<Tone, string>

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For text between tags and in double-quoted attributes. Telegram supports only these four entities. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
