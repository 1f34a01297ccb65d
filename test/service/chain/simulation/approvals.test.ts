import { describe, expect, test } from 'vitest'
import {
  allApprovals,
  approvalOf,
  type SpenderQuestion,
  standingApprovals,
} from '../../../../src/service/chain/simulation/approvals.ts'
import type { AllowanceQuestion, Question } from '../../../../src/service/chain/simulation/questions.ts'
import { approved, moved, operated } from '../../risk/trace/trace-builder.ts'

const owner = `0x${'a1'.repeat(20)}`
const token = `0x${'b2'.repeat(20)}`
const spender = `0x${'c3'.repeat(20)}`
const word = (value: string | bigint) =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`

const allowance: SpenderQuestion = { kind: 'allowance', owner, token, spender }
const operator: SpenderQuestion = { kind: 'operator', owner, token, spender, standard: 'erc721' }
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
    expect(
      spendersAfter(
        questions.map(() => '0x'),
        [],
      ),
    ).toEqual([])
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

test('an allowance that was read, and stays as large as it was, is no new one by its event', () => {
  const readings = { questions: [allowance], before: [word(2n ** 255n)], after: [word(2n ** 255n)] }
  const logs = [approved(token, owner, spender, 5n)]
  const all = standingApprovals({ readings, timestamp: 1n, taken: new Map(), logs, owners: [owner] })
  expect([...all.values()]).toEqual([])
})

test('an approval says what its spender took of it, if anything', () => {
  const takesOf = (amounts: readonly bigint[]) => {
    const readings = { questions: [holder, allowance], before: ['0x', word(0n)], after: ['0x', word(5n)] }
    const taken = new Map([[{ spender, takes: [], questions: [1] }, amounts]])
    const all = standingApprovals({ readings, timestamp: 1n, taken, logs: [], owners: [owner] })
    return Array.from(all.values(), ({ takes }) => takes)
  }
  expect([takesOf([3n]), takesOf([0n]), takesOf([])]).toEqual([[3n], [undefined], [undefined]])
})

describe('an event', () => {
  const other = `0x${'d4'.repeat(20)}`
  const rightsBy = (logs: Parameters<typeof standingApprovals>[0]['logs']) => {
    const readings = { questions: [], before: [], after: [] }
    const all = standingApprovals({ readings, timestamp: 1n, taken: new Map(), logs, owners: [owner] })
    return Array.from(all.values(), ({ kind, amount }) => [kind, amount])
  }

  test('gives an amount of a token, and a right to items without one', () => {
    const logs = [approved(token, owner, spender, 5n), operated(token, owner, spender, true)]
    const readings = { questions: [], before: [], after: [] }
    const all = standingApprovals({ readings, timestamp: 1n, taken: new Map(), logs, owners: [owner] })
    expect([...all.values()]).toMatchObject([
      { kind: 'allowance', standard: 'erc20', amount: 5n },
      { kind: 'operator', standard: 'erc721', amount: undefined },
    ])
  })

  test('of another owner gives no right', () => {
    expect(rightsBy([approved(token, other, spender, 5n)])).toEqual([])
  })

  test('that ends a right is the last word about it', () => {
    const [given, ended] = [approved(token, owner, spender, 5n), approved(token, owner, spender, 0n)]
    expect([rightsBy([given, ended]), rightsBy([ended, given])]).toEqual([[], [['allowance', 5n]]])
    const operators = [operated(token, owner, spender, true), operated(token, owner, spender, false)]
    expect(rightsBy(operators)).toEqual([])
  })

  test('beside a transfer out of the owner says what is left of a right, which is not a new one', () => {
    expect(rightsBy([moved(token, owner, other, 3n), approved(token, owner, spender, 5n)])).toEqual([])
    expect(rightsBy([moved(token, other, owner, 3n), approved(token, owner, spender, 5n)])).toEqual([['allowance', 5n]])
  })
})

describe('an approved item', () => {
  const spendersWith = (questions: readonly Question[], before: readonly string[], after: readonly string[]) => {
    const readings = { questions, before, after }
    const all = standingApprovals({ readings, timestamp: 1n, taken: new Map(), logs: [], owners: [owner] })
    return Array.from(all.values(), (approval) => approval.spender)
  }

  test('that was approved to the same spender before is no new approval', () => {
    expect(spendersWith([item, holder], [word(spender), word(owner)], [word(spender), word(owner)])).toEqual([])
  })

  test('whose spender is not answered afterwards, or is no address, is one by its event only', () => {
    const before = [word(0n), word(owner)]
    expect(spendersWith([item, holder], before, ['0x', word(owner)])).toEqual([])
    const readings = { questions: [item, holder], before, after: [word(2n ** 255n), word(owner)] }
    const logs = [approved(token, owner, spender, 7n, true)]
    const all = standingApprovals({ readings, timestamp: 1n, taken: new Map(), logs, owners: [owner] })
    expect([...all.values()]).toMatchObject([{ kind: 'item', spender }])
  })

  test('has the holder of that item of that contract, wherever its question is', () => {
    const others: Question[] = [
      { kind: 'holder', token, id: 8n },
      { kind: 'holder', token: `0x${'d4'.repeat(20)}`, id: 7n },
    ]
    const [theirs, ours] = [word(spender), word(owner)]
    const none = [word(0n), '0x', '0x', '0x']
    expect(spendersWith([item, ...others, holder], none, [word(spender), theirs, theirs, ours])).toEqual([spender])
    expect(spendersWith([item, ...others, holder], none, [word(spender), ours, ours, theirs])).toEqual([])
    expect(spendersWith([holder, item], ['0x', word(0n)], [theirs, word(spender)])).toEqual([])
  })
})

describe('the approvals of several runs', () => {
  const run = (amount: bigint | undefined, takes: bigint | undefined) =>
    new Map([['key', { ...approvalOf(allowance, 0n), amount, takes }]])
  const together = (...runs: readonly ReturnType<typeof run>[]) =>
    allApprovals(runs).map(({ amount, takes }) => [amount, takes])

  test('have the largest amount of each, and the most that was taken in any of them', () => {
    expect(together(run(5n, 1n), run(9n, undefined), run(7n, 3n))).toEqual([[9n, 3n]])
    expect(together(run(9n, 3n), run(5n, 1n))).toEqual([[9n, 3n]])
    expect(together(run(5n, 1n), run(5n, undefined))).toEqual([[5n, 1n]])
    expect(together(run(5n, undefined), run(5n, 2n))).toEqual([[5n, 2n]])
    expect(together(run(5n, undefined), run(5n, undefined))).toEqual([[5n, undefined]])
  })

  test('of a right without an amount are that of the first run', () => {
    const operators = [operator, { ...operator, standard: 'erc1155' as const }].map(
      (each) => new Map([['key', approvalOf(each, 1n)]]),
    )
    expect(allApprovals(operators)).toMatchObject([{ standard: 'erc721', amount: undefined }])
  })

  test('are all of them, one of each', () => {
    expect(allApprovals([run(5n, 1n), new Map([['another', approvalOf(allowance, 3n)]])])).toHaveLength(2)
    expect(allApprovals([])).toEqual([])
  })
})
