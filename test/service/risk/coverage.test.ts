import { describe, expect, test } from 'vitest'
import { callData, word } from './call-data.ts'
import { allow, block, intel, judged, other, type Situation, sender, stranger, token } from './situation.ts'

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

describe('what was missing', () => {
  const always = ['no history for this sender', 'no trace']

  test('names the roles of whom nothing is known, each once', () => {
    const data = callData.transferFrom(stranger, other, 1n)
    expect(missing({ data, intel: [intel(token, { kind: 'token' })] })).toEqual([
      'nothing is known about the owner',
      'nothing is known about the recipient',
      ...always,
    ])
  })

  test('names an unknown selector', () => {
    expect(missing({ data: `0xdeadbeef${word(1)}`, entries: [allow(token)] })).toEqual([
      'the selector 0xdeadbeef is unknown',
      ...always,
    ])
  })

  test('names call data without a whole selector', () => {
    expect(missing({ data: '0xde', entries: [allow(token)] })).toEqual([
      'the call data 0xde is shorter than a selector',
      ...always,
    ])
  })

  test('says that the code of a new contract was not read', () => {
    expect(missing({ to: undefined, data: '0x6080' })).toEqual(['the code of the new contract was not read', ...always])
  })

  test('says of a known call between known addresses only what is never known yet', () => {
    const known = [intel(token, { kind: 'token' }), intel(other, { kind: 'benign' })]
    expect(missing({ data: callData.transfer(other, 1n), intel: known })).toEqual(always)
  })
})
