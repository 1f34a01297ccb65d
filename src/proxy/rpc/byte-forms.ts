import { gunzipSync, inflateSync, type ZlibOptions, zstdDecompressSync } from 'node:zlib'
import { isRecord, parseJson } from '../../shared/json/json.ts'

/** The shortest signed transaction has more bytes: these are the words r and s of its signature alone. */
export const MIN_BYTES = 64
/** Characters of so many bytes in base64, the densest form that only letters and digits have. */
export const MIN_TEXT = 86

/** Also of several parts, each with its 0x. */
const HEX = /^(?:0x|[0-9a-f])*$/i
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
  yield smallNumbersIn(text)
  if (BINARY.test(text) && NOT_ASCII.test(text)) yield Buffer.from(text, 'latin1')
}

export function smallNumbersIn(text: string): Buffer {
  return bytesOfNumbers((text.match(SMALL_NUMBER) ?? []).map(Number))
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

/** Bytes of words that programs have beside bytes: those of crypto-js have 4. More than 6 are no safe integer. */
const WORD_SIZES = [2, 4, 6]
/** Fewer words are shorter than a signed transaction. */
const MIN_WORDS = 10
const BITS = 8

/**
 * Finds the bytes in numbers that are not one byte each: in words of either order, digits of hex, bits, or with a number
 * before each.
 */
export function* bytesOfWords(numbers: readonly number[]): Generator<Buffer> {
  if (numbers.filter((each) => Number.isInteger(each) && Math.abs(each) > 255).length >= MIN_WORDS)
    for (const size of WORD_SIZES) yield* wordsOf(numbers, size)
  const digits = numbers.filter((each) => Number.isInteger(each) && each >= 0 && each < 16)
  if (digits.length >= 2 * MIN_BYTES) {
    const text = digits.map((each) => each.toString(16)).join('')
    for (const start of [0, 1]) yield Buffer.from(text.slice(start), 'hex')
    yield* bytesOfBits(digits.filter((each) => each < 2))
  }
  for (const first of [0, 1]) yield bytesOfNumbers(numbers.filter((_, index) => index % 2 === first))
}

function* wordsOf(numbers: readonly number[], size: number): Generator<Buffer> {
  const [end, half] = [2 ** (size * BITS), 2 ** (size * BITS - 1)]
  const words = numbers.filter((each) => Number.isInteger(each) && each >= -half && each < end)
  const big = Buffer.alloc(words.length * size)
  for (const [index, word] of words.entries()) big.writeUIntBE(word < 0 ? word + end : word, index * size, size)
  yield big
  const little = Buffer.alloc(big.length)
  for (const [index, word] of words.entries()) little.writeUIntLE(word < 0 ? word + end : word, index * size, size)
  yield little
}

/** Which bit is the first of a byte is not known. */
export function* bytesOfBits(bits: readonly number[]): Generator<Buffer> {
  if (bits.length < MIN_BYTES * BITS) return
  for (let start = 0; start < BITS; start += 1) {
    const bytes = Buffer.alloc((bits.length - start) >> 3)
    for (let at = 0; at < bytes.length * BITS; at += 1)
      bytes[at >> 3] = ((bytes[at >> 3] ?? 0) << 1) | (bits[start + at] ?? 0)
    yield bytes
  }
}

/** A shorter text between parts is a label of one. */
const MIN_PART = 9
/** Decimal digits of the fewest bytes. */
const MIN_DECIMALS = 154

/** Finds the bytes of which several texts are parts in hex, with labels between them, or in decimal. */
export function* bytesOfParts(texts: readonly string[]): Generator<Buffer> {
  const words = texts.flatMap((text) => text.trim().split(/\s+/))
  const hex = words.filter((word, at) => HEX.test(word) && (word.length >= MIN_PART || at === words.length - 1))
  const digits = hex.map((word) => word.replace(/^0x/i, '')).join('')
  if (digits.length >= 2 * MIN_BYTES) for (const start of [0, 1]) yield Buffer.from(digits.slice(start), 'hex')
  const decimal = texts.filter((text) => /^[0-9]{2,}$/.test(text)).join('')
  if (decimal.length < MIN_DECIMALS) return
  const value = BigInt(decimal).toString(16)
  yield Buffer.from(value.padStart(value.length + (value.length % 2), '0'), 'hex')
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

/** Gives the text that bytes are in ASCII or UTF-16, as most texts of bytes are; undefined for other bytes. */
export function asciiText(bytes: Buffer): string | undefined {
  const given = bytes.toString('latin1')
  const other = given.replaceAll('\0', '')
  const text = Math.abs(2 * other.length - given.length) <= 1 ? other : given
  return /^[\t\n\r\x20-\x7E]+$/.test(text) ? text : undefined
}

/** Whether a number has more digits than any quantity in any base; bits may have blanks between them. */
export function isLongNumber(text: string): boolean {
  return text.length >= MIN_TEXT && /^\s*(?:(?:0[bo])?[0-9]+|(?:0b)?[01][01\s_]*)\s*$/i.test(text)
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

/** A signed token (JWT): two texts of JSON in base64, which are read, and a signature. Undefined: it is none. */
export function textsOfToken(text: string): readonly string[] | undefined {
  if (!/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return undefined
  const texts = text.split('.', 2).map((part) => Buffer.from(part, 'base64url').toString())
  return texts.every((each) => isRecord(parseJson(each))) ? texts : undefined
}
