import { describe, expect, test } from 'vitest'
import { amountOf, keyOf, type Question } from '../../../../src/service/chain/simulation/questions.ts'
import { PERMIT2 } from '../../../../src/service/evm/allowance.ts'
import type { EventApproval } from '../../../../src/service/follower/activity/approvals.ts'
import type { Move } from '../../../../src/service/follower/activity/moves.ts'
import {
  findSpender,
  isBalanceChanged,
  type TransferContext,
  verifyTransfer,
} from '../../../../src/service/follower/activity/verify-transfer.ts'
import { collection, payee, spender, stranger, treasury, unlisted, usdc, word } from './blocks.ts'

/** Whether an event of a token is true, and who was allowed to cause it: an event alone proves nothing. */

type Answers = readonly (readonly [Question, bigint | string])[]

interface Given {
  readonly known?: boolean
  readonly names?: 'imitation' | 'advertisement' | 'own'
  readonly before?: Answers
  readonly after?: Answers
  /** By all events of the block; default: what the move says. */
  readonly claimed?: bigint
}

/** A context in which contracts answer only these questions, at these moments. */
function contextOf(move: Move, { known = false, names, before = [], after = [], claimed }: Given): TransferContext {
  const net = claimed ?? (move.from === treasury ? -move.amount : move.amount)
  const asked = (answers: Answers, question: Question) => {
    const found = answers.find(([each]) => keyOf(each) === keyOf(question))
    return found && `0x${word(found[1])}`
  }
  return {
    account: treasury,
    knowledge: { isKnown: () => known, namesOf: async () => names },
    state: {
      amount: async (question: Question, address: string, moment: 'before' | 'after' | 'latest') =>
        amountOf(question, asked(moment === 'before' ? before : after, question), address),
    },
    claimed: () => net,
  } as unknown as TransferContext
}

const out: Move = { standard: 'erc20', token: unlisted, from: treasury, to: payee, amount: 100n, at: 5 }
const arrival: Move = { ...out, from: payee, to: treasury }
const balance: Question = { kind: 'balance', owner: treasury, token: unlisted }
const item: Move = { ...out, standard: 'erc721', token: collection, id: 7n, amount: 1n }
const items: Move = { ...out, standard: 'erc1155', token: collection, id: 7n, amount: 10n }
const holding = (before: bigint, after: bigint): Given => ({ before: [[balance, before]], after: [[balance, after]] })

describe('the balance shows a transfer', () => {
  test('where it changes by half of what the events say at least: tokens take fees', async () => {
    const measured = (move: Move, before: bigint, after: bigint) =>
      isBalanceChanged(move, contextOf(move, holding(before, after)))
    expect([await measured(out, 100n, 50n), await measured(out, 100n, 51n)]).toEqual([true, false])
    expect([await measured(arrival, 100n, 150n), await measured(arrival, 100n, 149n)]).toEqual([true, false])
    expect([await measured(out, 100n, 200n), await measured(arrival, 200n, 100n)]).toEqual([false, false])
  })

  test('of an item where its holder changes, of items where their number does', async () => {
    const holder: Question = { kind: 'holder', token: collection, id: 7n }
    const held = (before: string, after: string) =>
      isBalanceChanged(item, contextOf(item, { before: [[holder, before]], after: [[holder, after]] }))
    expect([await held(treasury, payee), await held(treasury, treasury), await held(payee, payee)]).toEqual([
      true,
      false,
      false,
    ])
    const counted: Question = { kind: 'items', owner: treasury, token: collection, id: 7n }
    const left = (after: bigint) =>
      isBalanceChanged(items, contextOf(items, { before: [[counted, 10n]], after: [[counted, after]] }))
    expect([await left(5n), await left(6n)]).toEqual([true, false])
  })

  test('or not, where one of the two is not answered, or where as much came as left', async () => {
    const measured = (given: Given) => isBalanceChanged(out, contextOf(out, given))
    expect(await measured({ before: [[balance, 100n]] })).toBeUndefined()
    expect(await measured({ after: [[balance, 100n]] })).toBeUndefined()
    for (const claimed of [0n, 1n]) expect(await measured({ ...holding(100n, 0n), claimed })).toBeUndefined()
    expect(await measured({ ...holding(100n, 99n), claimed: -1n })).toBe(true)
  })
})

describe('a transfer', () => {
  const truth = (move: Move, given: Given) => verifyTransfer(move, contextOf(move, given))

  test('of a known token is true, whatever is answered', async () => {
    expect(await truth(out, { known: true, names: 'imitation' })).toEqual({ holds: true })
  })

  test('of a token with the name of another is not true', async () => {
    const imitation = { holds: false, because: { code: 'imitation' }, isImitation: true }
    expect(await truth(out, { names: 'imitation', ...holding(100n, 0n) })).toEqual(imitation)
  })

  test('of a token that advertises is not true where it arrives; what the account loses may have any name', async () => {
    const given: Given = { names: 'advertisement' }
    expect(await truth(arrival, { ...given, ...holding(0n, 100n) })).toEqual({
      holds: false,
      because: { code: 'advertisement' },
    })
    expect(await truth(out, { ...given, ...holding(100n, 0n) })).toEqual({
      holds: true,
      doubt: { code: 'unlisted-token' },
    })
  })

  test('of any other token is true where the balance shows it', async () => {
    expect(await truth(out, { names: 'own', ...holding(100n, 0n) })).toEqual({
      holds: true,
      doubt: { code: 'unlisted-token' },
    })
    expect(await truth(out, { names: 'own', ...holding(100n, 100n) })).toEqual({
      holds: false,
      because: { code: 'balance-unchanged' },
    })
  })

  test('is true and not verified where a name or a balance is not answered', async () => {
    const unverified = { holds: true, doubt: { code: 'unlisted-token', unverified: true } }
    expect(await truth(out, { names: 'own' })).toEqual(unverified)
    expect(await truth(out, holding(100n, 0n))).toEqual(unverified)
  })
})

describe('the spender of a transfer', () => {
  const approval = (over: Partial<EventApproval> = {}): EventApproval => ({
    kind: 'allowance',
    owner: treasury,
    token: unlisted,
    spender,
    id: undefined,
    amount: 1n,
    at: 4,
    isPaired: false,
    ...over,
  })
  const find = (
    given: { from?: string; to?: string | undefined; approvals?: readonly EventApproval[]; before?: Answers } = {},
    move = out,
  ) => {
    const to = 'to' in given ? given.to : payee
    const search = { from: given.from ?? stranger, to, approvals: given.approvals ?? [] }
    return findSpender(move, search, contextOf(move, { before: given.before ?? [] }))
  }
  const unknown = { isAllowed: undefined, spender: undefined }
  const allowance = (by: string, amount: bigint): [Question, bigint] => [
    { kind: 'allowance', owner: treasury, token: unlisted, spender: by },
    amount,
  ]

  describe('is that of an allowance by an event of the transaction', () => {
    test('before the transfer, or next to it', async () => {
      const shown = { isAllowed: true, spender, kind: 'allowance' }
      expect(await find({ approvals: [approval()] })).toEqual(shown)
      expect(await find({ approvals: [approval({ at: 6, isPaired: true })] })).toEqual(shown)
      for (const at of [5, 6]) expect(await find({ approvals: [approval({ at })] })).toEqual(unknown)
    })

    test('of the same token and owner', async () => {
      for (const over of [{ token: usdc }, { owner: payee }])
        expect(await find({ approvals: [approval(over)] })).toEqual(unknown)
      expect(await find({ approvals: [approval({ token: usdc }), approval({ spender: payee })] })).toMatchObject({
        spender: payee,
      })
    })

    test('of the same item, or of all items as long as it holds', async () => {
      const of = (over: Partial<EventApproval>) => find({ approvals: [approval({ token: collection, ...over })] }, item)
      expect(await of({ kind: 'item', id: 7n })).toEqual({ isAllowed: true, spender, kind: 'item' })
      expect(await of({ kind: 'item', id: 8n })).toEqual(unknown)
      expect(await of({ kind: 'operator' })).toEqual({ isAllowed: true, spender, kind: 'operator' })
      expect(await of({ kind: 'operator', amount: 0n })).toEqual(unknown)
    })

    test('within Permit2, or to Permit2, which moves what its caller may take', async () => {
      expect(await find({ approvals: [approval({ kind: 'permit2' })] })).toEqual({
        isAllowed: true,
        spender,
        kind: 'permit2',
        isPermit2: true,
      })
      const toPermit2 = { approvals: [approval({ spender: PERMIT2 })] }
      const through = (by: string) => ({ isAllowed: true, spender: by, isPermit2: true })
      expect(await find({ ...toPermit2, to: payee })).toEqual(through(payee))
      for (const to of [undefined, PERMIT2]) expect(await find({ ...toPermit2, to })).toEqual(through(stranger))
    })
  })

  describe('is who was allowed to move it before the block', () => {
    test('the called contract before the sender', async () => {
      expect(await find({ before: [allowance(stranger, 1n)] })).toEqual({ isAllowed: true, spender: stranger })
      expect(await find({ before: [allowance(stranger, 1n), allowance(payee, 1n)] })).toEqual({
        isAllowed: true,
        spender: payee,
      })
      expect(await find({ to: undefined, before: [allowance(stranger, 1n)] })).toMatchObject({ spender: stranger })
    })

    test('Permit2 for its caller, if it is a token', async () => {
      expect(await find({ before: [allowance(PERMIT2, 1n)] })).toEqual({
        isAllowed: true,
        spender: payee,
        isPermit2: true,
      })
      const operator = (by: string): Question => ({
        kind: 'operator',
        owner: treasury,
        token: collection,
        spender: by,
        standard: 'erc721',
      })
      expect(await find({ before: [[operator(PERMIT2), 1n]] }, item)).toEqual(unknown)
      expect(await find({ before: [[operator(payee), 1n]] }, item)).toEqual({ isAllowed: true, spender: payee })
    })

    test('of an item, who may move that one; of items, an operator only', async () => {
      const approved: Question = { kind: 'approved', owner: treasury, token: collection, id: 7n, spender: payee }
      expect(await find({ before: [[approved, payee]] }, item)).toEqual({ isAllowed: true, spender: payee })
      expect(await find({ before: [[approved, payee]] }, items)).toEqual(unknown)
    })

    test('or no one: the token was called directly, and says so', async () => {
      const direct = { to: unlisted }
      expect(await find({ ...direct, before: [allowance(stranger, 0n)] })).toEqual({
        isAllowed: false,
        spender: undefined,
      })
      expect(await find({ ...direct, before: [allowance(stranger, 1n)] })).toEqual({
        isAllowed: true,
        spender: stranger,
      })
      // Permit2 calls the token itself.
      expect(await find({ ...direct, before: [allowance(stranger, 0n), allowance(PERMIT2, 1n)] })).toMatchObject({
        isAllowed: false,
      })
      expect(await find(direct)).toEqual(unknown)
      const all = [payee, stranger, PERMIT2].map((each) => allowance(each, 0n))
      expect(await find({ before: all })).toEqual(unknown)
    })
  })
})
