import { expect, test } from 'vitest'
import { lines } from '../../../../../src/service/intel/formats/reading/lines.ts'
import { collect, textOf } from '../../feed.ts'

test('lines keep their numbers when blank ones are left out', async () => {
  for (const pieces of [1, 2, 100])
    expect(await collect(lines(textOf('a\r\n\n b \n\nc', pieces)))).toEqual([
      { text: 'a', number: 1 },
      { text: ' b ', number: 3 },
      { text: 'c', number: 5 },
    ])
})

test('a line without an end is cut and the next one read', async () => {
  const [first, second] = await collect(lines(textOf(`${'x'.repeat(300_000)}\nnext\n`, 1000)))
  expect({ ...first, text: first?.text.length }).toEqual({ text: 65_536, number: 1, isCut: true })
  expect(second).toEqual({ text: 'next', number: 2 })
})
