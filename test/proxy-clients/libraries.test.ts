import { afterAll, beforeAll, expect } from 'vitest'
import { needs } from '../support/needs.ts'
import { BLOCKED, clientScript, KNOWN, type ProxiedChain, startProxiedChain } from '../support/proxy/proxied-chain.ts'
import { expectMined, expectRefused, firstThreeLines } from './expect-sent.ts'

/** viem quotes the request before the reason. */
const details = (shown: string) => shown.split('\n').find((line) => line.startsWith('Details: ')) ?? ''

/** Scripts in test/tools/clients, their ways to send, and where they show the reason. */
const clients = [
  { name: 'viem', sends: ['sendTransaction', 'sendRawTransaction', 'batched'], reasonIn: details },
  { name: 'ethers', sends: ['sendTransaction', 'sendRawTransaction', 'batched'], reasonIn: firstThreeLines },
  { name: 'ethers5', sends: ['sendTransaction', 'sendRawTransaction'], reasonIn: firstThreeLines },
  { name: 'web3', sends: ['sendTransaction', 'sendRawTransaction'], reasonIn: firstThreeLines },
  { name: 'hardhat', sends: ['sendTransaction', 'sendRawTransaction'], reasonIn: firstThreeLines },
]

/** Ways in which the node has the key. */
const NODE_SIGNS: ReadonlySet<string> = new Set(['sendTransaction', 'sendCalls', 'signTypedData'])

const { describe, test } = needs('anvil', 'hardhat')

describe('a client behind the proxy', () => {
  let chain: ProxiedChain
  beforeAll(async () => {
    chain = await startProxiedChain()
  })
  afterAll(() => chain[Symbol.asyncDispose]())

  const run = (name: string, way: string, to: string) => {
    const account = NODE_SIGNS.has(way) ? chain.unlocked : chain.account.privateKey
    return chain.run(process.execPath, [clientScript(name), way, to, account])
  }

  for (const { name, sends, reasonIn } of clients)
    for (const way of sends) {
      test(`${name} shows why ${way} is refused`, async () => {
        await expectRefused(chain, () => run(name, way, BLOCKED), reasonIn)
      })
      test(`${name} gets the receipt of ${way}`, async () => {
        const { stdout } = await expectMined(chain, () => run(name, way, KNOWN))
        expect(stdout).toContain('mined')
      })
    }

  for (const { name, reasonIn } of clients.slice(0, 2)) {
    test(`${name} shows why a permit is not signed`, async () => {
      await expectRefused(chain, () => run(name, 'signTypedData', BLOCKED), reasonIn)
    })
    test(`${name} gets the signature of a permit`, async () => {
      const { code, stdout } = await run(name, 'signTypedData', KNOWN)
      expect(code).toBe(0)
      expect(stdout).toMatch(/^0x[0-9a-f]{130}$/m)
    })
  }

  test('viem shows why calls of a wallet are refused', async () => {
    await expectRefused(chain, () => run('viem', 'sendCalls', BLOCKED), details)
  })
  test('calls of a wallet reach the node', async () => {
    chain.sends()
    await run('viem', 'sendCalls', KNOWN)
    expect(chain.sends()).toEqual([expect.stringContaining('wallet_sendCalls')])
  })
})
