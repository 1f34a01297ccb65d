import { stripVTControlCharacters } from 'node:util'
import { oneLine } from '../../shared/text/one-line.ts'
import { shortened } from '../../shared/text/shortened.ts'

const MAX_LENGTH = 300

/**
 * Text of a server as one safe line: without escape sequences, control and direction characters, and shortened. A
 * server could otherwise move the cursor, change the window title or disguise a line.
 */
export function cleanText(text: string, maxLength = MAX_LENGTH): string {
  const line = oneLine(stripVTControlCharacters(text.slice(0, maxLength * 4)))
    // Runs of spaces could wrap into a forged line.
    .replace(/\s+/g, ' ')
    .trim()
  return shortened(line, maxLength)
}
