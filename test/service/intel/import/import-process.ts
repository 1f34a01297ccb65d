import { openService } from '../../../../src/service/service.ts'
import { systemClock } from '../../../../src/shared/time/clock.ts'

/**
 * A process that imports addresses into the database argv[2] as source "ours": argv[3] of them, or for ever when it is
 * "endless". Says so when the first are written.
 */
const [, , database = '', count = 'endless'] = process.argv
const rows = count === 'endless' ? Number.POSITIVE_INFINITY : Number(count)

async function* feed(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('address,kind,label\n')
  for (let first = 0; first < rows; first += 1000) {
    const lines = Array.from({ length: Math.min(1000, rows - first) }, () => {
      const address = Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')
      return `0x${address},malicious,new\n`
    })
    yield Buffer.from(lines.join(''))
  }
}

const service = await openService({
  database,
  env: {},
  clock: systemClock,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  report: (error) => {
    throw error
  },
})
const intel = await service.intel()
let isNotified = false
const report = await intel.import(
  { format: 'addresses', source: 'ours', from: { stream: feed(), name: 'process' }, force: true },
  {
    onProgress: ({ rows: read }) => {
      if (isNotified || read < 60_000) return
      isNotified = true
      process.stdout.write('writing\n')
    },
  },
)
process.stdout.write(`imported ${report.kept}\n`)
await service.close()
