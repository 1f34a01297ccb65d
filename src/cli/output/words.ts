import { stripVTControlCharacters } from 'node:util'
import { lazily } from '../../shared/lazily.ts'

/** Combining marks, joiners, variation selectors. */
const zeroWidth = lazily(() => /^(?:\p{Mn}|\p{Me}|\p{Cf})+$/u)
/** East Asian characters and emoji take two cells (the wide blocks of Unicode's EastAsianWidth). */
const twoWide = lazily(
  () =>
    /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u,
)
const ASCII = /^[ -~]*$/

/** Width of a text in terminal cells; color codes count as none. */
export function visibleLength(text: string): number {
  const plain = stripVTControlCharacters(text)
  if (ASCII.test(plain)) return plain.length
  return graphemesOf(plain).reduce((cells, grapheme) => cells + cellsOf(grapheme), 0)
}

/** Cuts an unpainted text to `width` cells, with "…" at the end. */
export function cutText(text: string, width: number): string {
  if (visibleLength(text) <= width) return text
  let cut = ''
  let cells = 1
  for (const grapheme of graphemesOf(text)) {
    cells += cellsOf(grapheme)
    if (cells > width) break
    cut += grapheme
  }
  return `${cut.trimEnd()}…`
}

const ADDRESSES = /\b(0x[0-9a-f]{6})[0-9a-f]{30}([0-9a-f]{4})\b/gi

/** "0x7e575f…d027" in the place of each address. */
export function withShortAddresses(text: string): string {
  return text.replace(ADDRESSES, '$1…$2')
}

function graphemesOf(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}

function cellsOf(grapheme: string): number {
  if (zeroWidth().test(grapheme)) return 0
  return twoWide().test(grapheme) || grapheme.includes('\ufe0f') ? 2 : 1
}

/** Wraps between words only: a longer word (an address, a path) stays whole, so that it can be copied. */
export function wrapWords(text: string, width: number): string[] {
  return fillLines(text.split(' '), width)
}

/** Wraps a sentence that may end with a command, which stays on one line so that it can be copied. */
export function wrapSentence(text: string, width: number): string[] {
  const command = text.search(/(?<!\S)txwarden /)
  if (command < 0) return wrapWords(text, width)
  return fillLines([...text.slice(0, command).trimEnd().split(' '), text.slice(command)], width)
}

/**
 * Wraps a line of a notice, and keeps its indentation. A command after `Try:` gets a line of its own, as in errors. A line
 * that is a command stays whole.
 */
export function wrapNotice(text: string, width: number): string {
  if (visibleLength(text) <= width || /^ *(?:printf|txwarden) /.test(text)) return text
  const [mark = ''] = /^ *(?:! )?/.exec(text) ?? []
  const at = text.indexOf('Try: ', mark.length)
  const words = text.slice(mark.length, at < 0 ? undefined : at).replace(/ $/, '')
  const lines = [...(words === '' ? [] : wrapSentence(words, width - mark.length)), ...(at < 0 ? [] : [text.slice(at)])]
  return lines.map((line, index) => (index === 0 ? mark : ' '.repeat(mark.length)) + line).join('\n')
}

/** Wraps a command with a backslash at the end of each line, so that it can be copied into a shell. */
export function wrapCommand(command: string, width: number): string[] {
  const lines = visibleLength(command) <= width ? [command] : wrapWords(command, width - ' \\'.length)
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line))
}

function fillLines(pieces: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    if (last !== undefined && visibleLength(`${last} ${piece}`) <= width) lines[lines.length - 1] = `${last} ${piece}`
    else lines.push(piece)
  }
  return lines
}
