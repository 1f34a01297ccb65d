import { expect, test } from 'vitest'
import { explanation } from '../../../src/api/schemas/transaction.ts'
import { type MissingData, missingText, missingTexts } from '../../../src/api/text/missing.ts'
import { missingParameters } from '../../support/missing-data.ts'

const all = Object.keys(missingTexts).map((code) => ({ code, ...missingParameters }) as MissingData)

test.each(all)('$code has a text of its own, without a period and with its parameters', (missing) => {
  const text = missingText(missing)
  expect(text).toMatch(/^[A-Za-z0-9][^\n]*[^.]$/)
  expect(text).not.toMatch(/undefined|\[object/)
})

test('codes and parameters stay what they are in the body of an answer, and give the same texts', () => {
  const body = { reasons: [], missing: all.map(missingText), missingData: all }
  const read = explanation().parse(JSON.parse(JSON.stringify(body)))
  expect(read.missingData).toEqual(all)
  expect((read.missingData as MissingData[]).map(missingText)).toEqual(read.missing)
})

test('a code of a later version is its own text', () => {
  expect(missingText({ code: 'of-later' } as never)).toBe('of-later')
})
