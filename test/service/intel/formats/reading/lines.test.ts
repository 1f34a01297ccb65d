import { expect, test } from 'vitest'
import { lines } from '../../../../../src/service/intel/formats/reading/lines.ts'
import { collect, textOf } from '../../feed.ts'

test('numbers lines including skipped blank ones', async () => {
  for (const pieces of [1, 2, 100])
    expect(await collect(lines(textOf('a\r\n\n b \n\nc', pieces)))).toEqual([
      { text: 'a', number: 1 },
      { text: ' b ', number: 3 },
      { text: 'c', number: 5 },
    ])
})

test('cuts an overlong line and reads the next one', async () => {
  const [first, second] = await collect(lines(textOf(`${'x'.repeat(300_000)}\nnext\n`, 1000)))
  expect({ ...first, text: first?.text.length }).toEqual({ text: 65_536, number: 1, isCut: true })
  expect(second).toEqual({ text: 'next', number: 2 })
})
