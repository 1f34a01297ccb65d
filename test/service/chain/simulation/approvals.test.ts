import { expect, test } from 'vitest'
import { standingApprovals } from '../../../../src/service/chain/simulation/approvals.ts'
import type { AllowanceQuestion, Question } from '../../../../src/service/chain/simulation/questions.ts'
import { approved, operated } from '../../risk/trace/trace-builder.ts'

const owner = `0x${'a1'.repeat(20)}`
const token = `0x${'b2'.repeat(20)}`
const spender = `0x${'c3'.repeat(20)}`
const word = (value: string | bigint) =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`

const allowance: AllowanceQuestion = { kind: 'allowance', owner, token, spender }
const operator: AllowanceQuestion = { kind: 'operator', owner, token, spender, standard: 'erc721' }
const item: AllowanceQuestion = { kind: 'approved', owner, token, id: 7n, spender }
const holder: Question = { kind: 'holder', token, id: 7n }

const cases = [
  ['an allowance', [allowance], approved(token, owner, spender, 5n), [word(5n)], [word(0n)]],
  ['an operator', [operator], operated(token, owner, spender, true), [word(1n)], [word(0n)]],
  [
    'an item',
    [item, holder],
    approved(token, owner, spender, 7n, true),
    [word(spender), word(owner)],
    [word(0n), word(owner)],
  ],
] as const

/** Reads stop when contracts have burnt the gas of a call: the answers that follow are missing. */
test.each(cases)(
  '%s that was not read counts by its event; one that was read, by the answer',
  (_, questions, log, after, none) => {
    const spendersAfter = (answers: readonly string[], logs = [log]) => {
      const readings = { questions, before: questions.map(() => '0x'), after: answers }
      const all = standingApprovals({ readings, timestamp: 1n, taken: new Map(), logs, owners: [owner] })
      return Array.from(all.values(), (approval) => approval.spender)
    }
    expect(spendersAfter(questions.map(() => '0x'))).toEqual([spender])
    expect(spendersAfter(after, [])).toEqual([spender])
    expect(spendersAfter(after)).toEqual([spender])
    expect(spendersAfter(none)).toEqual([])
  },
)

test('an approved item whose holder was not read is not taken for that of another holder', () => {
  const readings = { questions: [item, holder], before: [word(0n), word(owner)], after: [word(spender), '0x'] }
  const all = standingApprovals({ readings, timestamp: 1n, taken: new Map(), logs: [], owners: [owner] })
  expect([...all.values()]).toMatchObject([{ spender, id: 7n }])
})

test('an approved item that another holds afterwards is no approval of the owner', () => {
  const readings = { questions: [item, holder], before: [word(0n), word(owner)], after: [word(spender), word(spender)] }
  const all = standingApprovals({ readings, timestamp: 1n, taken: new Map(), logs: [], owners: [owner] })
  expect([...all.values()]).toEqual([])
})
