import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { request } from 'undici'
import { signedTransfer, signers } from '../test/support/proxy/transactions.ts'
import { publish } from './figures/report.ts'
import { BIN } from './serve/servers.ts'

/**
 * What large bodies cost `txwarden proxy`: twenty of 4.5 MB one after another, in ten forms that keep a reader busy in different
 * ways. Peak memory of the process, and the longest time of the processor that one body holds the event loop, by form. Needs
 * Linux, and `npm run build`.
 */
const BYTES = 4.5e6
const BODIES = 20
const ROUNDS = 3
/** Lets the watch of the loop see the last turn (ms). */
const SETTLE_MS = 50
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
const [from = ''] = signers
const to = '0x9000000000000000000000000000000000000009'
const { raw } = signedTransfer({ to })

const call = (method: string, params: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
const filled = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes)
const hex = (bytes = BYTES) => `"0x${filled('f8f801a0', bytes)}"`
const list = (items: number, item: string) => `[${Array.from({ length: items }, () => item).join(',')}]`
/** Most values that a body may have. */
const VALUES = 59_000

const forms: Readonly<Record<string, string>> = {
  'a read with long bytes': call('eth_call', `[{"to":"${to}","data":${hex()}}]`),
  'raw bytes': call('eth_sendRawTransaction', `[${hex()}]`),
  'call data': call('eth_sendTransaction', `[{"from":"${from}","to":"${to}","data":${hex()}}]`),
  'params of an allowed method': call('relay_include', `[${hex()}]`),
  'many values': call('relay_include', list(VALUES, filled('1', 70).replace(/^/, '"').concat('"'))),
  'names with escapes': call(
    'eth_call',
    `[{${Array.from({ length: VALUES / 2 }, (_, at) => `"\\u0061${filled(String(at), 130)}${at}":1`).join(',')}}]`,
  ),
  'typed data as text': call('eth_signTypedData_v4', `["${from}",${JSON.stringify(`{"types":{},"x":${hex()}}`)}]`),
  'a batch of signed transactions': list(1000, call('eth_sendRawTransaction', `["${raw}${'00'.repeat(2100)}"]`)),
  'a bundle': call('eth_sendBundle', `[{"txs":${list(100, `"${raw}"`)},"blockNumber":${hex()}}]`),
  blanks: call('eth_chainId', `[${filled(' \n', BYTES)}]`),
}

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
const urlOf = async (child: ReturnType<typeof start>) =>
  /http:[^"\s]+/.exec(String(((await once(child.stdout, 'data')) as [Buffer])[0]))?.[0] ?? ''

async function round(node: string): Promise<{ readonly peak: number; readonly held: ReadonlyMap<string, number> }> {
  const watch = join(import.meta.dirname, 'proxy/watch-loop.ts')
  const proxy = start(['--import', watch, BIN, 'proxy', '--port', '0', '--json', '--allow-method', 'relay_*'], {
    TXWARDEN_HOME: folder,
    TXWARDEN_UPSTREAM: node,
  })
  const lines = createInterface(proxy.stderr)[Symbol.asyncIterator]()
  const heldNow = async () => {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    proxy.kill('SIGUSR2')
    for (;;) {
      const { value = '', done } = await lines.next()
      const [, ms] = /^held ([\d.]+)/.exec(value) ?? []
      if (ms !== undefined || done) return Number(ms)
    }
  }
  const url = await urlOf(proxy)
  const send = async (body: string) => {
    const answer = await request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    await answer.body.dump()
  }
  // The first request of a process loads code.
  for (const body of [call('eth_chainId', '[]'), call('eth_sendRawTransaction', `["${raw}"]`), call('relay_a', '[]')])
    await send(body)
  await heldNow()
  const held = new Map<string, number>()
  for (let sent = 0; sent < BODIES; )
    for (const [name, body] of Object.entries(forms)) {
      await send(body)
      sent += 1
      held.set(name, Math.max(held.get(name) ?? 0, await heldNow()))
    }
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${proxy.pid}/status`, 'utf8')) ?? []
  proxy.kill('SIGTERM')
  await once(proxy, 'exit')
  return { peak: (Number(kilobytes) * 1024) / 1e6, held }
}

const node = start([join(import.meta.dirname, 'proxy/node-process.ts')])
try {
  const url = await urlOf(node)
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  for (let at = 0; at < ROUNDS; at += 1) rounds.push(await round(url))
  const least = (values: readonly number[]) => Math.min(...values)
  publish({
    bench: 'proxy-bodies',
    how: `${BODIES} bodies of ${BYTES / 1e6} MB one after another; the smallest of ${ROUNDS} rounds`,
    figures: [
      {
        name: 'peak memory',
        measured: `${least(rounds.map(({ peak }) => peak)).toFixed(0)} MB`,
        value: least(rounds.map(({ peak }) => peak)),
        unit: 'MB',
        goal: { atMost: 250 },
      },
      ...Object.keys(forms).map((name) => {
        const value = least(rounds.map(({ held }) => held.get(name) ?? Number.NaN))
        return {
          name: `held by ${name}`,
          measured: `${value.toFixed(0)} ms`,
          value,
          unit: 'ms',
          goal: { atMost: 100 },
        } as const
      }),
    ],
  })
} finally {
  node.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
