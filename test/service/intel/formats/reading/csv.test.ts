import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords, csvRows } from '../../../../../src/service/intel/formats/reading/csv.ts'
import { collect, textOf } from '../../feed.ts'

const recordsOf = (text: string, pieces?: number, delimiter?: string) =>
  collect(csvRecords(textOf(text, pieces), delimiter))

test('reads what csv-stringify writes, from chunks of any length', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é', '\r\n') })
  const record = fc.array(field, { minLength: 2, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('unix', 'windows'),
      async (records, pieces, line) => {
        const text = stringify(records, { record_delimiter: line as 'unix' | 'windows', quoted_match: /[\r\n]/ })
        expect(await recordsOf(text, pieces)).toEqual(records)
      },
    ),
    { numRuns: 500 },
  )
})

test('an unclosed quote loses its own line, not the rest', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => `row ${index},${'x'.repeat(20)}`)
  const records = await recordsOf(['a,"broken', ...many].join('\n'), 4096)
  expect(records[0]).toEqual({ broken: 'a,"broken' })
  expect(records.slice(1)).toEqual(many.map((line) => line.split(',')))
})

test('keeps a quote inside a field, and text after a closing quote', async () => {
  expect(await recordsOf('5" pipe,"a"b\n')).toEqual([['5" pipe', 'ab']])
})

test('skips blank lines, and reads a last line without a line end', async () => {
  expect(await recordsOf('a\tb\n\n  \nc\td', 1, '\t')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('maps trimmed fields by header name, ignoring case and order; missing fields are empty', async () => {
  const rows = await collect(csvRows(textOf('\ufeffB, A ,c\n1, 2 ,3\t\n4\n'), ['a', 'b'], (fields) => fields))
  expect(rows).toEqual([
    { b: '1', a: '2', c: '3' },
    { b: '4', a: '', c: '' },
  ])
})

test('trims the fields of rows below a header, quoted ones too: a label or an address has no blanks around it', async () => {
  const rows = await collect(csvRows(textOf('a,b,c\r\n 1 ,\t2,"  3 "\r\n'), ['a', 'b', 'c'], (fields) => fields))
  expect(rows).toEqual([{ a: '1', b: '2', c: '3' }])
})
