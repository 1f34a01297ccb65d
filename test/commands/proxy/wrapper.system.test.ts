import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { type Cli, type CliResult, makeCli, refuses, says, test } from '../../support/cli.ts'
import { runBehindProxy } from '../../support/proxy/behind.ts'
import { call, type PostOptions, post } from '../../support/proxy/post.ts'
import { type RecordingUpstream, startRecordingUpstream } from '../../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, loadCodeOf } from '../../support/proxy/start.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const FROM = '0x7e5700000000000000000000000000000000f001'
/** Nothing is known about it: NO DATA. */
const STRANGER = '0x7e5700000000000000000000000000000000f002'

/** Sends the bodies of its arguments one after the other, as a program of its own. */
const SENDER = `
const [body, ...rest] = process.argv.slice(1)
const send = (body, ...rest) => {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' } }
  require('node:http').request(process.env.ETH_RPC_URL, options, (answer) => {
    answer.setEncoding('utf8').on('data', (text) => console.log(text)).on('end', () => rest.length > 0 && send(...rest))
  }).end(body)
}
send(body, ...rest)
`

const send = (to: string) => JSON.stringify(call('eth_sendTransaction', [{ from: FROM, to, value: '0x1' }]))
const LOOPBACK = '127.0.0.1,localhost'
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const HERE = { PATH: process.env.PATH ?? '' }
const READ = JSON.stringify(call('eth_blockNumber'))

function loop(folder: string): string {
  const link = join(folder, 'link')
  symlinkSync(link, link)
  return link
}

interface Bench {
  readonly cli: Cli
  readonly upstream: RecordingUpstream
  /** Runs a command behind the proxy that sends the bodies, ignores all answers, and ends with the code. */
  runs(flags: readonly string[], bodies: readonly string[], code?: number): Promise<CliResult>
}

async function prepared(): Promise<Bench> {
  const cli = makeCli()
  const upstream = await startRecordingUpstream()
  await loadCodeOf(cli)
  await cli(['control-list', 'add', BLOCKED_ADDRESS, '--type', 'block'])
  await cli(['control-list', 'add', ALLOWED_ADDRESS, '--type', 'allow'])
  return {
    cli,
    upstream,
    runs: (flags, bodies, code = 0) =>
      runBehindProxy(cli, upstream.url, {
        flags,
        code,
        act: async (url) => {
          for (const body of bodies) await post(url, body)
        },
      }),
  }
}

describe('a command behind the proxy', () => {
  test('that succeeds ends with its own code, and its output is untouched', async () => {
    const { cli, upstream } = await prepared()
    const words = [process.execPath, '-e', SENDER, '--', READ, send(ALLOWED_ADDRESS)]
    const { code, stdout, stderr } = await cli(['proxy', '--', ...words], { env: { TXWARDEN_UPSTREAM: upstream.url } })
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'txwarden: 2 requests: 1 passed, 1 sent\n',
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
    const [, id = ''] = /\n {4}txwarden tx show (\S+)\n/.exec(stderr) ?? []
    expect(stderr).toMatch(/^txwarden: 3 requests: 0 passed, 1 sent, 2 blocked\n/)
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
    const { code, stderr } = await runs(flags, [send(to)], own)
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

  const unread: readonly [string, PostOptions, string][] = [
    ['415', { headers: { 'content-type': 'text/plain' } }, 'send the request as content-type application/json'],
    ['403', { headers: { origin: 'https://app.example' } }, 'web pages are not served; --allow-origin allows one'],
    ['403 of a host', { headers: { host: 'node.example' } }, 'the Host header is not that of this machine'],
    ['404', { path: '/v3/key' }, 'there is nothing at this path; served: /'],
    ['405', { method: 'PUT' }, 'PUT is not served'],
    ['413', { headers: { 'content-length': 6 * 1024 * 1024 } }, 'the body is larger than'],
    ['415 of a compressed body', { headers: { 'content-encoding': 'gzip' } }, 'without content-encoding'],
  ]
  test.each(unread)('that ignores %s ends with 8, and the summary says why', async (_, options, why) => {
    const { cli, upstream } = await prepared()
    const { code, stderr } = await runBehindProxy(cli, upstream.url, {
      act: (url) => post(url, send(ALLOWED_ADDRESS), options).catch(() => undefined),
    })
    expect({ code, arrived: upstream.arrived.length }).toEqual({ code: 8, arrived: 0 })
    expect(stderr).toContain('txwarden: 1 request: 0 passed, 0 sent, 1 blocked\n')
    expect(stderr).toContain(why)
    expect(stderr).not.toContain('address of its own')
  })

  test('that only looked whether the proxy listens has sent no request', async () => {
    const { cli, upstream } = await prepared()
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(await runBehindProxy(cli, upstream.url, { act: (url) => post(url, '', { method }) })).toMatchObject({
        code: 13,
      })
    const both = { act: async (url: string) => [await post(url, '', { method: 'GET' }), await post(url, READ)] }
    expect(await runBehindProxy(cli, upstream.url, both)).toMatchObject({ code: 0 })
  })

  test('that wants a WebSocket ends with 8', async () => {
    const { cli, upstream } = await prepared()
    const headers = { connection: 'upgrade', upgrade: 'websocket' }
    const result = await runBehindProxy(cli, upstream.url, { act: (url) => post(url, '', { method: 'GET', headers }) })
    expect(result).toMatchObject(says(8, 'WebSocket and other upgrades'))
  })

  test('that ends 0 without a request has an address of its own: 13', async () => {
    const { runs } = await prepared()
    const { code, stderr } = await runs([], [])
    expect(code).toBe(13)
    expect(stderr).toContain('the command sent no request through the proxy')
    expect(await runs(['--allow-no-traffic'], [])).toMatchObject({ code: 0 })
    expect(await runs([], [], 3)).toMatchObject({ code: 3 })
    expect((await runs(['--json', '-q'], [])).stderr).toContain('"code":"no-traffic"')
    expect(await runs(['--observe'], [])).toMatchObject({ code: 0 })
  })

  test('gets the URL in its arguments', async () => {
    const { cli, upstream } = await prepared()
    const words = [
      'sh',
      '-c',
      'echo "$ETH_RPC_URL" "$(printenv FOUNDRY_ETH_RPC_URL || echo unset)" "$@"',
      'sh',
      '--rpc-url={rpc}',
      '{rpc:base}',
      '--json',
    ]
    const { stdout } = await cli(['proxy', '--allow-no-traffic', '-q', '--', ...words], {
      env: {
        ...HERE,
        FOUNDRY_ETH_RPC_URL: 'http://127.0.0.1:1',
        TXWARDEN_UPSTREAM: `ethereum=${upstream.url}\n8453=${upstream.url}/key`,
      },
    })
    const [url = '', ...rest] = stdout.trim().split(' ')
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ethereum$/)
    // Foundry's own variable would count more than --rpc-url, and one of the caller would go around the proxy.
    expect(rest).toEqual(['unset', `--rpc-url=${url}`, url.replace('ethereum', 'base'), '--json'])
    const single = await cli(['proxy', '--allow-no-traffic', '-q', '--', ...words.slice(0, 4)], {
      env: { ...HERE, TXWARDEN_UPSTREAM: upstream.url },
    })
    const [only = '', foundry] = single.stdout.trim().split(' ')
    expect(only).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(foundry).toBe(only)
  })

  test.each([
    [['--'], {}, 'proxy: there is no command after --'],
    [['--dry-run', '--', 'true'], {}, 'proxy has no --dry-run'],
    [['--dry-run'], {}, 'proxy has no --dry-run'],
    [['--allow-method', 'eth_sendTransaction'], {}, 'is always validated'],
    [['--allow-method', 'ETH_sendTransaction'], {}, 'is eth_sendTransaction in another case'],
    [['--allow-method', `foo_${'x'.repeat(90)}`], {}, 'is no name that a method can have'],
    [['--allow-method', 'personal sign'], {}, 'is not a method'],
    [['--allow-origin', 'https://app.example/'], {}, 'is not an origin'],
    [['--allow-origin', '*'], {}, 'is not an origin'],
    [['--allow-origin', 'https://*.example'], {}, 'is not an origin'],
    [['--allow-origin', 'chrome-extension://*'], {}, 'is not an origin'],
    [['--', 'echo', '{rpc:polygon}'], {}, '"{rpc:polygon}": there is no node of this chain: ethereum, base'],
    [['--', 'echo', 'x={rpc:atlantis}'], {}, '"{rpc:atlantis}": there is no node of this chain: ethereum, base'],
    [['--', 'echo', '{rpc:}'], {}, '"{rpc:}": there is no node of this chain'],
    [
      ['--', 'echo', '{rpc:eth}'],
      { TXWARDEN_UPSTREAM: 'http://127.0.0.1:1' },
      'the only one has no chain, and is {rpc}',
    ],
  ])('that cannot be run as it is meant is one clear line: %j', async (words, env, text) => {
    const result = await makeCli()(['proxy', ...words], {
      env: { ...HERE, TXWARDEN_UPSTREAM: 'ethereum=http://127.0.0.1:1 base=http://127.0.0.1:1', ...env },
    })
    expect(result).toMatchObject(refuses(2, text))
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

  const unstartable: readonly [string, (folder: string) => readonly string[], number, string][] = [
    [
      'a name without a program',
      () => ['no-such-command-anywhere'],
      127,
      'command not found: "no-such-command-anywhere"',
    ],
    ['a path without a file', (folder) => [join(folder, 'none')], 127, 'command not found: '],
    ['no name', () => [''], 127, 'command not found: ""'],
    ['a file without a mode', () => [__filename], 126, 'is not executable'],
    ['a folder', (folder) => [folder], 126, 'is not executable'],
    ['a path through a file', () => [join(__filename, 'x')], 126, 'part of the path is not a directory'],
    ['a loop', (folder) => [loop(folder)], 126, 'is a loop of symbolic links'],
    ['a long name', () => [`/${'x'.repeat(300)}`], 126, 'the name is too long'],
    ['a long argument', () => ['true', 'x'.repeat(1_100_000)], 126, 'its arguments or the environment are too long'],
  ]
  test.each(unstartable)('that does not start is one clear line: %s', async (_, words, code, text) => {
    const { cli, upstream } = await prepared()
    const env = { ...HERE, TXWARDEN_UPSTREAM: upstream.url }
    for (const flags of [[], ['--json']]) {
      const result = await cli(['proxy', ...flags, '--', ...words(temporaryFolder())], { env })
      expect(result).toMatchObject(refuses(code, flags.length ? 'program-not-' : text))
      expect(result.stderr.trimEnd()).not.toContain('\n')
    }
  })

  test('the summary names each hold once, and the same refusal once', async () => {
    const { cli, upstream } = await prepared()
    const sent = ['0x1', '0x2', '0x2'].map((value) =>
      call('eth_sendTransaction', [{ from: FROM, to: BLOCKED_ADDRESS, value }]),
    )
    const act = async (url: string) => {
      for (const each of sent) await post(url, each)
    }
    const held = await runBehindProxy(cli, upstream.url, { act, flags: ['--hold', '--self-approve'] })
    const { content } = (await cli.json(['hold', 'list'])) as { content: { id: string }[] }
    const named = [...held.stderr.matchAll(/\n {4}txwarden hold wait (\S+)/g)].map(([, id]) => id)
    expect(named.toSorted()).toEqual(content.map(({ id }) => id).toSorted())
    expect(named).toHaveLength(2)
    expect(held.code).toBe(8)
    const blocked = await runBehindProxy(cli, upstream.url, { act })
    expect(blocked.stderr.match(/blocked eth_sendTransaction.*/g)).toEqual(['blocked eth_sendTransaction (3 times)'])
  })

  test('forwarded without a verdict is reported: in the summary, and as JSON', async () => {
    const { runs } = await prepared()
    const calls = [call('eth_sign', ['0x00', FROM]), call('anvil_nodeInfo')].map((each) => JSON.stringify(each))
    const flags = ['--allow-method', 'eth_sign,anvil_*']
    const { code, stderr } = await runs(flags, calls)
    expect(code).toBe(0)
    expect(stderr).toContain('txwarden: 2 requests: 1 passed, 0 sent, 1 forwarded without a verdict\n')
    expect(stderr).toContain('forwarded without a verdict eth_sign')
    expect(JSON.parse((await runs([...flags, '--json'], calls)).stderr)).toMatchObject({
      summary: { passed: 1, unjudged: 1, lines: [{ method: 'eth_sign', outcome: 'unjudged' }] },
    })
  })

  test('what the node refused or never got is not sent', async ({ cli }) => {
    await cli(['control-list', 'add', ALLOWED_ADDRESS, '--type', 'allow'])
    const refusing = await startRecordingUpstream()
    refusing.results.set('eth_sendTransaction', () => ({ error: { code: -32000, message: 'no funds' } }))
    const act = (url: string) => post(url, send(ALLOWED_ADDRESS))
    const { code, stderr } = await runBehindProxy(cli, refusing.url, { act })
    expect({ code, stderr }).toMatchObject(says(0, '0 sent, 1 not taken by the node\n'))
    const dead = await runBehindProxy(cli, 'http://127.0.0.1:1', { act: (url) => post(url, READ), code: 1 })
    expect(dead).toMatchObject(says(1, '1 passed (1 without an answer), 0 sent\n'))
  })

  test('the summary as JSON', async () => {
    const { runs } = await prepared()
    const { stderr } = await runs(['--json'], [send(BLOCKED_ADDRESS), READ])
    expect(JSON.parse(stderr)).toEqual({
      summary: {
        calls: 2,
        passed: 1,
        sent: 0,
        unjudged: 0,
        failed: 0,
        blocked: 1,
        held: 0,
        repeated: 0,
        withoutAnswer: 0,
        stillHeld: 0,
        lines: [
          {
            method: 'eth_sendTransaction',
            outcome: 'blocked',
            chainId: '1',
            to: expect.stringMatching(new RegExp(`^${BLOCKED_ADDRESS}$`, 'i')),
            value: '1',
            verdict: 'BLOCKED',
            score: expect.any(Number),
            svcTxId: expect.any(String),
            hash: null,
            holdId: null,
            isObserved: false,
            reason: expect.any(String),
            next: expect.stringMatching(/^txwarden tx show /),
          },
        ],
      },
    })
  })
})
