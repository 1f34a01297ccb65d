import { describe, expect, test } from 'vitest'
import { escapedJson, safeOutput, safePainted, safeText, safeValue } from '../../../src/cli/output/terminal-text.ts'

/** Characters that change the direction of text: marks, embeddings and overrides, isolates. */
const BIDI = [
  '\u061c',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
]
const CONTROLS = [0x00, 0x07, 0x08, 0x1b, 0x1f, 0x7f, 0x80, 0x9b, 0x9f].map((code) => String.fromCharCode(code))
const nameOf = (character: string) => `U+${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`

describe.each([...BIDI, ...CONTROLS].map((character) => [nameOf(character), character]))('%s', (_, character) => {
  const text = `0xa${character}b`

  test.each([
    ['a line', safeText],
    ['an answer', safeOutput],
    ['a painted answer', safePainted],
    ['a value', (each: string) => safeValue(each)],
    ['a member', (each: string) => safeValue({ [each]: [each] })['0xab']?.[0]],
  ])('is removed from %s', (_, safe) => {
    expect(safe(text)).toBe('0xab')
  })

  test('is escaped in JSON, and the value stays the same', () => {
    const json = escapedJson(JSON.stringify({ text }))
    expect(json).toMatch(/^[ -~]+$/)
    expect(JSON.parse(json)).toEqual({ text })
  })
})

test('a line break or a tab in a line becomes a space, and stays in lines and in an answer', () => {
  expect(safeText('a\r\n\tb\u2028c\u2029d\u0085e')).toBe('a b c d e')
  expect(safeOutput('a\tb\r\nc')).toBe('a\tb\nc')
  expect(safePainted('a\tb\r\nc')).toBe('a\tb\nc')
  expect(safeValue(`a${' '.repeat(80)}\nb`)).toBe('a b')
})

test('only our own colours stay in a painted answer', () => {
  const red = '\u001b[31mred\u001b[39m'
  expect(safePainted(red)).toBe(red)
  expect(safeOutput(red)).toBe('[31mred[39m')
  expect(safePainted('\u001b[2J\u001b]0;title\u0007\u001b[5mtext')).toBe('[2J]0;title[5mtext')
})

test('other text, numbers and nothing stay as they are', () => {
  const text = 'Zoë, عربي, 日本 😀'
  for (const safe of [safeText, safeOutput, safePainted]) expect(safe(text)).toBe(text)
  expect(escapedJson(JSON.stringify(text))).toBe(JSON.stringify(text))
  expect(safeValue({ text, count: 1, none: null, list: [true] })).toEqual({ text, count: 1, none: null, list: [true] })
})
