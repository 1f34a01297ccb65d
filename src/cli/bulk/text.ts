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
