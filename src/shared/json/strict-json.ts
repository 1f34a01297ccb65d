/** Deepest nesting of arrays and objects. A call trace of the EVM's 1024 frames needs two levels a frame. */
export const MAX_JSON_DEPTH = 3000

/** Why a JSON text is refused although JSON.parse reads it. */
export interface JsonFault {
  /** Follows the name of the text: `has the member "to" twice in one object`. */
  readonly text: string
  /** Line of the fault, from 1. */
  readonly line: number
}

/**
 * Finds a member that occurs twice in one object, or nesting beyond `MAX_JSON_DEPTH`. JSON.parse keeps the last of equal
 * names and other readers the first (RFC 8259, section 4), so a checked value could differ from the one that is used.
 * Names are compared after their escapes: `"\u0074o"` is `"to"`. One pass over the text, without recursion.
 * @param text valid JSON: JSON.parse must have accepted it
 * @param value what JSON.parse made of it, which makes the usual case of a short text faster
 */
export function findJsonFault(text: string, value?: unknown): JsonFault | undefined {
  if (value !== undefined && text.length <= SHORT && colonsIn(text) === membersIn(value, 0)) return undefined
  /** Names in the open objects, outermost first; undefined for an open array. */
  const open: (Set<string> | undefined)[] = []
  for (let at = nextMark(text, 0); at < text.length; at = nextMark(text, at + 1)) {
    const code = text.charCodeAt(at)
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (open.length === MAX_JSON_DEPTH) return faultAt(text, at, `is nested deeper than ${MAX_JSON_DEPTH} levels`)
      open.push(code === OPEN_OBJECT ? new Set() : undefined)
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) open.pop()
    else if (code === QUOTE) {
      const end = endOfString(text, at)
      const names = open.at(-1)
      if (names && isBeforeColon(text, end)) {
        const name = nameIn(text.slice(at, end))
        if (names.has(name)) return faultAt(text, at, `has the member ${JSON.stringify(name)} twice in one object`)
        names.add(name)
      }
      at = end - 1
    }
  }
  return undefined
}

/** Counting the members of a longer text may take longer than reading it. */
const SHORT = 16_384
/** Members nested more deeply are not counted. */
const MAX_COUNTED_DEPTH = 64

/** At least the number of members in the text: each has a colon, and strings may have more. */
function colonsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) count += 1
  return count
}

/** JSON.parse keeps one of several members with the same name. NaN: some are nested too deeply. */
function membersIn(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === MAX_COUNTED_DEPTH) return Number.NaN
  const values = Array.isArray(value) ? value : Object.values(value)
  let count = values === value ? 0 : values.length
  for (const each of values) if (typeof each === 'object') count += membersIn(each, depth + 1)
  return count
}

const [QUOTE, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [...'"\\{}[]'].map((each) =>
  each.charCodeAt(0),
)

/** Blanks and numbers between marks are skipped by a regular expression, which is fast from its first use on. */
const MARK = /["{}[\]]/g

/** The index of the next quote, brace or bracket; the length of the text where there is none. */
function nextMark(text: string, from: number): number {
  MARK.lastIndex = from
  return MARK.test(text) ? MARK.lastIndex - 1 : text.length
}

/** The index after the closing quote of a string in JSON. @param start of its opening quote */
export function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote < 0 ? text.length : quote + 1
}

/** By an odd number of backslashes before it. */
function isEscaped(text: string, index: number): boolean {
  let first = index
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (index - first) % 2 === 1
}

/** Only the name of a member stands before a colon. */
function isBeforeColon(text: string, index: number): boolean {
  let at = index
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return text[at] === ':'
}

function nameIn(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
}

function faultAt(text: string, index: number, fault: string): JsonFault {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1
  return { text: fault, line }
}
