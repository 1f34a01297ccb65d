import { describe, expect, test } from 'vitest'
import { namedThirdParty } from '../../../../src/service/risk/detectors/named-third-party.ts'
import { call, value } from '../encoding.ts'
import { allow, intel, judged, observe, other, type Situation, sender, stranger, token } from '../situation.ts'
import { coin, judgedMessage, thief, typed, verdict } from '../typed-data/typed.ts'
import { safe, wrapInSafe } from '../wrapping.ts'

const found = (situation: Situation) =>
  observe(namedThirdParty, situation).map(({ points, subject }) => `${points} ${subject}`)

/** A function that no table has. */
const unread = (...addresses: readonly string[]) => call('0x9d1f0a5c', ...addresses.map(value), value(86_400))
const paid = (...addresses: readonly string[]) => ({ to: other, value: 1n, data: unread(...addresses) })

test('attack: An unknown function is paid and names one unknown address', () => {
  expect(observe(namedThirdParty, paid(stranger))).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 35,
      hops: 0,
      subject: stranger,
      role: '',
      text: 'is named in a call that is not read, which can move assets, and is neither yours nor known',
      source: 'call data',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

test('near miss: Nothing can move: it carries no value, and no allowance or deposit is known', () => {
  expect(found({ ...paid(stranger), value: 0n })).toEqual([])
})

test('evasion: A second unknown address hides the first: the verdict is NO DATA', () => {
  expect(found(paid(stranger, token))).toEqual([])
  expect(judged(paid(stranger, token))).toMatchObject({ status: 'SAFE', coverage: 'none' })
})

describe('without value something can move', () => {
  const unpaid = { to: other, data: unread(stranger) }
  const deposit = { address: other, firstSeen: 1, count: 1, hadValue: true, vouches: true }

  test.each<[string, Situation]>([
    ['where the contract has an allowance', { ...unpaid, allowances: [{ spender: other, token, amount: 5n }] }],
    ['where it was paid', { ...unpaid, counterparties: [deposit] }],
    ['at an own account', { to: safe, data: wrapInSafe(safe, 0n, unread(stranger)) }],
  ])('%s', (_, situation) => {
    expect(found(situation)).toEqual([`35 ${stranger}`])
  })

  test('not by a payment of another account', () => {
    expect(found({ ...unpaid, counterparties: [{ ...deposit, owner: safe }] })).toEqual([])
  })
})

describe('is not found where the address', () => {
  test.each<[string, Situation]>([
    ['is the sender', paid(sender)],
    ['is the called contract', paid(other)],
    ['is the native currency', paid(`0x${'e'.repeat(40)}`)],
    ['is a number', paid(`0x${'0'.repeat(22)}${'9'.repeat(18)}`)],
    ['is known', { ...paid(stranger), intel: [intel(stranger, { kind: 'protocol', canonical: true })] }],
    ['is allowed', { ...paid(stranger), entries: [allow(stranger)] }],
    [
      'is known on another chain',
      { ...paid(stranger), elsewhere: [intel(stranger, { chainIds: ['10'], as: ['token'] })] },
    ],
  ])('%s', (_, situation) => {
    expect(found(situation)).toEqual([])
  })
})

test('one that is known does not hide another, and a name tag hides none', () => {
  const known = [intel(token, { kind: 'token', canonical: true }), intel(stranger, { kind: 'exchange' })]
  expect(found({ ...paid(token, stranger), intel: known })).toEqual([`35 ${stranger}`])
})

test('words that are numbers and hashes are no addresses, whatever their length', () => {
  const data = call('0x9d1f0a5c', value(7), value('ab'.repeat(32)), value(10n ** 30n))
  expect(judged({ to: other, value: 1n, data }).account.unread[0]?.thirdParties).toEqual([])
})

test('a message moves nothing by itself, unless its contract may take tokens', () => {
  const data = typed('Whatever(address who)', coin, { who: thief })
  expect(verdict(judgedMessage(data))).toBe('NO DATA')
  const allowances = [{ spender: coin, token, amount: 5n }]
  expect(verdict(judgedMessage(data, { allowances }))).toBe('WARNING named-third-party 35')
})
