import { describe, expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import type { Question } from '../../../../src/service/chain/simulation/questions.ts'
import type { Measured, NotMeasured } from '../../../../src/service/chain/simulation/result.ts'
import type { SafeExecution } from '../../../../src/service/chain/simulation/simulated.ts'
import { type SummaryInput, summarize } from '../../../../src/service/chain/simulation/summarize.ts'
import type { Log } from '../../../../src/service/evm/logs.ts'
import { topicOf } from '../../../../src/service/evm/words.ts'
import type { CallFrame, Trace } from '../../../../src/service/risk/trace/trace.ts'
import { accountsFrom } from '../../../support/chain/simulate-on.ts'
import { approved, enter, moved, traceOf } from '../../risk/trace/trace-builder.ts'

/** What several runs of one transaction come to, and what is said to be missing. */

const [alice, bob, token, other] = ['a1', 'b0', '70', '7e'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
  string,
]
/** Logs payments of native currency in eth_simulateV1. */
const EMITTER = `0x${'e'.repeat(40)}`
const GWEI = 10n ** 9n
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

const native: Question = { kind: 'native', owner: alice }
const balance: Question = { kind: 'balance', owner: alice, token }

type Change = readonly [Question, before: bigint | '0x', after: bigint | '0x']
const answer = (value: bigint | '0x') => (value === '0x' ? value : word(value))

/** A run that succeeded. All runs of a test answer the same questions. */
function ran(changes: readonly Change[], over: Partial<Measured> = {}): Measured {
  return {
    succeeded: true,
    reason: undefined,
    logs: [],
    fee: 0n,
    timestamp: 1000n,
    taken: new Map(),
    before: changes.map(([, before]) => answer(before)),
    after: changes.map(([, , after]) => answer(after)),
    ...over,
  }
}

const failed = (reason?: string): Measured => ({ ...ran([]), succeeded: false, reason })
const notMeasured = (failure: string): NotMeasured => ({ failure })

function inputOf(over: Partial<SummaryInput> = {}, questions: readonly Question[] = [balance]): SummaryInput {
  const call = { actor: alice, caller: alice, to: bob, value: 100n, operation: 'call', data: '0x' } as const
  return {
    subject: { simulated: 'transaction', calls: [call], owners: [alice], delegations: new Map() },
    run: { status: 'ok', reason: undefined, trace: undefined, logs: [], gasUsed: undefined },
    isFunded: false,
    trace: undefined,
    accounts: accountsFrom([{ address: alice, kind: 'eoa', balance: 10n ** 18n }]),
    head: {
      number: 1n,
      hash: '',
      parentHash: '',
      timestamp: 0,
      feeRecipient: bob,
      gasLimit: 30_000_000n,
      baseFee: 10n * GWEI,
    },
    environment: { blockOverrides: {}, gasPrice: 20n * GWEI, gas: 1_000_000n },
    questions,
    left: 0,
    unnamed: [],
    method: 'simulate',
    nextBlock: undefined,
    nodeDefault: undefined,
    walletGas: undefined,
    ...over,
  }
}

function shown(over: Partial<SummaryInput>, questions?: readonly Question[]) {
  const { simulation, missing } = summarize(inputOf(over, questions))
  return {
    ...simulation,
    changes: simulation.changes.map(({ token, amount }) => [token, amount]),
    claims: simulation.claims.map(({ token, amount }) => [token, amount]),
    differences: simulation.differences.map(({ token, plain, realistic }) => [token, plain, realistic]),
    missing: missing.map(missingText),
  }
}

const lost = (amount: bigint): Change => [balance, 1000n, 1000n - amount]
const leaves = (amount: bigint, of = token): Log => moved(of, alice, bob, amount)
const tracing = (trace: Trace, logs: readonly Log[] = []): Partial<SummaryInput> => ({
  trace,
  run: { status: 'ok', reason: undefined, trace, logs, gasUsed: undefined },
})
/** A call of bob by alice, with events. */
const traceWith = (logs: readonly Log[], over: Partial<CallFrame> = {}): Trace => {
  const trace = traceOf(alice, enter(bob, { logs }))
  return { ...trace, root: { ...trace.root, ...over } }
}

describe('the runs of a transaction', () => {
  test('are compared with the realistic one: more with the gas of a wallet is a difference from that', () => {
    const runs = { nodeDefault: ran([lost(10n)]), nextBlock: ran([lost(10n)]), walletGas: ran([lost(50n)]) }
    expect(shown(runs)).toMatchObject({ changes: [[token, -50n]], differences: [[token, -10n, -50n]] })
  })

  test('with the gas of a wallet are compared with that of the node where there is no realistic one', () => {
    const runs = { nodeDefault: ran([lost(10n)]), nextBlock: notMeasured('x'), walletGas: ran([lost(50n)]) }
    expect(shown(runs)).toMatchObject({ changes: [[token, -50n]], differences: [[token, -10n, -50n]] })
    expect(shown({ nextBlock: ran([lost(10n)]) })).toMatchObject({ changes: [[token, -10n]], differences: [] })
  })

  test('that differ twice about one asset are one difference: that of the environment of the block', () => {
    const runs = { nodeDefault: ran([lost(10n)]), nextBlock: ran([lost(50n)]), walletGas: ran([lost(90n)]) }
    expect(shown(runs).differences).toEqual([[token, -10n, -50n]])
  })

  test('that fail count as no change where one succeeds', () => {
    const runs = { nodeDefault: failed('no'), nextBlock: ran([lost(10n)]) }
    expect(shown(runs)).toMatchObject({ status: 'ok', changes: [[token, -10n]], differences: [[token, 0n, -10n]] })
  })

  test('that all fail are a revert, with the reason of the realistic one', () => {
    const runs = { nodeDefault: failed('by the node'), nextBlock: failed('by the next block') }
    expect(shown(runs)).toMatchObject({
      status: 'reverted',
      reason: 'by the next block',
      isMeasured: true,
      changes: [],
    })
  })

  test('show an allowance that one of them gives, the largest, and none as lowered that one raises', () => {
    const allowance: Question = { kind: 'allowance', owner: alice, token, spender: bob }
    const { approvals, lowered } = shown(
      { nextBlock: ran([[allowance, 5n, 1n]]), nodeDefault: ran([[allowance, 5n, 9n]]) },
      [allowance],
    )
    expect([approvals.map(({ amount }) => amount), lowered]).toEqual([[9n], []])
    const both = { nextBlock: ran([[allowance, 5n, 1n]]), nodeDefault: ran([[allowance, 5n, 2n]]) }
    expect(shown(both, [allowance]).lowered).toMatchObject([{ amount: 2n, before: 5n }])
  })
})

test('a change of control counts once, whichever run shows it', () => {
  const taken = {
    address: other,
    topics: [topicOf('OwnershipTransferred(address,address)'), word(1n), word(2n)],
    data: '0x',
  }
  const offered = { ...taken, topics: [topicOf('OwnershipTransferStarted(address,address)'), ...taken.topics.slice(1)] }
  const runs = { nextBlock: ran([], { logs: [taken] }), nodeDefault: ran([], { logs: [taken, offered] }) }
  const changes = (over: Partial<SummaryInput>) =>
    shown(over, []).control.map(({ contract, change }) => [contract, change])
  expect(changes({ ...runs, trace: traceWith([taken]) })).toEqual([
    [other, 'owner'],
    [other, 'owner-offered'],
  ])
  expect(changes({ nextBlock: ran([]), ...tracing(traceWith([taken]), [taken]) })).toEqual([[other, 'owner']])
})

describe('the gas of a wallet', () => {
  const nextBlock = ran([lost(10n)])
  const line = 'Not simulated with the gas of a wallet'

  test('that is not enough says nothing about the changes', () => {
    for (const walletGas of [failed('out of gas'), notMeasured('out of gas')])
      expect(shown({ nextBlock, walletGas })).toMatchObject({
        changes: [[token, -10n]],
        differences: [],
        missing: [`${line}: out of gas`],
      })
    const { missing } = summarize(inputOf({ nextBlock, walletGas: failed() }))
    expect(missing.map(missingText)).toEqual([line])
    expect(missing).toStrictEqual([{ code: 'frugal-run-failed' }])
  })

  test('is not missed where the realistic run fails as well, or where nothing was tried', () => {
    expect(shown({ nextBlock: failed('no'), nodeDefault: nextBlock, walletGas: failed('no') }).missing).toEqual([])
    expect(shown({ nextBlock }).missing).toEqual([])
  })

  test('alone is a measurement', () => {
    const runs = { nextBlock: notMeasured('a'), nodeDefault: notMeasured('b'), walletGas: ran([lost(10n)]) }
    expect(shown(runs)).toMatchObject({ changes: [[token, -10n]], isMeasured: true })
  })
})

describe('what is missing', () => {
  const nextBlock = ran([lost(10n)])

  test('is nothing where all was read', () => {
    expect(shown({ nextBlock, nodeDefault: nextBlock, walletGas: nextBlock }).missing).toEqual([])
  })

  test.each<[string, Partial<SummaryInput>]>([
    ['Not simulated in a realistic block: x', { nextBlock: notMeasured('x'), nodeDefault: nextBlock }],
    ['Not simulated in the block of the node: x', { nodeDefault: notMeasured('x') }],
    [
      'Signatures were not checked: the call inside was simulated',
      { subject: { ...inputOf().subject, simulated: 'inner call' } },
    ],
    [
      'Signatures were not checked: the Safe executed without them',
      { subject: { ...inputOf().subject, simulated: 'inner call', execution: {} as SafeExecution } },
    ],
    ['The guard of the Safe refuses the transaction, which was simulated without it', { refusal: '' }],
    ['The guard of the Safe refuses the transaction, which was simulated without it: x', { refusal: 'x' }],
    ['3 balances and allowances were not read (limit 64)', { left: 3 }],
    ['Items of a, b, c and 1 more were not measured: nothing names them (ERC-1155)', { unnamed: ['a', 'b', 'c', 'd'] }],
    ['Events and inner calls were not seen: only what the call data names was measured', { method: 'probe' }],
  ])('%s', (line, over) => {
    expect(shown({ nextBlock, ...over }).missing).toEqual([line])
  })

  test('is the trace where the first run was not made, unless the caller gave one', () => {
    const run = { failure: 'no such method' }
    expect(shown({ nextBlock, run }).missing).toEqual([expect.stringContaining('no such method')])
    expect(shown({ nextBlock: ran([]), run, trace: traceWith([]) }, []).missing).toEqual([])
  })

  test('is said of a run with more native currency where it shows calls or events', () => {
    const line = 'Calls and events are those of a run with more native currency than the account has'
    const seen = [tracing(traceWith([])), { run: { ...inputOf().run, logs: [leaves(1n)] } as SummaryInput['run'] }]
    for (const over of seen) {
      expect(shown({ nextBlock, ...over, isFunded: true }).missing).toEqual([line])
      expect(shown({ nextBlock, ...over }).missing).toEqual([])
    }
    expect(shown({ nextBlock, isFunded: true }).missing).toEqual([])
    expect(shown({ nextBlock, isFunded: true, run: { failure: 'x' }, trace: traceWith([]) }).missing).toEqual([])
  })
})

describe('what the sender needs', () => {
  const value = 'The balance of the sender does not cover the value'
  const fee = `${value} and the fee`
  /** The run paid 40 gwei at 20 gwei for a unit of gas; a base fee of 10 gwei makes half of it. */
  const missingWith = (held: bigint | undefined, over: Partial<SummaryInput> = {}) =>
    shown({
      nextBlock: ran([lost(10n)], { fee: 40n * GWEI }),
      nodeDefault: ran([lost(10n)], { fee: 2n * GWEI }),
      accounts: held === undefined ? new Map() : accountsFrom([{ address: alice, kind: 'eoa', balance: held }]),
      ...over,
    }).missing

  test('is the value, and the fee at the base fee of the head', () => {
    expect(missingWith(99n)).toEqual([value])
    expect(missingWith(100n)).toEqual([fee])
    expect(missingWith(100n + 20n * GWEI - 1n)).toEqual([fee])
    expect(missingWith(100n + 20n * GWEI)).toEqual([])
  })

  test('is the value alone where the head has no base fee', () => {
    const head = { ...inputOf().head, baseFee: undefined }
    expect([missingWith(100n, { head }), missingWith(99n, { head })]).toEqual([[], [value]])
  })

  test('is not known where its balance is not', () => {
    expect(missingWith(undefined)).toEqual([])
  })

  test('is no fee for an account that others act for', () => {
    const subject = { ...inputOf().subject, simulated: 'inner call' } as const
    const unsigned = 'Signatures were not checked: the call inside was simulated'
    expect(missingWith(100n, { subject })).toEqual([unsigned])
    expect(missingWith(99n, { subject })).toEqual([unsigned, 'The balance of the account does not cover the value'])
  })
})

describe('an event', () => {
  test('of a token that is measured is a claim, and no change', () => {
    expect(shown({ nextBlock: ran([lost(10n)], { logs: [leaves(90n)] }) })).toMatchObject({
      changes: [[token, -10n]],
      claims: [[token, -90n]],
      missing: [],
    })
  })

  test('of a token that is not read is a change where something leaves, and named', () => {
    const unread = `The balances of ${other} could not be read before and after`
    const run = (log: Log) => shown({ nextBlock: ran([lost(10n)], { logs: [log] }) })
    expect(run(leaves(5n, other))).toMatchObject({
      changes: [
        [token, -10n],
        [other, -5n],
      ],
      claims: [],
      missing: [unread],
    })
    // Native currency is no token that could not be read.
    expect(run(moved(EMITTER, alice, bob, 5n)).missing).toEqual([])
    // What comes by an event alone is no gain.
    expect(run(moved(other, bob, alice, 5n))).toMatchObject({ changes: [[token, -10n]], claims: [], missing: [unread] })
  })

  test('of three tokens that are not read names all, of more the first ones', () => {
    const tokens = Array.from({ length: 5 }, (_, index) => `0x${`8${index}`.repeat(20)}`)
    const unread = (count: number) =>
      summarize(
        inputOf({ nextBlock: ran([lost(0n)], { logs: tokens.slice(0, count).map((each) => leaves(1n, each)) }) }),
      ).missing
    expect(unread(3)).toEqual([{ code: 'balances-unread', tokens: tokens.slice(0, 3), more: 0 }])
    expect(unread(5)).toEqual([{ code: 'balances-unread', tokens: tokens.slice(0, 3), more: 2 }])
  })

  test('of a token that answers before or after only cannot be refuted, and is no claim', () => {
    const claimsWith = (before: bigint | '0x', after: bigint | '0x') =>
      shown({ nextBlock: ran([[balance, before, after]], { logs: [leaves(5n)] }) }).claims
    expect([claimsWith(9n, '0x'), claimsWith('0x', 9n)]).toEqual([[], []])
    // The allowance of a token says nothing of its balance.
    const allowance: Question = { kind: 'allowance', owner: alice, token, spender: bob }
    const nextBlock = ran([[allowance, 9n, 4n]], { logs: [leaves(5n)] })
    expect(shown({ nextBlock }, [allowance]).claims).toEqual([])
    // A contract that never answers has no balances.
    expect([claimsWith('0x', '0x'), claimsWith(9n, 9n)]).toEqual([[[token, -5n]], [[token, -5n]]])
  })

  test('about an item is a claim where its holder, or the number of its kind, is read', () => {
    const item: Log = { ...leaves(7n), topics: [...leaves(7n).topics, word(7n)], data: '0x' }
    const held = (id: bigint): Question => ({ kind: 'holder', token, id })
    const claimsOf = (question: Question) =>
      shown({ nextBlock: ran([[question, BigInt(alice), BigInt(bob)]], { logs: [item] }) }, [question]).claims
    expect(claimsOf(held(7n))).toEqual([[token, -1n]])
    expect(claimsOf(held(8n))).toEqual([])
    expect(claimsOf(native)).toEqual([])
    const single: Log = {
      address: token,
      data: `${word(7n)}${word(2n).slice(2)}`,
      topics: [
        '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
        word(1n),
        word(BigInt(alice)),
        word(BigInt(bob)),
      ],
    }
    const items: Question = { kind: 'items', owner: alice, token, id: 7n }
    const counted = (question: Question) =>
      shown({ nextBlock: ran([[question, 9n, 7n]], { logs: [single] }) }, [question]).claims
    expect(counted(items)).toEqual([[token, -2n]])
    expect(counted({ ...items, id: 8n })).toEqual([])
  })

  test('gives a name away where the registry names another holder after it', () => {
    const name: Question = { kind: 'holder', token, id: 7n, isName: true }
    const claimsWith = (before: bigint | '0x', after: bigint | '0x', question: Question = name) =>
      shown({ nextBlock: ran([[question, before, after]]) }, [question]).claims
    const [mine, theirs] = [BigInt(alice), BigInt(bob)]
    expect(claimsWith(mine, theirs)).toEqual([[token, -1n]])
    expect(claimsWith(theirs, mine)).toEqual([[token, 1n]])
    for (const [before, after] of [
      [mine, mine],
      ['0x', theirs],
      ['0x', mine],
      [mine, '0x'],
    ] as const)
      expect(claimsWith(before, after)).toEqual([])
    expect(claimsWith(mine, theirs, { kind: 'holder', token, id: 7n })).toEqual([])
    const owned: Question = { kind: 'balance', owner: alice, token }
    expect(claimsWith(mine, theirs, owned)).toEqual([])
  })

  test('of a run that shows none is that of the trace, and without a trace that of the first run', () => {
    const nextBlock = ran([lost(10n)], { logs: undefined })
    expect(shown({ nextBlock, trace: traceWith([leaves(7n)]) }).claims).toEqual([[token, -7n]])
    const run = { ...inputOf().run, logs: [leaves(6n)] } as SummaryInput['run']
    expect(shown({ nextBlock, run }).claims).toEqual([[token, -6n]])
    expect(shown({ nextBlock, run: { failure: 'x' }, trace: traceWith([]) }).claims).toEqual([])
    expect(shown({ nextBlock, run: { failure: 'x' } }).claims).toEqual([])
  })

  test('of an approval counts where its allowance is not read, of the run or else of the trace', () => {
    const approval = approved(token, alice, bob, 5n)
    const amounts = (over: Partial<SummaryInput>) => shown(over).approvals.map(({ amount }) => amount)
    expect(amounts({ nextBlock: ran([lost(0n)], { logs: [approval] }) })).toEqual([5n])
    const nextBlock = ran([lost(0n)], { logs: undefined })
    expect(amounts({ nextBlock, trace: traceWith([approval]) })).toEqual([5n])
    expect(amounts({ nextBlock: ran([lost(0n)]), trace: traceWith([approval]) })).toEqual([])
    expect(amounts({ nextBlock })).toEqual([])
  })
})

describe('the fee of a chain', () => {
  const pays = (amount: bigint): Log => moved(EMITTER, alice, bob, amount)
  /** Balances fall by an amount, of which the run explains 50 as its fee. */
  const changeWith = (fell: bigint, logs: readonly Log[] | undefined, fee = 50n) =>
    shown({ nextBlock: ran([[native, 1000n, 1000n - fell]], { logs, fee }) }, [native]).changes

  test('that is more than that of the gas is no change: the transfers show what moved', () => {
    expect(changeWith(190n, [pays(100n)])).toEqual([['native', -100n]])
    expect(changeWith(199n, [pays(100n)])).toEqual([['native', -100n]])
    expect(changeWith(60n, [])).toEqual([])
  })

  test('explains no more than once that of the gas', () => {
    expect(changeWith(200n, [pays(100n)])).toEqual([['native', -150n]])
    expect(changeWith(100n, [])).toEqual([['native', -50n]])
  })

  test('that is less leaves the change as it is measured', () => {
    expect(changeWith(140n, [pays(100n)])).toEqual([['native', -90n]])
    expect(changeWith(150n, [pays(100n)])).toEqual([['native', -100n]])
  })

  test('is not looked for where the run has none, or shows no transfers', () => {
    expect(changeWith(110n, [pays(100n)], 0n)).toEqual([['native', -110n]])
    expect(changeWith(190n, undefined)).toEqual([['native', -140n]])
    expect(changeWith(60n, undefined)).toEqual([['native', -10n]])
    expect(shown({ nextBlock: ran([lost(1n)], { fee: 50n, logs: [] }) }).changes).toEqual([[token, -1n]])
  })
})

describe('the trace of the node', () => {
  const pays = (amount: bigint) => moved(EMITTER, alice, bob, amount)
  const both = [balance, native]
  /** The measured run, with its events. */
  const measured = (tokens: bigint, ether: bigint, logs: readonly Log[] | undefined) =>
    ran([lost(tokens), [native, 1000n, 1000n - ether]], { logs })

  test('with the same transfers is no difference', () => {
    const over = tracing(traceWith([leaves(10n)], { value: 100n }))
    const nextBlock = measured(10n, 100n, [leaves(10n), pays(100n)])
    expect(shown({ nextBlock, ...over }, both)).toMatchObject({
      changes: [
        [token, -10n],
        ['native', -100n],
      ],
      differences: [],
    })
  })

  test('with events of more tokens is a difference, and its loss counts', () => {
    const over = tracing(traceWith([leaves(90n)]))
    const nextBlock = measured(10n, 0n, [leaves(10n)])
    expect(shown({ nextBlock, ...over }, both)).toMatchObject({
      changes: [[token, -90n]],
      differences: [[token, -90n, -10n]],
    })
  })

  test('without an event that the run has is a difference, and the loss of the run counts', () => {
    const over = tracing(traceWith([]))
    const nextBlock = measured(10n, 0n, [leaves(10n)])
    expect(shown({ nextBlock, ...over }, both)).toMatchObject({
      changes: [[token, -10n]],
      differences: [[token, 0n, -10n]],
    })
    const gains = measured(-10n, 0n, [moved(token, bob, alice, 10n)])
    expect(shown({ nextBlock: gains, ...over }, both)).toMatchObject({ changes: [], differences: [[token, 0n, 10n]] })
  })

  test('that pays more native currency is a difference where balances and transfers of the run say so', () => {
    const over = tracing(traceWith([], { value: 500n }))
    expect(shown({ nextBlock: measured(0n, 100n, [pays(100n)]), ...over }, both)).toMatchObject({
      changes: [['native', -500n]],
      differences: [['native', -500n, -100n]],
    })
    // A chain that charges more than gas, or a node that does not log every move.
    expect(shown({ nextBlock: measured(0n, 100n, [pays(500n)]), ...over }, both).differences).toEqual([])
    expect(shown({ nextBlock: measured(0n, 500n, [pays(100n)]), ...over }, both).differences).toEqual([])
    // A difference of a token does not confirm one of native currency.
    const nextBlock = measured(10n, 100n, [pays(500n), leaves(10n)])
    expect(shown({ nextBlock, ...over }, both).differences).toEqual([[token, 0n, -10n]])
  })

  test('is compared with balances alone where the run shows no events', () => {
    const over = tracing(traceWith([leaves(90n)], { value: 500n }))
    expect(shown({ nextBlock: measured(10n, 100n, undefined), ...over }, both)).toMatchObject({
      changes: [
        [token, -10n],
        ['native', -500n],
      ],
      differences: [['native', -500n, -100n]],
    })
  })

  test.each<[string, Trace, Partial<SummaryInput['run']>]>([
    ['is not whole', { ...traceWith([leaves(90n)]), incomplete: true }, {}],
    ['is of a run that failed', traceWith([leaves(90n)]), { status: 'reverted' }],
  ])('says nothing where it %s', (_, trace, over) => {
    const input = { trace, run: { ...inputOf().run, trace, ...over } as SummaryInput['run'] }
    expect(shown({ nextBlock: measured(10n, 0n, [leaves(10n)]), ...input }, both)).toMatchObject({
      changes: [[token, -10n]],
      differences: [],
    })
  })

  test('of the caller is not compared: its block is another one', () => {
    const nextBlock = measured(10n, 0n, [leaves(10n)])
    const trace = traceWith([leaves(90n)])
    for (const run of [{ failure: 'x' }, inputOf().run])
      expect(shown({ nextBlock, trace, run }, both).differences).toEqual([])
  })
})

describe('without a measurement', () => {
  const trace = traceWith([leaves(10n), approved(other, alice, bob, 5n)])
  const none = { nextBlock: notMeasured('a'), nodeDefault: notMeasured('b') }

  test('the trace shows what moves, and the line says why no more', () => {
    expect(shown({ ...none, ...tracing(trace) })).toMatchObject({
      status: 'ok',
      method: 'trace',
      isMeasured: false,
      changes: [[token, -10n]],
      claims: [[token, -10n]],
      approvals: [{ amount: 5n }],
      missing: ['Balances were not measured: a; b'],
    })
    expect(shown({ nextBlock: notMeasured('a'), nodeDefault: notMeasured('a'), trace }).missing).toEqual([
      'Balances were not measured: a',
    ])
    expect(shown({ trace }).missing).toEqual(['Balances were not measured: the node offers no method for it'])
  })

  test('a run that reverted shows that, by the trace or without', () => {
    const run = { ...inputOf().run, status: 'reverted', reason: 'not today' } as SummaryInput['run']
    const reverted = { status: 'reverted', reason: 'not today', changes: [], approvals: [], missing: [] }
    expect(shown({ ...none, run, trace })).toMatchObject({ ...reverted, method: 'trace' })
    expect(shown({ ...none, run })).toMatchObject({ ...reverted, method: 'none' })
  })

  test('and without a trace there is no simulation, with the best reason', () => {
    const unavailable = (over: Partial<SummaryInput>) => {
      const { status, method, reason, missing } = shown(over)
      expect({ status, method, missing }).toEqual({ status: 'unavailable', method: 'none', missing: [] })
      return reason
    }
    expect(unavailable({ ...none, run: { failure: 'x' } })).toBe('a; b')
    expect(unavailable({ run: { failure: 'x' } })).toBe('x')
    expect(unavailable({})).toBe('the node cannot measure balances')
  })
})
