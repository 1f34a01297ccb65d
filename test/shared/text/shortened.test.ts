import { expect, test } from 'vitest'
import { shortened } from '../../../src/shared/text/shortened.ts'

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['a😀b', 3, 'a\ufffd…'],
])('%j in at most %d characters', (text, longest, expected) => {
  expect(shortened(text, longest)).toBe(expected)
})
