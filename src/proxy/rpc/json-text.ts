import { endOfString } from '../../shared/json/strict-json.ts'

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, MINUS, ZERO = 0, NINE = 0] = [
  ...'",[]{}-09',
].map((each) => each.charCodeAt(0))

/** Lists the texts of the items of a JSON array, without the blanks around them. @param text valid JSON, an array */
export function arrayItems(text: string): string[] {
  const items: string[] = []
  let depth = 0
  let start = text.indexOf('[') + 1
  const add = (end: number) => {
    const item = text.slice(start, end).trim()
    if (item !== '') items.push(item)
    start = end + 1
  }
  for (let at = start - 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1
      if (depth === 0) add(at)
    } else if (code === COMMA && depth === 1) add(at)
  }
  return items
}

const INTEGER = /^(?:0|-?[1-9][0-9]{0,15})$/
const PART_OF_NUMBER = /[-+.0-9eE]/

/**
 * Finds a number that readers take differently: a fraction, an exponent, minus zero, or more digits than a double has.
 * @param text valid JSON
 * @returns at most 40 characters of it
 */
export function findOddNumber(text: string): string | undefined {
  return oddNumbersIn(text).next().value?.slice(0, 40)
}

/** Digits of the fewest bytes that a signed transaction has. */
const MOST_ODD_DIGITS = 154

/** Whether numbers of which a reader loses digits could be the bytes of a signed transaction. @param text valid JSON */
export function hasLongOddNumbers(text: string): boolean {
  let size = 0
  for (const number of oddNumbersIn(text)) {
    size += number.length
    if (size >= MOST_ODD_DIGITS) return true
  }
  return false
}

function* oddNumbersIn(text: string): Generator<string, undefined> {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at)
      const number = text.slice(at, end)
      if (!INTEGER.test(number) || !Number.isSafeInteger(Number(number))) yield number
      at = end - 1
    }
  }
  return undefined
}

function endOfNumber(text: string, start: number): number {
  let end = start
  while (end < text.length && PART_OF_NUMBER.test(text[end] ?? '')) end += 1
  return end
}
