import * as zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32 } from '../../../src/shared/files/crc32.ts'

test('a checksum is the one of zlib, for the first texts and for those that zlib sums', () => {
  const texts = ['', 'a', 'ä\u{1f600}\ud800', '0x7e57', '\0'.repeat(100), 'row;'.repeat(30_000), 'after many bytes']
  expect(texts.map(crc32)).toEqual(texts.map((text) => zlib.crc32(text)))
})
