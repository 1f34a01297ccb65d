/**
 * Characters removed from text of servers and files before it reaches a terminal: control characters (C0, DEL, C1) can
 * move the cursor, rewrite output or change the title; bidirectional marks can reverse an address.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Line breaks and tabs. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g

/** Safe text on one line: a line break could forge the following lines. */
export function safeText(text: string): string {
  return text.replace(BREAKS, ' ').replace(UNSAFE, '')
}

/** Safe output of several lines: tabs and line breaks stay. */
export function safeOutput(text: string): string {
  return text.replace(UNSAFE, (character) => (character === '\t' || character === '\n' ? character : ''))
}

/** Unsafe characters that `JSON.stringify` does not escape: DEL, C1, line separators, bidirectional marks. */
const RAW_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** The same JSON value with these characters escaped. */
export function escapedJson(json: string): string {
  return json.replace(RAW_IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Color codes of `Paint`: bold, dim, red, green, yellow, cyan, and their resets. */
const COLOUR = '\\u001b\\[(?:1|2|22|31|32|33|36|39)m'
const PAINTED = new RegExp(`${COLOUR}|${UNSAFE.source}`, 'g')

/** As `safeOutput`, but keeps the color codes of `Paint`. */
export function safePainted(text: string): string {
  return text.replace(PAINTED, (found) => (found.length > 1 || found === '\t' || found === '\n' ? found : ''))
}

/** As `safeText` for each line; line breaks stay. */
export function safeLines(text: string): string {
  return text.split('\n').map(safeText).join('\n')
}

/** The value with every string safe and on one line; runs of spaces are collapsed, because they could wrap into a forged line. */
export function safeValue<T>(value: T): T {
  if (typeof value === 'string') return safeText(value).replace(/\s+/g, ' ') as T
  if (Array.isArray(value)) return value.map(safeValue) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [safeText(key), safeValue(member)])) as T
}
