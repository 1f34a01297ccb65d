import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeCalls, MAX_CALL_DATA_BYTES } from '../../../../src/service/risk/decode/calls.ts'
import { callData, MAX_UINT256, word } from '../call-data.ts'
import { other, sender, stranger, token, transaction } from '../situation.ts'

function only(data: string, to: string | undefined = token) {
  const { calls, status } = decodeCalls(transaction({ to, data }))
  expect([calls.length, status]).toEqual([1, 'complete'])
  const [call] = calls
  if (!call) throw new Error('no call')
  return call
}

describe('plain and unknown calls', () => {
  test('a call without data is plain', () => {
    const plain = {
      actor: sender,
      to: other,
      value: 5n,
      operation: 'call',
      depth: 0,
      path: [],
      status: 'plain',
      data: '0x',
      selector: '',
      name: '',
      args: {},
      calls: [],
    }
    const decoded = decodeCalls(transaction({ to: other, value: 5n }))
    expect(decoded).toEqual({ root: plain, calls: [plain], status: 'complete', bounds: [] })
  })

  test('a transaction without `to` is a creation, with any code', () => {
    const { calls } = decodeCalls(transaction({ to: undefined, data: callData.transfer(other, 1n) }))
    expect(calls[0]).toMatchObject({ status: 'creation', selector: '', args: {} })
  })

  test('a selector with two mined zero bytes is unknown when the known function does not decode', () => {
    expect(only(`0x00000000${word(1)}`)).toMatchObject({ status: 'unknown-selector', selector: '0x00000000' })
  })

  test('a selector that is not in the table is unknown', () => {
    expect(only(`0xDEADBEEF${word(1)}`)).toMatchObject({ status: 'unknown-selector', selector: '0xdeadbeef', args: {} })
  })

  test('data shorter than a selector is unknown, not plain', () => {
    expect(only('0xa9059c')).toMatchObject({ status: 'unknown-selector', selector: '0xa9059c' })
  })
})

describe('decoded calls', () => {
  test.each([
    ['transfer', callData.transfer(other, 7n), { to: other, amount: 7n }],
    ['transferFrom', callData.transferFrom(stranger, other, 7n), { from: stranger, to: other, amountOrId: 7n }],
    ['approve', callData.approve(other, MAX_UINT256), { spender: other, amountOrId: MAX_UINT256 }],
    ['increaseAllowance', callData.increaseAllowance(other, 7n), { spender: other, amount: 7n }],
    ['decreaseAllowance', callData.decreaseAllowance(other, 7n), { spender: other, amount: 7n }],
    ['setApprovalForAll', callData.setApprovalForAll(other, true), { operator: other, approved: true }],
    ['safeTransferFrom', callData.safeTransferFrom(sender, other, 7n), { from: sender, to: other, id: 7n }],
    [
      'safeTransferFrom',
      callData.safeTransferFromWithData(sender, other, 7n, 'c0ffee'),
      { from: sender, to: other, id: 7n, data: '0xc0ffee' },
    ],
    [
      'safeTransferFrom',
      callData.safeTransferFrom1155(sender, other, 7n, 2n, ''),
      { from: sender, to: other, id: 7n, amount: 2n, data: '0x' },
    ],
    [
      'safeBatchTransferFrom',
      callData.safeBatchTransferFrom(sender, other, [1n, 2n], [3n, 4n], 'ff'),
      { from: sender, to: other, ids: [1n, 2n], amounts: [3n, 4n], data: '0xff' },
    ],
    [
      'permit',
      callData.permit(stranger, other, 7n, 99n, 27, 'aa'.repeat(32), 'bb'.repeat(32)),
      {
        owner: stranger,
        spender: other,
        amount: 7n,
        deadline: 99n,
        v: 27,
        r: `0x${'aa'.repeat(32)}`,
        s: `0x${'bb'.repeat(32)}`,
      },
    ],
  ])('%s is decoded with all arguments', (name, data, args) => {
    expect(only(data)).toMatchObject({ status: 'decoded', name, selector: data.slice(0, 10), args })
    expect(Object.keys(only(data).args)).toEqual(Object.keys(args))
  })

  test('upper-case digits decode the same', () => {
    const data = callData.approve(other, 0xabcdefn)
    expect(only(`0x${data.slice(2).toUpperCase()}`)).toEqual(only(data))
  })

  test('bytes after the arguments, such as a signed payload, are ignored', () => {
    const data = callData.transfer(other, 7n)
    const { data: _data, ...call } = only(data)
    expect(only(data + 'ee'.repeat(192))).toMatchObject(call)
  })
})

describe('a known selector that does not decode', () => {
  const dirty = `${'00'.repeat(11)}01${other.slice(2)}`

  test.each([
    ['no arguments', '0xa9059cbb', 'it is shorter than its arguments', {}],
    ['half a word', `0xa9059cbb${'00'.repeat(16)}`, 'it is shorter than its arguments', {}],
    ['one byte less', callData.transfer(other, 7n).slice(0, -2), 'it is shorter than its arguments', { to: other }],
    [
      'a dirty address',
      `0x095ea7b3${dirty}${word(7)}`,
      'the address spender has dirty leading bytes',
      { spender: other },
    ],
    ['a bool of 2', `0xa22cb465${word(other)}${word(2)}`, 'the bool approved is neither 0 nor 1', { operator: other }],
    [
      'a bool with dirty bytes',
      `0xa22cb465${word(other)}${word(0x101)}`,
      'the bool approved has dirty leading bytes',
      { operator: other },
    ],
    [
      'a v of two bytes',
      callData.permit(stranger, other, 7n, 99n, 0x11b, 'aa', 'bb'),
      'the uint8 v has dirty leading bytes',
      { owner: stranger, spender: other },
    ],
    [
      'an offset outside of the data',
      `0xb88d4fde${word(sender)}${word(other)}${word(7)}${word(0x4000)}`,
      'an offset, length or digit in it is invalid',
      { from: sender, to: other },
    ],
    [
      'an offset of 2^256 - 1',
      `0xb88d4fde${word(sender)}${word(other)}${word(7)}${word(MAX_UINT256)}`,
      'an offset, length or digit in it is invalid',
      { from: sender, to: other },
    ],
    [
      'a length beyond the data',
      `0xb88d4fde${word(sender)}${word(other)}${word(7)}${word(0x80)}${word(33)}${word(0)}`,
      'an offset, length or digit in it is invalid',
      { from: sender, to: other },
    ],
    [
      'an array of 2^64 items',
      `0x2eb2c2d6${word(sender)}${word(other)}${word(0xa0)}${word(0xa0)}${word(0xa0)}${word(2n ** 64n)}`,
      'an offset, length or digit in it is invalid',
      { from: sender, to: other },
    ],
    [
      'letters that are no digits',
      `0xa9059cbb${word(other)}${'zz'.repeat(32)}`,
      'an offset, length or digit in it is invalid',
      { to: other },
    ],
  ])('%s: undecodable, with its legible addresses', (_, data, fault, args) => {
    const { signature: _signature, ...call } = only(data)
    expect(call).toMatchObject({ status: 'undecodable', fault, args })
    expect(Object.keys(call.args)).toEqual(Object.keys(args))
  })
})

describe('bounds', () => {
  const limit = 2 * MAX_CALL_DATA_BYTES

  test('call data up to the limit is complete', () => {
    const data = callData.transfer(other, 7n).slice(2).padEnd(limit, '0')
    const { calls, status } = decodeCalls(transaction({ data: `0x${data}` }))
    expect([calls[0]?.status, status]).toEqual(['decoded', 'complete'])
  })

  test('larger call data is bounded, and read up to the limit', () => {
    const data = callData
      .transfer(other, 7n)
      .slice(2)
      .padEnd(limit + 2, '0')
    const { calls, status } = decodeCalls(transaction({ data: `0x${data}` }))
    expect([calls[0]?.args, status]).toEqual([{ to: other, amount: 7n }, 'bounded'])
  })

  test('names the limit reached', () => {
    const data = `0x${'ab'.repeat(MAX_CALL_DATA_BYTES + 1)}`
    expect(decodeCalls(transaction({ data })).bounds).toEqual([
      'The call data is larger than 512 KiB; the rest was not read.',
    ])
  })

  test('the code of a new contract has no size limit', () => {
    const { status } = decodeCalls(transaction({ to: undefined, data: `0x${'00'.repeat(MAX_CALL_DATA_BYTES + 1)}` }))
    expect(status).toBe('complete')
  })
})

test('encoded values decode to the same values', () => {
  const address = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  const uint = fc.bigInt({ min: 0n, max: MAX_UINT256 })
  const uints = fc.array(uint, { maxLength: 5 })
  const hex = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('hex'))
  fc.assert(
    fc.property(address, address, uints, uints, hex, (from, to, ids, amounts, bytes) => {
      const call = only(callData.safeBatchTransferFrom(from, to, ids, amounts, bytes))
      expect(call.args).toEqual({ from, to, ids, amounts, data: `0x${bytes}` })
    }),
    { numRuns: 500 },
  )
})
