import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProxyProcess } from '../support/proxy/proxy-process.ts'
import { leniently, startTap } from '../support/proxy/tap.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { bodyChanges, type ChangeContext, callChanges, callText, textOf } from './support/proxy-changes.ts'
import { pageRequests } from './support/proxy-pages.ts'
import { judgedPaths, refusedPaths, refusedShapes, type SendingPath } from './support/proxy-paths.ts'
import { exchange, request, type WireContext, wires } from './support/proxy-wires.ts'
import { command } from './support/serve-process.ts'

/**
 * Tries to get calls past the proxy: tsx test/campaigns/proxy.ts [cases] [seed] [--short]. Every case sends or signs for a
 * recipient on the block list, written, packed and sent in ways that readers of JSON and HTTP understand differently. What
 * stands behind the proxy counts every body that has the digits of the recipient. Does not build: `npm run build` first.
 */
const { count: cases, seed } = campaignArguments({ usual: 20_000, short: 1500 })
const AT_ONCE = 8
/** Time for one answer (ms); servers wait for requests that are not complete. */
const PATIENCE_MS = 20_000
/** On the block list: no honest text has these digits. */
const BAD = '0xbad1bad2bad3bad4bad5bad6bad7bad8bad9bada'
const GOOD = `0x5afe${'c0de'.repeat(9)}`
const UNCHANGED: Form = { call: 'none', body: 'none', wire: 'plain' }
const paths: readonly SendingPath[] = [...judgedPaths, ...refusedPaths, ...refusedShapes]

const random = randomFrom(seed)
const report = new Report('proxy')
const home = mkdtempSync(join(tmpdir(), 'txwarden-proxy-campaign-'))
const QUANTITIES: Readonly<Record<string, string>> = {
  eth_chainId: '0x1',
  eth_gasPrice: '0x3b9aca00',
  eth_estimateGas: '0x5208',
}

const upstream = await startTap(answerOf)
const upstreamHost = new URL(upstream.url).host
const arrivedOf = (address: string) =>
  [...upstream.bodies, ...upstream.targets.map((target) => decodeURIComponent(target))].filter((text) =>
    leniently(text).includes(address.slice(2)),
  )

try {
  command(['control-list', 'add', BAD, '--type', 'block'], { TXWARDEN_HOME: home })
  command(['control-list', 'add', GOOD, '--type', 'allow'], { TXWARDEN_HOME: home })
  await tryPlain()
  const proxy = await ProxyProcess.start([], { upstream: upstream.url, home })
  await tryCases(proxy)
  await tryPages(proxy)
  const ended = await proxy.end()
  report.promise(
    'the proxy ends when it is stopped',
    ended === 0 || ended === 130 || ended === 143,
    `exit code ${ended}`,
  )
} finally {
  await upstream.stop()
  rmSync(home, { recursive: true, force: true })
}
report.end()

/** Each path as clients send it: without it, a refusal in the campaign could be for the shape alone. */
async function tryPlain(): Promise<void> {
  const named = refusedPaths.map(({ method }) => method).filter((method) => method.includes('_'))
  const argv = named.flatMap((method) => ['--allow-method', method])
  await using open = await ProxyProcess.start(argv, { upstream: upstream.url, home })
  const faults: string[] = []
  for (const path of judgedPaths) {
    const bad = await post(open, path, BAD)
    if (!/"code":-32003.*"verdict":"BLOCKED"/.test(bad)) faults.push(`${nameOf(path)} is not BLOCKED: ${lastLine(bad)}`)
    const good = await post(open, path, GOOD)
    if (!good.includes('"result"')) faults.push(`${nameOf(path)} does not pass: ${lastLine(good)}`)
  }
  report.promise(
    'each judged path is refused as BLOCKED, and passes for a known recipient',
    faults.length === 0,
    faults.slice(0, 12).join('\n    '),
  )
  const arrived = upstream.bodies.length
  const closed: string[] = []
  for (const path of refusedPaths.filter(({ method }) => named.includes(method)))
    if (!(await post(open, path, GOOD)).includes('"result"')) closed.push(nameOf(path))
  report.promise(
    'each refused method passes with --allow-method',
    closed.length === 0 && upstream.bodies.length > arrived,
    closed.join(', '),
  )
}

function post({ url }: ProxyProcess, { method, params }: SendingPath, to: string): Promise<string> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: textOf(callText(1, method, params(to))),
  }).then((response) => response.text())
}

async function tryCases(proxy: ProxyProcess): Promise<void> {
  upstream.bodies.length = 0
  upstream.targets.length = 0
  const counts = { answered: 0, 'internal errors': 0, 'without an answer': 0 }
  const changed: string[] = []
  const sent = new Set<string>()
  const internal: string[] = []
  const singles: readonly Partial<Form>[] = [
    ...Object.keys(callChanges).map((call) => ({ call })),
    ...Object.keys(bodyChanges).map((body) => ({ body })),
    ...Object.keys(wires).map((wire) => ({ wire })),
  ]
  const pairs = shuffled(paths.flatMap((path) => singles.map((form) => ({ path, form }))))
  const harmless = Buffer.from(textOf(callText(7, 'eth_blockNumber', [])))
  const { host, port } = new URL(proxy.url)
  const context: WireContext = { random, host, upstreamHost, harmless }
  const one = async (number: number) => {
    // Each change alone on each path, then several at once.
    const single = pairs[number]
    const path = single?.path ?? pick(paths)
    const isGood = random() < 0.1 && judgedPaths.includes(path)
    const form = single ? { ...UNCHANGED, ...single.form } : anyForm()
    const body = bodyOf(number, path, isGood ? GOOD : BAD, form)
    if (isGood) sent.add(body.toString())
    const answer = await exchange(Number(port), wires[form.wire]?.(body, context) ?? body, PATIENCE_MS)
    counts[answer === undefined ? 'without an answer' : 'answered']++
    if (answer?.includes('internal error')) internal.push(`${nameOf(path)}, ${Object.values(form).join(', ')}`)
  }
  let next = 0
  const work = async () => {
    while (next < cases) await one(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  for (const body of arrivedOf(GOOD))
    if (!body.startsWith('[') && ![...sent].some((whole) => whole === body || whole.includes(body))) changed.push(body)
  counts['internal errors'] = internal.length
  const bad = arrivedOf(BAD)
  report.count('cases', cases)
  report.table(
    ['what', 'how many'],
    [
      ['sending paths', paths.length],
      ['ways to write, pack and send', singles.length],
      ...Object.entries(counts),
      ['bodies that arrived', upstream.bodies.length],
      ['of which for the known recipient', arrivedOf(GOOD).length],
    ],
  )
  report.promise(
    `nothing of ${cases} cases reached the upstream`,
    bad.length === 0,
    `${bad.length}: ${bad.slice(0, 5).map(shown).join('\n    ')}`,
  )
  report.promise('what arrived is what was sent', changed.length === 0, changed.slice(0, 3).map(shown).join('\n    '))
  report.promise('some for the known recipient arrived', arrivedOf(GOOD).length > 0)
  report.promise('no internal error', internal.length === 0, internal.slice(0, 8).join('\n    '))
}

interface Form {
  readonly call: string
  readonly body: string
  readonly wire: string
}

function anyForm(): Form {
  const any = (changes: object, none: string) => (random() < 0.6 ? pick(Object.keys(changes)) : none)
  return {
    call: any(callChanges, UNCHANGED.call),
    body: any(bodyChanges, UNCHANGED.body),
    wire: any(wires, UNCHANGED.wire),
  }
}

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T
}

function bodyOf(number: number, { method, params }: SendingPath, to: string, form: Form): Buffer {
  const context: ChangeContext = { random, harmless: GOOD, harmlessParams: JSON.stringify(params(GOOD)) }
  const call = callChanges[form.call]?.(callText(number, method, params(to)), context) ?? []
  return Buffer.from(bodyChanges[form.body]?.(textOf(call), context) ?? '')
}

/** Requests of web pages, for what every client may ask and for what is refused. */
async function tryPages(proxy: ProxyProcess): Promise<void> {
  upstream.bodies.length = 0
  const { host, port } = new URL(proxy.url)
  const answered: string[] = []
  const bodies = [
    callText(1, 'eth_accounts', []),
    callText(
      2,
      'eth_sendTransaction',
      judgedPaths.find(({ method }) => method === 'eth_sendTransaction')?.params(GOOD),
    ),
  ]
  for (const [name, page] of Object.entries(pageRequests))
    for (const call of bodies) {
      const answer = await exchange(Number(port), page(Buffer.from(textOf(call)), host), PATIENCE_MS)
      if (answer === undefined || /^HTTP\/1\.1 [123]|"result"|^access-control-/im.test(answer))
        answered.push(`${name}: ${answer?.slice(0, 200)}`)
    }
  report.count('page requests', Object.keys(pageRequests).length * bodies.length)
  report.promise('no request of a page is answered', answered.length === 0, answered.join('\n    '))
  report.promise(
    'no request of a page reached the upstream',
    upstream.bodies.length === 0,
    upstream.bodies.map(shown).join('\n    '),
  )
  const own = await exchange(
    Number(port),
    request(Buffer.from(textOf(callText(1, 'eth_accounts', []))), host),
    PATIENCE_MS,
  )
  report.promise('the same request of a program is answered', own?.includes('"result"') === true)
}

/** A node that knows every method. */
function answerOf(body: string): string {
  const one = (call: unknown) => {
    const { id = null, method = '' } = (call ?? {}) as { id?: unknown; method?: string }
    return { jsonrpc: '2.0', id, result: QUANTITIES[method] ?? `0x${'5a'.repeat(32)}` }
  }
  try {
    const value: unknown = JSON.parse(body)
    return JSON.stringify(Array.isArray(value) ? value.map(one) : one(value))
  } catch {
    return JSON.stringify(one(undefined))
  }
}

function nameOf({ method, shape }: SendingPath): string {
  return shape === '' ? method : `${method} (${shape})`
}

function shown(text: string): string {
  return JSON.stringify(text.length > 400 ? `${text.slice(0, 400)}…` : text)
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
