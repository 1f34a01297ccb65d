const MAX_LENGTH = 20

/** What tokens are called: letters and digits, at least one letter, and no blank, which could forge another amount. */
const PLAIN = /^(?=.*\p{L})[\p{L}\p{N}$₮][\p{L}\p{N}$₮.+_/-]*$/u

/** Blocks of right-to-left scripts (Unicode, DerivedBidiClass): one letter of them reorders the amounts around it. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu

const LATIN = /\p{Script=Latin}/u
/** Letters that look like Latin ones beside them: of other scripts, and full-width or mathematical forms. */
const NOT_LATIN = /(?!\p{Script=Latin})\p{L}|[\u{ff00}-\u{ffef}\u{1d400}-\u{1d7ff}]/gu

/**
 * The symbol of a token, which is a third party's text: bounded, and in quotes where it does not look like a symbol. What
 * reorders the text or imitates a Latin letter is shown as its code point.
 */
export function symbolText(symbol: string): string {
  const characters = Array.from(symbol)
  const text = characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : symbol
  const shown = text.replace(RIGHT_TO_LEFT, asCodePoint)
  const plain = LATIN.test(shown) ? shown.replace(NOT_LATIN, asCodePoint) : shown
  return plain === text && PLAIN.test(text) ? text : `"${plain.replaceAll('"', "'")}"`
}

function asCodePoint(letter: string): string {
  return `\\u{${letter.codePointAt(0)?.toString(16)}}`
}
