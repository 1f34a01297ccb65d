import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { serve } from '../../src/service/index.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { ask } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openServices } from './servers.ts'

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

/** Below the 35 s of a slow statement. */
const SOON_MS = 25_000
/** Before the 4 s after which a server is known to be silent; the health check waits 800 ms. */
const AT_ONCE_MS = 4000

test('a frozen server: reads and writes are refused with 503, and work again when it does', async () => {
  const reported: unknown[] = []
  const place = { database: await server.createDatabase(), keyFolder: temporaryFolder() }
  const [service] = await openServices(1, place, (error) => void reported.push(error))
  if (!service) throw new Error('no service')
  const add = (index: number) =>
    ask(service, 'POST', '/api/v2/management/control-lists', {
      address: `0x7e57${index.toString(16).padStart(36, '0')}`,
      type: 'BLOCK',
      productType: 'SONAR',
    })
  const list = () => ask(service, 'GET', '/api/v2/management/control-lists')
  expect((await add(1)).status).toBe(200)
  let isWriteUnknown = false
  await server.frozen(async () => {
    const started = performance.now()
    const [write, ...reads] = await Promise.all([add(2), list(), list()])
    const waited = performance.now() - started
    expect(waited).toBeLessThan(SOON_MS)
    for (const read of reads) expect(read).toMatchObject({ status: 503, body: { code: 'database-unavailable' } })
    expect(write.status).toBe(503)
    isWriteUnknown = write.body.code === 'outcome-unknown'
    const again = performance.now()
    expect(await list()).toMatchObject({ status: 503, body: { code: 'database-unavailable' } })
    // Known to be silent: refused without another wait, which a busy machine stretches as much.
    expect(performance.now() - again).toBeLessThan(Math.max(AT_ONCE_MS, waited / 2))
  })
  await until(async () => (await list()).status === 200)
  const { totalElements } = (await list()).body
  expect(totalElements).toBeGreaterThanOrEqual(1)
  expect(totalElements).toBeLessThanOrEqual(isWriteUnknown ? 2 : 1)
  expect((await add(3)).status).toBe(200)
})

test('a frozen server: /healthz says so after a second, not after a slow statement', async () => {
  const folder = temporaryFolder()
  const serving = await serve({
    database: await server.createDatabase(),
    keyFolder: folder,
    env: {},
    clock: systemClock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    log: { write: () => {}, quiet: true },
  })
  onTestFinished(() => serving.stop())
  const health = async () => (await fetch(`${serving.url}/healthz`)).status
  const before = performance.now()
  expect(await health()).toBe(200)
  const busy = performance.now() - before
  await server.frozen(async () => {
    const started = performance.now()
    expect(await health()).toBe(503)
    // Also on a busy machine, as the time of the answer before shows, far from the 35 s of a slow statement.
    expect(performance.now() - started).toBeLessThan(Math.min(AT_ONCE_MS + 10 * busy, SOON_MS))
  })
  await until(async () => (await health()) === 200)
})

test('a slow statement is not taken for silence', async () => {
  const place = { database: await server.createDatabase(), keyFolder: temporaryFolder() }
  const [service] = await openServices(1, place)
  if (!service) throw new Error('no service')
  await server.admin(
    `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(6); return new; end $$;
    create trigger slow before insert on control_list_entries for each row execute function slow()`,
    place.database,
  )
  const answer = await ask(service, 'POST', '/api/v2/management/control-lists', {
    address: '0x7e57000000000000000000000000000000000001',
    type: 'BLOCK',
    productType: 'SONAR',
  })
  expect(answer.status).toBe(200)
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100))
}
