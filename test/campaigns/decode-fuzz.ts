import * as fc from 'fast-check'
import { analyze } from '../../src/service/risk/analyze.ts'
import { everyCall } from '../../src/service/risk/decode/calls.ts'
import { describeCalls } from '../../src/service/risk/decode/describe.ts'
import { anyCallData } from '../service/risk/decode/any-input.ts'
import { token, transaction } from '../service/risk/situation.ts'
import { processorTime } from '../support/processor-time.ts'
import { campaignArguments, Report } from './support/campaign.ts'

/**
 * Long run of any-input.test.ts: tsx test/campaigns/decode-fuzz.ts [cases] [seed] [--short]. The first input that throws or
 * exceeds the time limit is printed with the seed that reproduces it.
 */
const { count: cases, seed } = campaignArguments({ usual: 100_000, short: 2_000 })
/** Processor time of one input. */
const LIMIT_MS = 1000

const report = new Report('decoder')
const seen = new Map<string, number>()
let slowest = { ms: 0, bytes: 0 }

const found = fc.check(
  fc.property(anyCallData, (data) => {
    const ms = processorTime(() => {
      const { decoded } = analyze(transaction({ to: token, data }))
      describeCalls(decoded, { nameOf: () => undefined })
      for (const { status } of everyCall(decoded.root)) count(status)
      count(decoded.status)
    })
    if (ms > slowest.ms) slowest = { ms, bytes: Math.ceil(data.length / 2) }
    return ms < LIMIT_MS
  }),
  { numRuns: cases, seed },
)

report.table(['status', 'calls'], [...seen])
report.say(`slowest ${slowest.ms.toFixed(1)} ms, with ${slowest.bytes} bytes`)
report.count('inputs', found.numRuns)
report.promise('no input throws or takes long', !found.failed, found.failed ? fc.defaultReportMessage(found) : '')
report.end()

function count(status: string): void {
  seen.set(status, (seen.get(status) ?? 0) + 1)
}
