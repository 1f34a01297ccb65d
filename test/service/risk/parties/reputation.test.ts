import { describe, expect, test } from 'vitest'
import { isZeroAddress } from '../../../../src/service/evm/words.ts'
import { evidenceSet, type IntelRecord, type KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import { imitatedToken, reputationOf } from '../../../../src/service/risk/parties/reputation.ts'
import { skeletonOf } from '../../../../src/service/risk/parties/similarity.ts'
import { isPaidBefore } from '../../../../src/service/risk/parties/trust.ts'
import { allow, block, intel, other, stranger, token } from '../situation.ts'

const reputation = (known: Partial<KnownEvidence>) => reputationOf(other, evidenceSet(known))

/** Which records win: 'fact', 'threat' or neither. */
function prevails(...records: IntelRecord[]): string {
  const { trustedBy, flagged } = reputation({ intel: records })
  return trustedBy ? 'fact' : flagged ? 'threat' : 'neither'
}

const fact = (kind: IntelRecord['kind'], about: Partial<IntelRecord> = {}) =>
  intel(other, { kind, source: 'labels', ...about })
const threats = (count: number, about: Partial<IntelRecord> = {}) =>
  Array.from({ length: count }, (_, n) => intel(other, { severity: 75, source: `feed ${n}`, ...about }))

test('an unknown address is neither trusted nor flagged', () => {
  expect(reputation({})).toEqual({
    allowedBy: undefined,
    trustedBy: undefined,
    flagged: false,
  })
})

describe('a record of an authority', () => {
  test.each([
    ['a canonical token', fact('token', { canonical: true })],
    ['a canonical protocol', fact('protocol', { canonical: true })],
    ['a false positive', fact('benign')],
    ['a burn address', fact('burn')],
  ])('outweighs two sources, not three: %s', (_, known) => {
    const sure = { severity: 100 }
    expect(prevails(known, ...threats(1, sure))).toBe('fact')
    expect(prevails(known, ...threats(2, sure))).toBe('fact')
    expect(prevails(known, ...threats(3, sure))).toBe('threat')
  })

  test('outweighs one source with three records', () => {
    expect(prevails(fact('token', { canonical: true }), ...threats(3, { source: 'feed A' }))).toBe('fact')
  })

  test('outweighs feeds that repeat one another, because they count once', () => {
    const known = fact('benign')
    const formats = ['forta', 'cryptoscamdb', 'mew', 'etherscan-labels', 'eth-labels'] as const
    const copies = formats.map((format) => intel(other, { severity: 100, source: `my ${format}`, format }))
    const independent = intel(other, { severity: 100, source: 'drainers', format: 'scamsniffer' })
    const own = intel(other, { severity: 100, source: 'our own list', format: 'addresses' })
    expect(prevails(known, ...copies)).toBe('fact')
    expect(prevails(known, ...copies, independent)).toBe('fact')
    expect(prevails(known, ...copies, independent, own)).toBe('threat')
  })

  test('outweighs two custom files, not three', () => {
    const files = (count: number) => threats(count, { severity: 100, format: 'addresses' })
    expect(prevails(fact('benign'), ...files(2))).toBe('fact')
    expect(prevails(fact('benign'), ...files(3))).toBe('threat')
  })

  test('is preferred to a name tag', () => {
    const { trustedBy } = reputation({
      intel: [fact('protocol', { label: 'tag' }), fact('benign', { label: 'cleared' })],
    })
    expect(trustedBy?.label).toBe('cleared')
  })
})

describe('a name tag', () => {
  const labelled = ['token', 'protocol', 'exchange'] as const

  test.each(labelled)('of a %s is no fact, and lifts no threat', (kind) => {
    expect(prevails(fact(kind))).toBe('neither')
    expect(prevails(fact(kind), ...threats(1, { severity: 31 }))).toBe('threat')
    expect(prevails(fact(kind, { as: [] }), ...threats(1, { severity: 31 }))).toBe('threat')
    expect(prevails(fact(kind), ...threats(1, { kind: 'mixer' }))).toBe('threat')
  })

  test('adds nothing to an authority, which outweighs one mixer record', () => {
    const listed = fact('token', { canonical: true })
    expect(prevails(listed, ...threats(1, { kind: 'mixer' }))).toBe('fact')
    expect(prevails(fact('token'), listed, ...threats(3))).toBe('threat')
  })
})

describe('a row of a token list', () => {
  const row = { format: 'token-list', canonical: true, symbol: 'USDT' } as const

  test('is a fact where no source lists a threat', () => {
    expect(prevails(fact('token', row))).toBe('fact')
    expect(prevails(fact('token', row), ...threats(1, { severity: 31 }))).toBe('threat')
  })

  test('with confusable letters of a listed token does not count', () => {
    const tokensBySkeleton = new Map([[skeletonOf('USDT'), [intel(token, { kind: 'token', symbol: 'USDT' })]]])
    const forged = intel(other, { kind: 'token', symbol: 'USDТ', as: ['token'] })
    expect(reputation({ intel: [forged], tokensBySkeleton }).trustedBy).toBe(undefined)
    expect(reputation({ intel: [{ ...forged, symbol: 'USDT' }], tokensBySkeleton }).trustedBy?.symbol).toBe('USDT')
  })
})

test('a threat that is outweighed flags nothing', () => {
  const { trustedBy, flagged } = reputation({ intel: [fact('benign'), ...threats(1, { severity: 100 })] })
  expect([trustedBy?.kind, flagged]).toEqual(['benign', false])
})

test('no record outweighs a sanction', () => {
  expect(prevails(fact('token', { canonical: true }), intel(other, { kind: 'sanctioned' }))).toBe('threat')
})

test('a threat below WARNING does not flag an address, one without severity does', () => {
  const { severity: _, ...unrated } = intel(other)
  expect([
    prevails(...threats(1, { severity: 30 })),
    prevails(...threats(1, { severity: 31 })),
    prevails(unrated),
  ]).toEqual(['neither', 'threat', 'threat'])
})

test('a BLOCK entry flags an address, an ALLOW entry allows it', () => {
  expect(reputation({ entries: [allow(other, 'a2'), allow(other, 'a1')] }).allowedBy).toBe('a1')
  expect(reputation({ entries: [block(other)] }).flagged).toBe(true)
  expect(reputation({ entries: [allow(other)] }).flagged).toBe(false)
  expect(reputation({ entries: [block(stranger), allow(token)] })).toEqual(reputation({}))
})

describe('a known counterparty is', () => {
  const knownCounterparty = (address: string, hadValue: boolean) =>
    isPaidBefore(
      other,
      evidenceSet({ counterparties: [{ address, firstSeen: 1, count: 3, hadValue, vouches: hadValue }] }),
    )

  test('an address that received value, in any case', () => {
    expect([knownCounterparty(other, true), knownCounterparty(`0x${other.slice(2).toUpperCase()}`, true)]).toEqual([
      true,
      true,
    ])
  })

  test('one of the account that paid it, not of another', () => {
    const paid = { address: other, firstSeen: 1, count: 3, hadValue: true, vouches: true, owner: stranger }
    const evidence = evidenceSet({ counterparties: [paid] })
    const isKnownTo = (account?: string) => isPaidBefore(other, evidence, account)
    expect([isKnownTo(stranger), isKnownTo(token), isKnownTo()]).toEqual([true, false, false])
  })

  test('no address that received nothing or only looks alike', () => {
    const alike = `${other.slice(0, 10)}${'0'.repeat(24)}${other.slice(-8)}`
    expect([knownCounterparty(other, false), knownCounterparty(alike, true)]).toEqual([false, false])
  })
})

test('a canonical token is no imitation, and no token imitates itself', () => {
  const listed = intel(token, { kind: 'token', symbol: 'USDT', canonical: true })
  const evidence = evidenceSet({ tokensBySkeleton: new Map([[skeletonOf('USDT'), [listed]]]) })
  const imitated = (about: Partial<IntelRecord>) => imitatedToken(intel(other, { kind: 'token', ...about }), evidence)
  expect(imitated({ symbol: 'USDТ' })).toBe(listed)
  expect(imitated({ symbol: 'USDТ', canonical: true })).toBe(undefined)
  expect(imitated({ symbol: 'USDТ', address: token })).toBe(undefined)
  expect(imitated({})).toBe(undefined)
})

test('isZeroAddress knows the zero address only', () => {
  expect([isZeroAddress(`0x${'0'.repeat(40)}`), isZeroAddress(other)]).toEqual([true, false])
})
