import { expect, test } from 'vitest'
import { withoutCredentials } from '../../../src/shared/text/without-credentials.ts'

test.each([
  ['https://me:secret@api.example', 'https://…@api.example'],
  ['https://me:se//cret@api.example/x', 'https://…@api.example/x'],
  ['me:secret@api.example', '…@api.example'],
  ['postgresql//me:secret@host/d', 'postgresql//…@host/d'],
  ['postgres:/me:secret@host/d', '…@host/d'],
  ['https://api.example/?token=secret', 'https://api.example/?…'],
  ['https://api.example/#secret', 'https://api.example/#…'],
  ['me:se?cret@api.example#secret', '…@api.example#…'],
  ['2 parrots', '2 parrots'],
])('%s is shown without its secret', (text, shown) => {
  expect(withoutCredentials(text)).toBe(shown)
})
