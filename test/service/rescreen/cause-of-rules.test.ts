import { describe, expect, test } from 'vitest'
import { checksummed } from '../../../src/api/address.ts'
import type { UnaccountedItem } from '../../../src/api/schemas/transaction.ts'
import { verdictChanges } from '../../../src/api/schemas/verdict-change.ts'
import { causeOfRules } from '../../../src/service/rescreen/screen.ts'
import type { ScoredFinding } from '../../../src/service/risk/types.ts'
import { other, stranger } from '../risk/situation.ts'

const item: UnaccountedItem = {
  kind: 'address',
  address: checksummed(stranger),
  path: 'swapExactIn.pools',
  text: 'a stranger, the pool of swapExactIn',
}
const finding = { subject: other, source: 'rules', text: 'is paid and unknown', hops: 0 } as ScoredFinding

const nothing = { reasons: [], missing: [] }
const withItem = { ...nothing, unaccounted: [item, { ...item, path: 'later' }] }

describe('why rules give another verdict', () => {
  test('SAFE to NO DATA: the first item that is not accounted for', () => {
    expect(causeOfRules('SAFE', 'NO DATA', { explanation: withItem, findings: [finding] })).toEqual({
      address: item.address,
      source: '',
      hops: 0,
      unaccounted: item,
      reason: 'Not accounted for: a stranger, the pool of swapExactIn',
    })
  })

  test('SAFE to WARNING: the strongest finding, with the item beside it', () => {
    expect(causeOfRules('SAFE', 'WARNING', { explanation: withItem, findings: [finding] })).toEqual({
      address: checksummed(other),
      source: 'rules',
      reason: finding.text,
      hops: 0,
      unaccounted: item,
    })
  })

  test('from other verdicts the finding alone', () => {
    const { unaccounted } = causeOfRules('WARNING', 'UNSAFE', { explanation: withItem, findings: [finding] })
    expect(unaccounted).toBeUndefined()
  })

  test('without item and finding: the missing data about calls and who gains', () => {
    const explanation = {
      reasons: [],
      missing: ['No known transfers between addresses', 'Unknown selector 0x12345678'],
      missingData: [{ code: 'no-graph' }, { code: 'unknown-selector', selector: '0x12345678' }],
    } as const
    expect(causeOfRules('SAFE', 'NO DATA', { explanation, findings: [] } as never).reason).toBe(
      'Unknown selector 0x12345678',
    )
    expect(causeOfRules('WARNING', 'SAFE', { explanation, findings: [] } as never).reason).toBe('No rule finds a risk')
  })

  test('the change has the form of the interface', () => {
    const cause = causeOfRules('SAFE', 'NO DATA', { explanation: withItem, findings: [] })
    const change = { svcTxId: 'id', from: 'SAFE', to: 'NO DATA', fromScore: 0, toScore: 0, chainId: '1' }
    const row = { ...change, owner: checksummed(other), ...cause }
    expect(verdictChanges().parse([row])).toEqual([row])
  })
})
