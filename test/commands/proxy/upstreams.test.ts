import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCli, refuses, says } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const atOnce = { signal: AbortSignal.abort() }
const KEY = 'sEcReT0123456789abcdef'

describe('the URL of the node', () => {
  test.each([
    ['http://127.0.0.1:8545', '/'],
    ['\n  https://node.example/v3/key \n', '/'],
    ['ethereum=https://node.example base=http://127.0.0.1:1', '/ethereum /base'],
    ['eth=https://node.example\n\n8453=http://127.0.0.1:1\n', '/ethereum /base'],
    ['sepolia=https://node.example?apikey=x', '/sepolia'],
  ])('%j is served at %s', async (upstream, paths) => {
    const { code, stdout } = await makeCli()(['proxy', '--port', '0', '--json'], {
      ...atOnce,
      env: { TXWARDEN_UPSTREAM: upstream },
    })
    expect(code).toBe(0)
    const { url, urls } = JSON.parse(stdout) as { url: string; urls?: Record<string, string> }
    expect(Object.values(urls ?? { one: url }).map((each) => new URL(each).pathname)).toEqual(paths.split(' '))
    expect(Object.values(urls ?? { one: url })[0]).toBe(url)
  })

  test.each([
    ['', 'no node to forward to: set TXWARDEN_UPSTREAM'],
    [' \n', 'no node to forward to'],
    [KEY, 'TXWARDEN_UPSTREAM is not a URL'],
    [`wss://node.example/${KEY}`, 'WebSocket is not supported; use the http URL of node.example'],
    [`ftp://node.example/${KEY}`, 'is not an http or https URL'],
    [`https://a.example/${KEY} https://b.example`, 'of several URLs each needs its chain'],
    [`eth=https://a.example/${KEY} ethereum=https://b.example`, 'there are two URLs for ethereum'],
    [
      `atlantis=https://a.example/${KEY}`,
      '"atlantis" is not a chain that is known: expected an id or a name, such as ethereum (1)',
    ],
    [`wss://${KEY}.eth.node.example`, 'use the http URL of ***.eth.node.example'],
    [`https://%zz${KEY}@${KEY}.a.example`, 'the user name or password of the URL of ***.a.example'],
    [`https://%zz${KEY}@a.example`, 'the user name or password of the URL of a.example'],
  ])('%j is one clear line without the key', async (upstream, text) => {
    for (const flags of [[], ['--upstream-file', '-']]) {
      const { code, stdout, stderr } = await makeCli()(['proxy', ...flags], {
        ...(flags.length > 0 ? { stdin: upstream } : { ...atOnce, env: { TXWARDEN_UPSTREAM: upstream } }),
      })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr.toLowerCase()).not.toContain(KEY.toLowerCase())
      if (flags.length === 0) expect(stderr).toContain(text)
    }
    const typed = await makeCli()(['proxy', '--upstream', upstream], atOnce)
    expect(typed).toMatchObject({ code: 2, stdout: '' })
    if (upstream.includes('://')) expect(typed.stderr).not.toContain(KEY)
  })

  test.each([
    ['http://127.0.0.1:8545', false],
    ['https://rpc.node.example/ethereum/mainnet', false],
    [`https://node.example/v3/${KEY}`, true],
    ['https://node.example?key=x', true],
    ['https://user:word@node.example', true],
    ['https://node.example/key/s3cr3tKey12', true],
    [`https://${KEY}.eth.rpc.node.example`, true],
    ['https://0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9.rpc.node.example', true],
    ['https://eth-mainnet.g.node.example', false],
    ['https://ethereum-mainnet-archive.core.node.example/optimism', false],
    ['https://203.0.113.70:8545', false],
    ['http://[2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff]:8545', false],
  ])('a key on the command line is warned about: %s %s', async (upstream, warns) => {
    const { code, stderr } = await makeCli()(['proxy', '--upstream', upstream, '--port', '0'], atOnce)
    expect(code).toBe(0)
    expect(stderr.includes('other users of this machine can read command lines')).toBe(warns)
    expect(stderr.toLowerCase()).not.toContain(KEY.toLowerCase())
  })

  test('--upstream several times is several nodes, one a chain', async () => {
    const run = (...upstreams: string[]) =>
      makeCli()(['proxy', '--port', '0', '--json', ...upstreams.flatMap((each) => ['--upstream', each])], atOnce)
    const both = await run('base=http://127.0.0.1:1', 'ethereum=http://127.0.0.1:2/?a=1,2')
    expect(both.code).toBe(0)
    const { url, urls } = JSON.parse(both.stdout) as { url: string; urls: Record<string, string> }
    expect(Object.keys(urls)).toEqual(['base', 'ethereum'])
    expect(url).toBe(urls.base)
    expect(both.stderr).toContain('! --upstream: other users of this machine can read command lines')
    for (const [upstreams, text] of [
      [['http://127.0.0.1:1', 'http://127.0.0.1:2'], 'of several URLs each needs its chain'],
      [['base=http://127.0.0.1:1', 'base=http://127.0.0.1:2'], 'there are two URLs for base'],
      [['base=http://127.0.0.1:1', 'http://127.0.0.1:2'], 'of several URLs each needs its chain'],
    ] as const)
      expect(await run(...upstreams)).toMatchObject(refuses(2, text))
  })

  test.each([
    [0o600, false],
    [0o644, true],
  ])('a file with mode %o: warns %s', async (mode, warns) => {
    const file = join(temporaryFolder(), 'nodes.txt')
    writeFileSync(file, '\n\nhttp://127.0.0.1:8545\n')
    chmodSync(file, mode)
    const { code, stderr } = await makeCli()(['proxy', '--upstream-file', file, '--port', '0'], atOnce)
    expect(code).toBe(0)
    expect(stderr.includes(`other users of this machine can read ${file}`)).toBe(warns)
  })

  test('flag, file and variable: one of the first two, before the third', async () => {
    const both = await makeCli()(['proxy', '--upstream', 'http://a.example', '--upstream-file', 'x'], atOnce)
    expect(both).toMatchObject(says(2, 'exclude each other'))
    const env = { TXWARDEN_UPSTREAM: 'not a url' }
    expect(
      await makeCli()(['proxy', '--upstream', 'http://a.example', '--port', '0'], { ...atOnce, env }),
    ).toMatchObject({ code: 0 })
    const missing = await makeCli()(['proxy', '--upstream-file', '/no/such/file'], { ...atOnce, env })
    expect(missing).toMatchObject({ stdout: '', stderr: expect.stringContaining('/no/such/file') })
  })
})
