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

  test('is none when nobody but the sender is known', () => {
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

  test('is none when only the token is known: that says nothing of who gets it', () => {
    expect(coverage({ data, intel: [intel(token, { kind: 'token' })], entries: [allow(token)] })).toBe('none')
  })

  test('of a revocation rests on the token, for nobody gains', () => {
    expect(coverage({ data: callData.approve(other, 0n), intel: [intel(token, { kind: 'token' })] })).toBe('partial')
  })
})

describe('coverage is full', () => {
  const data = callData.transfer(other, 1n)
  const known = { data, intel: [intel(other, { kind: 'benign' })], hasHistory: true }

  test('when whoever gains is known, the sender has a history, and every call was read', () => {
    expect(coverage(known)).toBe('full')
    expect(coverage({ ...known, intel: [], counterparties: [paid(other)] })).toBe('full')
  })

  test.each<[string, Situation]>([
    ['without history', { hasHistory: false }],
    ['with a second gainer of whom nothing is known', { data: wrapInMulticall(data, callData.transfer(stranger, 1n)) }],
    ['with a call that cannot be read', { to: other, data: '0xdeadbeef' }],
    [
      'with a call that cannot be read and half a trace',
      { to: other, data: '0xdeadbeef', trace: traceOf(sender, enter(other), true) },
    ],
  ])('not %s', (_, less) => {
    expect(coverage({ ...known, ...less })).toBe('partial')
  })

  test('a whole trace shows what a call that cannot be read does', () => {
    expect(coverage({ ...known, to: other, data: '0xdeadbeef', trace: traceOf(sender, enter(other)) })).toBe('full')
  })
})

describe('coverage rests on the history, too', () => {
  const data = callData.transfer(other, 1n)

  test('somebody who was given something is known', () => {
    expect(coverage({ data, counterparties: [paid(other)] })).toBe('partial')
  })

  test('somebody whose address was only touched is not', () => {
    expect(coverage({ data, counterparties: [{ ...paid(other), hadValue: false }] })).toBe('none')
  })
})

describe('what was missing', () => {
  const always = ['No history for this sender', 'No hop graph', 'No trace']

  test('names the roles of whom nothing is known, each once', () => {
    const data = callData.transferFrom(stranger, other, 1n)
    expect(missing({ data, intel: [intel(token, { kind: 'token' })] })).toEqual([
      'No data about the owner',
      'No data about the recipient',
      ...always,
    ])
  })

  test('says nothing of what was there', () => {
    const trace = traceOf(sender, enter(token))
    const there = { hasHistory: true, hasGraph: true, trace }
    expect(missing({ data: callData.transfer(other, 1n), intel: [intel(token), intel(other)], ...there })).toEqual([])
  })

  test('names a trace that was cut off, and sources that are out of date', () => {
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

  test('names an unknown selector', () => {
    expect(missing({ data: `0xdeadbeef${word(1)}`, entries: [allow(token)] })).toEqual([
      'Unknown selector 0xdeadbeef',
      ...always,
    ])
  })

  test('names call data without a whole selector', () => {
    expect(missing({ data: '0xde', entries: [allow(token)] })).toEqual([
      'Call data 0xde is shorter than a selector',
      ...always,
    ])
  })

  test('says that the code of a new contract was not read', () => {
    expect(missing({ to: undefined, data: '0x6080' })).toEqual(['Code of the new contract not analyzed', ...always])
  })

  test('says of a known call between known addresses only what is never known yet', () => {
    const known = [intel(token, { kind: 'token' }), intel(other, { kind: 'benign' })]
    expect(missing({ data: callData.transfer(other, 1n), intel: known })).toEqual(always)
  })
})
