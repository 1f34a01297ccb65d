import { describe, expect, test } from 'vitest'
import { weakerAccount } from '../../../../src/service/risk/detectors/weaker-account.ts'
import { word } from '../call-data.ts'
import { allow, judged, observe, other, sender } from '../situation.ts'
import { safe, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

const texts = (data: string, to = safe) =>
  observe(weakerAccount, { to, data }).map(({ points, text }) => `${points} ${text}`)
const own = (data: string) => wrapInSafe(safe, 0n, data)

describe('an account that loses protection is a WARNING', () => {
  test.each([
    [
      'an owner less',
      `0xf8dc5dd9${word(sender)}${word(other)}${word(1n)}`,
      '45 The account SAFE needs a single signature from now on.',
    ],
    ['no guard', `0xe19a9dd9${word(0n)}`, '40 The account SAFE loses its transaction guard.'],
    ['no delay', `0x64d62353${word(0n)}`, '40 The account SAFE loses its delay.'],
    [
      'a public key',
      `0x29565e3b${word(7n)}${word(8n)}`,
      '45 The account SAFE gets a public key as an owner, which no list can name.',
    ],
  ])('%s', (_, data, expected) => {
    expect(texts(own(data))).toEqual([expected.replace('SAFE', safe)])
  })
})

test.each([
  ['a new guard', `0xe19a9dd9${word(other)}`],
  ['a longer delay', `0x64d62353${word(86_400n)}`],
])('%s is not a finding', (_, data) => {
  expect(texts(own(data))).toEqual([])
})

test('an ALLOW entry for the account does not cap it', () => {
  expect(judged({ to: safe, data: own(`0x694e80c3${word(1n)}`), entries: [allow(safe)] }).combinedScore).toBe(45)
})

test('attack: A Safe lowers its threshold to one', () => {
  expect(texts(own(`0x694e80c3${word(1n)}`))).toEqual([`45 The account ${safe} needs a single signature from now on.`])
})

test('near miss: A Safe sets its threshold to two', () => {
  expect(texts(own(`0x694e80c3${word(2n)}`))).toEqual([])
})

test('evasion: The change is one step of a batch: each step is read', () => {
  const data = `0xe19a9dd9${word(0n)}`
  const batch = wrapInMultiSend({ to: other, value: 5n }, { to: safe, data }, { to: safe, data })
  expect(texts(wrapInSafe(other, 0n, batch, 1))).toEqual([`40 The account ${safe} loses its transaction guard.`])
})
