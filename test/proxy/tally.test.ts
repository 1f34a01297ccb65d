import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusal } from '../../src/proxy/decide/refusal.ts'
import type { PartVerdict, RequestValidation } from '../../src/proxy/decide/verdicts.ts'
import type { SigningRequest } from '../../src/proxy/params/signing-request.ts'
import { ProxyTally, type TallyLine } from '../../src/proxy/record/tally.ts'

const result: PartVerdict['result'] = { valid: false, combinedScore: 100 }
const worst: PartVerdict = { verdict: 'BLOCKED', result, svcTxId: null, explain: null }
const validation: RequestValidation = { kind: 'validated', parts: [worst], worst }
const transaction = { from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, chainId: '1' }
const request: SigningRequest = {
  method: 'eth_sendTransaction',
  parts: [{ kind: 'transaction', transaction, feeTerms: { gas: undefined, gasPrice: undefined }, isCancel: false }],
  digest: `0x${'ab'.repeat(32)}`,
  senders: [transaction.from],
}
const held = { code: -32_003, message: 'txwarden holds this until it is approved: why', data: { state: 'held' } }

test.each([false, true])('what is forwarded in spite of its verdict was approved, or observed: %s', (observe) => {
  const lines: TallyLine[] = []
  const tally = new ProxyTally((line) => lines.push(line))
  tally.add({ method: request.method, request, validation, decision: { kind: 'refuse', error: held } })
  expect(tally.held).toBe(1)
  tally.add({
    method: request.method,
    request,
    validation,
    decision: { kind: 'forward' },
    ...(observe && { observed: held }),
  })
  expect(lines.map(({ outcome, isObserved }) => [outcome, isObserved])).toEqual([
    ['held', false],
    ['sent', observe],
  ])
  expect({ held: tally.held, worst: tally.worstRefused }).toEqual({ held: 0, worst: undefined })
})

test.each([
  ['fail-on', { validation }, {}],
  ['max-fee', { validation }, { code: 'fee-limit' }],
  ['policy', { validation }, { code: 'policy' }],
  ['when-unavailable', { validation: { kind: 'unavailable', why: 'no answer', next: null } as const }, {}],
  ['request', {}, {}],
] as const)('a blocked call was refused by %s', (policy, known, data) => {
  const policies: unknown[] = []
  const tally = new ProxyTally((_, refusedBy) => policies.push(refusedBy))
  const error = { code: -32_003, message: 'txwarden blocked this: why', data: { state: 'blocked', ...data } }
  tally.add({ method: request.method, request, ...known, decision: { kind: 'refuse', error } })
  tally.add({ method: request.method, request, validation, decision: { kind: 'forward' } })
  expect(policies).toEqual([policy, undefined])
})

test('shows reason and command as they are, whatever words the reason has', () => {
  const text = fc.string().map((words) => `${words}. txwarden hold approve ${words}`)
  const data = { source: 'txwarden', verdict: null, score: null, category: null, subCategory: null } as const
  const state = fc.constantFrom('blocked', 'held')
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), fc.option(text), state, (reason, next, is) => {
      const lines: TallyLine[] = []
      const error = refusal({ reason, next }, { ...data, svcTxId: null, state: is })
      new ProxyTally((line) => lines.push(line)).add({ method: request.method, decision: { kind: 'refuse', error } })
      expect(lines).toMatchObject([{ reason, next, outcome: is }])
      expect(error.message).toContain(`: ${reason}${next === null ? '' : `. ${next}`}`)
    }),
  )
})

test.each([
  ['rejected', { held: 0, worst: 'BLOCKED' }],
  ['held', { held: 1, worst: undefined }],
  // Nobody sent it again.
  ['approved', { held: 1, worst: undefined }],
  ['expired', { held: 1, worst: undefined }],
  [undefined, { held: 1, worst: undefined }],
])('at the end, a hold that is %s: %j', async (state, expected) => {
  const tally = new ProxyTally()
  const error = { ...held, data: { state: 'held', holdId: 'hold-1' } }
  tally.add({ method: request.method, request, validation, decision: { kind: 'refuse', error } })
  await tally.learnHolds(async (holdId) => (holdId === 'hold-1' ? state : 'rejected'))
  expect({ held: tally.held, worst: tally.worstRefused }).toEqual(expected)
})

test('what waits is bounded', () => {
  const tally = new ProxyTally()
  for (let index = 0; index < 10_050; index += 1) {
    const digest = `0x${String(index).padStart(64, '0')}` as const
    tally.add({
      method: request.method,
      request: { ...request, digest },
      validation,
      decision: { kind: 'refuse', error: held },
    })
  }
  expect(tally.held).toBe(10_000)
})
