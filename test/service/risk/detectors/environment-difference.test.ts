import { expect, test } from 'vitest'
import type { EnvironmentDifference } from '../../../../src/service/risk/chain/simulation.ts'
import { measured, observation } from '../chain/observed.ts'
import { allow, intel, judged, other, type Situation, sender, stranger, token } from '../situation.ts'
import { safe, wrapInSafe } from '../wrapping.ts'

function difference(
  plain: bigint,
  realistic: bigint,
  about: Partial<EnvironmentDifference> = {},
): EnvironmentDifference {
  return { standard: 'erc20', token, id: undefined, owner: sender, plain, realistic, ...about }
}

const found = (differences: readonly EnvironmentDifference[], situation: Situation = {}) =>
  judged({ to: stranger, data: '0x12345678', chain: observation([], measured({ differences })), ...situation })
    .findings.filter(({ rule }) => rule === 'environment-difference')
    .map(({ points, subject }) => `${points} ${subject}`)

const trusted = { intel: [intel(stranger, { kind: 'protocol', canonical: true })] }

test('attack: A contract pays 200 in a simulation and 100 in a real block', () => {
  expect(found([difference(200n, 100n)])).toEqual([`85 ${stranger}`])
  expect(found([difference(100n, 200n)])).toEqual([`85 ${stranger}`])
  expect(found([difference(0n, -100n)])).toEqual([`85 ${stranger}`])
})

test('near miss: A mint gives another item in each block, but as many; a reward grows by one more block', () => {
  const item = (id: bigint) => ({ standard: 'erc721', id }) as const
  expect(found([difference(1n, 0n, item(7n)), difference(0n, 1n, item(8n))])).toEqual([])
  expect(found([difference(1n, 0n, item(7n))])).toEqual([`85 ${stranger}`])
  const [before, after] = [10n, 11n]
  expect(found([difference(before, after)])).toEqual([])
  expect(found([difference(before, 19n)])).toEqual([])
  for (const [plain, realistic] of [
    [after, before],
    [before, 20n],
    [0n, before],
    [-after, -before],
    [-before, -after],
    [-before, after],
  ] as const)
    expect(found([difference(plain, realistic)])).toEqual([`85 ${stranger}`])
  expect(found([difference(before, after), difference(0n, -1n, { token: 'native' })])).toEqual([`85 ${stranger}`])
})

test('evasion: The call goes through a well-known router: it is found. A contract that waits for a later block is not', () => {
  expect(found([difference(200n, 100n)], trusted)).toEqual([`85 ${stranger}`])
  expect(found([])).toEqual([])
})

test('interest of some seconds is no difference', () => {
  expect(found([difference(1_000_000n, 1_000_050n)])).toEqual([])
})

test('an ALLOW entry of the called contract caps it', () => {
  expect(found([difference(200n, 100n)], { entries: [allow(stranger)] })).toEqual([`30 ${stranger}`])
})

test('is about the contract that an account calls', () => {
  expect(found([difference(200n, 100n)], { to: safe, data: wrapInSafe(other, 0n, '0x12345678') })).toEqual([
    `85 ${other}`,
  ])
})

test('of a contract creation has no subject', () => {
  expect(found([difference(200n, 100n)], { to: undefined, data: '0x60' })).toEqual(['85 '])
})
