import { stripVTControlCharacters } from 'node:util'

const MAX_LENGTH = 300

/**
 * Text of a server as one safe line: without escape sequences, control and direction characters, and shortened. A
 * server could otherwise move the cursor, change the window title or disguise a line.
 */
export function cleanText(text: string, maxLength = MAX_LENGTH): string {
  const line = stripVTControlCharacters(text.slice(0, maxLength * 4))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line
}
