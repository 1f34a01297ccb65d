import { describe, expect, test } from 'vitest'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import { word } from '../call-data.ts'
import { observation, old } from '../chain/observed.ts'
import { allow, judged, other, type Situation, sender, stranger, token } from '../situation.ts'
import { safe, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

const LIBRARY = '0x40a2accbd92bca938b02010e17a5b8929b49130d'
const friend = '0xf41e7b2c3d4e5f60718293a4b5c6d7e8f9012345'
const first = `0x${'0'.repeat(39)}1`

const add = (owner: string, threshold: number) => `0x0d582f13${word(owner)}${word(threshold)}`
const remove = (owner: string, threshold: number) => `0xf8dc5dd9${word(first)}${word(owner)}${word(threshold)}`
const swap = (owner: string, by: string) => `0xe318b52b${word(first)}${word(owner)}${word(by)}`
const need = (threshold: number) => `0x694e80c3${word(threshold)}`

const held = (owners: readonly string[], threshold: number): ChainAccount => old(safe, { safe: { owners, threshold } })

function found(before: ChainAccount, steps: readonly string[], situation: Situation = {}) {
  const batch = wrapInMultiSend(...steps.map((data) => ({ to: safe, data })))
  const [only = ''] = steps
  const data = steps.length === 1 ? wrapInSafe(safe, 0n, only) : wrapInSafe(LIBRARY, 0n, batch, 1)
  return judged({ to: safe, data, chain: observation([before]), ...situation })
    .findings.filter(({ rule }) => rule === 'safe-owners')
    .map(({ points, text }) => `${points} ${text}`)
}

test('attack: The last owner is replaced by an unknown owner', () => {
  expect(found(held([token], 1), [swap(token, stranger)])).toEqual([
    `85 The Safe ${safe} can be emptied by one unknown owner alone.`,
  ])
})

test('near miss: Two of three owners stay needed, and one known owner replaces another', () => {
  const before = held([sender, token, other], 2)
  expect(found(before, [swap(other, friend)], { entries: [allow(friend)] })).toEqual([])
  expect(found(before, [remove(other, 2)])).toEqual([])
})

test('evasion: Two steps of one batch, each harmless: the Safe after all of them is compared with the Safe of now', () => {
  const before = held([sender, token], 2)
  expect(found(before, [swap(token, stranger), swap(sender, friend)])).toEqual([
    `85 The Safe ${safe} can be emptied by 2 unknown owners alone.`,
  ])
  expect(found(before, [add(stranger, 2), remove(stranger, 2)])).toEqual([])
})

describe('points', () => {
  test.each<[string, ChainAccount, readonly string[], string[]]>([
    [
      'a stranger besides others',
      held([sender, token], 2),
      [add(stranger, 2)],
      [`60 The Safe ${safe} gets one unknown owner besides 2.`],
    ],
    [
      'a stranger who is enough',
      held([sender, token], 1),
      [add(stranger, 1)],
      [`85 The Safe ${safe} can be emptied by one unknown owner alone.`],
    ],
    [
      'one signature instead of two',
      held([sender, token], 2),
      [need(1)],
      [`65 The Safe ${safe} needs one signature instead of 2.`],
    ],
    ['one signature as before', held([sender, token], 1), [need(1)], []],
    ['a higher threshold', held([sender, token], 1), [need(2)], []],
    ['an owner that is one already', held([sender, token], 2), [add(token, 2)], []],
    ['the sender', held([token, other], 2), [add(sender, 2)], []],
  ])('%s', (_, before, steps, expected) => {
    expect(found(before, steps)).toEqual(expected)
  })

  test('nobody of now stays', () => {
    const before = held([token, other], 3)
    expect(found(before, [swap(token, stranger), swap(other, friend)], { entries: [allow(friend)] })).toEqual([
      `85 The Safe ${safe} loses all of its owners, and gets one unknown owner.`,
    ])
  })
})

test('a change by somebody else than the Safe would revert, and an account that is no Safe has no owners', () => {
  expect(
    judged({ to: safe, data: add(stranger, 1), chain: observation([held([sender], 1)]) }).findings.map(
      ({ rule }) => rule,
    ),
  ).not.toContain('safe-owners')
  expect(found(old(safe), [add(stranger, 1)])).toEqual([])
})
