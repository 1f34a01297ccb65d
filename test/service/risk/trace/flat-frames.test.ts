import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTrace } from '../../../../src/service/risk/trace/read-trace.ts'
import type { CallFrame } from '../../../../src/service/risk/trace/trace.ts'
import { WardenError } from '../../../../src/shared/errors.ts'
import { other, sender, stranger, token } from '../situation.ts'
import { enter, flatOf, traceOf } from './trace-builder.ts'

const call = (of: object = {}, action: object = {}) => ({
  type: 'call',
  action: { callType: 'call', from: sender, to: token, value: '0x5', gas: '0x1', input: '0xa9059cbb', ...action },
  result: { gasUsed: '0x1', output: '0x' },
  subtraces: 0,
  traceAddress: [],
  ...of,
})

const read = {
  type: 'CALL',
  from: sender,
  to: token,
  value: 5n,
  input: '0xa9059cbb',
  error: undefined,
  logs: [],
  calls: [],
}

const inner = call({ traceAddress: [0] }, { callType: 'delegatecall', from: token, to: other })
const tree = {
  root: { ...read, calls: [{ ...read, type: 'DELEGATECALL', from: token, to: other }] },
  incomplete: false,
  hasLogs: false,
}

describe('a flat trace', () => {
  test.each([
    ['the list', (list: unknown) => list],
    ['a JSON-RPC response', (result: unknown) => ({ jsonrpc: '2.0', id: 1, result })],
    ['a replay', (trace: unknown) => ({ output: '0x', stateDiff: null, trace, vmTrace: null })],
    ['the response to a replay', (trace: unknown) => ({ jsonrpc: '2.0', id: 1, result: { output: '0x', trace } })],
  ])('is read from %s, as a tree', (_, around) => {
    expect(readTrace(around([call({ subtraces: 1 }), inner]))).toEqual(tree)
  })

  test('has creations, also failed ones, and self-destructions', () => {
    const creation = { from: sender, value: '0x2', init: '0x6001' }
    const list = [
      call({ subtraces: 3 }),
      call({ type: 'create', action: creation, result: { address: other, code: '0x' }, traceAddress: [0] }),
      call({
        type: 'create',
        action: { ...creation, creationMethod: 'create2' },
        result: null,
        error: 'Out of gas',
        traceAddress: [1],
      }),
      call({
        type: 'suicide',
        action: { address: token, refundAddress: stranger, balance: '0x7' },
        result: null,
        traceAddress: [2],
      }),
    ]
    const created = { ...read, type: 'CREATE', to: other, value: 2n, input: '0x6001' }
    expect(readTrace(list).root.calls).toEqual([
      created,
      { ...created, type: 'CREATE2', to: undefined, error: 'Out of gas' },
      { ...read, type: 'SELFDESTRUCT', from: token, to: stranger, value: 7n, input: '0x' },
    ])
  })

  test('may leave out calls of precompiles between others', () => {
    const list = [call({ subtraces: 2 }), call({ traceAddress: [1] }), call({ traceAddress: [4] })]
    expect(readTrace(list)).toMatchObject({ incomplete: false, root: { calls: [read, read] } })
  })

  test('is incomplete when a frame lacks calls that it counts', () => {
    expect(readTrace([call({ subtraces: 2 }), call({ traceAddress: [0] })]).incomplete).toBe(true)
    const cutOff = [call({ subtraces: 1 }), call({ traceAddress: [0], subtraces: 1 })]
    expect(readTrace(cutOff).incomplete).toBe(true)
  })
})

describe('is rejected, with the frame', () => {
  const wrong = 'traceAddress does not follow the frame before it'
  test.each<[string, unknown, string]>([
    ['an empty list', [], 'the trace has no frames'],
    ['no frame', [call({ subtraces: 1 }), 7], 'frame 1 has no action'],
    ['no call type', [call({}, { callType: 'jump' })], 'frame 0 has no call type'],
    ['a block reward', [call({ type: 'reward' })], 'frame 0 has no call type'],
    ['no sender', [call({}, { from: null })], 'frame 0: from is not an address'],
    ['no called contract', [call({}, { to: undefined })], 'frame 0: to is not an address'],
    ['two transactions', [call(), call()], `frame 1: ${wrong}`],
    ['no root', [call({ traceAddress: [0] })], `frame 0: ${wrong}`],
    ['an orphan', [call(), call({ traceAddress: [0, 0] })], `frame 1: ${wrong}`],
    [
      'a call of another frame',
      [call(), call({ traceAddress: [0] }), call({ traceAddress: [1, 0] })],
      `frame 2: ${wrong}`,
    ],
    [
      'a call that comes too late',
      [call(), call({ traceAddress: [1] }), call({ traceAddress: [0] })],
      `frame 2: ${wrong}`,
    ],
    ['the same call twice', [call(), call({ traceAddress: [0] }), call({ traceAddress: [0] })], `frame 2: ${wrong}`],
    ['a position that is none', [call(), call({ traceAddress: ['0'] })], `frame 1: ${wrong}`],
  ])('%s', (_, json, detail) => {
    const failure = failureOf(json)
    expect([failure.code, failure.details]).toEqual(['not-a-trace', [`${detail}.`]])
    expect(failure.message).toBe(
      'not a call trace in the format of go-ethereum’s callTracer or Parity’s trace_transaction',
    )
  })
})

function failureOf(json: unknown): WardenError {
  try {
    readTrace(json)
  } catch (error) {
    if (error instanceof WardenError) return error
    throw error
  }
  throw new Error('was read')
}

describe('any tree', () => {
  const types = fc.constantFrom<CallFrame['type']>('CALL', 'DELEGATECALL', 'STATICCALL', 'CREATE')
  const outlines = fc.array(fc.tuple(fc.nat(3), types, fc.option(fc.constant('Reverted'), { nil: undefined })), {
    maxLength: 30,
  })
  const treeFrom = (frames: readonly (readonly [number, CallFrame['type'], string | undefined])[]) => {
    let root = enter(token)
    for (const [up, type, error] of frames)
      root = enter(up === 0 ? other : token, { type, ...(error && { error }) }, root)
    return traceOf(sender, root, { hasLogs: false })
  }

  test('is the same after it was flat', () => {
    fc.assert(
      fc.property(outlines, (frames) => {
        const trace = treeFrom(frames)
        expect(readTrace(flatOf(trace))).toEqual(trace)
      }),
    )
  })

  test('is incomplete or rejected when a frame is taken out of its list', () => {
    fc.assert(
      fc.property(outlines, fc.nat(), (frames, at) => {
        const list = flatOf(treeFrom(frames))
        const short = list.toSpliced(at % list.length, 1)
        try {
          expect(readTrace(short).incomplete).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(WardenError)
        }
      }),
    )
  })

  test('any JSON is parsed or rejected with not-a-trace', () => {
    const like = fc.record(
      {
        type: fc.constantFrom('call', 'create', 'suicide', 'CALL', ''),
        action: fc.record(
          {
            callType: fc.constantFrom('call', 'CALL', 'x', 1, null),
            from: fc.constantFrom(sender, '0x', null),
            to: fc.constantFrom(token, null),
            address: fc.constantFrom(token, 5),
            refundAddress: fc.constantFrom(token, '0xz'),
            value: fc.constantFrom('0x0', '0x', 1, null),
          },
          { requiredKeys: [] },
        ),
        result: fc.constantFrom(null, {}, { address: token }, { address: 1 }),
        traceAddress: fc.constantFrom([], [0], [0, 0], [-1], [0.5], {}, [null]),
        subtraces: fc.constantFrom(0, 1, '1', null),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.array(like)), (json) => {
        try {
          readTrace(json)
        } catch (error) {
          expect(error).toBeInstanceOf(WardenError)
          expect((error as WardenError).code).toBe('not-a-trace')
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('bounds', () => {
  test('frames after 20,000 are cut off', () => {
    const list = [call(), ...Array.from({ length: 30_000 }, (_, index) => call({ traceAddress: [index] }))]
    const trace = readTrace(list)
    expect([trace.incomplete, trace.root.calls.length]).toEqual([true, 19_999])
  })

  test('frames deeper than the EVM allows are cut off', () => {
    const list = Array.from({ length: 1100 }, (_, depth) => call({ traceAddress: Array(depth).fill(0) }))
    const trace = readTrace(list)
    let depth = 1
    for (let at = trace.root.calls[0]; at; at = at.calls[0]) depth++
    expect([trace.incomplete, depth]).toEqual([true, 1024])
  })
})
