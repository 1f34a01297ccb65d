import { describe, expect, test } from 'vitest'
import { array, bytes, call, tuple, value, withoutPrefix } from '../encoding.ts'
import { judged, other, sender, stranger, token } from '../situation.ts'
import { findingsAbout } from './reading.ts'

const contract = '0x57aced1b3c2d4f5061728394a5b6c7d8e9fa0b1c'

describe('deposit of a validator', () => {
  const deposit = (credentials: string) =>
    call('0x22895118', bytes('aa'.repeat(48)), bytes(credentials), bytes('bb'.repeat(96)), value('cc'.repeat(32)))
  const ofKind = (kind: string, address: string) => kind + '0'.repeat(22) + withoutPrefix(address)

  test.each(['01', '02'])('with withdrawal credentials 0x%s of an unknown address is a WARNING', (kind) => {
    expect(findingsAbout(other, { to: contract, data: deposit(ofKind(kind, other)) })).toEqual([
      `unknown-right 55: gets all later withdrawals of ${sender} and is unknown`,
    ])
    expect(judged({ to: contract, data: deposit(ofKind(kind, sender)) }).combinedScore).toBe(0)
  })

  test('with the hash of a key names nobody', () => {
    expect(judged({ to: contract, data: deposit(`00${'ab'.repeat(31)}`) }).combinedScore).toBe(0)
  })
})

test('the withdrawal address of a node for an unknown address is a WARNING', () => {
  const set = (to: string) => call('0xa543ccea', value(sender), value(to), value(true))
  expect(findingsAbout(other, { to: contract, data: set(other) })).toEqual([
    `unknown-right 55: gets all later withdrawals of ${sender} and is unknown`,
  ])
  expect(findingsAbout(sender, { to: contract, data: set(sender) })).toEqual([])
})

test('delegation of a stake to an unknown operator is a WARNING', () => {
  const data = call('0xeea9064b', value(other), tuple(bytes(''), value(0)), value(0))
  expect(findingsAbout(other, { to: contract, data })).toEqual([
    `unknown-right 45: gets the right to operate with the stake of ${sender} and is unknown`,
  ])
})

test('each withdrawer of a queue is read', () => {
  const one = (withdrawer: string) => tuple(array(value(token)), array(value(7)), value(withdrawer))
  const data = call('0x0dd8dd02', array(one(sender), one(other), one(stranger)))
  for (const withdrawer of [other, stranger])
    expect(findingsAbout(withdrawer, { to: contract, data })).toEqual([
      `foreign-receiver 45: receives a withdrawal instead of ${sender} and is unknown`,
    ])
})

test('who collects for a staker is a WARNING', () => {
  expect(findingsAbout(other, { to: contract, data: call('0xf22cef85', value(stranger), value(other)) })).toEqual([
    `unknown-right 50: gets the right to collect for ${stranger} and is unknown`,
  ])
})
