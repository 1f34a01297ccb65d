import { describe, expect, test } from 'vitest'
import { addressesOf, analyze } from '../../../../src/service/risk/analyze.ts'
import { callData } from '../call-data.ts'
import { block, intel, judged, other, sender, stranger, token, transaction } from '../situation.ts'
import { enter, pays, traceOf } from './trace-builder.ts'

const pool = '0xb001c2d3e4f5061728394a5b6c7d8e9fa0b1c2d3'

describe('subjects of a trace', () => {
  const data = callData.transfer(other, 1n)
  const trace = traceOf(
    sender,
    enter(
      token,
      {},
      enter(other, { type: 'DELEGATECALL' }, enter(pool)),
      pays(token, other, stranger, 5n),
      enter(pool),
    ),
  )

  test('come after those of the transaction, once each, in call order', () => {
    const analysis = analyze(transaction({ data }))
    const traced = analyze(transaction({ data }), trace)
    expect(traced.subjects).toEqual([
      ...analysis.subjects,
      { address: pool, role: 'called', internal: true },
      { address: stranger, role: 'called', internal: true },
    ])
    expect(addressesOf(traced)).toEqual([sender, token, other, pool, stranger])
  })

  test('are absent without a trace', () => {
    expect(analyze(transaction({ data })).subjects.map(({ role }) => role)).not.toContain('called')
  })

  test('are checked: a listed or blocked address inside the trace is found', () => {
    const verdict = (known: object) => {
      const { combinedScore, internalAddresses } = judged({ to: token, data: '0xdeadbeef', trace, ...known })
      return [combinedScore, internalAddresses.find(({ address }) => address === pool)?.maxScore]
    }
    expect(verdict({ intel: [intel(pool)] })).toEqual([90, 90])
    expect(verdict({ entries: [block(pool)] })).toEqual([100, 100])
    expect(verdict({})).toEqual([0, 0])
  })
})
