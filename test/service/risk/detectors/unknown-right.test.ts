import { describe, expect, test } from 'vitest'
import { unknownRight } from '../../../../src/service/risk/detectors/unknown-right.ts'
import { briefly, coin, detected, right, signer, somebody } from '../actions-builder.ts'
import { word } from '../call-data.ts'
import { allow, intel, judged, other, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const found = briefly(unknownRight)

test('attack: An unknown address may borrow in the name of the signer', () => {
  expect(detected(unknownRight, [right({ right: 'borrow' })])).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 60,
      hops: 0,
      subject: somebody,
      role: 'recipient',
      text: `gets the right to borrow in the name of ${signer} and is unknown`,
      source: 'call data',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

test('of several rights of one address the strongest is reported', () => {
  expect(found([right({ right: 'votes' }), right({ right: 'payout' })])).toEqual([`50 ${somebody}`])
})

describe('is not a finding', () => {
  test('near miss: A right ends, or goes back to its owner', () => {
    for (const about of [{ revokes: true }, { owner: somebody }]) expect(found([right(about)])).toEqual([])
  })

  test('when the signer gets it', () => {
    expect(found([right({ owner: coin, authority: signer })])).toEqual([])
  })

  test('when an ALLOW entry or an authority vouches for the address', () => {
    expect(found([right()], { entries: [allow(somebody)] })).toEqual([])
    expect(found([right()], { intel: [intel(somebody, { kind: 'protocol', canonical: true })] })).toEqual([])
  })
})

test('evasion: The address was paid, had allowances and has a name tag: none vouches for a right', () => {
  const paid = { address: somebody, firstSeen: 1, count: 9, hadValue: true, vouches: true }
  const evidence = {
    counterparties: [paid],
    allowances: [{ spender: somebody, token: coin, amount: 2n ** 200n }],
    intel: [intel(somebody, { kind: 'exchange', label: 'an exchange' })],
  }
  expect(found([right()], evidence)).toEqual([`60 ${somebody}`])
})

test('credit delegation inside multicall, Safe and user operation is found', () => {
  const data = wrapInAll(token, `0xc04a8a10${word(other)}${word(5n)}`)
  expect(judged({ to: entryPoint, data }).findings).toContainEqual(
    expect.objectContaining({ rule: 'unknown-right', subject: other, points: 60 }),
  )
})
