import * as fc from 'fast-check'
import { effectRows } from '../../../../src/service/risk/effects/look-up.ts'
import { callData, MAX_UINT256, word } from '../call-data.ts'
import { array, bytes, call, tuple, value } from '../encoding.ts'
import { other, stranger, token } from '../situation.ts'
import {
  wrapInAggregate3,
  wrapInAll,
  wrapInBatchMode,
  wrapInExecute,
  wrapInMulticall,
  wrapInMultiSend,
  wrapInSafe,
  wrapInUserOperation,
} from '../wrapping.ts'

/** Valid and invalid call data: 0x and hex digits, or any text. */

const digits = (maxLength: number) => fc.uint8Array({ maxLength }).map((each) => Buffer.from(each).toString('hex'))
const selector = fc.constantFrom(...effectRows().map(([each]) => each))

const honest = fc.constantFrom(
  callData.transfer(other, 7n),
  callData.approve(other, MAX_UINT256),
  callData.setApprovalForAll(other, true),
  callData.safeBatchTransferFrom(stranger, other, [1n, 2n], [3n, 4n], 'c0ffee'),
  callData.permit(stranger, other, 7n, 99n, 27, 'aa', 'bb'),
  // Permit2 batch transferFrom, and a Universal Router plan with a sub-plan.
  call('0x0d58b1db', array(tuple(value(stranger), value(other), value(5), value(token)))),
  call(
    '0x3593564c',
    bytes('0a21'),
    array(
      bytes(digitsOf(500)),
      bytes(tuple(bytes('04'), array(bytes(tuple(value(token), value(other), value(1)).digits))).digits),
    ),
    value(9),
  ),
  wrapInAll(token, callData.approve(other, 1n)),
  '0x',
)

function digitsOf(length: number): string {
  return 'ab'.repeat(length)
}

const wrapping = fc.constantFrom<(data: string) => string>(
  (data) => wrapInMulticall(data),
  (data) => wrapInMulticall(data, '0x', data),
  (data) => wrapInSafe(other, 1n, data, 0),
  (data) => wrapInSafe(other, 0n, data, 1),
  (data) => wrapInMultiSend({ to: other, data }, { to: token, data: '0x', operation: 1 }),
  (data) => wrapInAggregate3({ to: other, data }, { to: token, data }),
  (data) => wrapInBatchMode({ to: other, data }),
  (data) => wrapInExecute(other, 3n, data),
  (data) => wrapInUserOperation(stranger, data, '0.6'),
  (data) => wrapInUserOperation(stranger, data, '0.7'),
)

/** Words that look like offsets, lengths, addresses and booleans. */
const tellingWord = fc
  .oneof(
    fc.nat({ max: 40 }).map((n) => BigInt(n) * 32n),
    fc.nat({ max: 600 }).map(BigInt),
    fc.bigInt({ min: 0n, max: MAX_UINT256 }),
    fc.constantFrom(MAX_UINT256, 2n ** 64n, 2n ** 32n, 2n ** 160n - 1n, BigInt(other)),
  )
  .map(word)

/** A valid encoding with some words overwritten, removed or added. */
const mutated = fc
  .tuple(
    honest,
    fc.array(wrapping, { maxLength: 4 }),
    fc.array(fc.tuple(fc.nat({ max: 60 }), tellingWord), { maxLength: 4 }),
    fc.option(fc.nat({ max: 4000 })),
    digits(40),
  )
  .map(([data, wrappings, changes, cut, tail]) => {
    let text = wrappings.reduce((inner, wrap) => wrap(inner), data)
    for (const [index, digit] of changes) {
      const at = 10 + index * 64
      if (at + 64 <= text.length) text = text.slice(0, at) + digit + text.slice(at + 64)
    }
    return (cut === null ? text : text.slice(0, cut)) + tail
  })

const nested = fc
  .tuple(honest, fc.array(wrapping, { minLength: 1, maxLength: 24, size: 'max' }))
  // Some wrappers double their content.
  .map(([data, wrappings]) => wrappings.reduce((inner, wrap) => (inner.length > 60_000 ? inner : wrap(inner)), data))

export const anyCallData: fc.Arbitrary<string> = fc.oneof(
  digits(400).map((each) => `0x${each}`),
  fc.tuple(selector, digits(400)).map((parts) => parts.join('')),
  fc.tuple(selector, fc.array(tellingWord, { maxLength: 24 })).map(([start, words]) => start + words.join('')),
  { arbitrary: mutated, weight: 4 },
  nested,
  fc.string(),
)
