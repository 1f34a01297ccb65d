import { gunzipSync, inflateSync, type ZlibOptions, zstdDecompressSync } from 'node:zlib'

/** The shortest signed transaction has more bytes: these are the words r and s of its signature alone. */
export const MIN_BYTES = 64
/** Characters of so many bytes in base64, the densest form that only letters and digits have. */
export const MIN_TEXT = 86

const HEX = /^(?:0x)?[0-9a-f]*$/i
const HEX_RUN = /[0-9a-f]{128,}/gi
const BASE64_RUN = /[A-Za-z0-9+/_-]{86,}/g
/** Characters of base64 that are three bytes: a text before them shifts where they begin. */
const BASE64_QUANTUM = 4
/** A text of which each character is a byte, as `atob` gives it. */
const BINARY = /^[\0-\xFF]*$/
const NOT_ASCII = /[\x80-\xFF]/
const SMALL_NUMBER = /(?<![0-9A-Za-z])-?[0-9]{1,3}(?![0-9A-Za-z])/g

/**
 * Finds the bytes that a server could read from a text: hex in any case and with anything between its digits (blanks,
 * colons, `\x`, `%`, a 0x at each byte), base64 of either alphabet, and small numbers in decimal. A text has several
 * readings, as only the server knows which one it uses.
 */
export function* bytesInText(text: string): Generator<Buffer> {
  for (const digits of hexDigitsOf(text))
    for (const [run] of digits.matchAll(HEX_RUN)) for (const start of [0, 1]) yield Buffer.from(run.slice(start), 'hex')
  for (const [run] of text.replace(/\s+/g, '').matchAll(BASE64_RUN))
    if (!HEX.test(run))
      for (let start = 0; start < BASE64_QUANTUM; start += 1) yield Buffer.from(run.slice(start), 'base64')
  const numbers = text.match(SMALL_NUMBER)
  if (numbers) yield bytesOfNumbers(numbers.map(Number))
  if (BINARY.test(text) && NOT_ASCII.test(text)) yield Buffer.from(text, 'latin1')
}

/** Without what is between the digits. Whether `10x2` is 1, 02 or 10, 2 is not known: both. */
function hexDigitsOf(text: string): readonly string[] {
  const joined = (plain: string) => plain.replace(/x|[^0-9a-z]/gi, '')
  const separated = joined(text.replace(/(?<![0-9a-f])0x/gi, ''))
  return /[0-9a-f]0x/i.test(text) ? [separated, joined(text.replace(/0x/gi, ''))] : [separated]
}

/** Gives the bytes among numbers, also as Java writes them (-128 to 127). Empty where they are too few to matter. */
export function bytesOfNumbers(numbers: readonly number[]): Buffer {
  const bytes = numbers.filter((each) => Number.isInteger(each) && each >= -128 && each < 256)
  return Buffer.from(bytes.length < MIN_BYTES ? [] : bytes)
}

/** Gives the bytes in a list of texts, each of which is one in hex: 0x2, 0xf8. */
export function bytesOfTexts(texts: readonly string[]): Buffer {
  return bytesOfNumbers(texts.filter((text) => /^0x[0-9a-f]{1,2}$/i.test(text)).map(Number))
}

/** By the mark at the beginning of their bytes. */
const decompressors: readonly { isMarked(bytes: Buffer): boolean; readonly decompress: typeof gunzipSync }[] = [
  { isMarked: (bytes) => bytes.readUInt16BE() === 0x1f8b, decompress: gunzipSync },
  {
    // RFC 1950: the method deflate, and a checksum of both bytes.
    isMarked: (bytes) => bytes.readUInt16BE() % 31 === 0 && bytes.readUInt8() % 16 === 8,
    decompress: inflateSync,
  },
  { isMarked: (bytes) => bytes.readUInt32LE() === 0xfd2fb528, decompress: zstdDecompressSync as typeof gunzipSync },
]

/**
 * Gives the bytes that are compressed in others by gzip, zlib or zstd.
 * @returns 'too long' for more than `maxBytes`, which are not read; undefined where nothing is compressed
 */
export function decompressed(bytes: Buffer, maxBytes: number): Buffer | 'too long' | undefined {
  const options: ZlibOptions = { maxOutputLength: maxBytes }
  try {
    return decompressors.find(({ isMarked }) => isMarked(bytes))?.decompress(bytes, options)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too long' : undefined
  }
}

/** Gives the text that bytes are in ASCII, as most texts of bytes are; undefined for other bytes. */
export function asciiText(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  return /^[\t\n\r\x20-\x7E]+$/.test(text) ? text : undefined
}

/** Whether a number has more digits than any quantity in any base. */
export function isLongNumber(text: string): boolean {
  return text.length >= MIN_TEXT && /^\s*[0-9]+\s*$/.test(text)
}

/** Digits in a text that is an encoding of bytes; words and names have fewer. */
const MIN_DIGITS = 5
/** Words of languages are shorter. */
export const LONG_WORD = 24
const LONG_RUN = /[0-9A-Za-z]{86,}/g

/**
 * Whether a text could be bytes in an encoding that is not known here (base58, base85, …): long words with digits among
 * their letters that are no hex. A URL has long words, too; only a part of it without punctuation counts.
 */
export function isOpaque(text: string): boolean {
  const isEncoded = (each: string) =>
    each.length >= MIN_TEXT && !HEX.test(each) && (each.match(/[0-9]/g)?.length ?? 0) >= MIN_DIGITS
  if (Array.from(text.matchAll(LONG_RUN), ([run]) => run).some(isEncoded)) return true
  const words = text.trim().split(/\s+/)
  return !text.includes('://') && isEncoded(words.join('')) && text.length / words.length > LONG_WORD
}
