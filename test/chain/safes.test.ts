import { afterAll, beforeAll, expect } from 'vitest'
import { startAnvil } from '../support/chain/anvil.ts'
import type { NodeProcess } from '../support/chain/node-process.ts'
import {
  createOfSafe,
  createSafe,
  type RealSafe,
  type SafeVersionName,
  safeVersions,
} from '../support/chain/safe-contracts.ts'
import { multiSend, safeCall } from '../support/chain/signed-calls.ts'
import { hex, TestChain } from '../support/chain/test-chain.ts'
import { type Judged, judged, requestOf } from '../support/chain/verdicts.ts'
import { people, units } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, bob, carol, deployer } = people
const { describe, test } = needs('anvil')

describe('real Safes on a node', () => {
  let node: NodeProcess
  let chain: TestChain
  const safes = new Map<SafeVersionName, RealSafe>()

  beforeAll(async () => {
    node = await startAnvil({ noMining: true })
    chain = new TestChain(node.rpc)
    for (const { address } of Object.values(people))
      await chain.rpc('hardhat_setBalance', address, hex(units.ether(1000)))
    for (const version of safeVersions) {
      const real = await createSafe(chain, deployer.address, version, {
        owners: [alice.address, bob.address],
        threshold: 2,
      })
      await chain.rpc('hardhat_setBalance', real.safe, hex(units.ether(100)))
      safes.set(version, real)
    }
  })
  afterAll(() => node.stop())

  const safeOf = (version: SafeVersionName) => (safes.get(version) as RealSafe).safe

  async function verdict(tx: { from: string; to: string; data: string }): Promise<Judged> {
    const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: node.url }
    const { code, stdout, stderr } = await makeCli()(argv, { stdin: JSON.stringify(requestOf(tx)), env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return judged(JSON.parse(stdout))
  }

  const ofRule = ({ reasons }: Judged, rule: string) => reasons.filter((reason) => reason.includes(` ${rule}: `))

  for (const version of safeVersions) {
    test(`of version ${version} know a copy of MultiSend by its code, and none with other code`, async () => {
      const library = await createOfSafe(chain, [deployer.address, version, 'libraries/MultiSend:MultiSend'])
      const safe = safeOf(version)
      const payments = multiSend([carol.address, bob.address].map((to) => ({ to, data: '0x' })))
      const data = await safeCall(chain, { safe, to: library, data: payments, operation: 1 })
      const known = await verdict({ from: alice.address, to: safe, data })
      expect(ofRule(known, 'foreign-delegatecall')).toEqual([])
      const code = String(await chain.rpc('eth_getCode', library, 'latest'))
      await chain.rpc('hardhat_setCode', library, `${code.slice(0, -2)}00`)
      expect(await verdict({ from: alice.address, to: safe, data })).toMatchObject({
        verdict: 'UNSAFE',
        reasons: expect.arrayContaining([expect.stringMatching(/^80 foreign-delegatecall/)]),
      })
    })
  }
})
