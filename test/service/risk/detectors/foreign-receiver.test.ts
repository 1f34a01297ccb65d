import { describe, expect, test } from 'vitest'
import { foreignReceiver } from '../../../../src/service/risk/detectors/foreign-receiver.ts'
import {
  asset,
  brief,
  briefly,
  detected,
  exchange,
  friend,
  native,
  otherCoin,
  signer,
  somebody,
} from '../actions-builder.ts'
import { word } from '../call-data.ts'
import { allow, intel, observe, other, stranger, token } from '../situation.ts'
import { entryPoint, safe, wrapInAll } from '../wrapping.ts'

const found = briefly(foreignReceiver)
const toSomebody = (about = {}) => exchange({ authority: somebody, ...about })

test('attack: The output of a swap goes to an address that no source knows', () => {
  expect(detected(foreignReceiver, [toSomebody()])).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 45,
      hops: 0,
      subject: somebody,
      role: 'recipient',
      text: `receives the output of a swap instead of ${signer} and is unknown`,
      source: 'call data',
      flip: `set the receiver to ${signer}; or verify the address with its owner, then add an ALLOW entry for it`,
    },
  ])
})

describe('points', () => {
  test.each([
    ['no minimum', toSomebody({ receives: [native(0n)] }), 60],
    ['a minimum of dust', toSomebody({ receives: [asset({ amount: 1n })] }), 60],
    ['a minimum that the call does not fix', toSomebody({ receives: [asset({ amount: undefined })] }), 45],
    ['a withdrawal', toSomebody({ form: 'withdrawal', receives: [] }), 45],
    ['a bridge that accepts nothing', toSomebody({ form: 'bridge', receives: [native(0n)] }), 60],
    ['no minimum of an unnamed asset', toSomebody({ receives: [], least: 0n }), 60],
    ['a minimum of an unnamed asset', toSomebody({ receives: [], least: 10n ** 18n }), 45],
    ['the gas refund', toSomebody({ form: 'refund', receives: [] }), 45],
    ['a deposit', toSomebody({ form: 'deposit', receives: [] }), 30],
    ['of another account', toSomebody({ payer: friend }), 45],
  ])('%s', (_, action, points) => {
    expect(found([action])).toEqual([`${points} ${somebody}`])
  })
})

describe('is not a finding', () => {
  test.each([
    ['when the payer receives it', exchange({ payer: friend, authority: friend })],
    ['when the signer receives it', exchange({ payer: friend })],
  ])('%s', (_, action) => {
    expect(found([action])).toEqual([])
  })

  test.each([
    ['an ALLOW entry', { entries: [allow(somebody)] }],
    ['a source that knows it as a payee', { intel: [intel(somebody, { kind: 'exchange', as: ['payee'] })] }],
  ])('when the receiver is known by %s', (_, known) => {
    expect(found([toSomebody()], known)).toEqual([])
  })
})

test('evasion: The receiver was paid before in a transaction at WARNING: it is a contact, which vouches for nothing', () => {
  const contact = { address: somebody, firstSeen: 1, count: 1, hadValue: true, vouches: false }
  expect(found([toSomebody()], { counterparties: [contact] })).toEqual([`45 ${somebody}`])
})

test('near miss: The output stays in the called router', () => {
  expect(found([exchange({ authority: otherCoin })])).toEqual([])
})

test('a receiver inside multicall, Safe and user operation is found, the Safe itself is not', () => {
  const points = (receiver: string, minimum: bigint) => {
    const swap = `0x04e45aaf${[token, otherCoin, 3000n, receiver, 10n ** 18n, minimum, 0n].map(word).join('')}`
    return brief(observe(foreignReceiver, { to: entryPoint, data: wrapInAll(stranger, swap) }))
  }
  expect(points(other, 10n ** 9n)).toEqual([`45 ${other}`])
  expect(points(other, 0n)).toEqual([`60 ${other}`])
  expect(points(safe, 0n)).toEqual([])
})
