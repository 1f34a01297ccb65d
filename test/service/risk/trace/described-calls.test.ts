import { describe, expect, test } from 'vitest'
import { type Analysis, analyze } from '../../../../src/service/risk/analyze.ts'
import { coverageOf, missingOf } from '../../../../src/service/risk/coverage.ts'
import type { InnerCallData } from '../../../../src/service/risk/effects/effect.ts'
import type { Requirement, TaughtFunctions } from '../../../../src/service/risk/effects/taught.ts'
import { callData } from '../call-data.ts'
import { bytes, call, value } from '../encoding.ts'
import { evidence, other, stranger, token, transaction } from '../situation.ts'
import { wrapInMultiSend } from '../wrapping.ts'
import { enter, traceOf } from './trace-builder.ts'

const contract = '0xde5c1b3c2d4f5061728394a5b6c7d8e9fa0b1c2d'
const SELECTOR = '0xdeadbeef'
const UNKNOWN = 'run(bytes32 target, bytes data, uint8 kind)'

const descriptors =
  (
    said: { readonly calls?: readonly InnerCallData[]; readonly requires?: readonly Requirement[] } = {},
  ): TaughtFunctions =>
  (to, selector) =>
    to === contract && selector === SELECTOR
      ? { call: UNKNOWN, effects: [{ kind: 'right', right: 'manage', to: 'target' }], ...said }
      : undefined

const run = (target: string, data = '0x', kind = 1) => call(SELECTOR, value(target), bytes(data), value(kind))
const codes = (analysis: Analysis) => missingOf(analysis, evidence({})).map(({ code }) => code)

describe('calls that public descriptors describe', () => {
  const many = (count: number) =>
    transaction({
      to: other,
      data: wrapInMultiSend(...Array.from({ length: count }, () => ({ to: contract, data: run(other) }))),
    })

  test('are read up to a number, which bounds the verdict', () => {
    expect(analyze(many(64), undefined, { descriptors: descriptors() }).decoded.bounds).toEqual([])
    const { decoded } = analyze(many(65), undefined, { descriptors: descriptors() })
    expect(decoded.status).toBe('bounded')
    expect(decoded.bounds.join()).toMatch(/more than 64 calls of functions that only public descriptors know/)
  })

  test('in a trace are read up to a number, and the trace is not known to be harmless', () => {
    const traced = (count: number) => {
      const inner = Array.from({ length: count }, () => enter(contract, { input: run(other) }))
      const sent = transaction({ to: token, data: callData.transfer(other, 1n) })
      const trace = traceOf(sent.from, enter(token, { input: sent.data }, ...inner))
      const analysis = analyze(sent, trace, { descriptors: descriptors() })
      expect(analysis.decoded.bounds).toEqual([])
      return missingOf(analysis, evidence({ trace })).map(({ code }) => code)
    }
    expect(traced(64)).not.toContain('trace-not-searched')
    expect(traced(65)).toContain('trace-not-searched')
  })
})

describe('a call inside a described call', () => {
  const calls = [{ data: 'data', to: 'target' }]
  const approve = callData.approve(stranger, 1n)
  const read = (target: string, data: string) =>
    analyze(transaction({ to: contract, data: run(target, data) }), undefined, { descriptors: descriptors({ calls }) })

  test('is read', () => {
    const made = read(token, approve).described?.actions.filter(({ kind }) => kind === 'grant')
    expect(made).toMatchObject([{ authority: stranger, asset: { token } }])
    expect(codes(read(token, approve))).not.toContain('call-without-target')
  })

  test('to no contract that can be read is said, and the verdict is NO DATA', () => {
    const analysis = read(`0x${'7e'.repeat(32)}`, approve)
    expect(codes(analysis)).toContain('call-without-target')
    expect(coverageOf(analysis, evidence({}))).toBe('none')
  })

  test('without data is none', () => {
    expect(codes(read(`0x${'7e'.repeat(32)}`, '0x'))).not.toContain('call-without-target')
  })
})

test.each([
  ['1', 1, true],
  ['0x1', 1, true],
  ['2', 1, false],
])('a descriptor that demands %s of %s is about the call: %s', (text, kind, isAbout) => {
  const said = { requires: [{ at: 'kind', oneOf: [text] }] }
  const analysis = analyze(transaction({ to: contract, data: run(other, '0x', kind) }), undefined, {
    descriptors: descriptors(said),
  })
  expect(analysis.described !== undefined).toBe(isAbout)
})
