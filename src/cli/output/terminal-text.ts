/**
 * Text from servers and files, made safe for a terminal: control characters (C0, DEL, C1), which could move the cursor,
 * rewrite what was printed or change the title, and bidirectional marks, which could make an address read backwards.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** What breaks a line or moves the cursor along it. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g

/** On one line: a line break could forge the lines that follow. */
export function safeText(text: string): string {
  return text.replace(BREAKS, ' ').replace(UNSAFE, '')
}

/** Whole output for a terminal: tabs and line breaks stay, for they are its shape. */
export function safeOutput(text: string): string {
  return text.replace(UNSAFE, (character) => (character === '\t' || character === '\n' ? character : ''))
}

/** Of JSON all that `JSON.stringify` leaves raw: DEL and C1, the line separators that break a line in some readers, bidi marks. */
const RAW_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** The same JSON with those as escapes: the same value, and nothing that a terminal obeys. */
export function escapedJson(json: string): string {
  return json.replace(RAW_IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Colours of ours: bold, dim, red, green, yellow, cyan, and their ends. */
const COLOUR = '\\u001b\\[(?:1|2|22|31|32|33|36|39)m'
const PAINTED = new RegExp(`${COLOUR}|${UNSAFE.source}`, 'g')

/** The same for output we painted ourselves. */
export function safePainted(text: string): string {
  return text.replace(PAINTED, (found) => (found.length > 1 || found === '\t' || found === '\n' ? found : ''))
}

/** The same for several lines: line breaks stay. */
export function safeLines(text: string): string {
  return text.split('\n').map(safeText).join('\n')
}

/** The same value with every text in it made safe, on one line; a run of spaces could push a forged line below. */
export function safeValue<T>(value: T): T {
  if (typeof value === 'string') return safeText(value).replace(/\s+/g, ' ') as T
  if (Array.isArray(value)) return value.map(safeValue) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [safeText(key), safeValue(member)])) as T
}
