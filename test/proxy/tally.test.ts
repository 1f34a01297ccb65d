import { expect, test } from 'vitest'
import type { Asked } from '../../src/proxy/asked/asked.ts'
import type { Judgement, PartVerdict } from '../../src/proxy/judge.ts'
import { Tally, type TallyLine } from '../../src/proxy/tally.ts'

const result: PartVerdict['result'] = { valid: false, combinedScore: 100 }
const worst: PartVerdict = { verdict: 'BLOCKED', result, svcTxId: null, explain: null }
const judgement: Judgement = { kind: 'judged', parts: [worst], worst }
const request = { from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, chainId: '1' }
const asked: Asked = {
  method: 'eth_sendTransaction',
  parts: [{ kind: 'transaction', transaction: request, isCancel: false }],
  digest: `0x${'ab'.repeat(32)}`,
  senders: [request.from],
}
const held = { code: -32_003, message: 'txwarden holds this until it is approved: why', data: { state: 'held' } }

test.each([false, true])('what is forwarded in spite of its verdict was approved, or observed: %s', (observe) => {
  const lines: TallyLine[] = []
  const tally = new Tally((line) => lines.push(line))
  tally.add({ method: asked.method, asked, judgement, decision: { kind: 'refuse', error: held } })
  expect(tally.held).toBe(1)
  tally.add({
    method: asked.method,
    asked,
    judgement,
    decision: { kind: 'forward' },
    ...(observe && { observed: held }),
  })
  expect(lines.map(({ outcome, isObserved }) => [outcome, isObserved])).toEqual([
    ['held', false],
    ['forwarded', observe],
  ])
  expect({ held: tally.held, worst: tally.worstRefused }).toEqual({ held: 0, worst: undefined })
})
