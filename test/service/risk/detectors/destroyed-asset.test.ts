import { describe, expect, test } from 'vitest'
import { destroyedAsset } from '../../../../src/service/risk/detectors/destroyed-asset.ts'
import { effectRows } from '../../../../src/service/risk/effects/look-up.ts'
import { callData, word } from '../call-data.ts'
import { encodeCall } from '../effects/effect-call.ts'
import { allow, intel, judged, observe, other, type Situation, sender, stranger, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const DEAD = '0x000000000000000000000000000000000000dead'
const ZERO = `0x${'0'.repeat(40)}`

const found = (situation: Situation) =>
  observe(destroyedAsset, situation).map(({ points, subject }) => `${points} ${subject}`)

test('attack: A token is sent to the dead address', () => {
  expect(observe(destroyedAsset, { data: callData.transfer(DEAD, 5n) })).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 60,
      hops: 0,
      subject: DEAD,
      role: 'recipient',
      text: 'gets assets that nothing can return',
      source: 'call data',
      flip: `reject, unless the assets are to be destroyed: in that case add an ALLOW entry for ${DEAD}`,
      evenIfTrusted: true,
    },
  ])
})

test('near miss: A bridge burns what it delivers on another chain', () => {
  expect(found({ to: other, data: `0x6fd3504e${word(9n)}${word(5n)}${word(sender)}${word(token)}` })).toEqual([])
})

test('evasion: The transfer is wrapped in a multicall and a Safe: it is found', () => {
  expect(found({ to: entryPoint, data: wrapInAll(token, callData.transfer(DEAD, 5n)) })).toEqual([`60 ${DEAD}`])
})

describe('is found', () => {
  test.each<[string, Situation, string]>([
    ['at the zero address', { data: callData.transfer(ZERO, 5n) }, ZERO],
    ['in the native currency', { to: DEAD, value: 1n, data: '0x' }, DEAD],
    ['in the token itself', { data: callData.transfer(token, 5n) }, token],
    ['for an item', { data: callData.safeBatchTransferFrom(sender, DEAD, [1n], [1n], '') }, DEAD],
  ])('%s', (_, situation, subject) => {
    expect(found(situation)).toEqual([`60 ${subject}`])
  })

  test('in each function whose row says that it destroys', () => {
    for (const [, row] of effectRows())
      if (row.destroys)
        expect(found({ to: other, data: encodeCall(row, {}, token) }), row.call).toContain(`60 ${other}`)
  })
})

test('a stake that is locked for more than 30 days is found, and a shorter one is not', () => {
  const stake = (days: bigint) => ({ to: entryPoint, value: 1n, data: `0x0396cb60${word(days * 86_400n)}` })
  expect(found(stake(31n))).toEqual([`60 ${entryPoint}`])
  expect(found({ ...stake(1n), data: `0x0396cb60${word(0xffffffffn)}` })).toEqual([`60 ${entryPoint}`])
  expect(found(stake(30n))).toEqual([])
})

test('nothing is destroyed by a transfer of nothing, by somebody else, or to another address', () => {
  expect(found({ data: callData.transfer(DEAD, 0n) })).toEqual([])
  expect(found({ data: callData.transferFrom(stranger, DEAD, 5n) })).toEqual([])
  expect(found({ data: callData.transfer(other, 5n) })).toEqual([])
})

test('an ALLOW entry caps it, and that the address is known to burn does not', () => {
  const burn = { data: callData.transfer(DEAD, 5n) }
  expect(judged({ ...burn, intel: [intel(DEAD, { kind: 'burn', canonical: true })] }).combinedScore).toBe(60)
  expect(judged({ ...burn, entries: [allow(DEAD)] }).combinedScore).toBe(30)
})
