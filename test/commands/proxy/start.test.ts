import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { test as base, describe, expect } from 'vitest'
import { type CliOptions, makeCli } from '../../support/cli.ts'
import { inTime } from '../../support/in-time.ts'
import { runBehindProxy } from '../../support/proxy/behind.ts'
import { startRecordingUpstream } from '../../support/proxy/recording-upstream.ts'
import { serveForTest } from '../../support/served.ts'

const test = base.extend('upstream', () => startRecordingUpstream())

const HOST = /127\.0\.0\.1:\d+/g
const DOWN = 'http://127.0.0.1:1'

/** What a proxy says on stderr until it knows of its nodes, with hosts as HOST. @param upstreams of TXWARDEN_UPSTREAM */
async function startOf(
  upstreams: string,
  { flags = [], ...options }: CliOptions & { readonly flags?: readonly string[] } = {},
): Promise<{ readonly stdout: string; readonly lines: readonly string[] }> {
  const abort = new AbortController()
  const count = upstreams.split(' ').length
  const ended = makeCli()(['proxy', '--port', '0', ...flags], {
    ...options,
    env: { TXWARDEN_UPSTREAM: upstreams, ...options.env },
    signal: abort.signal,
    onStderr: (text) => {
      if ([...text.matchAll(/^(?: {2}node|! the upstream|.*"node":)/gm)].length >= count) abort.abort()
    },
  })
  const { stdout, stderr } = await inTime(ended, 15_000)
  return { stdout, lines: stderr.replaceAll(HOST, 'HOST').trimEnd().split('\n') }
}

describe('at its start, a proxy says', () => {
  test.each([
    [[], 'enforce: refuses UNSAFE, BLOCKED (--fail-on unsafe)'],
    [['--fail-on', 'no-data'], 'enforce: refuses NO DATA, WARNING, UNSAFE, BLOCKED (--fail-on no-data)'],
    [['--fail-on', 'never'], 'enforce: refuses no verdict (--fail-on never)'],
    [['--observe'], 'observe: forwards everything, and reports UNSAFE, BLOCKED (--fail-on unsafe)'],
    [['--hold', '--self-approve'], 'hold: a person decides about UNSAFE, BLOCKED (--fail-on unsafe)'],
  ])('its mode and its gate: %j', async (flags, mode) => {
    const { url } = await startRecordingUpstream()
    const { lines, stdout } = await startOf(url, { flags })
    expect(lines.slice(0, 3)).toEqual([
      `  mode     ${mode}`,
      '  service  this machine (profile local)',
      '  node     HOST, chain 1 (ethereum)',
    ])
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/)
  })

  test('as docs/proxy.md shows it', async ({ upstream: { url } }) => {
    const { stdout, lines } = await startOf(url, { flags: ['--fail-on', 'no-data', '--hold', '--self-approve'] })
    const [, shown = ''] = /^```text\n([\s\S]*?)^```$/m.exec(readFileSync('docs/proxy.md', 'utf8')) ?? []
    const started = [...stdout.replaceAll(HOST, 'HOST').trimEnd().split('\n'), ...lines.slice(0, 3)]
    expect(started).toEqual(shown.trimEnd().replaceAll(HOST, 'HOST').split('\n'))
  })

  test('what is forwarded without a verdict', async ({ upstream: { url } }) => {
    const { lines } = await startOf(url, { flags: ['--when-unavailable', 'allow', '--allow-method', 'anvil_*'] })
    expect(lines.slice(1, 3)).toEqual([
      '           without a verdict: forwards, and writes to the audit log',
      '           also forwards: anvil_*',
    ])
  })

  test('the service that gives the verdicts', async () => {
    const { url, keys } = await serveForTest()
    const upstream = await startRecordingUpstream()
    const env = { TXWARDEN_BASE_URL: url, TXWARDEN_VALIDATION_KEY: keys.validation }
    expect((await startOf(upstream.url, { env })).lines[1]).toBe('  service  HOST (profile local)')
    const { lines } = await startOf(upstream.url, { env, flags: ['--json'] })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ start: { judge: { profile: 'local', host: 'HOST' } } })
  })

  test('of each node its chain, or what is wrong with it', async ({ upstream: ethereum }) => {
    const wrong = await startRecordingUpstream()
    const { lines } = await startOf(`ethereum=${ethereum.url} base=${wrong.url} polygon=${DOWN}`)
    for (const line of [
      '  node     HOST, chain 1 (ethereum), at /ethereum',
      '! the upstream HOST is on chain 1 (ethereum), not on base: what it is sent is refused',
      '! the upstream HOST: connection refused; nothing listens there: it is retried with the next request',
    ])
      expect(lines).toContain(line)
    expect([ethereum.chainIdQuestions, wrong.chainIdQuestions]).toEqual([1, 1])
  })

  test.each([
    [[], 'refused'],
    [['--observe'], 'forwarded without a verdict'],
    [['--when-unavailable', 'allow'], 'forwarded without a verdict'],
  ])('that its node is of a chain without verdicts: %j', async (flags, what) => {
    const { url } = await startRecordingUpstream({ chainId: '0x7a69' })
    const { lines } = await startOf(url, { flags })
    const notified = lines.filter((line) => line.startsWith('!'))
    expect(notified).toEqual([
      `! the upstream HOST is on chain 31337, which is not supported: what it is sent is ${what}. A local node can use the id of a supported one: anvil --chain-id 1`,
    ])
  })

  test('the same as JSON, a line each', async ({ upstream: { url } }) => {
    const { stdout, lines } = await startOf(`ethereum=${url} base=${url}`, { flags: ['--json', '--observe'] })
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(['url', 'urls'])
    const [start, ...nodes] = lines.slice(0, 3).map((line) => JSON.parse(line) as { node?: { path: string } })
    expect(start).toEqual({
      at: expect.any(String),
      start: {
        mode: 'observe',
        failOn: 'unsafe',
        whenUnavailable: 'fail',
        allowMethod: [],
        judge: { profile: 'local', host: null },
      },
    })
    expect(
      nodes.map(({ node }) => node).toSorted((one, other) => (one?.path ?? '').localeCompare(other?.path ?? '')),
    ).toEqual([
      {
        path: '/base',
        host: 'HOST',
        chainId: null,
        chain: null,
        fault: expect.stringContaining('is on chain 1 (ethereum), not on base: what it is sent is forwarded'),
      },
      { path: '/ethereum', host: 'HOST', chainId: '1', chain: 'ethereum', fault: null },
    ])
  })

  test('no word of the URL of a node but its host', async ({ upstream: { url } }) => {
    const secret = 'k3y-0f-the-n0de-0123'
    for (const node of [`${url}/${secret}?key=${secret}`, `${DOWN}/${secret}`, `base=${url}/${secret}`])
      for (const flags of [[], ['--json']])
        expect((await startOf(node, { flags })).lines.join('\n')).not.toContain(secret)
  })

  test('nothing with --quiet', async ({ upstream }) => {
    for (const flags of [['--quiet'], ['--quiet', '--json']]) {
      const abort = new AbortController()
      const ended = makeCli()(['proxy', '--port', '0', ...flags], {
        env: { TXWARDEN_UPSTREAM: `ethereum=${upstream.url} base=${DOWN}` },
        signal: abort.signal,
      })
      const before = upstream.chainIdQuestions
      while (upstream.chainIdQuestions === before) await setImmediate()
      abort.abort()
      expect((await ended).stderr).toBe('')
    }
  })
})

test.each([
  ['--port', (port: string) => port, '0'],
  ['--metrics', (port: string) => `127.0.0.1:${port}`, '127.0.0.1:0'],
])('%s of a port that is taken is refused, with a free one to try', async (flag, addressOf, free) => {
  const { url } = await startRecordingUpstream()
  const { port } = new URL(url)
  const argv = ['proxy', '--port', '0', flag, addressOf(port)]
  const { code, stderr } = await makeCli()(argv, { env: { TXWARDEN_UPSTREAM: url } })
  expect([code, stderr.split('\n').slice(-3)]).toEqual([
    8,
    [`txwarden: cannot listen on 127.0.0.1:${port}: the port is in use`, `Try: txwarden proxy ${flag} ${free}`, ''],
  ])
})

test('behind a command, only what is wrong with a node is said', async () => {
  const { url } = await startRecordingUpstream({ chainId: '0x7a69' })
  const flags = ['--allow-no-traffic']
  const refusalText = Promise.withResolvers<void>()
  const options = { onStderr: () => refusalText.resolve() }
  const { stderr } = await runBehindProxy(makeCli(), url, {
    flags,
    options,
    act: () => inTime(refusalText.promise, 15_000),
  })
  expect(stderr).toMatch(/^! the upstream .* is on chain 31337, which is not supported: .*\ntxwarden: 0 requests/)
  const honest = await startRecordingUpstream()
  expect((await runBehindProxy(makeCli(), honest.url, { flags })).stderr).toMatch(/^txwarden: 0 requests/)
})
