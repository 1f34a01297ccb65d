import { describe, expect, test } from 'vitest'
import { decodedActions, roles } from '../acting.ts'
import { array, bytes, call, tuple, value } from '../encoding.ts'
import { other, sender, stranger, token } from '../situation.ts'

const permit2 = '0x9e4417200c8b5a6d7e8f9fa0b1c2d3e4f5061728'
const second = '0x5ec0de5b6c7d8e9fa0b1c2d3e4f5061728394a51'
const MAX_UINT160 = 2n ** 160n - 1n

const details = (of: string, amount: bigint) => tuple(value(of), value(amount), value(99), value(0))
const permitted = (of: string, amount: bigint) => tuple(value(of), value(amount))
const owner = value(stranger)
const sig = bytes('aa'.repeat(65))
const witness = [value(5), bytes('57697468')]

const asset = (of: string, amount: bigint) => ({ standard: 'erc20', token: of, amount, ids: [] })
const granted = (form: string, of: string, amount: bigint, more: object = {}) => ({
  kind: 'grant',
  form,
  asset: asset(of, amount),
  owner: stranger,
  authority: other,
  revokes: false,
  unlimited: false,
  ...more,
})

const single = tuple(permitted(token, 50n), value(1), value(99))
const several = tuple(array(permitted(token, 50n), permitted(second, 60n)), value(1), value(99))
const requests = array(tuple(value(other), value(7)), tuple(value(other), value(8)))

describe('grants', () => {
  test.each([
    [
      'approve',
      call('0x87517c45', value(token), value(other), value(MAX_UINT160), value(99)),
      [granted('permit2-approve', token, MAX_UINT160, { owner: sender, unlimited: true })],
    ],
    [
      'permit of one',
      call('0x2b67b570', owner, tuple(details(token, 7n), value(other), value(99)), sig),
      [granted('permit2-permit', token, 7n)],
    ],
    [
      'permit of several',
      call('0x2a2d80d1', owner, tuple(array(details(token, 7n), details(second, 8n)), value(other), value(99)), sig),
      [granted('permit2-permit', token, 7n), granted('permit2-permit', second, 8n)],
    ],
    [
      'permitTransferFrom',
      call('0x30f28b7a', single, tuple(value(other), value(7)), owner, sig),
      [granted('permit2-transfer', token, 7n)],
    ],
    [
      'permitTransferFrom of several',
      call('0xedd9444b', several, requests, owner, sig),
      [granted('permit2-transfer', token, 7n), granted('permit2-transfer', second, 8n)],
    ],
    [
      'permitWitnessTransferFrom',
      call('0x137c29fe', single, tuple(value(other), value(7)), owner, ...witness, sig),
      [granted('permit2-transfer', token, 7n)],
    ],
    [
      'permitWitnessTransferFrom of several',
      call('0xfe8ec1a7', several, requests, owner, ...witness, sig),
      [granted('permit2-transfer', token, 7n), granted('permit2-transfer', second, 8n)],
    ],
  ])('%s', (_, data, expected) => {
    expect(decodedActions({ to: permit2, data })).toEqual(expected)
  })

  test.each([
    ['approve of nothing', call('0x87517c45', value(token), value(other), value(0), value(99))],
    ['permit of nothing', call('0x2b67b570', owner, tuple(details(token, 0n), value(other), value(99)), sig)],
    ['lockdown', call('0xcc53287f', array(tuple(value(token), value(other))))],
    ['invalidateNonces', call('0x65d9723c', value(token), value(other), value(3))],
  ])('%s is a revocation', (_, data) => {
    expect(decodedActions({ to: permit2, data })).toMatchObject([{ kind: 'grant', authority: other, revokes: true }])
    expect(roles({ to: permit2, data })).toContain(`revoked ${other} *`)
  })

  test('a witness type that is not UTF-8 does not hide the grant', () => {
    const data = call('0x137c29fe', single, tuple(value(other), value(7)), owner, value(5), bytes('fffe80'), sig)
    expect(decodedActions({ to: permit2, data })).toEqual([granted('permit2-transfer', token, 7n)])
  })
})

test.each([
  ['transferFrom', call('0x36c78516', owner, value(other), value(7), value(token))],
  ['transferFrom of several', call('0x0d58b1db', array(tuple(owner, value(other), value(7), value(token))))],
])('%s moves granted tokens', (_, data) => {
  expect(decodedActions({ to: permit2, data })).toEqual([
    { kind: 'transfer', asset: asset(token, 7n), from: stranger, authority: other },
  ])
})

test('Permit2 is the target, the token is in the argument', () => {
  const data = call('0x87517c45', value(token), value(other), value(1), value(99))
  expect(roles({ to: permit2, data })).toEqual([`target ${permit2}`, `token ${token} *`, `spender ${other} *`])
})
