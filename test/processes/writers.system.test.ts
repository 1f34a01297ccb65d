import { Pool } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createKey, Program, runForJson, runProgram } from './program.ts'

/** A busy machine may have no room for so many requests. */
const NO_ROOM = 503
const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

test('eight processes and a server write concurrently without a lost entry', async () => {
  const env = { TXWARDEN_HOME: temporaryFolder() }
  // All at once on a database that is not there yet: they make it together.
  const writers = Array.from({ length: 8 }, (_, writer) => {
    const addresses = Array.from({ length: 40 }, (_, entry) => address(writer * 40 + entry + 1))
    return runProgram(['control-list', 'add', ...addresses, '--type', 'block', '--json'], env)
  })
  const server = new Program(['serve', '--drain', '0', '--port', '0'], env)
  const url = await server.address()
  const { key } = await createKey('management', env)
  const posted = await Promise.all(
    Array.from({ length: 40 }, async (_, entry) => {
      const response = await fetch(`${url}/api/v2/management/control-lists`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ address: address(1000 + entry), type: 'BLOCK', productType: 'SONAR' }),
      })
      return response.status
    }),
  )
  const outcomes = await Promise.all(writers)

  expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(8).fill({ code: 0, stderr: '' }))
  expect(posted).toEqual(Array(40).fill(200))
  const { content } = await runForJson<{ content: { address: string }[] }>(
    ['control-list', 'list', '--size', '1000'],
    env,
  )
  expect(new Set(content.map((entry) => entry.address)).size).toBe(8 * 40 + 40)
  const audited = await runForJson<{ totalElements: number }>(['audit', 'list', '--action', 'control-list'], env)
  expect(audited.totalElements).toBe(8 * 40 + 40)
})

test('a key created under the load of 64 connections waits less than two seconds and works at once', async () => {
  const env = { TXWARDEN_HOME: temporaryFolder() }
  const server = new Program(['serve', '--drain', '0', '--port', '0', '--quiet'], env)
  const url = await server.address()
  const busy = await keepBusy(url, (await createKey('validation', env)).key, 64)

  const started = performance.now()
  await runForJson(['keys', 'list'], env)
  const listed = performance.now()
  const { key } = await createKey('validation', env)
  const created = performance.now()
  let response = NO_ROOM
  while (response === NO_ROOM) response = await validate(busy.pool, key)
  const statuses = await busy.stop()

  // A busy machine delays both; what only reads waits for nobody.
  expect(created - listed).toBeLessThan(2 * (listed - started) + 2000)
  expect(response).toBe(200)
  expect([...statuses.keys()].filter((status) => status !== NO_ROOM)).toEqual([200])
  expect(statuses.get(200)).toBeGreaterThan(64)
})

/** Connections that send the next validation when the last is answered; resolves when every one had an answer. */
async function keepBusy(url: string, key: string, connections: number) {
  const pool = new Pool(url, { connections: connections + 1 })
  onTestFinished(() => pool.destroy())
  const statuses = new Map<number, number>()
  let stopped = false
  let warm = () => {}
  const warmed = new Promise<void>((resolve) => {
    let answered = 0
    warm = () => {
      answered += 1
      if (answered === connections) resolve()
    }
  })
  const loops = Array.from({ length: connections }, async () => {
    do {
      const status = await validate(pool, key)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      warm()
    } while (!stopped)
  })
  await Promise.race([warmed, Promise.all(loops)])
  return {
    pool,
    stop: async () => {
      stopped = true
      await Promise.all(loops)
      return statuses
    },
  }
}

async function validate(pool: Pool, key: string): Promise<number> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/api/v2/transaction/validate',
    headers: { 'x-api-key': key, 'x-validation-product': 'SONAR', 'content-type': 'application/json' },
    body: JSON.stringify({ transaction: { chainId: '1', from: address(1), to: address(2) }, trackNonce: false }),
  })
  await body.dump()
  return statusCode
}
