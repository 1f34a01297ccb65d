import type { Fact, Message, Tone } from './channel.ts'

/**
 * Control characters, and the marks that turn the direction of text (Unicode TR 36): names and labels come from
 * strangers, and must neither start a line of their own nor show an address backwards.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/g

/** One line without control characters: fit for a subject, a header, a list item. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, ' ').trim()
}

/** An @ that starts a word, a scheme, the dot before a domain's end: what chats make mentions and links of. */
const LIVE = /(?<!\w)@(?=\w)|:(?=\/\/)|(?<=\S)\.(?=\p{L}{2})/gu

/**
 * One line that reads the same and does nothing: an invisible character keeps `@everyone` from waking anybody, and an
 * address that somebody put into a name from becoming a link.
 */
export function inert(text: string): string {
  return oneLine(text).replace(LIVE, '$&\u200b')
}

/** Cuts between characters, so that neither a surrogate pair nor an escape is torn; `limit` is in UTF-16 units after encoding. */
export function cut(text: string, limit: number, encode = (character: string) => character): string {
  const whole = Array.from(text, encode).join('')
  if (whole.length <= limit) return whole
  let kept = ''
  for (const character of text) {
    const next = encode(character)
    if (kept.length + next.length > limit - 1) break
    kept += next
  }
  return `${kept}…`
}

/** How long each text may be, in turn, until the whole fits. */
const LENGTHS = [2000, 1000, 500, 250, 120, 60, 30, 12]

/**
 * The message laid out, with its texts made inert and cut as little as it takes to fit. Links, what carries them, and
 * the command stay whole.
 */
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
    summary: shown(message.summary),
    facts: message.facts.map((fact) => inertFact(fact, shown)),
    reasons: message.reasons.map(shown),
  }
}

function inertFact(fact: Fact, shown: (text: string) => string): Fact {
  const href = linkOf(fact.href)
  if (href !== undefined) return { ...fact, href }
  return { label: fact.label, value: shown(fact.value) }
}

/** As `URL` writes it (angle brackets, quotes and blanks encoded), undefined when it is no web address. */
export function linkOf(href: string | undefined): string | undefined {
  const url = href === undefined ? null : URL.parse(href)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

/** The whole as lines of text without any markup. */
export function textLines({ headline, summary, facts, reasons, command }: Message): string[] {
  return [
    headline,
    ...(summary === '' ? [] : [summary]),
    '',
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...(reasons.length === 0 ? [] : ['', ...reasons.map((reason) => `• ${reason}`)]),
    ...(command === undefined ? [] : ['', `Look further: ${command}`]),
  ]
}

/** Where text has no colour of its own. */
export const toneSigns = { bad: '🔴', warn: '🟠', good: '🟢', plain: '⚪' } as const satisfies Record<Tone, string>
