import { expect, test } from 'vitest'
import { word } from '../call-data.ts'
import { change, measured, observation } from '../chain/observed.ts'
import { intel, judged, other, type Situation, sender, token } from '../situation.ts'
import { safe, wrapInSafe } from '../wrapping.ts'

const deposit = (amount: bigint) => `0x6e553f65${word(amount)}${word(sender)}`
const shares = `0x${'5a'.repeat(20)}`

const found = (taken: bigint, situation: Situation = {}, returned = 0n) =>
  judged({
    to: other,
    data: deposit(100n),
    ...situation,
    chain: observation([], measured({ changes: [change(-taken, token), change(returned, shares)] })),
  })
    .findings.filter(({ rule }) => rule === 'excess-outflow')
    .map(({ points, subject }) => `${points} ${subject}`)

test('attack: deposit() of 100 takes the whole balance', () => {
  expect(found(5_000n)).toEqual([`75 ${other}`])
})

test('near miss: deposit() of 100 takes 100', () => {
  expect(found(100n)).toEqual([])
  expect(found(104n)).toEqual([])
})

test('evasion: Shares come back: it is found even so. A function whose amounts are in another unit is not compared', () => {
  expect(found(5_000n, {}, 90n)).toEqual([`75 ${other}`])
  expect(found(5_000n, { data: `0x94bf804d${word(100n)}${word(sender)}` })).toEqual([])
})

test.each<[string, Situation, string[]]>([
  ['a known contract', { intel: [intel(other, { kind: 'protocol', as: ['market'] })] }, []],
  ['a call that cannot be read', { data: '0x12345678' }, []],
  ['a deposit of a Safe', { to: safe, data: wrapInSafe(other, 0n, deposit(100n)) }, [`75 ${other}`]],
])('%s', (_, situation, expected) => {
  expect(found(5_000n, situation)).toEqual(expected)
})
