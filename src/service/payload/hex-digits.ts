/** The digits of whole bytes in hex, lower case, `0x` left off or absent; undefined when the text is no such thing. */
export function hexDigits(text: string): string | undefined {
  const digits = text.replace(/^0x/i, '').toLowerCase()
  // Looks for what is wrong: a pattern that matched the whole would keep a way back for every byte of long call data.
  return digits.length % 2 === 1 || /[^0-9a-f]/.test(digits) ? undefined : digits
}
