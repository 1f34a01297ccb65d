import { performance } from 'node:perf_hooks'
import * as fc from 'fast-check'
import { analyze } from '../../src/service/risk/analyze.ts'
import { everyCall } from '../../src/service/risk/decode/calls.ts'
import { describeCalls } from '../../src/service/risk/decode/describe.ts'
import { anyCallData } from '../service/risk/decode/any-input.ts'
import { token, transaction } from '../service/risk/situation.ts'

/**
 * Long run of any-input.test.ts: tsx test/campaigns/decode-fuzz.ts [cases] [seed]. Fails at the first input that throws or
 * exceeds the time limit, and prints the seed that reproduces it.
 */
const cases = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? 20_260_102)
const LIMIT_MS = 1000

const seen = new Map<string, number>()
let slowest = { ms: 0, bytes: 0 }
const started = performance.now()

fc.assert(
  fc.property(anyCallData, (data) => {
    const before = performance.now()
    const { decoded } = analyze(transaction({ to: token, data }))
    describeCalls(decoded, () => undefined)
    const ms = performance.now() - before
    if (ms > slowest.ms) slowest = { ms, bytes: Math.ceil(data.length / 2) }
    for (const { status } of everyCall(decoded.root)) count(status)
    count(decoded.status)
    return ms < LIMIT_MS
  }),
  { numRuns: cases, seed },
)

const seconds = (performance.now() - started) / 1000
process.stdout.write(
  `${[
    `${cases} cases, seed ${seed}, ${seconds.toFixed(1)} s; none threw`,
    `slowest ${slowest.ms.toFixed(1)} ms, with ${slowest.bytes} bytes`,
    ...Array.from(seen, ([status, times]) => `${status.padEnd(18)}${times}`),
  ].join('\n')}\n`,
)

function count(status: string): void {
  seen.set(status, (seen.get(status) ?? 0) + 1)
}
