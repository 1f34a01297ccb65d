import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { DRY_RUN_HEADER } from '../../src/api/operations/contract.ts'
import type { Service } from '../../src/service/index.ts'
import { seededRandom, TestClock } from '../../test/support/deterministic.ts'
import { feed, type Request } from './requests.ts'

/** Answers the requests on stdin with the service of a checkout: `responses.ts FOLDER`. One line of JSON each way. */
const TOGETHER = 32

const [checkout = '.'] = process.argv.slice(2)
const { openService } = await import(pathToFileURL(join(checkout, 'src/service/index.ts')).href)
const folder = mkdtempSync(join(tmpdir(), 'txwarden-differential-'))
const service: Service = await openService({
  database: join(folder, 'txwarden.db'),
  keyFolder: folder,
  env: {},
  clock: new TestClock(),
  random: seededRandom(),
  report: (error: unknown) => {
    throw error
  },
})

async function send(method: string, { path, product, body, reportedAs }: Omit<Request, 'name'>): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    'x-validation-product': product,
    prefer: 'explain',
    // Only what is reported needs a row.
    ...(reportedAs === undefined && path.endsWith('/transaction/validate') && { [DRY_RUN_HEADER]: 'true' }),
  }
  const request = { method, path, query: '', headers, body: JSON.stringify(body) }
  const { status, body: text } = await service.handle(request, { kind: 'in-process' })
  return `${status} ${text}`
}

/** Ids depend on the order within a batch. */
async function responseTo(request: Request): Promise<string> {
  const { reportedAs } = request
  const response = await send('POST', request)
  const id = /"svcTxId":"([^"]+)"/.exec(response)?.[1]
  if (reportedAs !== undefined && id !== undefined) {
    const body = { transactionId: reportedAs, blockNumber: '7' }
    await send('PUT', { ...request, path: `/api/v2/transaction/${id}`, body })
  }
  return response.replace(/"(?:svcTxId|id)":"[0-9a-f-]{36}",?/g, '')
}

/** One after the other: requests that change what others read. */
function isAlone({ path, reportedAs }: Request): boolean {
  return reportedAs !== undefined || !path.endsWith('/validate')
}

async function* stream(text: string) {
  yield Buffer.from(text)
}

let waiting: Request[] = []
async function flush(): Promise<void> {
  const responses = await Promise.all(waiting.map(responseTo))
  waiting = []
  if (responses.length === 0 || process.stdout.write(`${responses.join('\n')}\n`)) return
  await new Promise((resolve) => process.stdout.once('drain', resolve))
}

try {
  const intel = await service.intel()
  await intel.import({ format: 'addresses', source: 'bench', from: { stream: stream(feed()), name: 'feed.csv' } })
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as Request
    if (isAlone(request)) await flush()
    waiting.push(request)
    if (isAlone(request) || waiting.length === TOGETHER) await flush()
  }
  await flush()
} finally {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}
