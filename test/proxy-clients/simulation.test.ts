import { afterAll, beforeAll, expect } from 'vitest'
import { callData } from '../support/chain/test-chain.ts'
import { canonical, people, startWorld, units, type World } from '../support/chain/world.ts'
import { needs } from '../support/needs.ts'
import { type Ended, runToEnd } from '../support/proxy/proxied-chain.ts'
import { ProxyProcess } from '../support/proxy/proxy-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const { usdc, weth, router } = canonical
const { alice, thief } = people
const BALANCE = 'balanceOf(address) returns (uint256)'
const UNLIMITED = 2n ** 256n - 1n
const HALF_AN_HOUR = 1800

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
        await chain.invoke(alice.address, usdc, 'approve(address,uint256)', trap, UNLIMITED)
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
