import { afterAll, beforeAll, expect } from 'vitest'
import { needs } from '../support/needs.ts'
import { BLOCKED, KNOWN, type ProxiedChain, startProxiedChain } from '../support/proxy/proxied-chain.ts'
import { expectMined, expectRefused } from './expect-sent.ts'
import { writeFoundryProject } from './foundry-project.ts'

const { describe, test } = needs('anvil', 'cast', 'forge', 'curl')

describe('a command behind txwarden proxy --', () => {
  let chain: ProxiedChain
  beforeAll(async () => {
    chain = await startProxiedChain()
    writeFoundryProject(chain.home)
  })
  afterAll(() => chain[Symbol.asyncDispose]())

  const proxy = (...argv: readonly string[]) => chain.txwarden(['proxy', ...argv])
  const send = (to: string, ...args: readonly string[]) => [
    'cast',
    'send',
    to,
    '--value',
    '1gwei',
    '--private-key',
    chain.account.privateKey,
    ...args,
  ]
  const script = (to: string, url: string) => [
    'sh',
    '-c',
    'TO=$1; export TO; shift; exec "$@"',
    'sh',
    to,
    'forge',
    'script',
    'script/Pay.s.sol',
    '--broadcast',
    '--rpc-url',
    url,
    '--private-key',
    chain.account.privateKey,
  ]

  test('cast send: 12 when it is blocked, and its own error first', async () => {
    const ended = await expectRefused(chain, () => proxy('--', ...send(BLOCKED)))
    expect(ended.code).toBe(12)
    expect(ended.stdout).toBe('')
    expect(ended.stderr).toMatch(/^Error: server returned an error response: error code -32003/)
    expect(ended.stderr).toMatch(/txwarden: .*1 blocked/)
  })

  test('cast send: 0 when it passes, and nothing but its own output on stdout', async () => {
    const { code, stdout } = await expectMined(chain, () => proxy('--', ...send(KNOWN, '--json')))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ status: '0x1', to: KNOWN })
  })

  test('forge script: 12 when it is blocked', async () => {
    const ended = await expectRefused(chain, () => proxy('--', ...script(BLOCKED, '{rpc}')))
    expect(ended.code).toBe(12)
    expect(ended.stdout).toContain('Script ran successfully.')
    expect(ended.stderr).toMatch(/^Error: Failed to send transaction/)
  })

  test('forge script: 0 when it passes', async () => {
    const ended = await expectMined(chain, () => proxy('--', ...script(KNOWN, '{rpc}')))
    expect(ended.stdout).toContain('ONCHAIN EXECUTION COMPLETE & SUCCESSFUL')
  })

  test('12 when the command ignores the error', async () => {
    const ignores = ['sh', '-c', '"$@" 2>/dev/null; echo done', 'sh', ...send(BLOCKED)]
    const { code, stdout } = await proxy('--', ...ignores)
    expect({ code, stdout }).toEqual({ code: 12, stdout: 'done\n' })
  })

  test('the code of the command when it fails on its own', async () => {
    expect((await proxy('--', 'sh', '-c', 'cast chain-id && exit 3')).code).toBe(3)
    expect((await proxy('--', ...send(KNOWN, '--gas-limit', '1'))).code).toBe(1)
  })

  test('13 when the command uses another RPC URL', async () => {
    const params = [{ from: chain.unlocked, to: KNOWN, value: '0x1' }]
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params })
    const past = ['curl', '--silent', '--json', body, chain.tap.url]
    const ended = await proxy('--', ...past)
    expect(ended.code).toBe(13)
    expect(ended.stdout).toContain('"result"')
    expect(ended.stderr).toContain('the command sent no request through the proxy')
    expect((await proxy('--allow-no-traffic', '--', ...past)).code).toBe(0)
  })

  test('13 when --rpc-url names a node: it is not run', async () => {
    chain.sends()
    const { code, stdout, stderr } = await proxy('--', ...send(KNOWN, '--rpc-url', chain.tap.url))
    expect({ code, stdout }).toEqual({ code: 13, stdout: '' })
    expect(stderr).toContain('another RPC URL in --rpc-url')
    expect(chain.sends()).toEqual([])
  })

  test('Foundry in a script asks the proxy, also with another --rpc-url', async () => {
    const line = send(BLOCKED, '--rpc-url', chain.tap.url).join(' ')
    const ended = await expectRefused(chain, () => proxy('--', 'sh', '-c', line))
    expect(ended.code).toBe(12)
  })

  test('--observe forwards what is blocked, and says so', async () => {
    chain.sends()
    const { code, stderr } = await proxy('--observe', '--', ...send(BLOCKED))
    expect(code).toBe(0)
    expect(stderr).toContain('would be blocked')
    expect(chain.sends()).toHaveLength(1)
  })
})
