import { afterAll, beforeAll, expect } from 'vitest'
import { needs } from '../support/needs.ts'
import { BLOCKED, KNOWN, type ProxiedChain, startProxiedChain } from '../support/proxy/proxied-chain.ts'
import { REASON } from './expect-sent.ts'

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data: { readonly state: string } }
}

const { describe, test } = needs('anvil', 'curl')

describe('curl to the proxy', () => {
  let chain: ProxiedChain
  beforeAll(async () => {
    chain = await startProxiedChain()
  })
  afterAll(() => chain[Symbol.asyncDispose]())

  const curl = async (body: unknown) => {
    const format = '\n%{http_code}'
    const { stdout } = await chain.run('curl', [
      '--silent',
      '--show-error',
      '--write-out',
      format,
      '--json',
      JSON.stringify(body),
      chain.url,
    ])
    const at = stdout.lastIndexOf('\n')
    return { status: Number(stdout.slice(at)), text: stdout.slice(0, at) }
  }
  const send = (to: string) => ({ method: 'eth_sendTransaction', params: [{ from: chain.unlocked, to, value: '0x1' }] })
  const balanceOf = async (address: string) => BigInt((await chain.rpc('eth_getBalance', address, 'latest')) as string)

  test('a batch is answered in its order, without the refused call', async () => {
    chain.sends()
    const before = await balanceOf(KNOWN)
    const { status, text } = await curl([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
      { jsonrpc: '2.0', id: 2, ...send(KNOWN) },
      { jsonrpc: '2.0', id: 3, ...send(BLOCKED) },
      { jsonrpc: '2.0', id: 4, method: 'eth_blockNumber', params: [] },
    ])
    const answers = JSON.parse(text) as Answer[]
    expect(status).toBe(200)
    expect(answers.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(answers[0]?.result).toBe('0x1')
    expect(answers[1]?.result).toMatch(/^0x[0-9a-f]{64}$/)
    expect(answers[2]?.error).toMatchObject({ code: -32_003, message: expect.stringMatching(REASON) })
    expect(answers[2]?.error?.data.state).toBe('blocked')
    expect(answers[3]?.result).toMatch(/^0x/)
    expect(chain.sends().join()).not.toContain(BLOCKED)
    // The node answers before it makes the block.
    await expect.poll(() => balanceOf(KNOWN)).toBe(before + 1n)
    expect(await balanceOf(BLOCKED)).toBe(0n)
  })

  test('a notification is judged, and answered with nothing', async () => {
    chain.sends()
    expect(await curl({ jsonrpc: '2.0', ...send(BLOCKED) })).toEqual({ status: 204, text: '' })
    expect(chain.sends()).toEqual([])
    expect(await balanceOf(BLOCKED)).toBe(0n)
    await curl({ jsonrpc: '2.0', ...send(KNOWN) })
    expect(chain.sends()).toHaveLength(1)
  })
})
