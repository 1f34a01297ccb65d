import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Counterparty,
  type IntelRecord,
  type KnownAllowance,
  type KnownAs,
  knownAs,
} from '../../../../src/service/risk/evidence.ts'
import { callData, MAX_UINT256, word } from '../call-data.ts'
import { allow, intel, judged, other, type Situation, sender, stranger, token } from '../situation.ts'
import { safe, wrapInAll, wrapInMulticall, wrapInSafe } from '../wrapping.ts'

const score = (situation: Situation) => judged(situation).combinedScore

/** Transactions that hand `other` control, a delegation, an operator right, another right, or a signature. */
const handovers: Readonly<Record<string, Situation>> = {
  ownership: { data: `0xf2fde38b${word(other)}` },
  upgrade: { data: `0x3659cfe6${word(other)}` },
  'a role': { data: `0x2f2ff15d${word(0n)}${word(other)}` },
  'a module of a Safe': { to: safe, data: wrapInSafe(safe, 0n, `0x610b5925${word(other)}`) },
  'a delegatecall': { to: safe, data: wrapInSafe(other, 0n, '0xdeadbeef', 1) },
  'an account delegation': { to: sender, authorizations: [{ chainId: '1', address: other, nonce: 0n }] },
  'an operator': { data: callData.setApprovalForAll(other, true) },
  'credit delegation': { data: `0xc04a8a10${word(other)}${word(5n)}` },
  'a permit': { data: callData.permit(sender, other, 5n, 9n, 27, '0x1', '0x2') },
  'an operator, wrapped': { data: wrapInMulticall(callData.setApprovalForAll(other, true)) },
}

const aHistory = fc.record({
  counterparties: fc.array(
    fc.record(
      {
        address: fc.constantFrom(other, stranger, token),
        owner: fc.constantFrom(safe, token),
        firstSeen: fc.nat(),
        count: fc.nat(),
        hadValue: fc.boolean(),
        vouches: fc.boolean(),
      },
      { requiredKeys: ['address', 'firstSeen', 'count', 'hadValue', 'vouches'] },
    ),
    { maxLength: 4 },
  ) as fc.Arbitrary<Counterparty[]>,
  allowances: fc.array(
    fc.record(
      {
        owner: fc.constantFrom(safe, sender),
        spender: fc.constantFrom(other, stranger),
        token: fc.constantFrom(token, stranger),
        amount: fc.bigInt(0n, MAX_UINT256),
      },
      { requiredKeys: ['spender', 'token', 'amount'] },
    ),
    { maxLength: 4 },
  ) as fc.Arbitrary<KnownAllowance[]>,
  intel: fc.array(
    fc
      .constantFrom('protocol', 'exchange', 'token', 'benign')
      .map((kind): IntelRecord => intel(other, { kind, label: 'a name', source: 'tags' })),
    { maxLength: 2 },
  ),
  hasHistory: fc.boolean(),
})

describe.each(Object.entries(handovers))('%s', (_, handover) => {
  test('scores no less with any history and any name tag', () => {
    const without = score(handover)
    expect(without).toBeGreaterThanOrEqual(31)
    fc.assert(
      fc.property(aHistory, (history) => {
        expect(score({ ...handover, ...history })).toBeGreaterThanOrEqual(without)
      }),
    )
  })

  test('is accepted by an ALLOW entry', () => {
    expect(score({ ...handover, entries: [allow(other)] })).toBeLessThan(31)
  })
})

describe('an allowance', () => {
  const known = (about: Partial<KnownAllowance> = {}) => ({
    allowances: [{ spender: other, token, amount: 1000n, ...about }],
  })
  const approve = (amount: bigint) => ({ data: callData.approve(other, amount) })

  test('up to the amount of an earlier one of the same token is not a finding', () => {
    expect(score({ ...approve(1000n), ...known() })).toBe(0)
    expect(score({ ...approve(1n), ...known() })).toBe(0)
    expect(score({ ...approve(1001n), ...known() })).toBe(35)
    expect(score({ ...approve(MAX_UINT256), ...known() })).toBe(50)
    expect(score({ ...approve(5n), ...known({ token: stranger }) })).toBe(35)
    expect(score({ ...approve(5n), ...known({ spender: stranger }) })).toBe(35)
  })

  test('of an account is vouched for by its own earlier allowance', () => {
    const wrapped = { to: safe, data: wrapInSafe(token, 0n, callData.approve(other, 5n)) }
    expect(score({ ...wrapped, ...known({ owner: safe }) })).toBe(0)
    expect(score({ ...wrapped, ...known({ owner: stranger }) })).toBe(35)
  })

  test('is not vouched for by a payment', () => {
    const paid = { address: other, firstSeen: 1, count: 9, hadValue: true, vouches: true }
    expect(score({ ...approve(5n), counterparties: [paid] })).toBe(35)
    expect(score({ to: safe, data: wrapInAll(token, callData.approve(other, 5n)), counterparties: [paid] })).toBe(35)
  })
})

test('a canonical token vouches for neither an allowance nor control', () => {
  const canonical = { intel: [intel(other, { kind: 'token', canonical: true, source: 'a token list' })] }
  expect(score({ data: callData.approve(other, 5n), ...canonical })).toBe(35)
  expect(score({ ...handovers.ownership, ...canonical })).toBe(55)
})

test('what an address is known as vouches where its place asks for it, and nowhere else', () => {
  const fitting: Readonly<Record<string, KnownAs>> = {
    'a module of a Safe': 'module',
    'a delegatecall': 'library',
    'an account delegation': 'delegate',
    'an operator': 'spender',
    'credit delegation': 'module',
    'a permit': 'spender',
    'an operator, wrapped': 'spender',
  }
  const vouching = Object.entries(handovers).map(([name, handover]) => {
    const vouches = (as: KnownAs) => score({ ...handover, intel: [intel(other, { kind: 'protocol', as: [as] })] }) < 31
    return [name, knownAs.filter(vouches)]
  })
  for (const [name, word] of Object.entries(fitting)) expect(Object.fromEntries(vouching)[name], name).toContain(word)
  expect(Object.fromEntries(vouching)).toMatchObject({
    ownership: [],
    'a role': [],
    'a module of a Safe': ['module'],
    'a delegatecall': ['library'],
    'an account delegation': ['delegate'],
    'an operator': ['spender'],
    'a permit': ['spender'],
  })
})
