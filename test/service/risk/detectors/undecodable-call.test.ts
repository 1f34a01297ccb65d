import { expect, test } from 'vitest'
import { undecodableCall } from '../../../../src/service/risk/detectors/undecodable-call.ts'
import { callData, word } from '../call-data.ts'
import { intel, judged, observe, other, token } from '../situation.ts'
import { entryPoint, wrapInAll, wrapInMulticall } from '../wrapping.ts'

test('attack: The data of an approve is cut short', () => {
  expect(observe(undecodableCall, { data: callData.approve(other, 1n).slice(0, -2) })).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 31,
      hops: 0,
      subject: '',
      role: '',
      text: 'The call data does not decode as approve(address,uint256): it is shorter than its arguments.',
      source: 'call data',
      flip: 'use call data that decodes as approve(address,uint256)',
    },
  ])
})

test.each([
  ['a call that decodes', { data: callData.approve(other, 1n) }],
  ['an unknown selector', { data: `0xdeadbeef${word(1)}` }],
  ['a native transfer', { to: other, value: 1n }],
  ['a contract creation that starts like approve', { to: undefined, data: '0x095ea7b3' }],
  ['a zero-filled spender word', { to: token, data: `0x095ea7b3${word(0)}${word(0)}` }],
])('%s is not', (_, situation) => {
  expect(observe(undecodableCall, situation)).toEqual([])
})

test('a truncated approve inside multicall, Safe and user operation is found', () => {
  const data = wrapInAll(token, callData.approve(other, 1n).slice(0, -2))
  expect(observe(undecodableCall, { to: entryPoint, data }).map((finding) => finding.text)).toEqual([
    'The call data does not decode as approve(address,uint256): it is shorter than its arguments.',
  ])
})

test('many calls with the same fault are one finding', () => {
  const truncated = callData.approve(other, 1n).slice(0, -2)
  const data = wrapInAll(token, wrapInMulticall(truncated, truncated))
  expect(observe(undecodableCall, { to: entryPoint, data })).toHaveLength(1)
})

test('near miss: Bytes after the arguments of an approve', () => {
  expect(observe(undecodableCall, { data: `${callData.approve(other, 1n)}c0ffee` })).toEqual([])
})

test('evasion: Dirty padding hides the spender: the call is a finding, and the address behind the padding is looked up', () => {
  const data = `0x095ea7b3${word(`1${other.slice(2)}`)}${word(1)}`
  expect(observe(undecodableCall, { data })).toHaveLength(1)
  expect(judged({ data, intel: [intel(other)] }).findings).toMatchObject([
    { rule: 'listed-address', points: 90, subject: other, role: 'spender' },
    { rule: 'undecodable-call', points: 31 },
  ])
})
