import { describe, expect, test } from 'vitest'
import { unreadOwnCall } from '../../../../src/service/risk/detectors/unread-own-call.ts'
import { delegated, eoa, observation } from '../chain/observed.ts'
import { array, bytes, call, value } from '../encoding.ts'
import { allow, intel, judged, observe, other, type Situation, sender, stranger, token } from '../situation.ts'
import {
  account,
  entryPoint,
  safe,
  wrapInExecute,
  wrapInMulticall,
  wrapInSafe,
  wrapInUserOperation,
} from '../wrapping.ts'

const found = (situation: Situation) =>
  observe(unreadOwnCall, situation).map(({ points, subject }) => `${points} ${subject}`)

/** A function that no table has. */
const setKey = call('0x9d1f0a5c', value(other), value(86_400))

test('attack: A user operation calls a function of its account that no table has, with one unknown address', () => {
  const situation = { to: entryPoint, data: wrapInUserOperation(account, setKey) }
  expect(observe(unreadOwnCall, situation)).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 45,
      hops: 0,
      subject: other,
      role: '',
      text: `is named by the unknown function 0x9d1f0a5c of the account ${account} and is unknown`,
      source: 'call data',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
  expect(judged(situation).status).toBe('WARNING')
})

test.each<[string, Situation]>([
  ['the account of the sender, which runs the code of a delegate', { to: sender, data: setKey }],
  ['a Safe that calls itself', { to: safe, data: wrapInSafe(safe, 0n, setKey) }],
  ['a packed address', { to: sender, data: call('0x9d1f0a5c', bytes(other.slice(2))) }],
])('finds it in %s', (_, situation) => {
  expect(found(situation)).toEqual([`45 ${other}`])
})

test('near miss: The function is one of another contract, or carries a call', () => {
  expect(found({ to: stranger, data: setKey })).toEqual([])
  expect(found({ to: safe, data: wrapInSafe(stranger, 0n, setKey) })).toEqual([])
  const carries = call('0x9d1f0a5c', value(other), bytes(call('0x12345678', value(7))))
  expect(found({ to: sender, data: carries })).toEqual([])
})

describe('is not found where', () => {
  const chain = (seen: Situation['chain']) => ({ to: sender, data: setKey, chain: seen })

  test.each<[string, Situation]>([
    ['two unknown addresses are named', { to: sender, data: call('0x9d1f0a5c', value(other), value(stranger)) }],
    ['the address is the account', { to: sender, data: call('0x9d1f0a5c', value(sender)) }],
    [
      'the address is known',
      { to: sender, data: setKey, intel: [intel(other, { kind: 'protocol', canonical: true })] },
    ],
    ['the address has an ALLOW entry', { to: sender, data: setKey, entries: [allow(other)] }],
    ['numbers are small', { to: sender, data: call('0x9d1f0a5c', value(7), value(10 ** 15)) }],
    ['the function makes other calls by its name', { to: sender, data: `0x34fcd5be${setKey.slice(10)}` }],
  ])('%s', (_, situation) => {
    expect(found(situation)).toEqual([])
  })

  test('a node says that the sender has no code', () => {
    expect(found(chain(observation([eoa(sender)])))).toEqual([])
    expect(found(chain(observation([delegated(sender, stranger)])))).toEqual([`45 ${other}`])
  })
})

test('evasion: The call is wrapped in a batch: it is found. A second unknown address hides it: the verdict is NO DATA', () => {
  const batch = wrapInUserOperation(account, wrapInExecute(account, 0n, setKey))
  expect(found({ to: entryPoint, data: batch })).toEqual([`45 ${other}`])
  expect(found({ to: sender, data: wrapInMulticall(setKey, setKey) })).toEqual([`45 ${other}`])
  const hidden = { to: sender, data: call('0x9d1f0a5c', value(other), array(value(stranger))) }
  expect(found(hidden)).toEqual([])
  expect(judged({ ...hidden, intel: [intel(token, { kind: 'token', canonical: true })] }).coverage).toBe('none')
})
