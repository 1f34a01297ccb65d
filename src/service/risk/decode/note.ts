import { SELECTOR_DIGITS } from '../../evm/words.ts'

const CONTROL = /[^\P{C}\n\r\t]/u

/** Whether the data of a payment is a text for its recipient: legible UTF-8, and no call. */
export function isNote(data: string): boolean {
  const digits = data.slice(2)
  // A text as short may be a function.
  if (digits.length <= SELECTOR_DIGITS) return false
  try {
    return !CONTROL.test(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(digits, 'hex')))
  } catch {
    return false
  }
}
