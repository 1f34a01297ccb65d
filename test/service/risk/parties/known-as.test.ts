import { describe, expect, test } from 'vitest'
import { oneSidedOrder } from '../../../../src/service/risk/detectors/one-sided-order.ts'
import { evidenceSet, type IntelRecord, knownAs, type Payments } from '../../../../src/service/risk/evidence.ts'
import { isKnownAs } from '../../../../src/service/risk/parties/known-as.ts'
import { reputationOf } from '../../../../src/service/risk/parties/reputation.ts'
import { isVouchedIn } from '../../../../src/service/risk/parties/trust.ts'
import { briefly, friend, order, somebody } from '../actions-builder.ts'
import { callData, word } from '../call-data.ts'
import { evidence, intel, judged, other, sender, token } from '../situation.ts'

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

describe('a token', () => {
  const listed = { ...usdc, format: 'token-list', as: ['token'] } as const
  const coverage = (record: IntelRecord, data: string, value = 0n) =>
    judged({ data, value, intel: [record, contract(other, { as: ['payee', 'spender'] })] }).coverage

  test.each([
    ['transfer', callData.transfer(other, 5n)],
    ['approve', callData.approve(other, 5n)],
    ['approve of zero', callData.approve(other, 0n)],
    ['setApprovalForAll', callData.setApprovalForAll(other, false)],
    ['decreaseAllowance', `0xa457c2d7${word(other)}${word(5n)}`],
    ['revokeOperator', `0xfad8b32a${word(other)}`],
    ['permit', `0xd505accf${word(sender)}${word(other)}${word(5n).repeat(5)}`],
    ['transferFrom', callData.transferFrom(sender, other, 5n)],
    ['transferAndCall', `0x4000aea0${word(other)}${word(5n)}${word(96n)}${word(0n)}`],
  ])('that only a token list names is known in functions of the token standards: %s', (_, data) => {
    expect([coverage(usdc, data), coverage(listed, data)]).toEqual(['partial', 'partial'])
  })

  test.each([
    ['deposit', '0xd0e30db0'],
    ['deposit of ERC-4626', `0x6e553f65${word(5n)}${word(sender)}`],
    ['delegate', `0x5c19a95c${word(sender)}`],
  ])('and in no other: %s', (_, data) => {
    expect([coverage(usdc, data), coverage(listed, data)]).toEqual(['partial', 'none'])
  })

  test('and is no pool, vault or oracle', () => {
    // supply(marketParams, assets, shares, onBehalf, data) of Morpho
    const market = [token, token, other, token, '0'].map((each) => word(each)).join('')
    const supply = `0xa99aad89${market}${word(5n)}${word(0n)}${word(sender)}${word(0x120n)}${word(0n)}`
    const morpho = contract(friend, { label: 'Morpho', as: ['market', 'spender'] })
    const inMarket = (oracle: IntelRecord) =>
      judged({ to: friend, data: supply, intel: [usdc, morpho, oracle] }).coverage
    expect(inMarket(contract(other, { label: 'Morpho', as: ['oracle'] }))).toBe('partial')
    expect(inMarket(intel(other, { kind: 'token', canonical: true, format: 'token-list', as: ['token'] }))).toBe('none')
  })
})

describe.each(['malicious', 'mixer', 'sanctioned'] as const)('an address that is listed as %s', (kind) => {
  const listed = intel(other, { kind, severity: 40 })
  const beside: readonly [string, readonly IntelRecord[]][] = [
    ['all uses and payments in the same record', [{ ...listed, as: knownAs, payments: ['native', 'token', 'nft'] }]],
    ['the label of a feed', [listed, intel(other, { kind: 'exchange', label: 'an exchange' })]],
    ['a row of a token list', [listed, intel(other, { kind: 'token', format: 'token-list', canonical: true })]],
  ]

  test.each(beside)('is known for nothing by %s', (_, records) => {
    const safe = { intel: [usdc, ...records] }
    for (const data of [
      callData.transfer(other, 5n),
      callData.approve(other, 5n),
      // enableModule, setGuard, setFallbackHandler
      ...['0x610b5925', '0xe19a9dd9', '0xf08a0323'].map((selector) => `${selector}${word(other)}`),
    ])
      expect(judged({ data, ...safe }).combinedScore).toBeGreaterThan(30)
    expect(judged({ to: other, data: callData.transfer(friend, 5n), ...safe }).combinedScore).toBeGreaterThan(30)
    const { trustedBy, flagged } = reputationOf(other, evidence(safe))
    expect([trustedBy, flagged]).toEqual([undefined, true])
    expect(isKnownAs(other, knownAs, evidenceSet({ intel: records.slice(0, 1) }))).toBe(false)
  })

  test('is no market of an open order', () => {
    const open = order({ isOpen: true, authority: other, beneficiaries: [other] })
    const made = { ...open, call: { ...open.call, to: other } }
    expect(isVouchedIn(made, other, evidenceSet({ intel: [{ ...listed, as: knownAs }] }))).toBe(false)
  })
})
