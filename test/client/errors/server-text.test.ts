import { expect, test } from 'vitest'
import { cleanText } from '../../../src/client/errors/server-text.ts'

const rows: [name: string, text: string, shown: string][] = [
  ['plain words stay', 'No alert “x” – señor 日本', 'No alert “x” – señor 日本'],
  ['colours and cursor moves go', '\x1b[31mred\x1b[0m \x1b[2Jgone', 'red gone'],
  ['a window title goes', '\x1b]0;owned\x07text', 'text'],
  ['line breaks and tabs become spaces, bells go', 'one\r\n\ttwo\x07 three', 'one two three'],
  ['C1 controls go', 'a\u009b31mb', 'ab'],
  ['direction marks go', 'safe\u202Eelif.exe', 'safeelif.exe'],
  ['separators of lines and paragraphs go', 'a\u2028b\u2029c', 'a b c'],
  ['nothing stays nothing', ' \n\x00', ''],
]
test.each(rows)('%s', (_name, text, shown) => {
  expect(cleanText(text)).toBe(shown)
})

test('shortens long text, never within a character', () => {
  expect(cleanText('abcdef', 4)).toBe('abc…')
  expect(cleanText('😀'.repeat(9), 4).isWellFormed()).toBe(true)
})
