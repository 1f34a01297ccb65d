import * as Address from 'ox/Address'
import { expect, test } from 'vitest'
import { decodeCalls } from '../../../../src/service/risk/decode/calls.ts'
import { describeCalls } from '../../../../src/service/risk/decode/describe.ts'
import { callData, MAX_UINT256, word } from '../call-data.ts'
import { array, bytes, call, leftBytes, tuple, value } from '../encoding.ts'
import { other, type Situation, stranger, token, transaction } from '../situation.ts'
import { safe, wrapInMulticall, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

const names: Readonly<Record<string, string>> = { [token]: 'USDC' }
const [Token, Other, Stranger, Safe] = [token, other, stranger, safe].map((address) =>
  Address.checksum(address as Address.Address),
)

function lines(situation: Situation, currency?: string): string[] {
  const native = currency === undefined ? undefined : { name: currency, isNamed: true, decimals: 18 }
  return describeCalls(decodeCalls(transaction(situation)), { nameOf: (address) => names[address], native })
}

test('a wrapper shows the number of its calls, which follow indented', () => {
  const data = wrapInMulticall(callData.approve(other, MAX_UINT256), callData.transfer(stranger, 7n))
  expect(lines({ data })).toEqual([
    `multicall on USDC ${Token} → 2 calls`,
    `  approve on USDC ${Token}: spender ${Other}, amountOrId unlimited`,
    `  transfer on USDC ${Token}: to ${Stranger}, amount 7`,
  ])
})

test('a delegatecall differs from a call', () => {
  const data = wrapInSafe(other, 0n, wrapInMultiSend({ to: token, value: 5n, data: '0xdeadbeef' }), 1)
  expect(lines({ to: safe, data })).toEqual([
    `execTransaction on ${Safe} → 1 call`,
    `  multiSend on ${Other} by delegatecall → 1 call`,
    `    unknown 0xdeadbeef on USDC ${Token}, 4 bytes, with 5 wei`,
  ])
})

test.each([
  ['money that is sent', { to: other, value: 15n * 10n ** 17n }, `send 1.5 ETH to ${Other}`],
  ['a contract that is made', { to: undefined, data: '0x6080' }, 'create a contract from 2 bytes'],
  ['a call with money', { data: call('0xd0e30db0'), value: 10n ** 18n }, `deposit on USDC ${Token}, with 1 ETH`],
  [
    'a call that does not decode',
    { data: callData.approve(other, 1n).slice(0, -2) },
    `approve on USDC ${Token}, does not decode: it is shorter than its arguments`,
  ],
])('%s', (_, situation, line) => {
  expect(lines(situation, 'ETH')).toEqual([line])
})

test('all kinds of arguments are shown, long ones by size', () => {
  const permit = tuple(tuple(value(token), value(7), value(99), value(0)), value(other), value(9))
  expect(lines({ to: stranger, data: call('0x2b67b570', value(stranger), permit, bytes('aa'.repeat(65))) })).toEqual([
    `permit on ${Stranger}: owner ${Stranger}, permit (details (token USDC ${Token}, amount 7, expiration 99, nonce 0), spender ${Other}, sigDeadline 9), signature 65 bytes`,
  ])
  const cut = tuple(value(other), value(0), array(leftBytes('3659cfe6')))
  expect(lines({ data: call('0x1f931c1c', array(cut), value(0), bytes('c0ffee')) })).toEqual([
    `diamondCut on USDC ${Token}: cuts [(facet ${Other}, action 0, selectors [0x3659cfe6])], init 0x0000000000000000000000000000000000000000, data 0xc0ffee`,
  ])
})

test('the first eight items of a long list are shown', () => {
  const ids = Array.from({ length: 10 }, (_, index) => BigInt(index))
  expect(lines({ data: callData.safeBatchTransferFrom(stranger, other, ids, [], '') })[0]).toContain(
    'ids [0, 1, 2, 3, 4, 5, 6, 7 and 2 more], amounts [], data 0x',
  )
})

test('a reached limit is the last line', () => {
  let data = callData.approve(other, 1n)
  for (let depth = 0; depth < 70; depth++) data = wrapInMulticall(data)
  expect(lines({ data }).at(-1)).toBe('Calls are nested more than 64 deep; deeper calls were not read.')
})

test('string arguments are quoted', () => {
  const single = tuple(tuple(value(token), value(50)), value(1), value(99))
  const data = call(
    '0x137c29fe',
    single,
    tuple(value(other), value(7)),
    value(stranger),
    { dynamic: false, digits: word(5) },
    bytes(Buffer.from('Witness w\u001b[2J)').toString('hex')),
    bytes(''),
  )
  expect(lines({ to: stranger, data })[0]).toContain('witnessType "Witness w\\u001b[2J)"')
})
