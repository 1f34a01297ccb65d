import { expect, onTestFinished } from 'vitest'
import { callData } from '../support/chain/test-chain.ts'
import { canonical, people, startWorld } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { needs } from '../support/needs.ts'

needs('anvil').test(
  'a later verdict does not ask again how old a contract is, and asks at most 16 questions',
  async () => {
    await using world = await startWorld()
    const node = await startFaultProxy(world.url)
    onTestFinished(() => node.close())
    const cli = makeCli()
    const data = callData('approve(address,uint256)', world.proxiedVault, 1000n)
    const verdict = async () => {
      const before = node.exchanges.length
      const argv = ['validate', '--chain', '1', '--from', people.alice.address, '--to', canonical.usdc, '--data', data]
      const { stdout } = await cli([...argv, '--chain-timeout', '10s', '--json'], {
        env: { TXWARDEN_CHAIN_ETHEREUM_URL: node.url },
      })
      const calls = node.exchanges.slice(before).flatMap((each) => each.calls)
      // Everything else is read at a block hash.
      const past = calls.filter(({ method, params }) => method === 'eth_call' && typeof params[1] === 'string')
      const { combinedScore, scoreDetails } = JSON.parse(stdout)
      return { verdict: { combinedScore, scoreDetails }, past: past.length, calls: calls.length }
    }
    const first = await verdict()
    expect(first.past).toBeGreaterThan(0)
    const second = await verdict()
    expect(second.past).toBe(0)
    expect(second.verdict).toEqual(first.verdict)
    expect(second.calls).toBeLessThanOrEqual(16)
  },
)
