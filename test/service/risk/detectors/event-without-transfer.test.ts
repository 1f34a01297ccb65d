import { expect, test } from 'vitest'
import type { SimulationEvidence } from '../../../../src/service/risk/chain/simulation.ts'
import { change, measured, observation } from '../chain/observed.ts'
import { intel, judged, type Situation, stranger, token } from '../situation.ts'

const found = (simulated: Partial<SimulationEvidence>, situation: Situation = {}) =>
  judged({ to: stranger, data: '0x12345678', chain: observation([], measured(simulated)), ...situation })
    .findings.filter(({ rule }) => rule === 'event-without-transfer')
    .map(({ points, subject }) => `${points} ${subject}`)

const ether = change(-(10n ** 18n))

test('attack: ETH leaves, and what an event promises for it does not arrive', () => {
  expect(found({ changes: [ether], claims: [change(10n ** 24n, token)] })).toEqual([`75 ${token}`])
})

test('near miss: A fee on transfer: a little less arrives than the event says', () => {
  expect(found({ changes: [ether, change(900n, token)], claims: [change(1000n, token)] })).toEqual([])
})

test('evasion: A thousandth of it arrives: it is found. A worthless token that does arrive is not', () => {
  expect(found({ changes: [ether, change(1n, token)], claims: [change(1000n, token)] })).toEqual([`75 ${token}`])
  expect(found({ changes: [ether, change(1000n, token)], claims: [change(1000n, token)] })).toEqual([])
})

test('is a warning when nothing else leaves', () => {
  expect(found({ claims: [change(1000n, token)] })).toEqual([`45 ${token}`])
})

test.each<[string, Partial<SimulationEvidence>, Situation]>([
  [
    'a token of a token list',
    { claims: [change(9n, token)] },
    { intel: [intel(token, { kind: 'token', canonical: true })] },
  ],
  ['an event of something that leaves', { claims: [change(-9n, token)] }, {}],
  ['a method without events', { method: 'probe', claims: [change(9n, token)] }, {}],
])('%s is not a finding', (_, simulated, situation) => {
  expect(found(simulated, situation)).toEqual([])
})
