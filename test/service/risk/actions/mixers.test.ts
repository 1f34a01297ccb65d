import { expect, test } from 'vitest'
import { decodedActions, roles } from '../acting.ts'
import { bytes, call, value } from '../encoding.ts'
import { other, stranger } from '../situation.ts'

const mixer = '0x313e4b5c6d7e8f9fa0b1c2d3e4f5061728394a5b'
const NOBODY = '0x0000000000000000000000000000000000000000'
const withdrawal = [bytes('aa'), value(1), value(2), value(other), value(NOBODY), value(0), value(0)]
const interaction = (authority: string, wei = 0n) => ({ kind: 'interaction', authority, value: wei })
const paidFrom = (from: string) => ({
  kind: 'transfer',
  asset: { standard: 'native', token: 'native', amount: undefined, ids: [] },
  from,
  authority: other,
})

test('a deposit into a pool is an interaction with the pool', () => {
  const situation = { to: mixer, value: 10n ** 18n, data: call('0xb214faa5', value(5)) }
  expect(decodedActions(situation)).toEqual([interaction(mixer, 10n ** 18n)])
})

test('a deposit through the router is an interaction with its pool', () => {
  const situation = { to: mixer, value: 7n, data: call('0x13d98d13', value(stranger), value(5), bytes('c0ffee')) }
  expect(decodedActions(situation)).toEqual([interaction(mixer, 7n), interaction(stranger, 7n)])
  expect(roles(situation)).toEqual([`target ${mixer}`, `target ${stranger} *`])
})

test('a withdrawal pays its recipient', () => {
  expect(decodedActions({ to: mixer, data: call('0x21a0adb6', ...withdrawal) })).toEqual([
    interaction(mixer),
    paidFrom(mixer),
  ])
  expect(decodedActions({ to: mixer, data: call('0xb438689f', value(stranger), ...withdrawal) })).toEqual([
    interaction(mixer),
    interaction(stranger),
    paidFrom(stranger),
  ])
})
