import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTrace } from '../../../../src/service/risk/trace/read-trace.ts'
import type { CallFrame, Trace } from '../../../../src/service/risk/trace/trace.ts'
import { WardenError } from '../../../../src/shared/errors.ts'
import { other, sender, stranger, token } from '../situation.ts'

/** A callTracer frame with defaults. */
function frame(of: object = {}): object {
  return { type: 'CALL', from: sender, to: token, value: '0x5', gas: '0x1', gasUsed: '0x1', input: '0xa9059cbb', ...of }
}

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

describe('a trace of callTracer', () => {
  test('is parsed frame by frame', () => {
    const inner = frame({ type: 'DELEGATECALL', to: other, value: undefined, input: '0x', output: '0x01' })
    expect(readTrace(frame({ calls: [inner] }))).toEqual({
      root: { ...read, calls: [{ ...read, type: 'DELEGATECALL', to: other, value: 0n, input: '0x' }] },
      incomplete: false,
      hasLogs: false,
    })
  })

  test('may be a JSON-RPC response, with addresses in any case', () => {
    const result = frame({ from: `0x${sender.slice(2).toUpperCase()}` })
    expect(readTrace({ jsonrpc: '2.0', id: 1, result })).toEqual({ root: read, incomplete: false, hasLogs: false })
  })

  test('with logs keeps them', () => {
    const log = { address: token, topics: [`0x${'AB'.repeat(32)}`], data: '0xFF', position: '0x0' }
    expect(readTrace(frame({ logs: [log] })).root.logs).toEqual([
      { address: token, topics: [`0x${'ab'.repeat(32)}`], data: '0xff' },
    ])
  })

  test.each([
    ['an error', { error: 'execution reverted', revertReason: 'no' }, 'execution reverted'],
    ['a reason alone', { revertReason: 'no' }, 'no'],
  ])('marks a frame with %s as failed', (_, of, error) => {
    expect(readTrace(frame(of)).root.error).toBe(error)
  })

  test('has no address for a failed creation', () => {
    expect(readTrace(frame({ type: 'CREATE', to: undefined, error: 'out of gas' })).root.to).toBeUndefined()
  })
})

describe('invalid traces', () => {
  test.each([
    ['nothing', null, 'the trace is not a frame.'],
    ['a list of nested frames', [frame()], 'frame 0 has no action.'],
    ['text', 'CALL', 'the trace is not a frame.'],
    ['a prestate', { [sender]: { balance: '0x0' } }, 'the trace has no call type.'],
    ['a frame of the flat tracer', { action: frame(), type: 'call' }, 'the trace has no call type.'],
    ['a short address', frame({ to: '0x12' }), 'the trace: to is not an address.'],
    ['no sender', frame({ from: undefined }), 'the trace: from is not an address.'],
    ['a decimal value', frame({ value: '5' }), 'the trace: value is not a 0x-hex quantity.'],
    ['half a byte', frame({ input: '0xabc' }), 'the trace: input is not 0x-hex.'],
    ['calls that are no list', frame({ calls: {} }), 'the trace: calls is not a list.'],
    ['a call that is none', frame({ calls: [frame(), 7] }), 'the trace, call 1 is not a frame.'],
    [
      'a call of an unknown type',
      frame({ calls: [frame({ calls: [frame({ type: 'JUMP' })] })] }),
      'the trace, call 0, call 0 has no call type.',
    ],
    [
      'a log without an address',
      frame({ logs: [{ topics: [], data: '0x' }] }),
      'the trace: log 0: address is not an address.',
    ],
  ])('%s is rejected, with its position', (_, json, detail) => {
    const failure = failureOf(() => readTrace(json))
    expect([failure?.kind, failure?.code, failure?.details]).toEqual(['refused', 'not-a-trace', [detail]])
  })

  test('any JSON is parsed or rejected with not-a-trace', () => {
    const like = fc.letrec((tie) => ({
      frame: fc.record(
        {
          type: fc.constantFrom('CALL', 'CREATE', 'call', ''),
          from: fc.constantFrom(sender, other, '0x', null),
          to: fc.constantFrom(token, stranger, null),
          value: fc.constantFrom('0x0', '0x', 1, null),
          input: fc.constantFrom('0x', '0xz', undefined),
          logs: fc.constantFrom([], [{}], undefined),
          calls: fc.array(tie('frame'), { maxLength: 3 }),
        },
        { requiredKeys: [] },
      ),
    })).frame
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), like), (json) => {
        try {
          readTrace(json)
        } catch (error) {
          expect(error).toBeInstanceOf(WardenError)
        }
      }),
      { numRuns: 500 },
    )
  })
})

function failureOf(act: () => unknown): WardenError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof WardenError) return error
    throw error
  }
}

describe('bounds', () => {
  test('frames deeper than the EVM allows are cut off, and the trace is incomplete', () => {
    let deep = frame()
    for (let depth = 0; depth < 3000; depth++) deep = frame({ calls: [deep] })
    const trace = readTrace(deep)
    expect([trace.incomplete, depthOf(trace)]).toEqual([true, 1024])
  })

  test('frames after 20,000 are cut off', () => {
    const trace = readTrace(frame({ calls: Array.from({ length: 30_000 }, () => frame()) }))
    expect([trace.incomplete, trace.root.calls.length]).toEqual([true, 19_999])
  })

  test('logs after 50,000 are cut off', () => {
    const log = { address: token, topics: [], data: '0x' }
    const trace = readTrace(frame({ logs: Array.from({ length: 60_000 }, () => log) }))
    expect([trace.incomplete, trace.root.logs.length]).toEqual([true, 50_000])
  })
})

function depthOf({ root }: Trace): number {
  let depth = 1
  for (let at: CallFrame | undefined = root.calls[0]; at; at = at.calls[0]) depth++
  return depth
}

/** Real transactions with go-ethereum traces: development data next to the project, not part of it. */
const fixtures = resolve(import.meta.dirname, '../../../../../shared/intel/evm-trace-fixtures')

describe.runIf(existsSync(fixtures))('the tracer tests of go-ethereum', () => {
  const files = globSync(`${fixtures}/call_tracer{,_withLog}/*.json`)

  test.each(files.map((file) => [file.slice(fixtures.length + 1), file]))('%s is complete', (_, file) => {
    const { result } = JSON.parse(readFileSync(file, 'utf8')) as { result: object }
    const trace = readTrace(result)
    expect([trace.incomplete, countIn(result)]).toEqual([false, countRead(trace.root)])
  })
})

/** The same transactions in both formats. */
const pairs = globSync(`${fixtures}/call_tracer_flat/*.json`).flatMap((file) => {
  const nested = file.replace('call_tracer_flat', 'call_tracer')
  if (!existsSync(nested)) return []
  const [one, two] = [nested, file].map((each) => JSON.parse(readFileSync(each, 'utf8')) as Fixture) as [
    Fixture,
    Fixture,
  ]
  // One tracer was instructed to leave out inner calls.
  return one.input === two.input && !one.tracerConfig ? [[basename(file), one.result, two.result] as const] : []
})

interface Fixture {
  readonly input: string
  readonly tracerConfig?: object
  readonly result: unknown
}

describe.runIf(existsSync(fixtures))('the same transaction in both formats', () => {
  test('is in the fixtures', () => expect(pairs.length).toBeGreaterThan(3))

  test.each(pairs)('%s is the same tree', (_, nested, flat) => {
    const [one, two] = [readTrace(nested), readTrace(flat)]
    expect(comparable(two.root)).toEqual(comparable(one.root))
    expect([one.incomplete, two.incomplete, two.hasLogs]).toEqual([false, false, false])
  })

  test.each(globSync(`${fixtures}/call_tracer_flat/*.json`).map((file) => [basename(file), file]))(
    '%s has every frame of the list',
    (_, file) => {
      const { result } = JSON.parse(readFileSync(file, 'utf8')) as { result: readonly unknown[] }
      const trace = readTrace(result)
      expect([trace.incomplete, countRead(trace.root)[0]]).toEqual([false, result.length])
    },
  )
})

/** Without what the formats tell differently: texts of errors, and the value that a delegatecall sees. */
function comparable({ type, from, to, value, input, error, calls }: CallFrame): object {
  const own = type === 'DELEGATECALL' ? 0n : value
  return { type, from, to, value: own, input, failed: error !== undefined, calls: calls.map(comparable) }
}

interface Json {
  readonly calls?: readonly Json[]
  readonly logs?: readonly unknown[]
}

function countIn(json: Json): [number, number] {
  return sum(json.logs?.length ?? 0, (json.calls ?? []).map(countIn))
}

function countRead({ logs, calls }: CallFrame): [number, number] {
  return sum(logs.length, calls.map(countRead))
}

/** Frames and logs. */
function sum(logs: number, inner: readonly [number, number][]): [number, number] {
  return inner.reduce(([f, l], [frames, more]) => [f + frames, l + more], [1, logs])
}
