import { describe, expect, test } from 'vitest'
import type { MinedSubject } from '../../../../src/service/chain/observer.ts'
import {
  executedSimulation,
  minedBlock,
  readExecutedTrace,
  unknownsOf,
} from '../../../../src/service/chain/simulation/executed.ts'
import { receiptTrace } from '../../../../src/service/follower/verdict/followed-transaction.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { Trace } from '../../../../src/service/risk/trace/trace.ts'
import { type MinedName, mined as recordedMined } from './recorded.ts'

/** What a node gives as trace of a mined transaction counts only where it is that of the same execution. */

const from = `0x${'a1'.repeat(20)}`
const to = `0x${'b2'.repeat(20)}`
const log = { address: to, topics: [`0x${'70'.repeat(32)}`], data: '0x' }
const word = (value: string | bigint) => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const otherLog = { ...log, data: '0x01' }

const frame = { type: 'CALL', from, to, value: '0x5', input: '0x', logs: [log] }
const failed = { ...frame, error: 'execution reverted' }

function mined(succeeded: boolean | undefined): MinedSubject {
  const transaction = { chainId: '1', from, to, value: 5n, data: '0x' }
  const logs = succeeded === false ? [] : [log]
  const root = { type: 'CALL', from, to, value: 5n, input: '0x', error: undefined, logs, calls: [] } as const
  const trace: Trace = { root, incomplete: true, hasLogs: true }
  return {
    trace,
    owners: [from],
    pretended: new Set(),
    analysis: analyze(transaction, trace),
    analyze: async (found) => analyze(transaction, found),
    mined: {
      chainId: '1',
      header: { number: 20, hash: `0x${'b1'.repeat(32)}`, parentHash: `0x${'b0'.repeat(32)}`, timestamp: 1000 },
      transaction: {
        hash: `0x${'11'.repeat(32)}`,
        index: 0,
        from,
        to,
        value: 5n,
        data: '0x',
        nonce: 0,
        type: 2,
        mint: 0n,
        authorizations: [],
      },
      receipt: { succeeded, fee: 0n, created: undefined, logs },
    },
  }
}

const MISFIT = 'the trace of the node does not fit the receipt'
const NO_TRACE = 'the answer of the node is not a trace'

test.each([
  ['as the receipt', true, frame],
  ['that failed, as the receipt', false, { ...failed, logs: [] }],
  ['of a transaction without a receipt', undefined, frame],
  ['that leaves out empty lists of events', false, { ...failed, logs: undefined }],
])('a trace %s counts', (_, succeeded, raw) => {
  expect(readExecutedTrace(mined(succeeded), raw)).toMatchObject({ root: { from, to }, hasLogs: true })
})

test.each([
  ['that failed, of a transaction that succeeded', true, failed, MISFIT],
  ['that succeeded, of a transaction that failed', false, { ...frame, logs: [] }, MISFIT],
  ['from another sender', true, { ...frame, from: to }, MISFIT],
  ['to another contract', true, { ...frame, to: from }, MISFIT],
  ['with another value', true, { ...frame, value: '0x6' }, MISFIT],
  ['without an event of the receipt', true, { ...frame, logs: [] }, MISFIT],
  ['with another event', true, { ...frame, logs: [otherLog] }, MISFIT],
  ['with an event twice', true, { ...frame, logs: [log, log] }, MISFIT],
  ['that is a list', true, [frame], NO_TRACE],
  ['that is none', true, { type: 'CALL' }, NO_TRACE],
  ['that is missing', true, undefined, NO_TRACE],
])('a trace %s does not', (_, succeeded, raw, reason) => {
  expect(readExecutedTrace(mined(succeeded), raw)).toBe(reason)
})

describe('a transaction that anvil mined', () => {
  const alice = '0xb4f53c0cd5cb53745bd1c9b9f008be12da5b1835'
  const carol = '0xf0d0a2d4f0f4a9b0a1a9f0a1a1a1a1a1a1a1a1a1'
  const attacker = '0xaedf2cfd03872a3e1200ac3b6a738c980707e995'
  const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
  const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
  const collection = '0xd9ef1da5680fa74dc26a83fe5f36ee4755d309a9'
  const ether = 10n ** 18n
  const unlimited = 2n ** 256n - 1n
  const native = (amount: bigint) => ({ owner: alice, standard: 'native', token: 'native', amount })
  const token = (address: string, amount: bigint) => ({ owner: alice, standard: 'erc20', token: address, amount })
  const right = (kind: string, address: string, more: object = {}) => ({
    kind,
    owner: alice,
    spender: attacker,
    token: address,
    ...more,
  })

  /** The follower's view of a recorded transaction. */
  function recordedSubject(name: MinedName, { pretended = [] as readonly string[], more = [] as (typeof log)[] } = {}) {
    const { transaction, receipt, trace: raw } = recordedMined(name)
    const [sender, target] = [transaction.from.toLowerCase(), transaction.to.toLowerCase()]
    const base = mined(receipt.status === '0x1')
    const sent = { ...base.mined.transaction, from: sender, to: target, value: BigInt(transaction.value) }
    const what = {
      ...base.mined,
      transaction: { ...sent, data: transaction.data },
      receipt: { ...base.mined.receipt, logs: [...receipt.logs, ...more] },
    }
    const subject: MinedSubject = {
      ...base,
      mined: what,
      trace: receiptTrace(what),
      owners: [alice],
      pretended: new Set(pretended),
    }
    return { subject, raw }
  }

  /** What its trace shows, and what its receipt alone does. */
  function shown(name: MinedName, options: Parameters<typeof recordedSubject>[1] = {}) {
    const { subject, raw } = recordedSubject(name, options)
    const trace = readExecutedTrace(subject, raw)
    if (typeof trace === 'string') throw new Error(trace)
    return [executedSimulation(subject, trace), executedSimulation(subject, subject.trace)] as const
  }

  test.each<[MinedName, { changes: object[]; approvals?: object[] }, changesByReceipt?: object[]]>([
    ['swap', { changes: [native(-ether / 10n), token(usdc, 1_987_395_223n)] }],
    // A receipt does not show what a contract pays.
    ['unwrap', { changes: [token(weth, -3n * ether), native(3n * ether)] }, []],
    ['sent-item', { changes: [{ owner: alice, standard: 'erc721', token: collection, id: 1n, amount: -1n }] }],
    ['approval', { changes: [], approvals: [right('allowance', usdc, { amount: unlimited, takes: undefined })] }],
    ['operator', { changes: [], approvals: [right('operator', collection, { amount: undefined })] }],
    ['approved-item', { changes: [], approvals: [right('item', collection, { id: 1n, amount: undefined })] }],
  ])('%s: shows what it changed, without a measurement', (name, { changes, approvals = [] }, byReceipt = changes) => {
    const [byTrace, alone] = shown(name)
    const executed = { status: 'ok', isExecuted: true, isMeasured: false, simulated: 'transaction', approvals }
    expect(byTrace).toMatchObject({ ...executed, method: 'trace', changes, claims: changes })
    expect(alone).toMatchObject({ ...executed, method: 'receipt', changes: byReceipt, claims: byReceipt })
  })

  test('that reverted shows nothing but that', () => {
    for (const simulation of shown('revert'))
      expect(simulation).toMatchObject({ status: 'reverted', isExecuted: true, changes: [], claims: [], approvals: [] })
  })

  test('does not show what it only pretends, of that owner and token', () => {
    const changesWith = (...pretended: readonly string[]) =>
      shown('swap', { pretended }).map(({ changes, claims }) => [changes.length, claims.length])
    expect(changesWith(`${alice} ${usdc}`)).toEqual([
      [1, 1],
      [1, 1],
    ])
    expect(changesWith(`${carol} ${usdc}`, `${alice} ${weth}`)).toEqual([
      [2, 2],
      [2, 2],
    ])
  })

  test('has the same events where the chain logs payments of its own, which count once', () => {
    const emitted = {
      address: `0x${'ff'.repeat(19)}fe`,
      topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', word(weth), word(alice)],
      data: word(3n * ether),
    }
    const [byTrace, alone] = shown('unwrap', { more: [emitted] })
    expect(byTrace.changes).toMatchObject([token(weth, -3n * ether), native(3n * ether)])
    expect(alone.changes).toEqual([])
  })

  test('with any number of events shows the first 256 rights', () => {
    const spenders = Array.from({ length: 300 }, (_, index) => ({
      address: usdc,
      topics: [
        '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
        word(alice),
        word(BigInt(index + 1)),
      ],
      data: word(5n),
    }))
    const { subject } = recordedSubject('approval', { more: spenders })
    expect(executedSimulation(subject, subject.trace).approvals).toHaveLength(256)
  })
})

test('the block of a transaction is that of its header', () => {
  const { mined: what } = mined(true)
  expect(minedBlock(what)).toEqual({ number: 20n, hash: `0x${'b1'.repeat(32)}`, timestamp: 1000 })
})

test('the outcome is not known where the receipt does not say it and has no events: those of a failed one are undone', () => {
  const without = (succeeded: boolean | undefined) => {
    const subject = mined(succeeded)
    return { ...subject, trace: { ...subject.trace, root: { ...subject.trace.root, logs: [] } } }
  }
  expect(unknownsOf(without(undefined))).toEqual([{ code: 'outcome-unknown' }])
  expect([mined(undefined), without(true), without(false)].flatMap(unknownsOf)).toEqual([])
})
