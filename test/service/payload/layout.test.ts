import * as Hash from 'ox/Hash'
import { expect, test } from 'vitest'
import * as layout from '../../../src/service/payload/layout.ts'
import { keccak, word } from './by-hand.ts'

test('the module id is the prefix of the hash of its ABI-encoded version', () => {
  const version = Buffer.from('signature-0.0.1').toString('hex')
  // abi.encode of one string: offset, length, padded bytes.
  const encoded = word(32) + word(15) + version.padEnd(64, '0')
  expect(layout.MODULE_ID).toBe(`0x${keccak(encoded).slice(0, 32)}`)
})

test('the selector is the prefix of the hash of the signature of validateSignature', () => {
  const signature = Buffer.from('validateSignature((address,address,uint256,bytes32),bytes)')
  expect(layout.MODULE_SELECTOR).toBe(Hash.keccak256(signature, { as: 'Hex' }).slice(0, 10))
})

test('the sizes are the sums of the byte map', () => {
  const modulePayload = 32 + 1 + 32 + 32 + 32 + 1
  const padding = 32 - (modulePayload % 32)
  const sizes = Object.fromEntries(Object.entries(layout).filter(([name]) => name.endsWith('_BYTES')))
  expect(sizes).toEqual({
    WORD_BYTES: 32,
    MODULE_PAYLOAD_BYTES: modulePayload,
    PADDING_BYTES: padding,
    PADDED_MODULE_PAYLOAD_BYTES: modulePayload + padding,
    PAYLOAD_BYTES: modulePayload + padding + 32,
  })
})
