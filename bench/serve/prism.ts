import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BIN, type Running } from './servers.ts'

const INSTALL_MS = 180_000
const START_MS = 30_000

/**
 * The peer: Prism's mock server with our OpenAPI document, which checks the same body and responds by the schema. Installed
 * for the run; undefined when the registry is unreachable.
 */
export async function startPrism(folder: string, headers: Running['headers']): Promise<Running | undefined> {
  const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent', '@stoplight/prism-cli']
  const { status } = spawnSync('npm', install, { timeout: INSTALL_MS, stdio: 'ignore' })
  if (status !== 0) return undefined
  const document = join(folder, 'openapi.json')
  const { stdout } = spawnSync(process.execPath, [BIN, 'api', '--openapi'], { maxBuffer: 2 ** 26 })
  writeFileSync(document, stdout)
  const port = await freePort()
  const prism = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js')
  const argv = [prism, 'mock', document, '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent']
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  await answering(url)
  return {
    url,
    headers,
    process: child,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function answering(url: string): Promise<void> {
  const deadline = performance.now() + START_MS
  while (performance.now() < deadline) {
    if (await fetch(url).catch(() => undefined)) return
    await pause(100)
  }
  throw new Error('the mock server does not start')
}
