/** Room: Small texts: one line, quoted words, similar words, dates. */

import { lazily } from '../lazily.ts'

/**
 * Characters that print nothing and act on the text around them: controls (C0, DEL, C1) move a cursor, bidirectional
 * marks reverse an address, zero-width characters, soft hyphens and tags hide text or make two names look the same
 * (Unicode: Cc, Cf, Zl, Zp, Default_Ignorable_Code_Point; UTR 36). The variation selectors of emoji stay. Made on first use,
 * because classes of Unicode take a millisecond.
 */
export const hiddenCharacter = lazily(
  () => /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\ufe0e\ufe0f]]/gv,
)

/** Line breaks and tabs: VT, FF, NEL and the separators of Unicode are line breaks for some programs. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g

const PRINTABLE_ASCII = /^[ -~]*$/
const ASCII_LINES = /^[\n -~]*$/

/** Whether a text is plain lines of ASCII, which is cheaper to see than that it has no hidden character. */
export function isAsciiLines(text: string): boolean {
  return ASCII_LINES.test(text)
}

/** Text of others as one line without hidden characters; a line break could forge the following lines. */
export function oneLine(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text
  return text.toWellFormed().replace(BREAKS, ' ').replace(hiddenCharacter(), '')
}

/** What `oneLineWithHidden` writes for hidden characters. */
export const SHOWN_HIDDEN = /\\u\{[0-9a-f]{1,6}\}/g

const SHOWN_RUN = /(\\u\{[0-9a-f]{1,6}\})(?:\\u\{[0-9a-f]{1,6}\})+/g

/** Text of others as one line in which the first of each run of hidden characters is shown by its number: `US\u{200b}DC`. */
export function oneLineWithHidden(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text
  const line = text.toWellFormed().replace(BREAKS, ' ').trim()
  const shown = line.replace(hiddenCharacter(), (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return shown.replace(SHOWN_RUN, '$1')
}

/** The same JSON value with its hidden characters escaped. Line breaks between members stay. */
export function escapedJson(json: string): string {
  if (isAsciiLines(json)) return json
  return json.replace(hiddenCharacter(), (character) => (character === '\n' ? character : escaped(character)))
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}
