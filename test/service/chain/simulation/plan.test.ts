import { expect, test } from 'vitest'
import { MAX_QUESTIONS, planQuestions } from '../../../../src/service/chain/simulation/plan.ts'
import type { Log } from '../../../../src/service/evm/logs.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { CallFrame, Trace } from '../../../../src/service/risk/trace/trace.ts'

/** A contract can make any number of events and calls: none of the two may keep what the other shows from being read. */

const owner = `0x${'a1'.repeat(20)}`
const target = `0x${'b2'.repeat(20)}`
const silentToken = `0x${'c3'.repeat(20)}`
const paidToken = `0x${'d4'.repeat(20)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const madeUp = (at: number) => `0x70ce${(at + 1).toString(16).padStart(36, '0')}`
const word = (value: string | bigint) => `0x${BigInt(value).toString(16).padStart(64, '0')}`

const payment = (token: string): Log => ({
  address: token,
  topics: [TRANSFER, word(target), word(owner)],
  data: word(1n),
})
const call = (to: string, calls: readonly CallFrame[] = [], logs: readonly Log[] = []): CallFrame => {
  return { type: 'CALL', from: target, to, value: 0n, input: '0x', error: undefined, logs, calls }
}

function tokensRead(logs: readonly Log[], called: readonly string[]): (string | undefined)[] {
  const transaction = { chainId: '1', from: owner, to: target, value: 0n, data: '0x12345678' }
  const root = {
    ...call(
      target,
      called.map((to) => call(to)),
      logs,
    ),
    from: owner,
  }
  const trace: Trace = { root, incomplete: false, hasLogs: true }
  const { questions, left } = planQuestions({
    subject: {
      simulated: 'transaction',
      calls: [{ ...transaction, actor: owner, caller: owner, operation: 'call' }],
      owners: [owner],
      delegations: new Map(),
    },
    analysis: analyze(transaction, trace),
    trace,
    logs,
    accounts: new Map(),
  })
  expect([questions.length, left > 0]).toEqual([MAX_QUESTIONS, true])
  return questions.map((question) => ('token' in question ? question.token : undefined))
}

const many = Array.from({ length: 200 }, (_, at) => madeUp(at))

test('two hundred events do not hide a token that moves without one', () => {
  expect(tokensRead(many.map(payment), [silentToken])).toContain(silentToken)
})

test('two hundred calls do not hide a token that an event names', () => {
  expect(tokensRead([payment(paidToken)], many)).toContain(paidToken)
})
