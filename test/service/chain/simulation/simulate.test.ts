import { describe, expect, test } from 'vitest'
import { recorded, replay } from './recorded.ts'

const me = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'
const unlimited = 2n ** 256n - 1n

describe('a simulation of what anvil answered', () => {
  test('an approval stands, and its spender takes the balance in the next block', () => {
    const { simulation, missing } = replay(recorded('approval'))
    const token = recorded('approval').transaction.to
    expect(simulation).toMatchObject({ status: 'ok', method: 'trace+simulate', isMeasured: true, changes: [] })
    expect(simulation.approvals).toEqual([
      {
        ...{ owner: me, spender: bob, standard: 'erc20', token, tokenId: undefined },
        ...{ amount: unlimited, isUnlimited: true, isPermit2: false, takes: 1000n },
      },
    ])
    expect(missing).toEqual([])
  })

  test('a payment is a change without the fee, as the event says', () => {
    const { simulation } = replay(recorded('payment'))
    const token = recorded('payment').transaction.to
    const change = { owner: me, standard: 'erc20', token, tokenId: undefined, amount: -10n }
    expect(simulation).toMatchObject({ changes: [change], claims: [change], approvals: [], differences: [] })
  })

  test('a contract that pays in simulation only is judged by the realistic block', () => {
    const { simulation } = replay(recorded('pill'))
    const value = 10n ** 17n
    expect(simulation.changes).toMatchObject([{ owner: me, standard: 'native', amount: -value }])
    expect(simulation.differences).toMatchObject([{ standard: 'native', plain: value, realistic: -value }])
  })

  test('a revert says why, and shows no changes', () => {
    const { simulation } = replay(recorded('revert'))
    expect(simulation).toMatchObject({ status: 'reverted', changes: [], approvals: [], claims: [] })
    expect(simulation.reason).toMatch(/^it reverts with “/)
  })
})

describe('a node that fails', () => {
  const failed = { kind: 'failed', message: 'example.org: internal error' } as const

  test('in both trips: unavailable, with its line', () => {
    const { simulation } = replay(recorded('payment'), {}, () => ({ failure: failed }))
    expect(simulation).toMatchObject({
      status: 'unavailable',
      method: 'none',
      reason: 'eth_simulateV1: example.org: internal error',
    })
  })

  test('in the second trip: what the trace shows, not measured', () => {
    const payment = recorded('payment')
    const { simulation, missing } = replay(payment, {}, (result) =>
      result === payment.replies[0] ? { result } : { failure: failed },
    )
    expect(simulation).toMatchObject({ status: 'ok', method: 'trace', isMeasured: false, changes: [{ amount: -10n }] })
    expect(missing).toEqual(['balances were not measured: eth_simulateV1: example.org: internal error'])
  })

  test('in the realistic block: the other run counts, and the line says so', () => {
    const payment = recorded('payment')
    const { simulation, missing } = replay(payment, {}, (result) =>
      result === payment.replies[1] ? { failure: failed } : { result },
    )
    expect(simulation).toMatchObject({ status: 'ok', changes: [{ amount: -10n }], differences: [] })
    expect(missing).toEqual(['not simulated in a realistic block: eth_simulateV1: example.org: internal error'])
  })

  test('without a method that runs it: unavailable', () => {
    const none = { trace: false, simulate: false, overrides: false }
    const { simulation } = replay({ ...recorded('payment'), replies: [] }, none)
    expect(simulation).toMatchObject({ status: 'unavailable', method: 'none' })
  })
})
