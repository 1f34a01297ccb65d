import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverages } from '../../../../src/api/vocabulary.ts'
import type { RiskAssessment } from '../../../../src/service/risk/assess.ts'
import { runs } from '../../../support/share.ts'
import { callData, MAX_UINT256, word } from '../call-data.ts'
import { allow, block, intel, judged, other, type Situation, sender, stranger, token } from '../situation.ts'
import { approved, type Enter, enter, moved, operated, pays, traceOf } from '../trace/trace-builder.ts'
import { safe, wrapInMulticall, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'
import { measured, observation } from './observed.ts'

/** A contract chooses what its simulation shows: other calls, and events of tokens of its own. */

const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11'
const exchange = `0x${'ab'.repeat(20)}`
const named = intel(exchange, { kind: 'protocol', label: 'an exchange' })

/** The same transaction, as a node simulates it. */
function simulated(situation: Situation, calls: readonly Enter[], logs: Parameters<typeof enter>[1] = {}) {
  const { to = token, value = 0n, data = '0x' } = situation
  const trace = traceOf(sender, enter(to, { value, input: data, ...logs }, ...calls))
  return judged({ ...situation, trace, chain: observation([], measured({ method: 'trace+simulate', trace })) })
}

test('a payment stays NO DATA when the contract pays a known address in the name of the sender with its own token', () => {
  const payment = { to: other, value: 10n ** 18n, intel: [named], hasHistory: true }
  const counterfeit = enter(stranger, { input: callData.transferFrom(sender, exchange, 5n) })
  for (const { combinedScore, coverage } of [judged(payment), simulated(payment, [counterfeit])])
    expect([combinedScore, coverage]).toEqual([0, 'none'])
})

test('tokens for an open executor stay a finding when a trace shows that they are passed on', () => {
  const given = { to: token, data: callData.transfer(MULTICALL3, 5n) }
  const passedOn = [pays(token, sender, MULTICALL3, 5n), pays(token, MULTICALL3, other, 5n)]
  expect(judged(given).combinedScore).toBe(85)
  expect(simulated(given, passedOn).combinedScore).toBe(85)
})

const anyAddress = fc.constantFrom(sender, other, stranger, token, safe, exchange, MULTICALL3)
const anyAmount = fc.constantFrom(0n, 1n, 5n, MAX_UINT256)
const anyLog = fc.oneof(
  fc.tuple(anyAddress, anyAddress, anyAddress, anyAmount).map((event) => moved(...event)),
  fc.tuple(anyAddress, anyAddress, anyAddress, anyAmount, fc.boolean()).map((event) => approved(...event)),
  fc.tuple(anyAddress, anyAddress, anyAddress, fc.boolean()).map((event) => operated(...event)),
)
const anyInput = fc.oneof(
  fc.constant('0x'),
  fc.tuple(anyAddress, anyAddress, anyAmount).map((values) => callData.transferFrom(...values)),
  fc.tuple(anyAddress, anyAmount).map((values) => callData.transfer(...values)),
  fc.tuple(anyAddress, anyAmount).map((values) => callData.approve(...values)),
  anyAddress.map((implementation) => `0x3659cfe6${word(implementation)}`),
  anyAddress.map((owner) => `0xf2fde38b${word(owner)}`),
)
const outline = fc.record({
  type: fc.constantFrom(...(['CALL', 'CALL', 'DELEGATECALL', 'STATICCALL'] as const)),
  value: fc.constantFrom(0n, 0n, 7n),
  input: anyInput,
  logs: fc.array(anyLog, { maxLength: 2 }),
})
const innerCall = fc.tuple(anyAddress, outline).map(([to, about]) => enter(to, about))
const anyCall = fc
  .tuple(anyAddress, outline, fc.array(innerCall, { maxLength: 2 }))
  .map(([to, about, inner]) => enter(to, about, ...inner))

interface Step {
  readonly to: string
  readonly value?: bigint
  readonly data?: string
}

const steps = fc.array(
  fc.constantFrom<Step>(
    { to: other, value: 5n },
    { to: stranger, data: '0x12345678' },
    { to: token, data: callData.approve(other, MAX_UINT256) },
    { to: token, data: callData.approve(other, 0n) },
    { to: token, data: callData.approve(MULTICALL3, 5n) },
    { to: token, data: callData.transfer(other, 5n) },
    { to: token, data: callData.transfer(MULTICALL3, 5n) },
    { to: token, data: callData.transferFrom(sender, other, 5n) },
    { to: token, data: `0x3659cfe6${word(other)}` },
    { to: token, data: `0xf2fde38b${word(other)}` },
  ),
  { minLength: 1, maxLength: 3 },
)
const known = fc.record({
  entries: fc.constantFrom([], [allow(other)], [block(other)], [allow(stranger)]),
  intel: fc.constantFrom(
    [],
    [named],
    [intel(other)],
    [intel(other, { kind: 'protocol', canonical: true })],
    [intel(token, { kind: 'token', canonical: true, symbol: 'USDT' })],
  ),
  hasHistory: fc.boolean(),
})
const anySituation: fc.Arbitrary<Situation> = fc
  .tuple(steps, fc.constantFrom('call', 'safe', 'multicall'), known)
  .map(([made, wrapping, about]) => {
    const [first = { to: other }] = made
    if (wrapping === 'call') return { ...about, ...first }
    if (wrapping === 'safe') return { ...about, to: safe, data: wrapInSafe(token, 0n, wrapInMultiSend(...made), 1) }
    return { ...about, to: first.to, data: wrapInMulticall(...made.map(({ data = '0x' }) => data)) }
  })

/** `simulated` says what a node ran, and knows no more than `none`. */
const rankOf = ({ coverage }: RiskAssessment) => coverages.indexOf(coverage === 'simulated' ? 'none' : coverage)

test('no trace of a node lowers a finding, the score or the coverage', () => {
  fc.assert(
    fc.property(
      anySituation,
      fc.array(anyCall, { maxLength: 3 }),
      fc.array(anyLog, { maxLength: 2 }),
      (situation, calls, logs) => {
        const offline = judged(situation)
        const online = simulated(situation, calls, { logs })
        expect(online.combinedScore).toBeGreaterThanOrEqual(offline.combinedScore)
        expect(rankOf(online)).toBeLessThanOrEqual(rankOf(offline))
        for (const { rule, subject, points } of offline.findings) {
          const same = online.findings.filter((finding) => finding.rule === rule && finding.subject === subject)
          expect(Math.max(-1, ...same.map((finding) => finding.points)), rule).toBeGreaterThanOrEqual(points)
        }
      },
    ),
    { numRuns: runs(400) },
  )
})
