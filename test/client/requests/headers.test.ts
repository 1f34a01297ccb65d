import { expect, test } from 'vitest'
import { callerHeaders } from '../../../src/client/requests/headers.ts'

test('writes names in lower case and omits absent values', () => {
  expect(callerHeaders({ 'X-Trace': 'a b', prefer: undefined })).toEqual({ 'x-trace': 'a b' })
})

const rows: [name: string, header: string, value: string, code: string][] = [
  ['a line break in a value would start another header', 'x-a', 'b\r\nx-api-key: c', 'invalid-header'],
  ['a value beyond Latin-1 cannot be carried', 'x-a', '日本', 'invalid-header'],
  ['a name with a space is none', 'x a', 'b', 'invalid-header'],
  ['an empty name is none', '', 'b', 'invalid-header'],
  ['the key comes from the profile, never from a header', 'X-Api-Key', 'b', 'key-in-header'],
  ['the length is the connection’s business', 'Content-Length', '1', 'reserved-header'],
  ['so is the host', 'host', 'other.test', 'reserved-header'],
]
test.each(rows)('%s', (_name, header, value, code) => {
  expect(() => callerHeaders({ [header]: value })).toThrow(expect.objectContaining({ kind: 'refused', code }))
})

test('the error does not contain the refused value', () => {
  expect(() => callerHeaders({ authorization: 'planted-secret\n' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('planted-secret') }),
  )
})
