import { expect, test } from 'vitest'
import { linesOf } from '../../../src/shared/text/lines.ts'
import { collect, textOf } from '../../service/intel/feed.ts'

const LONGEST = 65_536

test('numbers lines including skipped blank ones', async () => {
  for (const pieces of [1, 2, 100])
    expect(await collect(linesOf(textOf('a\r\n\n b \n\nc', pieces)))).toEqual([
      { text: 'a', number: 1 },
      { text: ' b ', number: 3 },
      { text: 'c', number: 5 },
    ])
})

test('cuts an overlong line and reads the next one', async () => {
  for (const pieces of [1, 1000]) {
    const [first, second] = await collect(linesOf(textOf(`${'x'.repeat(300_000)}\nnext\n`, pieces)))
    expect({ ...first, text: first?.text.length }).toEqual({ text: LONGEST, number: 1, isCut: true })
    expect(second).toEqual({ text: 'next', number: 2 })
  }
})
