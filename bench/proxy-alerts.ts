import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { command, createKeys, ServeProcess } from '../test/campaigns/support/serve-process.ts'
import { ProxyProcess } from '../test/support/proxy/proxy-process.ts'
import { signedTransfer } from '../test/support/proxy/transactions.ts'
import { median } from './figures/report.ts'

/**
 * How long after the answer of the proxy a webhook arrives, with real processes: what is held by a service (`serve` and a
 * proxy with its validation key), and what a proxy refuses on a local profile, whose courier polls. Needs `npm run build`.
 */
const TIMES = 20
/** Between two, so that an idle courier polls at its slowest (ms). */
const IDLE_MS = 1_700
const BLOCKED = '0x000000000000000000000000000000000000b10c'

const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
const notified: { readonly body: string; readonly at: number }[] = []
const arrivals = new EventEmitter()

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const upstream = await listen(async (request, response) => {
  const { id } = JSON.parse(await text(request)) as { id: unknown }
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }))
})
const receiver = await listen(async (request, response) => {
  const body = await text(request)
  notified.push({ body, at: performance.now() })
  response.end()
  arrivals.emit('notified')
})

/** A destination and an alert that tell the receiver. */
function prepare(env: Readonly<Record<string, string>>): void {
  command(['control-list', 'add', BLOCKED, '--type', 'block'], env)
  const webhook = ['--channel', 'webhook', '--webhook-url', receiver]
  const { id } = command<{ id: string }>(['destination', 'create', '--name', 'ops', ...webhook], env)
  command(['alert', 'create', '--name', 'all', '--type', 'sonar', '--destination', id], env)
}

/** From the answer to the message (ms), in ascending order. */
async function measured(url: string, idOf: (data: { holdId: string; svcTxId: string }) => string): Promise<number[]> {
  const taken: number[] = []
  for (let nonce = 1n; nonce <= BigInt(TIMES); nonce += 1n) {
    await pause(IDLE_MS)
    const request = {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_sendRawTransaction',
      params: [signedTransfer({ to: BLOCKED, nonce }).raw],
    }
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    const { error } = (await answer.json()) as { error: { data: { holdId: string; svcTxId: string } } }
    const answered = performance.now()
    const id = idOf(error.data)
    // It may be there before the answer.
    while (!notified.some(({ body }) => body.includes(id))) await once(arrivals, 'notified')
    const at = notified.find((each) => each.body.includes(id))?.at ?? 0
    taken.push(Math.max(0, at - answered))
  }
  return taken.sort((one, other) => one - other)
}

function print(what: string, taken: readonly number[]): void {
  process.stdout.write(
    `${what}: median ${median(taken).toFixed(0)} ms, longest ${(taken.at(-1) ?? 0).toFixed(0)} ms (${taken.length} times)\n`,
  )
}

try {
  const here = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }
  const served = { TXWARDEN_HOME: join(folder, 'served'), ...here }
  const keys = createKeys(served)
  prepare(served)
  const server = await ServeProcess.start([], { env: served, keys })
  const remote = { TXWARDEN_BASE_URL: `http://127.0.0.1:${server.port}`, TXWARDEN_VALIDATION_KEY: keys.validation }
  const holding = await ProxyProcess.start(['--hold'], { upstream, home: join(folder, 'signer'), env: remote })
  print('held by a service', await measured(holding.url, ({ holdId }) => holdId))
  await holding.end()

  const local = { TXWARDEN_HOME: join(folder, 'local'), ...here }
  prepare(local)
  const refusing = await ProxyProcess.start([], { upstream, home: local.TXWARDEN_HOME, env: here })
  print('refused on a local profile', await measured(refusing.url, ({ svcTxId }) => svcTxId))
  await refusing.end()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
