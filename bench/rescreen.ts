import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openService } from '../src/service/service.ts'
import { systemClock } from '../src/shared/time/clock.ts'
import { insertRows, madeAddress } from '../test/support/indexable-rows.ts'
import { publish } from './figures/report.ts'
import { delayBesideRescreen } from './serve/rescreen-beside.ts'

/**
 * Time from the end of an import of 10,000 entries, one of which a stored transaction pays, until its receiver has the message.
 * Then: p99 of a `serve` while it goes on with a rescreen. `npx tsx bench/rescreen.ts 100000` stores fewer than a million
 * transactions. Needs `npm run build`.
 */
const ENTRIES = 10_000
const GOAL_S = 5
const CHUNK = 5000
const [stored = 1_000_000] = process.argv
  .slice(2)
  .filter((word) => word !== '--json')
  .map(Number)
const planted = Math.floor(stored / 3)

const folder = mkdtempSync(join(tmpdir(), 'txwarden-rescreen-'))
const received = Promise.withResolvers<number>()
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    response.end()
    received.resolve(performance.now())
  })
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const { port } = receiver.address() as AddressInfo

const service = await openService({
  database: join(folder, 'local.db'),
  keyFolder: folder,
  clock: systemClock,
  env: { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' },
  random: (size) => crypto.getRandomValues(new Uint8Array(size)),
  report: (error) => process.stderr.write(`${String(error)}\n`),
})
try {
  for (let from = 0; from < stored; from += CHUNK)
    await insertRows(service.store, from, Math.min(stored, from + CHUNK), Date.now() - 2 * stored)
  const result = JSON.stringify({ valid: true, combinedScore: 0, coverage: 'none' })
  await service.store.write((db) => db.updateTable('transactions').set({ result }).execute())
  await service.indexAddresses(3_600_000)

  const send = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method, path, query: '', headers, body: JSON.stringify(body) }
    const answer = await service.handle(request, { kind: 'in-process' })
    if (answer.status >= 400) throw new Error(answer.body)
    return JSON.parse(answer.body)
  }
  const hook = { name: 'hook', channel: 'WEBHOOK', webhookUrl: `http://127.0.0.1:${port}/`, state: 'ACTIVE' }
  const { id } = await send('POST', '/api/v2/management/alert-configurations/destinations', hook)
  const alert = { alertName: 'listed', alertType: 'SONAR', destinationIds: [id], transactionFilter: { rescreen: true } }
  await send('POST', '/ext/v1/alert-configurations', alert)

  const addresses = [
    madeAddress(`receiver ${planted}`),
    ...Array.from({ length: ENTRIES - 1 }, (_, at) => madeAddress(`entry ${at}`)),
  ]
  const text = ['address,kind,label', ...addresses.map((address) => `${address},sanctioned,Listed`)].join('\n')
  const stream = (async function* () {
    yield Buffer.from(text)
  })()
  // What is loaded on demand is compiled here, and not in a release.
  await send('POST', '/ext/v1/rescreens', { source: 'control list' })
  await (await service.deliveries()).sendDue({ forMs: 1 })
  const intel = await service.intel()
  const begun = performance.now()
  const from = { stream, name: 'planted' }
  const { rescreenId } = await intel.import({ format: 'addresses', source: 'planted', from, rescreenSince: 0 })
  const imported = performance.now()
  const { total } = await send('POST', '/ext/v1/rescreens', { id: rescreenId })
  const found = performance.now()
  if (total !== 1) throw new Error(`${total} changes were found, and not 1`)
  await (await service.deliveries()).sendDue({ forMs: 10_000 })
  const notified = await received.promise

  const room = join(folder, 'beside')
  mkdirSync(room)
  const { alone, beside, ratio, perSecond } = await delayBesideRescreen(room)

  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  publish({
    bench: 'rescreen',
    how: `${ENTRIES} entries imported into ${stored} stored transactions, one of which pays one of them`,
    figures: [
      { name: 'import', measured: seconds(imported - begun) },
      { name: 'found', measured: seconds(found - imported) },
      {
        name: 'found and notified',
        measured: seconds(notified - imported),
        value: notified - imported,
        unit: 'ms',
        goal: { atMost: GOAL_S * 1000 },
      },
      {
        name: 'p99 of serve beside a rescreen',
        measured: `${beside.toFixed(1)} ms, alone ${alone.toFixed(1)} ms; ${perSecond.toFixed(0)} transactions/s compared`,
        against: 'that without',
        value: ratio,
        goal: { atMost: 1.3 },
      },
    ],
  })
} finally {
  await service.close()
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
}
