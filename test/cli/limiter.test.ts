import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveHttp } from '../client/support/http-server.ts'
import { makeCli, says } from '../support/cli.ts'

const KEYS = { TXWARDEN_VALIDATION_KEY: 'val', TXWARDEN_MANAGEMENT_KEY: 'mgmt' }
const LISTS = JSON.stringify({ content: [], size: 25, number: 0, totalPages: 0, totalElements: 0 })

async function limited(answer: { status: number; headers?: Record<string, string> } = { status: 200 }) {
  const server = await serveHttp((response) =>
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(LISTS),
  )
  const cli = makeCli()
  const env = { ...KEYS, TXWARDEN_BASE_URL: server.url.href, TXWARDEN_RATE_LIMIT: '2' }
  return { server, cli, list: (...flags: string[]) => cli(['control-list', 'list', ...flags], { env }) }
}

test('beyond the limit nothing is sent and the exit code is 7', async () => {
  const { server, list } = await limited()
  await using _ = server
  expect([(await list()).code, (await list()).code]).toEqual([0, 0])
  const third = await list('--retry-max-wait', '5s')
  expect(third.code).toBe(7)
  expect(third.stderr).toContain('2 requests a minute (profile local); next slot in 60 s')
  expect(third.stderr).toContain('--retry-max-wait 60s')
  expect(server.seen).toHaveLength(2)
})

test('a slot is free again after a minute', async () => {
  const { server, cli, list } = await limited()
  await using _ = server
  await list()
  await list()
  cli.clock.advance(60_000)
  expect((await list('--retry-max-wait', '1s')).code).toBe(0)
})

test('each retry takes a slot', async () => {
  const { server, list } = await limited({ status: 503 })
  await using _ = server
  const { code, stderr } = await list('--retries', '5', '--retry-max-wait', '3s')
  expect(server.seen).toHaveLength(2)
  expect({ code, stderr }).toMatchObject(says(7, 'rate limit reached'))
})

test('Retry-After of a 429 also holds for the next command', async () => {
  const { server, list } = await limited({ status: 429, headers: { 'retry-after': '30' } })
  await using _ = server
  expect((await list('--retries', '0')).code).toBe(7)
  const next = await list('--retry-max-wait', '10s')
  expect(next.code).toBe(7)
  expect(next.stderr).toContain('next slot in 30 s')
  expect(server.seen).toHaveLength(1)
})

test('a service on this machine has no limit by default', async () => {
  const { server, cli } = await limited()
  await using _ = server
  const env = { ...KEYS, TXWARDEN_BASE_URL: server.url.href }
  mkdirSync(join(cli.home, 'limits'))
  writeFileSync(
    join(cli.home, 'limits', 'local.json'),
    JSON.stringify({ at: Array.from({ length: 400 }, () => cli.clock.now()), closedUntil: 0 }),
  )
  expect((await cli(['control-list', 'list'], { env })).code).toBe(0)
  const { code } = await cli(['control-list', 'list', '--retry-max-wait', '1s'], {
    env: { ...env, TXWARDEN_RATE_LIMIT: '300' },
  })
  expect(code).toBe(7)
})
