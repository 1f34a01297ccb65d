import { describe, expect, test } from 'vitest'
import { callData, word } from './call-data.ts'
import { allow, block, intel, judged, other, type Situation, sender, stranger, token } from './situation.ts'
import { enter, traceOf } from './trace/trace-builder.ts'
import { wrapInMulticall } from './wrapping.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const paid = (address: string) => ({ address, firstSeen: 1, count: 1, hadValue: true })

const coverage = (situation: Situation) => judged(situation).coverage
const missing = (situation: Situation) => judged(situation).explanation.missing

describe('coverage', () => {
  const data = callData.transfer(other, 1n)

  test('is none when only the sender is known', () => {
    const records = [intel(sender, { kind: 'benign' }), intel(stranger)]
    expect(coverage({ data })).toBe('none')
    expect(coverage({ data, intel: records, entries: [allow(sender)] })).toBe('none')
  })

  test.each([
    ['a threat listing of the recipient', { intel: [intel(other)] }],
    ['an ALLOW entry for the recipient', { entries: [allow(other)] }],
    ['a BLOCK entry for the recipient', { entries: [block(other)] }],
  ])('is partial with %s', (_, known) => {
    expect(coverage({ data, ...known })).toBe('partial')
  })

  test('is none when only the token is known', () => {
    expect(coverage({ data, intel: [intel(token, { kind: 'token' })], entries: [allow(token)] })).toBe('none')
  })

  test('of a revocation depends on the token, because no address gains', () => {
    expect(coverage({ data: callData.approve(other, 0n), intel: [intel(token, { kind: 'token' })] })).toBe('partial')
  })
})

describe('coverage is full', () => {
  const data = callData.transfer(other, 1n)
  const known = { data, intel: [intel(other, { kind: 'benign' })], hasHistory: true }

  test('when every beneficiary is known, the sender has a history, and every call was read', () => {
    expect(coverage(known)).toBe('full')
    expect(coverage({ ...known, intel: [], counterparties: [paid(other)] })).toBe('full')
  })

  test.each<[string, Situation]>([
    ['without history', { hasHistory: false }],
    ['with a second, unknown beneficiary', { data: wrapInMulticall(data, callData.transfer(stranger, 1n)) }],
    ['with a call that cannot be read', { to: other, data: '0xdeadbeef' }],
    [
      'with a call that cannot be read and half a trace',
      { to: other, data: '0xdeadbeef', trace: traceOf(sender, enter(other), true) },
    ],
  ])('not %s', (_, less) => {
    expect(coverage({ ...known, ...less })).toBe('partial')
  })

  test('a complete trace covers an undecoded call', () => {
    expect(coverage({ ...known, to: other, data: '0xdeadbeef', trace: traceOf(sender, enter(other)) })).toBe('full')
  })
})

describe('coverage by history', () => {
  const data = callData.transfer(other, 1n)

  test('an address that received value is known', () => {
    expect(coverage({ data, counterparties: [paid(other)] })).toBe('partial')
  })

  test('an address without received value is not', () => {
    expect(coverage({ data, counterparties: [{ ...paid(other), hadValue: false }] })).toBe('none')
  })
})

describe('missing data', () => {
  const always = ['No history for this sender', 'No hop graph', 'No trace']

  test('lists each role without data once', () => {
    const data = callData.transferFrom(stranger, other, 1n)
    expect(missing({ data, intel: [intel(token, { kind: 'token' })] })).toEqual([
      'No data about the owner',
      'No data about the recipient',
      ...always,
    ])
  })

  test('omits evidence that exists', () => {
    const trace = traceOf(sender, enter(token))
    const there = { hasHistory: true, hasGraph: true, trace }
    expect(missing({ data: callData.transfer(other, 1n), intel: [intel(token), intel(other)], ...there })).toEqual([])
  })

  test('lists an incomplete trace and outdated sources', () => {
    const situation = {
      to: other,
      intel: [intel(other)],
      trace: traceOf(sender, enter(other), true),
      staleSources: [
        { name: 'ofac', ageMs: 40.9 * DAY_MS },
        { name: 'labels', ageMs: DAY_MS },
        { name: 'feed A', ageMs: DAY_MS - 1 },
      ],
    }
    expect(missing(situation)).toEqual([
      'No history for this sender',
      'No hop graph',
      'Trace too large, not read to the end',
      'Source ofac is 40 days old',
      'Source labels is 1 day old',
      'Source feed A is out of date',
    ])
  })

  test('lists an unknown selector', () => {
    expect(missing({ data: `0xdeadbeef${word(1)}`, entries: [allow(token)] })).toEqual([
      'Unknown selector 0xdeadbeef',
      ...always,
    ])
  })

  test('lists call data shorter than a selector', () => {
    expect(missing({ data: '0xde', entries: [allow(token)] })).toEqual([
      'Call data 0xde is shorter than a selector',
      ...always,
    ])
  })

  test('lists the code of a new contract', () => {
    expect(missing({ to: undefined, data: '0x6080' })).toEqual(['Code of the new contract not analyzed', ...always])
  })

  test('has only history, graph and trace for a known call between known addresses', () => {
    const known = [intel(token, { kind: 'token' }), intel(other, { kind: 'benign' })]
    expect(missing({ data: callData.transfer(other, 1n), intel: known })).toEqual(always)
  })
})
