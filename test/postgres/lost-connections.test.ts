import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Service } from '../../src/service/index.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type Answered, ask } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openServices } from './servers.ts'

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres({ isDurable: true })
})
afterAll(() => server.stop())

async function openOwn(reported: unknown[] = []): Promise<Service> {
  const place = { database: await server.createDatabase(), keyFolder: temporaryFolder() }
  const [service] = await openServices(1, place, (error) => void reported.push(error))
  return service as Service
}

const add = (service: Service, index: number) =>
  ask(service, 'POST', '/api/v2/management/control-lists', {
    address: `0x7e57${index.toString(16).padStart(36, '0')}`,
    type: 'BLOCK',
    productType: 'SONAR',
  })

/** A way to the server on which, from a moment on, nothing that was open is carried any more and nothing says so. */
async function silenceable(database: string) {
  const { hostname, port } = new URL(database)
  const pairs: Socket[][] = []
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname)
    pairs.push([near, far])
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  onTestFinished(() => {
    for (const socket of pairs.flat()) socket.destroy()
    proxy.close()
  })
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    database: url.href,
    silence() {
      for (const [near, far] of pairs) {
        near?.unpipe()
        far?.unpipe()
        near?.resume()
      }
    },
  }
}

/** Writes all the time while `disturb` is at work; answers what each request was answered, and the total in the end. */
async function writeThrough(service: Service, disturb: () => Promise<void>) {
  const answers: Answered[] = []
  let isOver = false
  let index = 0
  const writers = Array.from({ length: 4 }, async () => {
    while (!isOver) answers.push(await add(service, index++))
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await disturb()
  isOver = true
  await Promise.all(writers)
  const { body } = await ask(service, 'GET', '/api/v2/management/control-lists?size=1')
  return { answers, total: body.totalElements as number }
}

/** What was acknowledged is there; beyond that only what nobody knows of. */
function expectNothingLost({ answers, total }: { answers: readonly Answered[]; total: number }): void {
  const notified = answers.filter(({ status }) => status === 200).length
  const unknown = answers.filter(({ body }) => body.code === 'outcome-unknown').length
  expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([])
  expect(total).toBeGreaterThanOrEqual(notified)
  expect(total).toBeLessThanOrEqual(notified + unknown)
  expect(notified).toBeGreaterThan(0)
}

describe('a service whose connections are lost', () => {
  test('reconnects after the server closes them, without lost or repeated writes', async () => {
    const service = await openOwn()
    const seen = await writeThrough(service, async () => {
      for (let round = 0; round < 10; round++) {
        await server.admin(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'txwarden' and datname like 'test%'",
        )
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
    })
    expectNothingLost(seen)
    // The last connection may end only now.
    let index = 1_000_000
    await expect.poll(async () => (await add(service, index++)).status).toBe(200)
  })

  test.for(['fast', 'immediate'] as const)('waits for the server to come back after a stop (%s)', async (mode) => {
    const service = await openOwn()
    expectNothingLost(await writeThrough(service, () => server.restart(mode)))
    expect((await add(service, 1_000_000)).status).toBe(200)
  })

  test('reports a stopped server, and works again after its restart', async () => {
    const reported: unknown[] = []
    const service = await openOwn(reported)
    await add(service, 1)
    await server.away(async () => {
      const answer = await ask(service, 'GET', '/api/v2/management/control-lists')
      expect(answer).toMatchObject({ status: 503, body: { code: 'database-unavailable' } })
      expect(answer.headers['retry-after']).toBe('2')
    })
    expect(reported).toHaveLength(1)
    const answer = await ask(service, 'GET', '/api/v2/management/control-lists')
    expect(answer).toMatchObject({ status: 200, body: { totalElements: 1 } })
  })

  test('replaces a connection without responses', async () => {
    const database = await server.createDatabase()
    const line = await silenceable(database)
    const [service] = await openServices(1, { database: line.database, keyFolder: temporaryFolder() })
    expect((await add(service as Service, 1)).status).toBe(200)
    line.silence()
    const answers = await Promise.all([2, 3, 4].map((index) => add(service as Service, index)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { body } = await ask(service as Service, 'GET', '/api/v2/management/control-lists')
    expect(body.totalElements).toBe(4)
  })

  test('continues to read after a newer version changed a table', async () => {
    const database = await server.createDatabase()
    const [service] = await openServices(1, { database, keyFolder: temporaryFolder() })
    const list = () => ask(service as Service, 'GET', '/api/v2/management/control-lists?type=BLOCK')
    await add(service as Service, 1)
    await Promise.all(Array.from({ length: 10 }, list))
    await server.admin('alter table control_list_entries add column later text', database)
    const answers = await Promise.all(Array.from({ length: 10 }, list))
    expect(answers.map(({ status, body }) => [status, body.totalElements])).toEqual(Array(10).fill([200, 1]))
    expect((await add(service as Service, 2)).status).toBe(200)
  })
})
