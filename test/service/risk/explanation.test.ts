import { describe, expect, test } from 'vitest'
import { reason } from '../../../src/api/schemas/transaction.ts'
import { missingText } from '../../../src/api/text/missing.ts'
import { callData } from './call-data.ts'
import { allow, block, intel, judged, other, type Situation, sender, token } from './situation.ts'
import { safe, wrapInMulticall, wrapInSafe } from './wrapping.ts'

const reasons = (situation: Situation) => judged(situation).explanation.reasons
const lines = (situation: Situation) => reasons(situation).map(({ points, role, text }) => `${points} ${role}: ${text}`)

describe('reasons', () => {
  const data = callData.approve(other, 1n)

  test('a finding has rule, subject, points and source, in the shape of the contract', () => {
    const found = reasons({ data, intel: [intel(other)] })
    expect(found).toEqual([
      {
        rule: 'listed-address',
        subject: other,
        role: 'spender',
        points: 90,
        category: 'cyber',
        subCategory: 'maliciousInteraction',
        hops: 0,
        text: 'is listed as a drainer',
        source: 'feed A',
        flip: 'reject; if the listing is wrong, add an ALLOW entry for the address',
      },
    ])
  })

  test('findings come first, strongest first, then ALLOW entries, then known labels', () => {
    const situation = {
      data,
      entries: [allow(sender, 'a1'), block(token, 'b1')],
      intel: [
        intel(token, { kind: 'token', label: 'Coin' }),
        intel(other, { severity: 40, label: 'odd' }),
        intel(other, { severity: 90, label: 'a drainer' }),
      ],
    }
    expect(lines(situation)).toEqual([
      '100 token: is on the block list (entry b1)',
      '90 spender: is listed as a drainer',
      '40 spender: is listed as odd',
      '0 sender: has ALLOW entry a1',
      '0 token: is known as the token Coin',
    ])
    for (const each of reasons(situation)) expect(reason().parse(each)).toEqual(each)
  })

  test('a capped finding names the ALLOW entry, and how to undo it', () => {
    const [first, second, ...rest] = reasons({ data, entries: [allow(other, 'a1')], intel: [intel(other)] })
    expect(rest).toEqual([])
    expect([first?.points, first?.text, first?.flip]).toEqual([
      30,
      'is listed as a drainer; capped at 30 by ALLOW entry a1',
      'remove ALLOW entry a1, if you do not trust the address',
    ])
    expect([second?.rule, second?.text, second?.source]).toEqual([
      'allowed-address',
      'has ALLOW entry a1',
      'control list',
    ])
  })

  test('a finding capped by a benign record names the record and its source', () => {
    const known = { kind: 'exchange', label: 'an exchange', source: 'labels', canonical: true } as const
    const fact = intel(other, { ...known, as: ['spender'] })
    const [first, second] = reasons({ data, intel: [intel(other, { severity: 75 }), fact] })
    expect([first?.points, first?.text, first?.flip]).toEqual([
      30,
      'is listed as a drainer; capped at 30 because it is known as the exchange an exchange (labels)',
      'add a BLOCK entry for the address, if you do not trust it',
    ])
    expect([second?.rule, second?.points, second?.text]).toEqual([
      'known-address',
      0,
      'is known as the exchange an exchange',
    ])
  })

  test('the same fact from several sources is one reason that names them all', () => {
    const sources = ['feed A', 'feed B', 'feed A'].map((source) => intel(other, { source }))
    const [first, ...more] = reasons({
      data,
      intel: [...sources, intel(other, { source: 'feed C', label: 'a thief' })],
    })
    expect([first?.text, first?.source]).toEqual(['is listed as a drainer', 'feed A, feed B'])
    expect(more.map(({ text, source }) => `${text} (${source})`)).toEqual(['is listed as a thief (feed C)'])
  })

  test('two sanctions lists are lifted by both', () => {
    const lists = ['list A', 'list B'].map((source) => intel(other, { kind: 'sanctioned', source }))
    expect(reasons({ data, intel: lists })[0]?.flip).toMatch(/only list A can lift it.*; .*only list B can lift it/)
  })

  test('a finding within SAFE needs no remedy', () => {
    const [first] = reasons({ data: callData.transfer(other, 1n), intel: [intel(other, { severity: 20 })] })
    expect(first).toMatchObject({ points: 20, rule: 'listed-address' })
    expect(first).not.toHaveProperty('flip')
  })

  test('the own account is the owner, not a stranger', () => {
    const found = reasons({ to: safe, data: wrapInSafe(token, 0n, data), intel: [intel(safe)] })
    expect(found.find(({ subject }) => subject === safe)?.role).toBe('owner')
  })

  test('the weakest reasons of a large batch are counted, not listed', () => {
    const calls = Array.from({ length: 300 }, (_, n) => callData.approve(`0x${String(n + 1).padStart(40, 'a')}`, 1n))
    const { explanation, combinedScore } = judged({ data: wrapInMulticall(...calls) })
    expect([explanation.reasons.length, explanation.missing.map(missingText).at(-1), combinedScore]).toEqual([
      200,
      '100 weaker reasons are not shown',
      35,
    ])
  })

  test('an ALLOW entry without effect says so', () => {
    const sanction = intel(other, { kind: 'sanctioned', label: 'OFAC SDN' })
    expect(lines({ data, entries: [allow(other, 'a1')], intel: [sanction] })).toEqual([
      '100 spender: is sanctioned: OFAC SDN',
      '0 spender: has ALLOW entry a1, which does not lift a sanction or a BLOCK entry',
    ])
  })

  describe('earlier transactions that vouch are reasons', () => {
    const paid = { address: other, firstSeen: Date.UTC(2026, 0, 2), count: 3, hadValue: true, vouches: true }
    const payees = (situation: Situation) =>
      reasons(situation)
        .filter(({ rule }) => rule === 'known-payee')
        .map(({ role, text, points }) => `${points} ${role} ${text}`)

    test('a repeated payment, with count and date', () => {
      for (const data of [callData.transfer(other, 5n), wrapInMulticall(callData.transfer(other, 5n))])
        expect(payees({ data, counterparties: [paid] })).toEqual([
          '0 recipient was paid before: it is in 3 reported transactions since 2026-01-02',
        ])
      expect(payees({ to: other, value: 1n, counterparties: [{ ...paid, count: 1 }] })).toEqual([
        '0 recipient was paid before, in a reported transaction of 2026-01-02',
      ])
    })

    test('a repeated allowance', () => {
      const allowances = [{ spender: other, token, amount: 5n }]
      expect(payees({ data: callData.approve(other, 5n), allowances })).toEqual([
        `0 spender got at least this allowance of ${token} before, in a reported transaction`,
      ])
      expect(payees({ data: callData.approve(other, 6n), allowances })).toEqual([])
    })

    test('not what vouches for nothing: contacts, zero values, imitations, other rights, flagged addresses', () => {
      const data = callData.transfer(other, 5n)
      const imitation = `${other.slice(0, 6)}${'f'.repeat(32)}${other.slice(-4)}`
      for (const counterparty of [
        { ...paid, vouches: false },
        { ...paid, hadValue: false },
        { ...paid, address: imitation },
        { ...paid, owner: token },
      ])
        expect(payees({ data, counterparties: [counterparty] })).toEqual([])
      expect(payees({ data: callData.approve(other, 5n), counterparties: [paid] })).toEqual([])
      expect(payees({ data, counterparties: [paid], intel: [intel(other)] })).toEqual([])
      expect(payees({ data, counterparties: [paid], entries: [block(other)] })).toEqual([])
    })
  })

  test('known labels are named by kind', () => {
    const records = (['benign', 'protocol', 'burn'] as const).map((kind) =>
      intel(other, { kind, label: 'X', canonical: true }),
    )
    expect(lines({ data, intel: records })).toEqual([
      '0 spender: is known as X',
      '0 spender: is known as the protocol X',
      '0 spender: is a known burn address: X',
    ])
  })

  test('a revocation from a listed address is a reason without points', () => {
    expect(lines({ data: callData.approve(other, 0n), intel: [intel(other)] })).toEqual([
      '0 revoked: loses its rights here and is listed as a drainer',
    ])
  })
})
