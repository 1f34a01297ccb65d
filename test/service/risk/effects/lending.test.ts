import { describe, expect, test } from 'vitest'
import { callData } from '../call-data.ts'
import { bytes, call, tuple, value } from '../encoding.ts'
import { judged, other, sender, stranger, token } from '../situation.ts'
import { safe, wrapInMulticall, wrapInSafe } from '../wrapping.ts'
import { findingsAbout } from './reading.ts'

const pool = '0x9001b3c2d4f5061728394a5b6c7d8e9fa0b1c2d3'
const debtToken = '0xdeb7b3c2d4f5061728394a5b6c7d8e9fa0b1c2d3'
const market = tuple(value(token), value(pool), value(pool), value(pool), value(10n ** 18n))

describe('credit delegation', () => {
  const delegate = (to: string, amount: bigint) => call('0xc04a8a10', value(to), value(amount))

  test('to an unknown address is a WARNING', () => {
    expect(findingsAbout(other, { to: debtToken, data: delegate(other, 5n) })).toEqual([
      `unknown-right 60: gets the right to borrow in the name of ${sender} and is unknown`,
    ])
  })

  test('by a Safe names the Safe', () => {
    expect(findingsAbout(other, { to: safe, data: wrapInSafe(debtToken, 0n, delegate(other, 5n)) })).toEqual([
      `unknown-right 60: gets the right to borrow in the name of ${safe} and is unknown`,
    ])
  })

  test('of nothing ends it', () => {
    expect(judged({ to: debtToken, data: delegate(other, 0n) }).combinedScore).toBe(0)
  })
})

describe('withdrawal from a lending pool', () => {
  const withdraw = (to: string) => call('0x69328dec', value(token), value(10n ** 18n), value(to))

  test('to an unknown address is a WARNING, also in a multicall', () => {
    const expected = [`foreign-receiver 45: receives a withdrawal instead of ${sender} and is unknown`]
    expect(findingsAbout(other, { to: pool, data: withdraw(other) })).toEqual(expected)
    expect(findingsAbout(other, { to: pool, data: wrapInMulticall(withdraw(other)) })).toEqual(expected)
  })

  test('to the sender is not a finding', () => {
    expect(judged({ to: pool, data: withdraw(sender) }).combinedScore).toBe(0)
  })
})

test('a loan to an unknown address names the account that owes it', () => {
  const borrow = (onBehalf: string, to: string) =>
    call('0x50d8cd4b', market, value(7), value(0), value(onBehalf), value(to))
  expect(findingsAbout(other, { to: pool, data: borrow(stranger, other) })).toEqual([
    `foreign-receiver 45: receives a loan instead of ${stranger} and is unknown`,
  ])
  expect(findingsAbout(sender, { to: pool, data: borrow(stranger, sender) })).toEqual([])
})

test('to repay the debt of an unknown address is a notice', () => {
  const repay = (onBehalf: string) => call('0x573ade81', value(token), value(7), value(2), value(onBehalf))
  expect(findingsAbout(other, { to: pool, data: repay(other) })).toEqual([
    `foreign-receiver 30: receives the repayment of a debt instead of ${sender} and is unknown`,
  ])
  expect(findingsAbout(sender, { to: pool, data: repay(sender) })).toEqual([])
})

test('a signed authorization names its signer', () => {
  const authorize = (allowed: boolean) =>
    call(
      '0x8069218f',
      tuple(value(stranger), value(other), value(allowed), value(1), value(9)),
      tuple(value(27), value(1), value(2)),
    )
  expect(findingsAbout(other, { to: pool, data: authorize(true) })).toEqual([
    `unknown-right 60: gets the right to manage the positions of ${stranger} and is unknown`,
  ])
  expect(findingsAbout(other, { to: pool, data: authorize(false) })).toEqual([])
})

describe('an action library of a user proxy', () => {
  const proxy = '0xd5b07b3c2d4f5061728394a5b6c7d8e9fa0b1c2d'
  const inProxy = (data: string) => call('0x1cff79cd', value(pool), bytes(data))
  const give = (to: string) => call('0x1d10f231', value(token), value(7), value(to))

  test('gives the vault of the proxy to an unknown address', () => {
    expect(findingsAbout(other, { to: proxy, data: inProxy(give(other)) })).toEqual([
      `unknown-right 60: gets the right to manage the positions of ${proxy} and is unknown`,
    ])
  })

  test('of which other functions are not read that way', () => {
    expect(findingsAbout(other, { to: proxy, data: inProxy(callData.approve(other, 5n)) })).toEqual([])
  })
})
