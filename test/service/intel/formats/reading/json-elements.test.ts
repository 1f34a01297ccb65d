import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonElements } from '../../../../../src/service/intel/formats/reading/json-elements.ts'
import { collect, textOf } from '../../feed.ts'

const elementsOf = (text: string, options: { member?: string; pieces?: number } = {}) =>
  collect(jsonElements(textOf(text, options.pieces), options.member))

test('splits an array into its elements, from chunks of any length', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(0, 2),
      async (list, pieces, indent) => {
        const text = JSON.stringify(list, undefined, indent)
        const values = JSON.parse(text) as unknown[]
        expect(await elementsOf(text, { pieces })).toEqual(values.map((value) => ({ value })))
      },
    ),
    { numRuns: 300 },
  )
})

test('splits an object into its members, including repeated keys', async () => {
  const text = ' {"a": {"b": [1, "]"]}, "a": "}\\"", "": null }\n'
  expect(await elementsOf(text, { pieces: 3 })).toEqual([
    { key: 'a', value: { b: [1, ']'] } },
    { key: 'a', value: '}"' },
    { key: '', value: null },
  ])
})

test('splits the selected member, but not a nested member of that name', async () => {
  const text = '{"name": "x", "other": {"tokens": [9]}, "tokens": [{"a": [1]}, 2], "end": true}'
  expect(await elementsOf(text, { member: 'tokens', pieces: 2 })).toEqual([
    { key: 'name', value: 'x' },
    { key: 'other', value: { tokens: [9] } },
    { value: { a: [1] } },
    { value: 2 },
    { key: 'end', value: true },
  ])
})

test('a malformed element does not affect the others', async () => {
  expect(await elementsOf('[1, nonsense, {"a": 1 "b"}, 2,]')).toEqual([
    { value: 1 },
    { broken: 'nonsense' },
    { broken: '{"a": 1 "b"}' },
    { value: 2 },
  ])
})

test('ignores a byte order mark', async () => {
  expect(await elementsOf('\ufeff[1]')).toEqual([{ value: 1 }])
})
