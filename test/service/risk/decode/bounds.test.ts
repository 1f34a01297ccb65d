import { describe, expect, test } from 'vitest'
import { decodeCalls, MAX_CALL_DATA_BYTES } from '../../../../src/service/risk/decode/calls.ts'
import { callData, word } from '../call-data.ts'
import { withoutPrefix } from '../encoding.ts'
import { other, sender, token, transaction } from '../situation.ts'
import { wrapInMulticall, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

const decode = (data: string) => decodeCalls(transaction({ to: token, data }))
const approve = callData.approve(other, 1n)
const offsetsOutside = 'an offset, length or digit in it is invalid'
const bomb = 'its parts overlap and expand to many times its size'

/** multicall(bytes[]) with the same element `count` times. */
function repeated(inner: string, count: number): string {
  const digits = withoutPrefix(inner)
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  return `0xac9650d8${word(32)}${word(count)}${word(count * 32).repeat(count)}${word(digits.length / 2)}${padded}`
}

function nested(inner: string, depth: number, wrap: (data: string) => string = (data) => wrapInMulticall(data)) {
  return Array.from({ length: depth }).reduce<string>((data) => wrap(data), inner)
}

describe('depth', () => {
  test('a call at depth 64 is read', () => {
    const { calls, status } = decode(nested(approve, 64))
    expect([status, calls.map(({ name, depth }) => [name, depth])]).toEqual(['complete', [['approve', 64]]])
  })

  test('deeper calls are bounded, and the last wrapper is a leaf', () => {
    for (const depth of [65, 100]) {
      const { calls, status, bounds } = decode(nested(approve, depth))
      expect([status, calls.map((call) => [call.name, call.depth])]).toEqual(['bounded', [['multicall', 64]]])
      expect(bounds).toEqual(['Calls are nested more than 64 deep; deeper calls were not read.'])
    }
  })
})

describe('number and size', () => {
  test('a list of one-word offsets is read to its end', () => {
    const { calls, status } = decode(repeated('0x', 16_000))
    expect([calls.length, status]).toEqual([16_000, 'complete'])
  })

  test('more calls than words are bounded', () => {
    const { calls, status, bounds } = decode(nested('0x', 2, (data) => repeated(data, 130)))
    expect([calls.length, status]).toEqual([16_257, 'bounded'])
    expect(bounds).toEqual(['The transaction makes more than 16384 calls; the rest were not read.'])
  })

  test('the total call data over all wrappers is bounded', () => {
    const large = approve + '00'.repeat(450 * 1024)
    const { status, bounds } = decode(nested(large, 15, (data) => wrapInSafe(token, 0n, data)))
    expect(status).toBe('bounded')
    expect(bounds).toEqual(['Call data expands to more than 4 MiB; the rest was not read.'])
  })

  test('an honest batch of the size of a block is complete', () => {
    const steps = Array.from({ length: 700 }, () => ({ to: token, data: approve }))
    const { calls, status } = decode(wrapInSafe(other, 0n, wrapInMultiSend(...steps), 1))
    expect([calls.length, status]).toEqual([700, 'complete'])
  })
})

describe('overlapping parts', () => {
  test('thousands of offsets to one large part are bounded before decoding', () => {
    const { root, status } = decode(repeated(approve + '00'.repeat(200_000), 8000))
    expect([root.status, root.fault, status]).toEqual(['undecodable', bomb, 'bounded'])
  })

  test('a few offsets to one part are read, as contracts do', () => {
    expect(decode(repeated(approve, 3)).calls.map(({ name }) => name)).toEqual(['approve', 'approve', 'approve'])
  })

  test('wrappers that multiply their content are bounded', () => {
    const { status, calls } = decode(nested(approve, 20, (data) => repeated(data, 3)))
    expect(status).toBe('bounded')
    expect(calls.length).toBeLessThanOrEqual(MAX_CALL_DATA_BYTES / 32)
  })
})

describe('offsets and lengths', () => {
  const head = '0xac9650d8'

  test.each([
    ['an offset of the list to beyond the data', `${head}${word(0x4000)}${word(0)}`],
    ['an offset of 2^256 - 1', `${head}${'f'.repeat(64)}${word(0)}`],
    ['an offset of 2^64', `${head}${word(2n ** 64n)}${word(0)}`],
    ['a list of 2^255 elements', `${head}${word(32)}${word(2n ** 255n)}`],
    ['a list longer than the data', `${head}${word(32)}${word(5)}${word(0)}`],
    ['an element that begins beyond the data', `${head}${word(32)}${word(1)}${word(0x4000)}`],
    ['an element that is longer than the data', `${head}${word(32)}${word(1)}${word(32)}${word(1000)}`],
  ])('%s is undecodable', (_, data) => {
    expect(decode(data).root).toMatchObject({ status: 'undecodable', fault: offsetsOutside })
  })

  test('an offset back to the head is read as contracts do', () => {
    // The list starts at the offset itself, so it is empty.
    expect(decode(`${head}${word(0)}${word(0)}`).root).toMatchObject({ status: 'decoded', args: { calls: [] } })
    // The second element starts at the offsets: length 32, zero bytes.
    expect(decode(`${head}${word(32)}${word(2)}${word(32)}${word(0)}`).root).toMatchObject({
      status: 'decoded',
      args: { calls: ['0x', `0x${'00'.repeat(32)}`] },
    })
  })
})

describe('dirty words in structs', () => {
  const dirtyToken = `${'00'.repeat(11)}01${token.slice(2)}`

  test('an address in a struct is checked as strictly as one in the head', () => {
    const data = `0x252dba42${word(32)}${word(1)}${word(32)}${dirtyToken}${word(64)}${word(0)}`
    const { root, calls } = decode(data)
    expect([root.status, root.fault]).toEqual(['undecodable', 'the address target has dirty leading bytes'])
    expect(calls.map(({ to, status }) => [to, status])).toEqual([
      [token, 'undecodable'],
      [token, 'plain'],
    ])
  })

  test('a bytes4 with trailing bytes is dirty', () => {
    const cut = `${word(token)}${word(0)}${word(96)}${word(1)}${'3659cfe6'.padEnd(64, '1')}`
    const data = `0x1f931c1c${word(96)}${word(0)}${word(320)}${word(1)}${word(32)}${cut}${word(0)}`
    expect(decode(data).root.fault).toBe('the bytes4 selectors has dirty trailing bytes')
  })

  test('a small integer with high bits set is dirty', () => {
    const data = `0x87517c45${word(token)}${word(other)}${word(2n ** 160n)}${word(9)}`
    expect(decode(data).root).toMatchObject({
      status: 'undecodable',
      fault: 'the uint160 amount has dirty leading bytes',
      args: { token, spender: other },
    })
  })
})

test('a trailing half byte is ignored', () => {
  expect(decode(`${callData.transferFrom(sender, other, 7n)}a`).root.args).toEqual({
    from: sender,
    to: other,
    amountOrId: 7n,
  })
})
