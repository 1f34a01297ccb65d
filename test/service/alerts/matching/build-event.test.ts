import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AssetChange, Simulation, StandingApproval } from '../../../../src/api/schemas/simulation.ts'
import type { ValidationResult } from '../../../../src/api/schemas/transaction.ts'
import { composeAlert } from '../../../../src/service/alerts/delivery/messages/alert-message.ts'
import { buildContent } from '../../../../src/service/alerts/matching/build-event.ts'
import type { TransactionRow } from '../../../../src/service/store/schema/schema.ts'

const ADDRESS = '0x7E57E185F01f2900F3b969962D790bD76275007A'

const change: AssetChange = { owner: ADDRESS, standard: 'erc20', token: ADDRESS, amount: '-1' }
const approval: StandingApproval = {
  ...change,
  spender: ADDRESS,
  standard: 'erc20',
  amount: 'unlimited',
  token: ADDRESS,
}
const simulation: Simulation = {
  status: 'ok',
  method: 'simulate',
  blockNumber: 7,
  summary: 'You send 1 USDC; you receive nothing',
  assetChanges: [change],
  approvals: [approval],
}
const detail = { value: 0, category: '', subCategory: '', subCategoryDescription: '', hops: 0 }
const row = {
  id: 'id',
  product: 'SONAR',
  chain_id: '1',
  from_key: ADDRESS.toLowerCase(),
  to_key: null,
  value: '0',
  transaction_id: null,
  block_number: null,
  total_loss: null,
} as unknown as TransactionRow

function contentWith(simulation: Simulation | undefined) {
  const result: ValidationResult = {
    valid: true,
    combinedScore: 0,
    combinedScoreDetails: detail,
    controlLists: [],
    coverage: 'full',
    scoreDetails: { fraud: detail, cyber: detail, compliance: detail },
    internalAddressesWithMaxScore: [],
    explanation: { actions: ['calls claim()'], reasons: [], missing: [] },
    ...(simulation && { simulation }),
  }
  const request = { transaction: { chainId: '1', from: ADDRESS }, trackNonce: false }
  const content = buildContent({ row, request, result })
  return { alert: { id: 'a', name: 'a', type: 'SONAR' as const }, ...content }
}

const actionsWith = (simulation: Simulation | undefined) =>
  composeAlert({ id: 'e', createdAt: 0 }, contentWith(simulation), { now: 0 }).actions

describe('the simulation in an alert', () => {
  test('is in the data of the webhook, and its sentence is the first of the message', () => {
    expect(contentWith(simulation).result.simulation).toEqual(simulation)
    expect(actionsWith(simulation)).toEqual([simulation.summary, 'calls claim()'])
  })

  test('says that a revert is likely, and nothing where it did not run', () => {
    const { summary: _, ...silent } = simulation
    expect(actionsWith({ ...silent, status: 'reverted', reason: 'no balance' })[0]).toBe('Likely to fail: no balance')
    for (const none of [undefined, { ...silent, status: 'unavailable' as const }])
      expect(actionsWith(none)).toEqual(['calls claim()'])
    expect(contentWith(undefined).result).not.toHaveProperty('simulation')
  })

  test('is bounded, and counts what is left out', () => {
    const counts = fc.nat(200)
    fc.assert(
      fc.property(counts, counts, fc.string({ maxLength: 3000 }), (changes, approvals, text) => {
        const given = {
          ...simulation,
          summary: text,
          reason: text,
          assetChanges: Array.from({ length: changes }, () => change),
          approvals: Array.from({ length: approvals }, () => approval),
        }
        const {
          assetChanges = [],
          approvals: kept = [],
          more = 0,
          ...rest
        } = contentWith(given).result.simulation ?? {}
        expect(assetChanges.length + kept.length + more).toBe(changes + approvals)
        expect(assetChanges.length).toBe(Math.min(12, changes))
        expect(JSON.stringify({ assetChanges, kept, ...rest }).length).toBeLessThan(20_000)
      }),
    )
  })
})
