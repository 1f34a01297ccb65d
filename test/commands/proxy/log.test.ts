import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CliOptions, type CliResult, makeCli } from '../../support/cli.ts'
import { runBehindProxy } from '../../support/proxy/behind.ts'
import { call, post } from '../../support/proxy/post.ts'
import { startRecordingUpstream } from '../../support/proxy/recording-upstream.ts'

/** What a proxy without a command says on stderr about the calls. */
async function saidOf(
  calls: readonly unknown[],
  flags: readonly string[] = [],
  options: CliOptions = {},
): Promise<CliResult> {
  const upstream = await startRecordingUpstream()
  const abort = new AbortController()
  let listens: (url: string) => void = () => undefined
  const listening = new Promise<string>((resolve) => {
    listens = resolve
  })
  const ended = makeCli()(['proxy', '--port', '0', ...flags], {
    ...options,
    env: { TXWARDEN_UPSTREAM: upstream.url, ...options.env },
    signal: abort.signal,
    onStdout: (text) => listens(/http:[^"\s]+/.exec(text)?.[0] ?? ''),
  })
  const url = await listening
  for (const each of calls) await post(url, each)
  abort.abort()
  return ended
}

const NAMES = [
  '\n::error::eth_send',
  '\r\n::stop-commands::eth_send',
  'eth_send ::error::sent',
  'eth_send##[set-output name=hash]0x1',
  '\u001b[2K\u001b[1Aeth_send',
  '\u009b2Jeth_send',
  'eth_sendTransaction\u202e',
  'eth_sendTransacti\u043en',
  'eth_send\u2028txwarden: 1 request',
  'eth_send. txwarden hold approve 01 --yes',
  `eth_send${'x'.repeat(25)} txwarden hold approve 01`,
  `eth_send${'x'.repeat(5000)}`,
  `eth_send${'. txwarden hold approve 01'.repeat(40)}`,
]

/** Plain lines, none of which begins with what a client sent. */
function expectPlain(stderr: string): void {
  expect(stderr).toMatch(/^[ -~\n]*$/)
  expect(stderr).not.toContain('##[')
  for (const line of stderr.split('\n')) {
    expect(line).not.toMatch(/^\s*(?:::|txwarden hold|eth_send(?!$| ))/)
    expect(line.length).toBeLessThan(600)
  }
}

test('the name of a method cannot forge a line of the log or the summary, at no width', async () => {
  const sent = NAMES.flatMap((name) => [call(name), [call(name), call(name, [], 2)]])
  for (const columns of [undefined, 40, 80, 160]) {
    const { stderr } = await saidOf(sent, [], { tty: columns !== undefined, columns: columns ?? 0 })
    expectPlain(stderr)
    expect(stderr.replaceAll('\n', ' ')).toContain(`0 sent, ${3 * NAMES.length} blocked`)
  }
})

test('nor can one in JSON', async () => {
  const { stderr } = await saidOf(
    NAMES.map((name) => call(name)),
    ['--json'],
  )
  expect(stderr).toMatch(/^[ -~\n]*$/)
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { method?: string; next?: string | null })
  expect(lines.at(-1)).toMatchObject({ summary: { calls: NAMES.length } })
  for (const { method = '', next = null } of lines) {
    expect(method?.length).toBeLessThan(600)
    expect(next).toBeNull()
  }
})

test('no name can', async () => {
  // Not `unit: 'binary'`, which takes seconds to begin.
  const codes = fc.array(fc.oneof(fc.integer({ min: 0, max: 0x9f }), fc.integer({ min: 0, max: 0xffff })), {
    maxLength: 120,
  })
  const names = fc.sample(
    codes.map((each) => `eth_send${String.fromCharCode(...each)}`),
    { numRuns: 200, seed: 16 },
  )
  const { stderr } = await saidOf([names.map((name, index) => call(name, [], index))])
  expectPlain(stderr)
  expect(stderr).toContain(`0 passed, 0 sent, ${names.length} blocked`)
})

const PASSED = [call('eth_blockNumber'), [call('eth_call', [], 1), call('net_version', [], 2)]]

test('-v prints a line for each call, also those that pass', async () => {
  const calls = [...PASSED, call('eth_sign')]
  const { stderr } = await saidOf(calls, ['-v'])
  // The row of the node comes whenever the node has notified its chain.
  const logged = stderr.split('\n').flatMap((line) => /^[\d:]{8} UTC (.*)/.exec(line)?.[1] ?? [])
  expect(logged).toEqual([
    'passed eth_blockNumber',
    'passed eth_call',
    'passed net_version',
    expect.stringMatching(/^blocked eth_sign: /),
  ])
  expect(stderr).not.toContain('nothing to trace')
  expect((await saidOf(calls)).stderr).toMatch(/^[\d:]{8} UTC blocked eth_sign: /m)
  expect((await saidOf(calls, ['-v', '-q'])).stderr).toBe('')
  const lines = (await saidOf(calls, ['-v', '--json'])).stderr
    .split('\n')
    .filter((line) => /^{"(?:verdict":[^,]+,"at":"[^"]+","method|summary)/.test(line))
  expect(lines.map((line) => (JSON.parse(line) as { method?: string }).method)).toEqual([
    'eth_blockNumber',
    'eth_call',
    'net_version',
    'eth_sign',
    undefined,
  ])
})

test('-v does so behind a command, too', async () => {
  const upstream = await startRecordingUpstream()
  const act = (url: string) => post(url, call('eth_blockNumber'))
  const { stderr } = await runBehindProxy(makeCli(), upstream.url, { act, flags: ['-v'] })
  expect(stderr).toMatch(
    /\n {2}mode {5}enforce: .*\n(?: .*\n)+[\d:]{8} UTC passed eth_blockNumber\n(?: {2}node .*\n)?txwarden: 1 request: 1 passed, /,
  )
  expect((await runBehindProxy(makeCli(), upstream.url, { act })).stderr).toMatch(/^txwarden: 1 request: 1 passed, /)
})

const FROM = '0x7e5700000000000000000000000000000000f001'
const KNOWN = '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5'
const STRANGER = '0x7e5700000000000000000000000000000000f002'
const pay = (to: string, value: string) => call('eth_sendTransaction', [{ from: FROM, to, value }])
const OWN = /^(?:[\d:]{8} UTC | {2}|! |txwarden: )/

test.each([50, 80, 160])(
  'on a terminal of %i columns, no line is longer than it, but for a word or a command',
  async (columns) => {
    const calls = [pay(KNOWN, '0x5'), pay(STRANGER, '0x14d1120d7b160000'), pay(STRANGER, '0x5')]
    const flags = ['--fail-on', 'no-data', '--hold', '--self-approve']
    const { stderr } = await saidOf(calls, flags, { tty: true, columns })
    const lines = stderr.trimEnd().split('\n')
    for (const line of lines) {
      expect(line).toMatch(OWN)
      const isWhole = /^ *(?:\S+|txwarden [a-z -]+ \S+|! hold \S+.*)$/.test(line)
      if (!isWhole) expect(line.length, line).toBeLessThanOrEqual(columns)
    }
    const holds = [...stderr.matchAll(/^ {4}txwarden hold wait [\da-f-]{36}$/gm)]
    expect(new Set(holds.map(String)).size).toBe(2)
    const words = stderr.replaceAll(/\s+/g, ' ')
    expect(words).toMatch(/ sent eth_sendTransaction 5 wei to 0x7E57…EbA5 \(SAFE, 0\/100\) 0x[0-9a-f]{64} /)
    expect(words).toMatch(/ held eth_sendTransaction 1\.5 ETH to 0x7e57…f002: nothing is known about it /)
  },
)

test('as JSON, a call has the hash that the node answered, or the id of its hold', async () => {
  const flags = ['--fail-on', 'no-data', '--hold', '--self-approve', '--json']
  const { stderr } = await saidOf([pay(KNOWN, '0x5'), pay(STRANGER, '0x5'), call('eth_blockNumber')], [...flags, '-v'])
  const lines = [...stderr.matchAll(/^{"verdict".*"method":.*$/gm)].map(([line]) => JSON.parse(line) as object)
  expect(lines).toMatchObject([
    { outcome: 'sent', hash: expect.stringMatching(/^0x[0-9a-f]{64}$/), holdId: null },
    { outcome: 'held', hash: null, holdId: expect.stringMatching(/^[\da-f-]{36}$/) },
    { outcome: 'passed', hash: null, holdId: null },
  ])
})
