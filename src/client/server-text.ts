import { stripVTControlCharacters } from 'node:util'

const LONGEST = 300

/**
 * Text of a server, fit for one line of a terminal: no escape sequences, no control or direction marks, shortened.
 * A server could otherwise move the cursor, change the window title, or make a line read differently than it is.
 */
export function cleanText(text: string, longest = LONGEST): string {
  const line = stripVTControlCharacters(text.slice(0, longest * 4))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line
}
