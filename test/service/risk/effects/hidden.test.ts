import { describe, expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import { effectRows } from '../../../../src/service/risk/effects/look-up.ts'
import { allow, intel, judged, type Situation, sender, token } from '../situation.ts'
import { enter, traceOf } from '../trace/trace-builder.ts'
import { safe, wrapInMulticall, wrapInSafe } from '../wrapping.ts'
import { encodeCall, partiesOf } from './effect-call.ts'
import { dataOf } from './found.ts'

/** Everything about the transaction is known. */
const known: Situation = {
  to: token,
  hasHistory: true,
  intel: [intel(token, { kind: 'protocol' }), intel(safe, { kind: 'protocol' })],
  entries: [allow(token), allow(safe, 'allow-2')],
}

const coverage = (situation: Situation) => judged({ ...known, ...situation }).coverage
const approveHash = dataOf('approveHash(bytes32 hash)', `0x${'ab'.repeat(32)}`)
const execute = dataOf('execute(uint256 proposal)', 7n)

describe('a call whose content is not in its data', () => {
  const rows = effectRows().flatMap(([, row]) => (row.hides ? [row] : []))

  test.each(rows.map((row) => [row.call, row] as const))('%s is no data, and says what is not read', (_, row) => {
    const own = Object.fromEntries(row.effects.flatMap(partiesOf).map((path) => [path, sender]))
    const { coverage: found, explanation } = judged({ ...known, data: encodeCall(row, own, token) })
    expect(found).toBe('none')
    expect(explanation.missing.map(missingText)).toContain(`Not in the call data: ${row.hides?.content}`)
  })

  test('is no data in a multicall or a Safe, beside calls that are read', () => {
    const vote = dataOf('castVote(uint256 proposal, uint8 support)', 7n, 1)
    expect(coverage({ data: vote })).toBe('full')
    expect(coverage({ data: wrapInMulticall(vote, approveHash) })).toBe('none')
    expect(coverage({ to: safe, data: wrapInSafe(token, 0n, execute) })).toBe('none')
  })

  test('stays no data with a trace', () => {
    const traced = (data: string) => coverage({ data, trace: traceOf(sender, enter(token, { input: data })) })
    expect([traced(execute), traced(approveHash)]).toEqual(['none', 'none'])
  })
})

describe('an account on another kind of chain', () => {
  const send = (receiver: string) =>
    dataOf('sendToken(string chain, string receiver, string symbol, uint256 amount)', 'chain', receiver, 'USDC', 7n)
  const line = 'No data about an account on another kind of chain'

  test('that is paid is no data, also with a trace; an EVM address is judged as one', () => {
    const data = send('cosmos1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9')
    expect(coverage({ data })).toBe('none')
    expect(coverage({ data: wrapInMulticall(data) })).toBe('none')
    expect(coverage({ data, trace: traceOf(sender, enter(token, { input: data })) })).toBe('none')
    expect(judged({ ...known, data }).explanation.missing.map(missingText)).toContain(line)
    expect(judged({ ...known, data: send(sender) }).explanation.missing.map(missingText)).not.toContain(line)
    expect(coverage({ data: send(sender) })).toBe('full')
  })
})
