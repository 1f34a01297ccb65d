import { stripVTControlCharacters } from 'node:util'

/** Characters that take room on a terminal: colours take none. */
export function visibleLength(text: string): number {
  return stripVTControlCharacters(text).length
}

/** Broken between words only: what is longer than a line (an address, a path) stays whole, to be copied. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && visibleLength(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A command over several lines that can still be copied as one: a shell goes on behind the backslash. */
export function wrapCommand(command: string, width: number): string[] {
  const lines = visibleLength(command) <= width ? [command] : wrapWords(command, width - ' \\'.length)
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line))
}
