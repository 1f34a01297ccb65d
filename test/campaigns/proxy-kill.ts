import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hash } from 'ox'
import { fundedAccounts, sign } from '../support/chain/funded-accounts.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { ProxyProcess } from '../support/proxy/proxy-process.ts'
import { startTap } from '../support/proxy/tap.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { createKeys, ServeProcess } from './support/serve-process.ts'

/**
 * Kills the proxy or the service between an approval and the forward: tsx test/campaigns/proxy-kill.ts [rounds] [seed]
 * [--short]. Each round holds a payment, approves it and sends it again until it has an end, while one of the processes is
 * killed at a random moment. What stands behind the proxy counts how often each payment arrives. The short form does not
 * wait for what can be approved again after a minute. Does not build: `npm run build` first.
 */
const { count: rounds, seed, isShort } = campaignArguments({ usual: 200, short: 8 })
const BAD = '0xbad1bad2bad3bad4bad5bad6bad7bad8bad9bada'
/** Longest time between sending again and the kill (ms). */
const LONGEST_LIFE = 120
/** Of the service: how long it waits for the outcome of what was released, with room for a busy machine (ms). */
const OUTCOME_MS = 75_000

interface Payment {
  readonly body: string
  /** In the text of what arrives. */
  readonly mark: string
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly data?: { readonly state?: string; readonly holdId?: string } }
}

const random = randomFrom(seed)
const report = new Report('proxy killed')
const home = mkdtempSync(join(tmpdir(), 'txwarden-proxy-kill-'))
const [sender] = fundedAccounts('sender of a campaign', 1)
if (!sender) throw new Error('no account')
/** Hashes that the node knows. */
const known = new Set<string>()
const upstream = await startTap(nodeAnswer)
const tally = { forwarded: 0, 'not known': 0, open: 0, 'kills of the proxy': 0, 'kills of the service': 0 }
const twice: string[] = []
const stuck: Payment[] = []
const faults: string[] = []
const env = { TXWARDEN_HOME: home }

try {
  const keys = createKeys(env)
  let serve = await ServeProcess.start([], { env, keys })
  await serve.must('POST', '/api/v2/management/control-lists', { address: BAD, type: 'BLOCK', productType: 'SONAR' })
  const port = serve.port
  const startServe = () => ServeProcess.start(['--port', port], { env, keys })
  const remote = { TXWARDEN_BASE_URL: `http://127.0.0.1:${port}`, TXWARDEN_VALIDATION_KEY: keys.validation }
  const startProxy = () =>
    ProxyProcess.start(['--hold'], { upstream: upstream.url, home: join(home, 'proxy'), env: remote })
  let proxy = await startProxy()

  for (let round = 0; round < rounds; round++) {
    const payment = paymentOf(round)
    const held = await post(proxy, payment)
    const id = held?.error?.data?.holdId
    if (held?.error?.data?.state !== 'held' || id === undefined) {
      faults.push(`round ${round} is not held: ${JSON.stringify(held)}`)
      continue
    }
    await serve.must('POST', `/ext/v1/holds/${id}/approve`, {})
    const isProxy = random() < 0.6
    const first = post(proxy, payment)
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_LIFE))
    if (isProxy) {
      await proxy.end('SIGKILL')
      proxy = await startProxy()
    } else {
      await serve.end('SIGKILL')
      serve = await startServe()
    }
    tally[isProxy ? 'kills of the proxy' : 'kills of the service']++
    await first
    const end = await untilEnd(proxy, payment)
    tally[end]++
    if (end === 'not known') stuck.push(payment)
    if (end === 'open') faults.push(`round ${round} has no end`)
    if (arrivals(payment) > 1) twice.push(`round ${round}: ${arrivals(payment)} times`)
    if (end === 'forwarded' && arrivals(payment) !== 1) faults.push(`round ${round} was answered and never sent`)
  }
  if (!isShort) await recover(proxy)
  await proxy.end()
  await serve.end('SIGTERM')
} finally {
  await upstream.stop()
  rmSync(home, { recursive: true, force: true })
}
report.count('kills', rounds)
report.table(['what', 'how many'], Object.entries(tally))
report.promise('no payment arrives twice for one approval', twice.length === 0, twice.join('; '))
report.promise('each payment comes to an end', faults.length === 0, faults.slice(0, 5).join('\n    '))
report.end()

/** What has no known outcome is reported meanwhile, or can be approved again: then the hold says that it may be sent already. */
async function recover(proxy: ProxyProcess): Promise<void> {
  if (stuck.length === 0) return
  report.say(`waiting for ${stuck.length} outcomes that are not known`)
  await new Promise((resolve) => setTimeout(resolve, OUTCOME_MS))
  for (const payment of stuck) {
    const answer = await post(proxy, payment)
    if (isSent(answer)) {
      if (arrivals(payment) !== 1) faults.push(`was answered, and sent ${arrivals(payment)} times`)
      continue
    }
    const isSaid = answer?.error?.message.includes('may be sent already') === true
    if (answer?.error?.data?.state !== 'held' || !isSaid)
      faults.push(`cannot be approved again: ${JSON.stringify(answer)}`)
  }
}

/** Sends it again until it is answered with a hash, or its outcome is not known. */
async function untilEnd(proxy: ProxyProcess, payment: Payment): Promise<'forwarded' | 'not known' | 'open'> {
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; ) {
    const answer = await post(proxy, payment)
    if (isSent(answer)) return 'forwarded'
    if (answer?.error?.message.includes('its outcome is not known')) return 'not known'
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return 'open'
}

function isSent(answer: Answer | undefined): boolean {
  return typeof answer?.result === 'string' || answer?.error?.message.includes('it was sent before') === true
}

/** Undefined: the connection broke. */
async function post({ url }: ProxyProcess, { body }: Payment): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return (await response.json()) as Answer
  } catch {
    return undefined
  }
}

/** Half of them are signed; each has an amount of its own. */
function paymentOf(round: number): Payment {
  if (!sender) throw new Error('no account')
  const value = BigInt(seed) * 1_000_000n + BigInt(round)
  const isSigned = random() < 0.5
  const amount = `0x${value.toString(16)}`
  const params = isSigned
    ? [sign(sender, 1, { to: BAD, value, nonce: round }).raw]
    : [{ from: sender.address, to: BAD, value: amount }]
  const method = isSigned ? 'eth_sendRawTransaction' : 'eth_sendTransaction'
  return { body: JSON.stringify({ jsonrpc: '2.0', id: round, method, params }), mark: JSON.stringify(params) }
}

function arrivals({ mark }: Payment): number {
  return upstream.bodies.filter((body) => body.includes(mark)).length
}

/** Takes a moment before and after a payment, for a kill. */
async function nodeAnswer(body: string): Promise<string> {
  const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: readonly unknown[] }
  const reply = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result })
  if (method === 'eth_chainId') return reply('0x1')
  if (method === 'eth_getTransactionByHash') return reply(known.has(String(params[0])) ? { hash: params[0] } : null)
  if (!method.startsWith('eth_send')) return reply(null)
  const raw = typeof params[0] === 'string' ? params[0] : `0x${Buffer.from(JSON.stringify(params)).toString('hex')}`
  const hash = Hash.keccak256(raw as `0x${string}`)
  known.add(hash)
  await new Promise((resolve) => setTimeout(resolve, random() * 40))
  return reply(hash)
}
