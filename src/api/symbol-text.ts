const MAX_LENGTH = 20

/** What tokens are called: letters and digits, at least one letter, and no blank, which could forge another amount. */
const PLAIN = /^(?=.*\p{L})[\p{L}\p{N}$₮][\p{L}\p{N}$₮.+_/-]*$/u

/** Blocks of right-to-left scripts (Unicode, DerivedBidiClass): one letter of them reorders the amounts around it. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu

/** The symbol of a token, which is a stranger's text: bounded, and in quotes where it does not look like a symbol. */
export function symbolText(symbol: string): string {
  const characters = Array.from(symbol)
  const text = characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : symbol
  if (PLAIN.test(text) && text.search(RIGHT_TO_LEFT) < 0) return text
  const escaped = text.replace(RIGHT_TO_LEFT, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`)
  return `"${escaped.replaceAll('"', "'")}"`
}
