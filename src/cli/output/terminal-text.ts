import { lazily } from '../../shared/lazily.ts'
import { hiddenCharacter, isAsciiLines, oneLine } from '../../shared/text/one-line.ts'

export { escapedJson } from '../../shared/text/one-line.ts'

/** Safe text on one line, for everything of servers and files that reaches a terminal or a cell. */
export const safeText = oneLine

/** Safe output of several lines: tabs and line breaks stay. */
export function safeOutput(text: string): string {
  if (isAsciiLines(text)) return text
  return text.replace(hiddenCharacter(), (character) => (character === '\t' || character === '\n' ? character : ''))
}

/** Color codes of `Paint`: bold, dim, red, green, yellow, cyan, and their resets. */
const COLOUR = '\\u001b\\[(?:1|2|22|31|32|33|36|39)m'
const painted = lazily(() => new RegExp(`${COLOUR}|${hiddenCharacter().source}`, hiddenCharacter().flags))

/** As `safeOutput`, but keeps the color codes of `Paint`. */
export function safePainted(text: string): string {
  if (isAsciiLines(text)) return text
  return text.replace(painted(), (found) =>
    found.startsWith('\u001b[') || found === '\t' || found === '\n' ? found : '',
  )
}

/** The value with every string safe and on one line; runs of spaces are collapsed, because they could wrap into a forged line. */
export function safeValue<T>(value: T): T {
  if (typeof value === 'string') return safeText(value).replace(/\s+/g, ' ') as T
  if (Array.isArray(value)) return value.map(safeValue) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [safeText(key), safeValue(member)])) as T
}
