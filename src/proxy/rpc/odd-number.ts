import { endOfString } from '../../shared/json/strict-json.ts'

const INTEGER = /^(?:0|-?[1-9][0-9]{0,15})$/
const PART_OF_NUMBER = /[-+.0-9eE]/

const [QUOTE = 0, MINUS = 0, ZERO = 0, NINE = 0] = [...'"-09'].map((each) => each.charCodeAt(0))

/**
 * Finds a number that readers take differently: a fraction, an exponent, minus zero, or more digits than a double has.
 * @param text valid JSON
 * @returns at most 40 characters of it
 */
export function findOddNumber(text: string): string | undefined {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at)
      const number = text.slice(at, end)
      if (!INTEGER.test(number) || !Number.isSafeInteger(Number(number))) return number.slice(0, 40)
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
