import { TextDecoder } from 'node:util'
import { refusedError } from '../errors/usage.ts'

/** Longest row in characters; the service accepts no larger body. */
export const LONGEST_ROW = 1024 * 1024

/** UTF-8 text without a byte order mark. Throws `refused` with the line of the first invalid byte. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let lines = 1
  let isFirst = true
  for await (const piece of bytes) {
    if (isFirst && looksLikeUtf16(piece)) throw refusedError(`${name} is UTF-16 text; expected UTF-8`)
    isFirst = false
    const text = decode(decoder, piece, name, lines)
    lines += newlinesIn(text)
    yield text
  }
  yield decode(decoder, undefined, name, lines)
}

function decode(decoder: TextDecoder, piece: Uint8Array | undefined, name: string, line: number): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
  } catch {
    throw refusedError(`${name} is not UTF-8 text: invalid bytes at or after line ${line}`)
  }
}

/** By its byte order mark, or by the zero bytes of Latin letters. */
function looksLikeUtf16(piece: Uint8Array): boolean {
  const [first, second] = piece
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true
  return piece.subarray(0, 1024).includes(0)
}

function newlinesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

export interface TextLine {
  readonly text: string
  /** From 1. */
  readonly number: number
  /** The row is too long; this is its beginning. */
  readonly isCut?: true
}

/** Non-blank lines, one batch per chunk of text. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<readonly TextLine[]> {
  let rest = ''
  let number = 0
  let isSkipping = false
  const take = (whole: string): TextLine[] => {
    number += 1
    const wasSkipping = isSkipping
    isSkipping = false
    if (wasSkipping || whole.trim() === '') return []
    if (whole.length > LONGEST_ROW) return [{ text: whole.slice(0, LONGEST_ROW), number, isCut: true }]
    return [{ text: whole.replace(/\r$/, ''), number }]
  }
  for await (const piece of text) {
    const parts = (rest + piece).split('\n')
    rest = parts.pop() ?? ''
    const found = parts.flatMap(take)
    if (rest.length > LONGEST_ROW) {
      if (!isSkipping) found.push({ text: rest.slice(0, LONGEST_ROW), number: number + 1, isCut: true })
      isSkipping = true
      rest = ''
    }
    if (found.length > 0) yield found
  }
  const last = rest === '' ? [] : take(rest)
  if (last.length > 0) yield last
}
