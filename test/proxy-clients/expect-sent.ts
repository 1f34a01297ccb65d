import { expect } from 'vitest'
import { BLOCKED, type Ended, KNOWN, type ProxiedChain } from '../support/proxy/proxied-chain.ts'

/** What every client shows of a refusal. */
export const REASON = /txwarden blocked this: [a-z]+ 0x[0-9a-f]{40} is on the block list \(BLOCKED, 100\/100\)/i

/** Balances of both recipients, and nonces of both senders. */
async function stateOf({ rpc, account, unlocked }: ProxiedChain) {
  const [blocked, known, ...nonces] = await Promise.all([
    rpc('eth_getBalance', BLOCKED, 'latest'),
    rpc('eth_getBalance', KNOWN, 'latest'),
    rpc('eth_getTransactionCount', account.address, 'latest'),
    rpc('eth_getTransactionCount', unlocked, 'latest'),
  ])
  return {
    blocked,
    known: BigInt(known as string),
    nonces: nonces.reduce<number>((sum, each) => sum + Number(each), 0),
  }
}

/** Nothing arrives at the node, and the client ends with an error that says why. @param reasonIn where it says so */
export async function expectRefused(
  chain: ProxiedChain,
  client: () => Promise<Ended>,
  reasonIn: (shown: string) => string = firstThreeLines,
): Promise<Ended> {
  const before = await stateOf(chain)
  chain.sends()
  const ended = await client()
  expect(chain.sends()).toEqual([])
  expect(await stateOf(chain)).toEqual(before)
  expect(reasonIn(ended.stderr)).toMatch(REASON)
  expect(ended.code).not.toBe(0)
  return ended
}

/** One transaction is mined. */
export async function expectMined(chain: ProxiedChain, client: () => Promise<Ended>): Promise<Ended> {
  const before = await stateOf(chain)
  chain.sends()
  const ended = await client()
  expect({ ...ended, code: 0 }).toEqual(ended)
  expect(chain.sends()).toHaveLength(1)
  // The node answers before it makes the block.
  await expect.poll(async () => (await stateOf(chain)).nonces).toBe(before.nonces + 1)
  const { blocked, known, nonces } = await stateOf(chain)
  expect({ blocked, nonces }).toEqual({ blocked: before.blocked, nonces: before.nonces + 1 })
  expect(known).toBeGreaterThan(before.known)
  return ended
}

export function firstThreeLines(shown: string): string {
  return shown.split('\n').slice(0, 3).join('\n')
}
