import type { PlainMessage } from './channel.ts'

/**
 * Control characters, and the marks that turn the direction of text (Unicode TR 36): names and labels come from
 * strangers, and must neither start a line of their own nor show an address backwards.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/g

/** One line without control characters: fit for a subject, a header, a list item. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, ' ').trim()
}

/** The link of a message as `URL` writes it (angle brackets and blanks encoded), undefined when it is no web address. */
export function linkOf({ url }: Pick<PlainMessage, 'url'>): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url)
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : undefined
}

export interface TextRules {
  /** In UTF-16 units, after escaping. */
  readonly limit: number
  readonly encode: (character: string) => string
  /** How a link is written; default: escaped like the text. */
  readonly link?: (href: string) => string
}

/** Title, lines and link as one text within the limit; the text is cut, the link never. */
export function composeText(message: PlainMessage, { limit, encode, link }: TextRules): string {
  const text = withoutMentions([message.title, ...message.lines].map(oneLine).join('\n'))
  const href = linkOf(message)
  const last = href === undefined ? '' : `\n${(link ?? ((plain) => encodeAll(plain, encode)))(href)}`
  return last.length < limit ? cut(text, limit - last.length, encode) + last : cut(text, limit, encode)
}

/** An invisible character after the @ that starts a word: `@everyone` reads the same and wakes nobody. */
function withoutMentions(text: string): string {
  return text.replace(/(?<!\w)@(?=\w)/g, '@\u200b')
}

/** Cuts between characters, so that neither a surrogate pair nor an escape is torn. */
function cut(text: string, limit: number, encode: TextRules['encode']): string {
  const whole = encodeAll(text, encode)
  if (whole.length <= limit) return whole
  let kept = ''
  for (const character of text) {
    const next = encode(character)
    if (kept.length + next.length > limit - 1) break
    kept += next
  }
  return `${kept}…`
}

function encodeAll(text: string, encode: TextRules['encode']): string {
  return Array.from(text, encode).join('')
}
