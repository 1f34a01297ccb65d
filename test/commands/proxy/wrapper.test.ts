import { describe, expect, test } from 'vitest'
import { type Cli, type CliOptions, type CliResult, makeCli } from '../../support/cli.ts'
import { call } from '../../support/proxy/post.ts'
import { type RecordingUpstream, startRecordingUpstream } from '../../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS } from '../../support/proxy/start.ts'

const FROM = '0x7e5700000000000000000000000000000000f001'
/** Nothing is known about it: NO DATA. */
const STRANGER = '0x7e5700000000000000000000000000000000f002'

/** Sends the bodies of its arguments one after the other, as tools do that ignore errors. */
const SENDER = `
for (const body of process.argv.slice(1).filter((word) => !word.startsWith('code=')))
  await fetch(process.env.ETH_RPC_URL, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    .then((answer) => answer.text()).then((text) => console.log(text))
process.exitCode = Number(process.argv.find((word) => word.startsWith('code='))?.slice(5) ?? 0)
`

const send = (to: string) => JSON.stringify(call('eth_sendTransaction', [{ from: FROM, to, value: '0x1' }]))
const LOOPBACK = '127.0.0.1,localhost'
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const HERE = { PATH: process.env.PATH ?? '' }
const READ = JSON.stringify(call('eth_blockNumber'))

interface Bench {
  readonly cli: Cli
  readonly upstream: RecordingUpstream
  /** Runs the sender behind the proxy. */
  runs(flags: readonly string[], words: readonly string[], options?: CliOptions): Promise<CliResult>
}

async function prepared(): Promise<Bench> {
  const cli = makeCli()
  const upstream = await startRecordingUpstream()
  await cli(['control-list', 'add', BLOCKED_ADDRESS, '--type', 'block'])
  await cli(['control-list', 'add', ALLOWED_ADDRESS, '--type', 'allow'])
  return {
    cli,
    upstream,
    runs: (flags, words, options) =>
      cli(['proxy', ...flags, '--', process.execPath, '--input-type=module', '-e', SENDER, '--', ...words], {
        env: { TXWARDEN_UPSTREAM: upstream.url },
        ...options,
      }),
  }
}

describe('a command behind the proxy', () => {
  test('that succeeds ends with its own code, and its output is untouched', async () => {
    const { runs, upstream } = await prepared()
    const { code, stdout, stderr } = await runs([], [READ, send(ALLOWED_ADDRESS)])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'txwarden: 2 requests, 1 passed; of those that send or sign 1 forwarded\n',
    })
    const lines = stdout.trim().split('\n')
    expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual([
      ['jsonrpc', 'id', 'result'],
      ['jsonrpc', 'id', 'result'],
    ])
    expect(upstream.calls('eth_sendTransaction')).toHaveLength(1)
  })

  test('that ignores a refusal ends with the code of the verdict, and the summary says what and why', async () => {
    const { runs, cli, upstream } = await prepared()
    const { code, stderr } = await runs([], [send(BLOCKED_ADDRESS), send(ALLOWED_ADDRESS), send(BLOCKED_ADDRESS)])
    expect(code).toBe(12)
    expect(upstream.calls('eth_sendTransaction')).toHaveLength(1)
    const [, id = ''] = /\n {4}txwarden tx explain (\S+)\n/.exec(stderr) ?? []
    expect(stderr).toMatch(/^txwarden: 3 requests, 0 passed; of those that send or sign 1 forwarded, 2 blocked\n/)
    expect(stderr).toContain('blocked eth_sendTransaction')
    expect((await cli(['tx', 'explain', id])).code).toBe(0)
  })

  test.each([
    [['--fail-on', 'no-data'], STRANGER, 0, 10],
    [['--fail-on', 'no-data'], STRANGER, 7, 10],
    [[], STRANGER, 7, 7],
    [['--fail-on', 'never'], BLOCKED_ADDRESS, 0, 0],
    [['--observe'], BLOCKED_ADDRESS, 0, 0],
    [['--observe'], BLOCKED_ADDRESS, 7, 7],
  ])('%j to %s, when it ends with %i: %i', async (flags, to, own, expected) => {
    const { runs, upstream } = await prepared()
    const { code, stderr } = await runs(flags, [send(to), `code=${own}`])
    expect(code).toBe(expected)
    expect(upstream.calls('eth_sendTransaction')).toHaveLength(expected === 10 ? 0 : 1)
    expect(stderr.includes('would be blocked eth_sendTransaction')).toBe(flags[0] === '--observe')
  })

  test.each([
    ['a method that is not forwarded', JSON.stringify(call('anvil_setBalance', [FROM, '0x1'])), 8],
    ['params that cannot be read', JSON.stringify(call('eth_sendTransaction', ['0x'])), 8],
    ['a body that is not JSON', '{', 8],
    ['a member twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"eth_blockNumber"}', 8],
  ])('that ignores the refusal of %s ends with 8', async (_, body, expected) => {
    const { runs, upstream } = await prepared()
    const { code, stderr } = await runs([], [body])
    expect({ code, arrived: upstream.arrived.length }).toEqual({ code: expected, arrived: 0 })
    expect(stderr).toContain('1 blocked')
  })

  test('that ends 0 without a request has an address of its own: 13', async () => {
    const { runs } = await prepared()
    const { code, stderr } = await runs([], [])
    expect(code).toBe(13)
    expect(stderr).toContain('the command sent no request through the proxy')
    expect(await runs(['--allow-no-traffic'], [])).toMatchObject({ code: 0 })
    expect(await runs([], ['code=3'])).toMatchObject({ code: 3 })
    expect((await runs(['--observe', '--json', '-q'], [])).stderr).toContain('"code":"no-traffic"')
  })

  test('gets the URL in its arguments', async () => {
    const { cli, upstream } = await prepared()
    const words = [
      'sh',
      '-c',
      'echo "$ETH_RPC_URL" "$FOUNDRY_ETH_RPC_URL" "$@"',
      'sh',
      '--rpc-url={rpc}',
      '{rpc:base}',
      '--json',
    ]
    const { stdout } = await cli(['proxy', '--allow-no-traffic', '-q', '--', ...words], {
      env: { ...HERE, TXWARDEN_UPSTREAM: `ethereum=${upstream.url}\n8453=${upstream.url}/key` },
    })
    const [url = '', ...rest] = stdout.trim().split(' ')
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ethereum$/)
    expect(rest).toEqual([url, `--rpc-url=${url}`, url.replace('ethereum', 'base'), '--json'])
  })

  test('gets no key of this program and no URL of a node', async () => {
    const { cli, upstream } = await prepared()
    const secret = 'sEcReT-0123456789abcdef-0123456789abcdef'
    const names = [
      'TXWARDEN_VALIDATION_KEY',
      'TXWARDEN_MANAGEMENT_KEY',
      'TXWARDEN_CHAIN_BASE_URL',
      'TXWARDEN_CHAIN_10_URL',
      'TXWARDEN_SECRET_OPS_TOKEN',
      'TXWARDEN_SMTP_URL',
      'TXWARDEN_DESTINATION_TOKEN',
      'TXWARDEN_OF_A_LATER_RELEASE',
    ]
    const { code, stdout } = await cli(['proxy', '--allow-no-traffic', '-q', '--', 'env'], {
      env: {
        ...HERE,
        ...Object.fromEntries(names.map((name) => [name, `https://node.example/${secret}`])),
        TXWARDEN_MASTER_KEY: MASTER_KEY,
        TXWARDEN_UPSTREAM: `${upstream.url}/${secret}`,
        TXWARDEN_PROFILE: 'local',
        OWN: 'of the command',
      },
    })
    expect(code).toBe(0)
    const received = stdout.split('\n').map((line) => line.split('=', 1)[0])
    expect(received.filter((name) => name?.startsWith('TXWARDEN_')).toSorted()).toEqual([
      'TXWARDEN_HOME',
      'TXWARDEN_PROFILE',
    ])
    expect(stdout).toContain('OWN=of the command\n')
    for (const hidden of [secret, MASTER_KEY, new URL(upstream.url).port]) expect(stdout).not.toContain(hidden)
  })

  test.each([
    [{}, LOOPBACK, LOOPBACK],
    [{ NO_PROXY: 'a.example, .b.example' }, `a.example,.b.example,${LOOPBACK}`, `a.example,.b.example,${LOOPBACK}`],
    [{ no_proxy: 'c.example' }, `c.example,${LOOPBACK}`, `c.example,${LOOPBACK}`],
    [{ NO_PROXY: 'localhost', no_proxy: '' }, 'localhost,127.0.0.1', LOOPBACK],
    [{ NO_PROXY: '*' }, '*', '*'],
  ])('reaches the proxy without an HTTP proxy: %j', async (own, upper, lower) => {
    const { cli, upstream } = await prepared()
    const words = ['sh', '-c', 'echo "$NO_PROXY"; echo "$no_proxy"; echo "$HTTP_PROXY"']
    const { stdout } = await cli(['proxy', '--allow-no-traffic', '-q', '--', ...words], {
      env: { ...HERE, ...own, TXWARDEN_UPSTREAM: upstream.url, HTTP_PROXY: 'http://192.0.2.1:3128' },
    })
    expect(stdout.split('\n').slice(0, 3)).toEqual([upper, lower, 'http://192.0.2.1:3128'])
  })

  test.each([
    ['no-such-command-anywhere', 5, 'command not found: "no-such-command-anywhere"'],
    [__filename, 8, 'is not executable'],
  ])('that does not start is one clear line: %s', async (command, code, text) => {
    const { cli, upstream } = await prepared()
    const result = await cli(['proxy', '--', command], { env: { TXWARDEN_UPSTREAM: upstream.url } })
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(text) })
  })

  test('the summary as JSON', async () => {
    const { runs } = await prepared()
    const { stderr } = await runs(['--json'], [send(BLOCKED_ADDRESS), READ])
    expect(JSON.parse(stderr)).toEqual({
      summary: {
        calls: 2,
        passed: 1,
        forwarded: 0,
        blocked: 1,
        held: 0,
        repeated: 0,
        stillHeld: 0,
        lines: [
          {
            method: 'eth_sendTransaction',
            outcome: 'blocked',
            verdict: 'BLOCKED',
            score: expect.any(Number),
            svcTxId: expect.any(String),
            isObserved: false,
            reason: expect.any(String),
            next: expect.stringMatching(/^txwarden tx explain /),
          },
        ],
      },
    })
  })
})
