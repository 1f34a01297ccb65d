import { describe, expect, test } from 'vitest'
import { loweredApprovals, loweredInAll } from '../../../../src/service/chain/simulation/approvals.ts'
import type { AllowanceQuestion, Question } from '../../../../src/service/chain/simulation/questions.ts'
import type { LoweredApproval } from '../../../../src/service/risk/chain/simulation.ts'

const owner = `0x${'a1'.repeat(20)}`
const token = `0x${'b2'.repeat(20)}`
const spender = `0x${'c3'.repeat(20)}`
const stranger = `0x${'d4'.repeat(20)}`
const UNLIMITED = 2n ** 256n - 1n
const hex = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
const word = (...values: readonly (string | bigint)[]) => `0x${values.map(hex).join('')}`

const allowance: AllowanceQuestion = { kind: 'allowance', owner, token, spender }
const permit2: AllowanceQuestion = { kind: 'permit2', owner, token, spender }
const operator: AllowanceQuestion = { kind: 'operator', owner, token, spender, standard: 'erc721' }
const item: AllowanceQuestion = { kind: 'approved', owner, token, id: 7n, spender: `0x${'0'.repeat(40)}` }
const holder: Question = { kind: 'holder', token, id: 7n }
const balance: Question = { kind: 'balance', owner, token }

/** Each question with its answer before and after. */
type Read = readonly [Question, string, string]

function run(...reads: readonly Read[]) {
  const readings = {
    questions: reads.map(([question]) => question),
    before: reads.map(([, before]) => before),
    after: reads.map(([, , after]) => after),
  }
  return loweredApprovals(readings, 1000n)
}

const found = (...reads: readonly Read[]) =>
  Array.from(run(...reads).values(), ({ amount, before, kind }) => [amount, before, kind === 'operator'])

describe('is lower afterwards', () => {
  test.each<[string, readonly Read[], unknown]>([
    ['an unlimited allowance', [[allowance, word(UNLIMITED), word(100n)]], [100n, UNLIMITED, false]],
    ['a limited one', [[allowance, word(1000n), word(100n)]], [100n, 1000n, false]],
    ['one that ends', [[allowance, word(1000n), word(0n)]], [0n, 1000n, false]],
    ['one of Permit2', [[permit2, word(1000n, 2000n), word(100n, 2000n)]], [100n, 1000n, false]],
    ['one of Permit2 by its end', [[permit2, word(1000n, 2000n), word(1000n, 1000n)]], [0n, 1000n, false]],
    ['an operator', [[operator, word(1n), word(0n)]], [undefined, undefined, true]],
    [
      'an item',
      [
        [item, word(spender), word(0n)],
        [holder, word(owner), word(owner)],
      ],
      [undefined, undefined, false],
    ],
    [
      'an allowance in a run that also pays much more of the token',
      [
        [allowance, word(1000n), word(100n)],
        [balance, word(9000n), word(4000n)],
      ],
      [100n, 1000n, false],
    ],
    [
      'an allowance whose token does not move',
      [
        [allowance, word(1000n), word(100n)],
        [balance, word(9000n), word(9000n)],
      ],
      [100n, 1000n, false],
    ],
  ])('%s', (_, reads, expected) => {
    expect(found(...reads)).toEqual([expected])
  })

  test('an item names who could move it', () => {
    const reads = run([item, word(stranger), word(0n)], [holder, word(owner), word(owner)])
    expect([...reads.values()]).toMatchObject([{ spender: stranger, id: 7n, owner }])
  })
})

describe('is not lower', () => {
  test.each<[string, readonly Read[]]>([
    ['a larger allowance', [[allowance, word(100n), word(1000n)]]],
    ['an equal one', [[allowance, word(100n), word(100n)]]],
    ['one that was not read before', [[allowance, '0x', word(100n)]]],
    ['one that was not read afterwards', [[allowance, word(100n), '0x']]],
    ['one that stays unlimited', [[allowance, word(UNLIMITED), word(UNLIMITED - 400n)]]],
    [
      'what is left of one that was used',
      [
        [allowance, word(1000n), word(600n)],
        [balance, word(9000n), word(8600n)],
      ],
    ],
    [
      'one that was used up',
      [
        [allowance, word(1000n), word(0n)],
        [balance, word(9000n), word(8000n)],
      ],
    ],
    [
      'one that was used for shares, rounded',
      [
        [allowance, word(10n ** 18n), word(0n)],
        [balance, word(3n * 10n ** 18n), word(2n * 10n ** 18n + 2n)],
      ],
    ],
    ['one of Permit2 that had ended before', [[permit2, word(1000n, 900n), word(0n, 900n)]]],
    [
      'an item that was transferred',
      [
        [item, word(spender), word(0n)],
        [holder, word(owner), word(stranger)],
      ],
    ],
    [
      'an item that somebody else may move now',
      [
        [item, word(spender), word(stranger)],
        [holder, word(owner), word(owner)],
      ],
    ],
    ['an item whose holder was not read', [[item, word(spender), word(0n)]]],
    ['a balance', [[balance, word(9000n), word(1n)]]],
  ])('%s', (_, reads) => {
    expect(found(...reads)).toEqual([])
  })
})

describe('in several runs', () => {
  const lower = run([allowance, word(UNLIMITED), word(100n)])
  const lowest = run([allowance, word(UNLIMITED), word(0n)])
  const amounts = (all: readonly LoweredApproval[]) => all.map(({ amount }) => amount)

  test('the larger allowance counts', () => {
    expect(amounts(loweredInAll([lower, lowest], []))).toEqual([100n])
    expect(amounts(loweredInAll([lowest, lower], []))).toEqual([100n])
  })

  test('one that is not lower in each of them is none: a contract may end it in simulations only', () => {
    expect(loweredInAll([lower, new Map()], [])).toEqual([])
    expect(loweredInAll([new Map(), lower], [])).toEqual([])
    expect(loweredInAll([lower, lower], [...lower.values()])).toEqual([])
    expect(loweredInAll([], [])).toEqual([])
  })
})
