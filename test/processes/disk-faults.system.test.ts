import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { needs } from '../support/needs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createKey, Program, runProgram } from './program.ts'

const BODY = JSON.stringify({
  transaction: { chainId: '1', from: `0x${'7e'.repeat(20)}`, to: `0x${'7f'.repeat(20)}` },
  trackNonce: false,
})

interface Refusal {
  readonly status: number
  readonly code: string
  readonly detail: string
}

/** A server, and what it answers. */
async function serve() {
  const home = temporaryFolder()
  const env = { TXWARDEN_HOME: home }
  const server = new Program(['serve', '--drain', '0', '--port', '0', '--quiet'], env)
  const url = await server.address()
  const { key } = await createKey('validation', env)
  const ask = async (path: string, init?: RequestInit): Promise<Refusal> => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { 'x-api-key': key, 'x-validation-product': 'SONAR', 'content-type': 'application/json' },
    })
    const body = (await response.json()) as Partial<Refusal>
    return { status: response.status, code: body.code ?? '', detail: body.detail ?? '' }
  }
  return {
    server,
    database: join(home, 'local.db'),
    validate: () => ask('/api/v2/transaction/validate', { method: 'POST', body: BODY }),
    list: () => ask('/ext/v1/transactions'),
    health: () => ask('/healthz'),
  }
}

test('a database deleted under serve: changes are refused, reads go on, the health check says so', async () => {
  const { database, validate, list, health } = await serve()
  expect(await validate()).toMatchObject({ status: 200 })
  rmSync(database)

  expect(await validate()).toMatchObject({
    status: 503,
    code: 'database-moved',
    detail: expect.stringContaining('restart the service'),
  })
  expect(await validate()).toMatchObject({ status: 503, code: 'database-moved' })
  expect(await list()).toMatchObject({ status: 200 })
  expect(await health()).toMatchObject({ status: 503, code: 'database-moved' })

  const env = { TXWARDEN_HOME: dirname(database) }
  for (const command of [['control-list', 'list'], ['doctor'], ['local', 'backup', `${database}-copy`]]) {
    const { code, stdout, stderr } = await runProgram(command, env)
    expect(code).not.toBe(0)
    expect(stdout + stderr).toContain('local.db was deleted or renamed')
  }
  expect(existsSync(database)).toBe(false)
})

needs('strace').test('after a failed fsync no write is tried until a check passes', async () => {
  const { server, validate, list, health } = await serve()
  expect(await validate()).toMatchObject({ status: 200 })
  const fault = await inject(server.pid, 'fsync,fdatasync', 'EIO')

  expect(await validate()).toMatchObject({
    status: 503,
    code: 'outcome-unknown',
    detail: expect.stringContaining('Idempotency-Key'),
  })
  expect(await validate()).toMatchObject({ status: 503, code: 'disk-error' })
  expect(await list()).toMatchObject({ status: 200 })
  expect(await health()).toMatchObject({ status: 503, code: 'disk-error' })

  await fault.end()
  while ((await health()).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await validate()).toMatchObject({ status: 200 })
})

/** Makes system calls of a process fail. */
async function inject(pid: number | undefined, calls: string, error: string) {
  const strace = spawn('strace', ['-f', '-p', String(pid), '-e', `inject=${calls}:error=${error}`, '-o', '/dev/null'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void strace.kill('SIGKILL'))
  // It says to which threads it attached.
  await once(strace.stderr, 'data')
  return {
    async end() {
      strace.kill('SIGINT')
      await once(strace, 'close')
    },
  }
}
