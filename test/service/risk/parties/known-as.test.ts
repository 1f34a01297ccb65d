import { describe, expect, test } from 'vitest'
import { oneSidedOrder } from '../../../../src/service/risk/detectors/one-sided-order.ts'
import type { IntelRecord, Payments } from '../../../../src/service/risk/evidence.ts'
import { briefly, friend, order, somebody } from '../actions-builder.ts'
import { callData, word } from '../call-data.ts'
import { intel, judged, other, token } from '../situation.ts'

const usdc = intel(token, { kind: 'token', canonical: true, symbol: 'USDC' })
const contract = (address: string, about: Partial<IntelRecord>) =>
  intel(address, { kind: 'protocol', canonical: true, as: ['router'], ...about })

describe('what a contract does with payments', () => {
  const receivers: readonly [Payments, boolean][] = [
    [['token'], true],
    [[], false],
    ['stuck', false],
    ['sweepable', false],
  ]

  test.each(receivers)('%j makes it a payee: %s', (payments, isPayee) => {
    const known = [usdc, contract(other, { payments })]
    const paid = judged({ data: callData.transfer(other, 5n), intel: known })
    expect([paid.coverage !== 'none', paid.status]).toEqual([
      isPayee,
      isPayee || payments.length === 0 ? 'SAFE' : 'WARNING',
    ])
    // withdraw(asset, amount, to) of Aave
    const withdrawn = { to: friend, data: `0x69328dec${word(token)}${word(5n)}${word(other)}` }
    const lent = [...known, contract(friend, { label: 'Aave', as: ['market'] })]
    expect(judged({ ...withdrawn, intel: lent }).findings.some(({ rule }) => rule === 'foreign-receiver')).toBe(
      !isPayee,
    )
  })

  const found = briefly(oneSidedOrder)

  test('says nothing of the market of an open order, which names no one: it is known as one', () => {
    const open = order({ isOpen: true, authority: friend, receives: [] })
    const paidFor = {
      ...open,
      receives: [{ standard: 'native', token: 'native', amount: 10n ** 18n, ids: [] }],
    } as const
    expect(found([paidFor], { intel: [contract(friend, { as: ['market'], payments: 'stuck' })] })).toEqual([])
    expect(found([paidFor], { intel: [contract(friend, { as: ['payee'] })] })).toEqual([`40 ${friend}`])
    const named = { ...paidFor, authority: somebody, beneficiaries: [somebody] }
    expect(found([named], { intel: [contract(somebody, { as: ['market'], payments: 'stuck' })] })).toEqual([
      `40 ${somebody}`,
    ])
    expect(found([named], { intel: [contract(somebody, { as: ['payee'] })] })).toEqual([])
  })
})
