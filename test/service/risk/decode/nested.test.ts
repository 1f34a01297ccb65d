import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { array, bytes, call, tuple, value } from '../encoding.ts'
import { allow, judged, other, sender, stranger, token } from '../situation.ts'
import { wrapInMulticall, wrapInSafe } from '../wrapping.ts'

const found = (data: string, known: Parameters<typeof judged>[0] = {}) =>
  judged({ ...known, data }).findings.map(({ rule, points, subject }) => `${rule} ${points} ${subject}`)

/** Functions that no table has. */
const one = (data: string) => call('0xdeadbeef', value(7), bytes(data))
const toTarget = (data: string) => call('0xdeadbeef', value(stranger), value(0), bytes(data))
const list = (data: string) =>
  call('0xdeadbeef', array(tuple(value(1), value(stranger), value(0), bytes(data)), tuple(value(1), bytes('00'))))

const approve = callData.approve(other, MAX_UINT256)
const authorize = call('0xeecea000', value(other), value(true))
const upgrade = call('0x3659cfe6', value(other))

describe('a call inside a call that is not read', () => {
  test.each([
    ['an allowance', approve, 'unknown-grant 50'],
    ['an operator', callData.setApprovalForAll(other, true), 'unknown-grant 60'],
    ['a right', authorize, 'unknown-right 60'],
    ['control', upgrade, 'control-change 60'],
  ])('gives %s: WARNING, at every place', (_, inner, expected) => {
    for (const wrap of [one, toTarget, list]) {
      expect(found(wrap(inner))).toEqual([`${expected} ${other}`])
      expect(found(wrap(wrapInMulticall(inner)))).toEqual([`${expected} ${other}`])
    }
    expect(found(wrapInSafe(stranger, 0n, one(inner)))).toEqual([`${expected} ${other}`])
  })

  test('names the account that the call is for', () => {
    const [finding] = judged({ data: toTarget(upgrade) }).findings
    expect(finding?.text).toBe(`becomes the new implementation of ${stranger} and is unknown`)
  })

  test.each([
    ['a revocation', callData.approve(other, 0n)],
    ['an allowance for the sender', callData.approve(sender, 5n)],
    ['an allowance for the called contract', callData.approve(token, 5n)],
    ['a transfer', callData.transfer(other, 5n)],
    ['a call that is cut short', approve.slice(0, -64)],
    ['a call with more bytes', `${approve}${'00'.repeat(32)}`],
    ['an unknown function', `0xdeadbee5${approve.slice(10)}`],
  ])('is silent about %s', (_, inner) => {
    expect(found(one(inner))).toEqual([])
  })

  test('is silent about a known address, and the contract stays unknown', () => {
    const { findings, coverage } = judged({ data: one(approve), entries: [allow(other)] })
    expect([findings, coverage]).toEqual([[], 'none'])
  })

  test('is found in any data, and no data breaks it', () => {
    const words = fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), { maxLength: 9 })
    fc.assert(
      fc.property(words, words, (before, after) => {
        const around = (inner: readonly bigint[]) => inner.map((each) => value(each))
        const data = call('0xdeadbeef', ...around(before), bytes(approve), ...around(after))
        expect(found(data)).toEqual([`unknown-grant 50 ${other}`])
      }),
    )
  })
})
