import { expect, test } from 'vitest'
import { unacceptedValue } from '../../../../src/service/risk/detectors/unaccepted-value.ts'
import { effectRows } from '../../../../src/service/risk/effects/look-up.ts'
import { callData } from '../call-data.ts'
import { encodeCall } from '../effects/effect-call.ts'
import { call, value } from '../encoding.ts'
import { allow, intel, judged, observe, other, type Situation, sender, token } from '../situation.ts'
import { safe, wrapInSafe } from '../wrapping.ts'

const found = (situation: Situation) =>
  observe(unacceptedValue, situation).map(({ points, subject }) => `${points} ${subject}`)
const known = [intel(token, { kind: 'token', canonical: true }), intel(other, { kind: 'protocol', canonical: true })]
const approval = { data: callData.approve(other, 5n), value: 1n }

/** A call of the first function whose row says that its value is a fee beside a token. */
function bridging(): string {
  const [, row] = effectRows().find(([, { call, payable }]) => payable === 'fee' && /bridge/i.test(call)) ?? []
  if (!row) throw new Error('no row of a bridge has a fee')
  return encodeCall(row, { to: sender }, token)
}

test('attack: An unknown contract is paid through a function with the name of approve', () => {
  expect(observe(unacceptedValue, approval)).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 75,
      hops: 0,
      subject: token,
      role: 'token',
      text: 'is sent native currency with approve, which takes none',
      source: 'call data',
      flip: 'send the call without native currency, or add an ALLOW entry for the contract',
      evenIfTrusted: true,
    },
  ])
  for (const data of [callData.transfer(other, 5n), callData.setApprovalForAll(other, true)])
    expect(found({ data, value: 1n })).toEqual([`75 ${token}`])
})

test('near miss: A bridge takes a fee in the native currency beside the token', () => {
  expect(found({ to: other, data: bridging(), value: 1n })).toEqual([])
})

test('evasion: The call is wrapped in a Safe: it is found', () => {
  expect(found({ to: safe, data: wrapInSafe(token, 1n, approval.data) })).toEqual([`75 ${token}`])
})

test('at a known contract it is a mistake', () => {
  expect(found({ ...approval, intel: known })).toEqual([`50 ${token}`])
  expect(judged({ ...approval, intel: known }).combinedScore).toBe(50)
  expect(found({ ...approval, intel: [intel(token, { kind: 'token' })] })).toEqual([`75 ${token}`])
})

test('value beside another asset that is given is found, and value that is that asset is not', () => {
  // deposit(uint256,address) of ERC-4626 and swapExactTokensForTokens of Uniswap 2 name a token; transfers of value have none.
  const path = [value(0xa0), value(sender), value(9), value(2), value(token), value(other)]
  const swap = call('0x38ed1739', value(5_000), value(4_000), ...path)
  expect(found({ to: other, data: swap, value: 1n, intel: known })).toEqual([`50 ${other}`])
  expect(found({ to: other, data: '0x', value: 1n })).toEqual([])
  expect(found({ to: other, data: '0xd0e30db0', value: 1n })).toEqual([])
  expect(found({ to: other, data: '0xdeadbeef', value: 1n })).toEqual([])
})

test('an ALLOW entry caps it', () => {
  expect(judged({ ...approval, entries: [allow(token), allow(other)] }).combinedScore).toBe(30)
})
