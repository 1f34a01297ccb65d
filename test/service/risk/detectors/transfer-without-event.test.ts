import { expect, test } from 'vitest'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import type { SimulationEvidence } from '../../../../src/service/risk/chain/simulation.ts'
import { change, measured, observation, old, tokenCalled } from '../chain/observed.ts'
import { intel, judged, other, type Situation, sender, stranger, token } from '../situation.ts'
import { type Enter, enter, pays, traceOf } from '../trace/trace-builder.ts'

const found = (simulated: Partial<SimulationEvidence>, situation: Situation = {}) =>
  judged({ to: stranger, data: '0x12345678', chain: observation([], measured(simulated)), ...situation })
    .findings.filter(({ rule }) => rule === 'transfer-without-event')
    .map(({ points, subject }) => `${points} ${subject}`)

test('attack: A balance falls, and no event shows it', () => {
  expect(found({ changes: [change(-100n, token)] })).toEqual([`85 ${token}`])
})

const coin = '0xc0117a1b2c3d4e5f60718293a4b5c6d7e8f90123'
const gauge = tokenCalled(token, 'X-gauge')

/** 5,000 shares of the called contract fall, and something comes back. */
function redeemed(
  about: ChainAccount,
  { handsOut = pays(coin, token, sender, 5_000n), comes = 5_000n, to = token }: Redeeming = {},
): string[] {
  const chain = observation([about], measured({ changes: [change(-5_000n, token), change(comes, coin)] }))
  return found({}, { to, data: '0x2e1a7d4d', trace: traceOf(sender, enter(to, {}, handsOut)), chain })
}

interface Redeeming {
  readonly handsOut?: Enter
  readonly comes?: bigint
  readonly to?: string
}

test('near miss: A receipt token is redeemed: its old contract hands out what was deposited', () => {
  expect(redeemed(gauge)).toEqual([])
})

test.each<[string, string[], number]>([
  ['of a young contract', redeemed({ ...gauge, hadCodeBefore: false }), 45],
  ['of a contract whose age is not known', redeemed({ ...gauge, hadCodeBefore: undefined }), 45],
  ['for dust', redeemed(gauge, { handsOut: pays(coin, token, sender, 5n), comes: 5n }), 85],
  ['for what only an event says that it comes', redeemed(gauge, { comes: -1n }), 85],
  ['for nothing', redeemed(gauge, { handsOut: enter(coin) }), 85],
  ['by a call of another contract', redeemed(gauge, { to: stranger }), 85],
])('a receipt token is redeemed %s', (_, points, expected) => {
  expect(points).toEqual([`${expected} ${token}`])
})

test('a fee on transfer: the event tells a little less than what leaves', () => {
  expect(found({ changes: [change(-1000n, token)], claims: [change(-900n, token)] })).toEqual([])
  expect(found({ changes: [change(-1000n, token)], claims: [change(-1000n, token)] })).toEqual([])
})

test('evasion: The event shows 1 of 1,000: it is found. The same by a token of a token list is not', () => {
  const lies = { changes: [change(-1000n, token)], claims: [change(-1n, token)] }
  expect(found(lies)).toEqual([`85 ${token}`])
  expect(found(lies, { intel: [intel(token, { kind: 'token', canonical: true })] })).toEqual([])
})

const item = { standard: 'erc721', id: 7n } as const

test.each<[string, Partial<SimulationEvidence>, number]>([
  ['an event that says the opposite', { changes: [change(-100n, token)], claims: [change(100n, token)] }, 1],
  ['an item that leaves', { changes: [change(-1n, token, item)] }, 1],
  [
    'another item than the event names',
    { changes: [change(-1n, token, item)], claims: [change(-1n, token, { ...item, id: 8n })] },
    1,
  ],
  ['the item that the event names', { changes: [change(-1n, token, item)], claims: [change(-1n, token, item)] }, 0],
  [
    'a number of items that events name',
    { changes: [change(-1n, token, { ...item, id: undefined })], claims: [change(-1n, token, item)] },
    0,
  ],
  ['a number of items that no event names', { changes: [change(-1n, token, { ...item, id: undefined })] }, 1],
  ['rounding of shares', { changes: [change(-2n, token)] }, 0],
  ['native currency, which has no events', { changes: [change(-(10n ** 18n))] }, 0],
  ['a balance that rises', { changes: [change(100n, token)] }, 0],
  ['a method without events', { method: 'probe', changes: [change(-100n, token)] }, 0],
  [
    'a trace without events',
    {
      method: 'trace+probe',
      changes: [change(-100n, token)],
      trace: traceOf(sender, enter(other), { hasLogs: false }),
    },
    0,
  ],
  [
    'a trace with events',
    { method: 'trace+probe', changes: [change(-100n, token)], trace: traceOf(sender, enter(other)) },
    1,
  ],
  ['balances that were not measured', { isMeasured: false, changes: [change(-100n, token)] }, 0],
])('%s', (_, simulated, count) => {
  expect(found(simulated)).toHaveLength(count)
})

test('one token is one finding', () => {
  expect(found({ changes: [change(-100n, token), change(-100n, token, { owner: other })] })).toHaveLength(1)
})

test('a contract that keeps deposits answers what somebody has there, and is no token', () => {
  const simulated = measured({ changes: [change(-100n, token)] })
  expect(found({}, { chain: observation([old(token)], simulated) })).toEqual([])
  expect(found({}, { chain: observation([tokenCalled(token, 'ABC')], simulated) })).toEqual([`85 ${token}`])
})
