import { describe, expect, test } from 'vitest'
import type { BalanceChange } from '../../../../src/service/evm/holdings.ts'
import type { SimulationEvidence } from '../../../../src/service/risk/chain/simulation.ts'
import { callData } from '../call-data.ts'
import { judged, other, type Situation, sender, stranger, token } from '../situation.ts'
import { safe, wrapInSafe } from '../wrapping.ts'
import { approval, change, measured, observation, old } from './observed.ts'

const AMOUNT = 10n ** 9n
const pay = callData.transfer(other, AMOUNT)

const coverageOf = (run: Partial<SimulationEvidence>, situation: Situation = { to: token, data: pay }) =>
  judged({ chain: observation([old(other)], measured(run)), ...situation }).coverage

/** Balances and events say the same. */
const exactly = (...changes: readonly BalanceChange[]): Partial<SimulationEvidence> => ({ changes, claims: changes })
const exact = exactly(change(-AMOUNT, token))

describe('a run that did exactly what the call data says', () => {
  test('is coverage simulated, with the same score', () => {
    const { coverage, combinedScore, status } = judged({
      to: token,
      data: pay,
      chain: observation([old(other)], measured(exact)),
    })
    expect({ coverage, combinedScore, status }).toEqual({ coverage: 'simulated', combinedScore: 0, status: 'SAFE' })
  })

  test.each<[string, Situation, Partial<SimulationEvidence>]>([
    ['of a payment', { to: other, value: 5n }, { changes: [change(-5n)] }],
    ['of a Safe', { to: safe, data: wrapInSafe(token, 0n, pay) }, exactly(change(-AMOUNT, token, { owner: safe }))],
    [
      'that moves an item',
      { to: token, data: callData.safeTransferFrom(sender, other, 7n) },
      exactly(change(-1n, token, { standard: 'erc721', id: 7n })),
    ],
  ])('%s', (_, situation, run) => {
    expect(coverageOf(run, situation)).toBe('simulated')
  })
})

describe('it is none where', () => {
  const differs = { owner: sender, standard: 'erc20', token, id: undefined, plain: 0n, realistic: -AMOUNT } as const

  test.each<[string, Partial<SimulationEvidence>]>([
    ['more leaves', exactly(change(-AMOUNT - 1n, token))],
    ['less leaves', exactly(change(1n - AMOUNT, token))],
    ['nothing leaves', { changes: [] }],
    ['something else leaves', exactly(change(-AMOUNT, token), change(-1n, stranger))],
    ['ether leaves', exactly(change(-AMOUNT, token), change(-1n))],
    ['something comes', exactly(change(-AMOUNT, token), change(1n, stranger))],
    ['an allowance is left', { ...exact, approvals: [approval(stranger, token)] }],
    ['events claim more', { ...exact, claims: [change(10n ** 6n, stranger)] }],
    ['another block moves something else', { ...exact, differences: [differs] }],
    ['balances were only read from the trace', { ...exact, isMeasured: false }],
  ])('%s', (_, run) => {
    expect(coverageOf(run)).toBe('none')
  })

  test('another item leaves', () => {
    const item = { to: token, data: callData.safeTransferFrom(sender, other, 7n) }
    expect(coverageOf(exactly(change(-1n, token, { standard: 'erc721', id: 8n })), item)).toBe('none')
  })

  test('a call was not read, although it moves nothing', () => {
    expect(coverageOf({ changes: [] }, { to: other, data: '0xdeadbeef' })).toBe('none')
  })

  test('a balance could not be read', () => {
    const missing = [{ code: 'balances-unread', tokens: [stranger], more: 0 }] as const
    const chain = observation([old(other)], measured(exact), { missing })
    expect(judged({ to: token, data: pay, chain }).coverage).toBe('none')
  })

  test('a right is given, which no balance shows', () => {
    const grantRole = `0x2f2ff15d${'0'.repeat(64)}${sender.slice(2).padStart(64, '0')}`
    expect(coverageOf({ changes: [] }, { to: token, data: grantRole })).toBe('none')
  })
})
