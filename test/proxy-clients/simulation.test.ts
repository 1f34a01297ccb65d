import * as Signature from 'ox/Signature'
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559'
import { afterAll, beforeAll, expect } from 'vitest'
import { callData } from '../support/chain/test-chain.ts'
import { canonical, people, startWorld, units, type World } from '../support/chain/world.ts'
import { needs } from '../support/needs.ts'
import { call, post } from '../support/proxy/post.ts'
import { type Ended, runToEnd } from '../support/proxy/proxied-chain.ts'
import { ProxyProcess } from '../support/proxy/proxy-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const { usdc, weth, router } = canonical
const { alice, thief } = people
const BALANCE = 'balanceOf(address) returns (uint256)'
const UNLIMITED = 2n ** 256n - 1n
const HALF_AN_HOUR = 1800
/** A contract whose code changes. */
const CHANGING = '0x00000000000000000000000000000000c0dec0de'
const STOP = '0x00'

const { describe, test } = needs('anvil', 'cast')

describe('a proxy whose profile has a node that simulates', () => {
  let world: World
  /** Takes all USDC by an old allowance, in a function whose data names no token. */
  let trap: string
  beforeAll(async () => {
    const early: Parameters<typeof startWorld>[1] = {
      now: Math.floor(Date.now() / 1000),
      early: async ({ chain }) => {
        trap = await chain.create(thief.address, 'StaleAllowance', 'address', usdc)
        for (const spender of [trap, CHANGING])
          await chain.invoke(alice.address, usdc, 'approve(address,uint256)', spender, UNLIMITED)
      },
    }
    world = await startWorld('anvil', early)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  /** `cast send` of alice behind a proxy. @param simulates whether the proxy has a node to simulate on */
  async function send(to: string, data: string, value = 0n, simulates = true): Promise<Ended> {
    const home = temporaryFolder()
    const env: Record<string, string> = simulates ? { TXWARDEN_CHAIN_ETHEREUM_URL: world.url } : {}
    const argv = ['--fail-on', 'warning']
    await using proxy = await ProxyProcess.start(argv, { upstream: world.url, home, env })
    const args = ['send', '--async', '--unlocked', '--from', alice.address, '--gas-limit', '3000000']
    const ended = await runToEnd('cast', [...args, '--value', String(value), to, data], home, {
      ETH_RPC_URL: proxy.url,
    })
    await world.chain.rpc('evm_mine')
    return ended
  }

  const usdcOf = (owner: string) => world.chain.read<bigint>(usdc, BALANCE, owner)

  test('validates the same bytes and a higher fee again once the code that they call has changed', async () => {
    const { rpc } = world.chain
    const signed = async (maxFeePerGas: bigint) => {
      const count = await rpc('eth_getTransactionCount', alice.address, 'latest')
      const envelope = TxEnvelopeEip1559.from({
        chainId: 1,
        gas: 300_000n,
        maxFeePerGas,
        maxPriorityFeePerGas: 1n,
        // It waits: sent again, it is still to come.
        nonce: BigInt(String(count)) + 7n,
        to: CHANGING,
        data: callData('wq81f(bytes32)', `0x${'5a'.repeat(32)}`) as `0x${string}`,
      })
      const signature = Signature.fromHex(alice.sign(TxEnvelopeEip1559.getSignPayload(envelope)) as `0x${string}`)
      return TxEnvelopeEip1559.serialize(envelope, { signature })
    }
    const raw = await signed(200_000_000_000n)
    const home = temporaryFolder()
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: world.url }
    const start = () => ProxyProcess.start(['--fail-on', 'warning'], { upstream: world.url, home, env })
    await rpc('anvil_setCode', CHANGING, STOP)
    {
      await using proxy = await start()
      const send = async (bytes: string) => (await post(proxy.url, call('eth_sendRawTransaction', [bytes]))).answer
      expect(await send(raw)).toMatchObject({ result: expect.stringMatching(/^0x/) })
      await rpc('anvil_setCode', CHANGING, await rpc('eth_getCode', trap, 'latest'))
      await rpc('evm_mine')
      for (const bytes of [raw, await signed(300_000_000_000n)])
        expect((await send(bytes)).error?.message).toContain('takes assets for nothing in return')
    }
    await using restarted = await start()
    const { answer } = await post(restarted.url, call('eth_sendRawTransaction', [raw]))
    expect(answer.error?.message).toContain('takes assets for nothing in return')
    await rpc('anvil_dropAllTransactions')
  })

  test('refuses an unknown function that takes tokens, by what the simulation shows', async () => {
    const data = callData('wq81f(bytes32)', `0x${'5a'.repeat(32)}`)
    const before = await usdcOf(alice.address)
    expect(before).toBeGreaterThan(0n)
    const refused = await send(trap, data)
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toMatch(
      /txwarden blocked this: target 0x\w{40} takes assets for nothing in return and is unknown \(WARNING, \d+\/100\)/,
    )
    expect(await usdcOf(alice.address)).toBe(before)
    // Nothing else is known against it: without the simulation, all is gone.
    expect(await send(trap, data, 0n, false)).toMatchObject({ code: 0, stderr: '' })
    expect(await usdcOf(alice.address)).toBe(0n)
  })

  test('passes an honest swap', async () => {
    const buy = 'swapExactETHForTokens(uint256,address[],address,uint256)'
    const deadline = BigInt(Math.floor(Date.now() / 1000) + HALF_AN_HOUR)
    const data = callData(buy, units.usd(19_000), [weth, usdc], alice.address, deadline)
    const before = await usdcOf(alice.address)
    const sent = await send(router, data, units.ether(1))
    expect(sent).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0x[0-9a-f]{64}\n$/) })
    expect((await usdcOf(alice.address)) - before).toBeGreaterThan(units.usd(19_000))
  })
})
