import { hostname } from 'node:os'
import { describe, expect } from 'vitest'
import { childEnvironment } from '../../../src/commands/proxy/child-environment.ts'
import { parseUpstreams } from '../../../src/commands/proxy/upstreams.ts'
import { says, test } from '../../support/cli.ts'
import { startRecordingUpstream } from '../../support/proxy/recording-upstream.ts'

const KEY = 'aB3dE6gH9jK2mN5pQ8sT'
const NODE = `https://eth-mainnet.g.alchemy.com/v2/${KEY}`
const BASE = 'https://base.node.example/rpc?apikey=zY7wV4uT1sR8qP5o'
const PROXY = 'http://127.0.0.1:4000'
const both = { text: `ethereum=${NODE} base=${BASE}`, paths: ['/ethereum', '/base'] }

const slashes = (slash: string) => (url: string) => url.replaceAll('/', slash)
const twice = (url: string) => encodeURIComponent(encodeURIComponent(url))

function behind(env: Readonly<Record<string, string>>, { text = NODE, paths = ['/'], strips = false } = {}) {
  const urls = new Map(paths.map((path) => [path, `${PROXY}${path === '/' ? '' : path}`]))
  const given = childEnvironment(env, {
    upstreams: parseUpstreams('x', text),
    urls,
    isOnly: paths.length === 1,
    strips,
  })
  const { ETH_RPC_URL, FOUNDRY_ETH_RPC_URL, NO_PROXY, no_proxy, ...rest } = given.env
  return { env: rest, secret: given.secret, ETH_RPC_URL }
}

describe('a variable of a command behind the proxy', () => {
  test.each([
    ['the URL', NODE, PROXY],
    ['the URL with a slash', `${NODE}/`, PROXY],
    ['the URL in another case', NODE.replace('https://eth', 'HTTPS://Eth'), PROXY],
    ['the URL with its port', NODE.replace('.com/', '.com:443/'), PROXY],
    ['the URL with another user', NODE.replace('://', '://user:pass@'), PROXY],
    ['the URL with a query', `${NODE}?x=1`, PROXY],
    ['the URL with more path', `${NODE}/getNFTs`, PROXY],
    ['the URL of its WebSocket', NODE.replace('https:', 'wss:'), PROXY],
    ['the URL without encryption', NODE.replace('https:', 'http:'), PROXY],
    ['the URL with a dot after its host', NODE.replace('.com/', '.com./'), PROXY],
    ['the URL with an escaped letter', NODE.replace('/v2/', '/v%32/'), PROXY],
    ['a list', `https://other.example,${NODE}`, `https://other.example,${PROXY}`],
    ['a list of chains', `1=${NODE} 10=https://other.example`, `1=${PROXY} 10=https://other.example`],
    ['JSON', JSON.stringify({ rpc: NODE, id: 1 }), JSON.stringify({ rpc: PROXY, id: 1 })],
    ['quotes', `'${NODE}'`, `'${PROXY}'`],
    ['the URL in capitals', NODE.toUpperCase(), PROXY],
    ['the URL with escapes', encodeURIComponent(NODE), encodeURIComponent(PROXY)],
    ['the URL without a scheme', NODE.slice('https://'.length), PROXY.slice('http://'.length)],
    ['the URL in brackets', `[http://other.example, ${NODE}]`, `[http://other.example, ${PROXY}]`],
    ['JSON of PHP', `{"rpc":"${slashes('\\/')(NODE)}"}`, `{"rpc":"${slashes('\\/')(PROXY)}"}`],
    ['JSON with escapes', `{"rpc":"${slashes('\\u002f')(NODE)}"}`, `{"rpc":"${slashes('\\u002f')(PROXY)}"}`],
    ['escapes of JavaScript', slashes('\\x2f')(NODE), slashes('\\x2f')(PROXY)],
    ['the URL with escapes of escapes', twice(NODE), twice(PROXY)],
    ['the URL without the name of its scheme', NODE.slice('https:'.length), PROXY.slice('http:'.length)],
    ['the URL with another scheme', NODE.replace('https', 'tcp'), PROXY.replace('http', 'tcp')],
    ['the URL with two slashes in its path', NODE.replace('/v2/', '//v2//'), PROXY],
    [
      'the URL in a query',
      `https://x.example/?to=${encodeURIComponent(NODE)}&y=1`,
      `https://x.example/?to=${encodeURIComponent(PROXY)}&y=1`,
    ],
  ])('with %s of the node gets that of the proxy', (_, value, expected) => {
    expect(behind({ RPC: value, MAINNET_RPC_URL: value })).toEqual({
      env: { RPC: expected, MAINNET_RPC_URL: expected },
      secret: [],
      ETH_RPC_URL: PROXY,
    })
  })

  test('with the URL of one of several nodes gets the path of that one', () => {
    const given = {
      A: NODE,
      B: BASE,
      C: `${BASE}&x=1`,
      D: 'https://base.node.example/rpc?apikey=other',
      E: BASE.replace('/rpc', '/x'),
    }
    expect(behind(given, both)).toMatchObject({
      env: { A: `${PROXY}/ethereum`, B: `${PROXY}/base`, C: `${PROXY}/base`, D: given.D, E: given.E },
      secret: ['E'],
    })
  })

  test.each([
    ['http://127.0.0.1:8545', 'http://localhost:8545'],
    ['http://localhost:8545/', 'http://127.0.0.1:8545/any'],
    ['http://127.0.0.1:8545', 'ws://[::1]:8545'],
    ['http://127.0.0.1:8545', 'http://0.0.0.0:8545'],
    ['http://127.0.0.1:8545', 'http://[::]:8545'],
    ['http://127.0.0.1:8545', 'http://anvil.localhost:8545'],
    ['http://127.0.0.1:8545', 'http://localhost.localdomain:8545'],
    ['http://127.0.0.1:8545', 'http://ip6-localhost:8545'],
    ['http://127.0.0.1:8545', `http://${hostname()}:8545`],
  ])('with another name of this machine is found: %s is %s', (text, value) => {
    expect(behind({ RPC: value }, { text }).env).toEqual({ RPC: PROXY })
  })

  test.each([
    ['the key', KEY],
    ['another URL with the key', `https://eth-mainnet.g.alchemy.com/nft/v3/${KEY}/getNFTs`],
    ['the URL of another chain with the key', `https://base-mainnet.g.alchemy.com/v2/${KEY}`],
    ['the key among others', `x=1;key=${KEY};y=2`],
    ['the key in base64 with a user', Buffer.from(`u:${KEY}`).toString('base64')],
  ])('with %s is named, and removed when asked', (_, value) => {
    const text = value.startsWith('dTph') ? `https://u:${KEY}@eth-mainnet.g.alchemy.com/` : NODE
    expect(behind({ OTHER: value, HOME: '/root' }, { text })).toMatchObject({
      env: { OTHER: value, HOME: '/root' },
      secret: ['OTHER'],
    })
    expect(behind({ OTHER: value, HOME: '/root' }, { text, strips: true }).env).toEqual({ HOME: '/root' })
  })

  test.each([
    ['a URL of another host', 'https://api.etherscan.io/api?apikey=AAAABBBBCCCCDDDD1'],
    ['a URL of another key', 'https://eth-mainnet.g.alchemy.com/v2/zzzzzzzzzzzzzzzzzzz1'],
    ['a private key', `0x${'ab'.repeat(32)}`],
    ['a path', '/usr/local/bin:/usr/bin'],
    ['a name of the network', 'ethereum-mainnet'],
    ['nothing', ''],
  ])('with %s stays', (_, value) => {
    for (const given of [NODE, 'https://rpc.node.example/ethereum-mainnet-archive'])
      expect(behind({ VALUE: value }, { text: given, strips: true })).toMatchObject({
        env: { VALUE: value },
        secret: [],
      })
  })

  test.each(['localhost', '127.0.0.1', 'localhost,127.0.0.1', 'postgres://localhost/db', 'redis://localhost:6379'])(
    'with another service of the machine of a node on port 80 stays: %s',
    (value) => {
      for (const text of ['http://localhost', 'http://127.0.0.1:80'])
        expect(behind({ PGHOST: value }, { text }).env).toEqual({ PGHOST: value })
    },
  )

  test('with another path of a host whose node has none stays', () => {
    const value = 'https://node.example/v1/prices'
    expect(behind({ VALUE: value }, { text: 'https://node.example' }).env).toEqual({ VALUE: value })
  })
})

describe('txwarden proxy', () => {
  const environment = ['--allow-no-traffic', '--', 'sh', '-c', 'echo "$RPC|$MAINNET_RPC_URL|$KEY"']
  test('hands no URL of the node to the command, and names once what has its key', async ({ cli }) => {
    const { url } = await startRecordingUpstream()
    const node = `${url}/v2/${KEY}`
    const env = { PATH: process.env.PATH ?? '', TXWARDEN_UPSTREAM: node, RPC: node, MAINNET_RPC_URL: `${node}/`, KEY }
    const { stdout, stderr, code } = await cli(['proxy', ...environment], { env })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^(http://127\\.0\\.0\\.1:\\d+)\\|\\1\\|${KEY}\\n$`)),
    })
    expect(stderr.match(/KEY/g)).toHaveLength(1)
    expect(stderr).toContain(
      '! KEY has a key of the node: the command can go around the proxy with it (--strip-env removes it)',
    )
    const stripped = await cli(['proxy', '--strip-env', ...environment], { env })
    expect(stripped.stdout).toMatch(/^(http:\S+)\|\1\|\n$/)
    expect(stripped.stderr).toContain('! KEY has a key of the node: removed for the command (--strip-env)')
    for (const text of [stderr, stripped.stderr]) expect(text).not.toContain(KEY)
  })

  test('--strip-env without a command is refused', async ({ cli }) => {
    expect(await cli(['proxy', '--strip-env'], { env: { TXWARDEN_UPSTREAM: NODE } })).toMatchObject(
      says(2, '--strip-env needs a command after --'),
    )
  })
})
