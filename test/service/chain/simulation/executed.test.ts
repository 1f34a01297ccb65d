import { expect, test } from 'vitest'
import type { MinedSubject } from '../../../../src/service/chain/observer.ts'
import { readExecutedTrace } from '../../../../src/service/chain/simulation/executed.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { Trace } from '../../../../src/service/risk/trace/trace.ts'

/** What a node gives as trace of a mined transaction counts only where it is that of the same execution. */

const from = `0x${'a1'.repeat(20)}`
const to = `0x${'b2'.repeat(20)}`
const log = { address: to, topics: [`0x${'70'.repeat(32)}`], data: '0x' }
const otherLog = { ...log, data: '0x01' }

const frame = { type: 'CALL', from, to, value: '0x5', input: '0x', logs: [log] }
const failed = { ...frame, error: 'execution reverted' }

function mined(succeeded: boolean | undefined): MinedSubject {
  const transaction = { chainId: '1', from, to, value: 5n, data: '0x' }
  const logs = succeeded === false ? [] : [log]
  const root = { type: 'CALL', from, to, value: 5n, input: '0x', error: undefined, logs, calls: [] } as const
  const trace: Trace = { root, incomplete: true, hasLogs: true }
  return {
    ...{ trace, owners: [from], pretended: new Set() },
    analysis: analyze(transaction, trace),
    analyze: async (found) => analyze(transaction, found),
    mined: {
      chainId: '1',
      header: { number: 20, hash: `0x${'b1'.repeat(32)}`, parentHash: `0x${'b0'.repeat(32)}`, timestamp: 1000 },
      transaction: {
        ...{ hash: `0x${'11'.repeat(32)}`, index: 0, from, to, value: 5n, data: '0x', nonce: 0 },
        ...{ type: 2, mint: 0n, authorizations: [] },
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
