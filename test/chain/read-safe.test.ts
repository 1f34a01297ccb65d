import * as Hash from 'ox/Hash'
import { describe, expect } from 'vitest'
import { readSafeOn, type SafeState } from '../../src/service/chain/accounts/read-safe.ts'
import { controlSlots } from '../../src/service/evm/control-slots.ts'
import { safeProxyOf } from '../../src/service/risk/chain/safe-singletons.ts'
import { poolOf } from '../service/chain/nodes/pool-of.ts'
import { sharedFundedNode } from '../support/chain/funded-node.ts'
import { createSafe, safeContract, safeVersions } from '../support/chain/safe-contracts.ts'
import { hex } from '../support/chain/test-chain.ts'
import { people, units } from '../support/chain/world.ts'
import { needs } from '../support/needs.ts'

const { alice, bob, carol, deployer } = people
const { describe: describeOnNode, test } = needs('anvil')
const GUARD = '0x7e570000000000000000000000000000000000a1'
const HANDLER = '0x7e570000000000000000000000000000000000a2'

describeOnNode('a Safe as a node shows it', () => {
  const shared = sharedFundedNode()

  async function read(address: string): Promise<SafeState> {
    const { race, clock } = await poolOf([shared.node])
    let state: SafeState | undefined
    const { failures } = await race(async (ready) => {
      const found = await readSafeOn(ready, address, clock.elapsed() + 10_000)
      if ('owners' in found) state = found
      return JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    })
    if (!state) throw new Error(JSON.stringify(failures))
    return state
  }

  describe.each(safeVersions)('of version %s', (version) => {
    test('has the release of its code, its owners, modules, guard and handler', async () => {
      const owners = [alice.address, bob.address, carol.address]
      const { safe, singleton } = await createSafe(shared.chain, deployer.address, version, {
        owners,
        threshold: 2,
        handler: HANDLER,
      })
      expect(await read(safe)).toMatchObject({
        version,
        proxy: `Safe proxy ${version}`,
        singleton: { address: singleton, known: { name: `Safe ${version}`, version } },
        owners: owners.map((each) => each.toLowerCase()),
        threshold: 2,
        nonce: 0n,
        guard: undefined,
        modules: [],
        hasMoreModules: false,
        fallbackHandler: HANDLER,
      })
      await shared.chain.rpc('hardhat_setBalance', safe, hex(units.ether(100)))
      const modules = Array.from({ length: 120 }, (_, index) => `0x7e57${(index + 16).toString(16).padStart(36, '0')}`)
      for (const module of modules) await shared.chain.invoke(safe, safe, 'enableModule(address)', module)
      await shared.chain.rpc('hardhat_setStorageAt', safe, controlSlots.guard, `0x${GUARD.slice(2).padStart(64, '0')}`)
      const full = await read(safe)
      expect(full.guard).toBe(GUARD)
      expect([...full.modules].sort()).toEqual(modules)
      expect(full.hasMoreModules).toBe(false)
    })
  })

  test('the factories whose hashes are published contain the code of the known proxies', () => {
    for (const [version, factory, proxy] of [
      ['1.1.1', 'proxies/ProxyFactory:ProxyFactory', 'proxies/Proxy:Proxy'],
      ['1.3.0', 'proxies/GnosisSafeProxyFactory:GnosisSafeProxyFactory', 'proxies/GnosisSafeProxy:GnosisSafeProxy'],
      ['1.4.1', 'proxies/SafeProxyFactory:SafeProxyFactory', 'proxies/SafeProxy:SafeProxy'],
      ['1.5.0', 'proxies/SafeProxyFactory:SafeProxyFactory', 'proxies/SafeProxy:SafeProxy'],
    ] as const) {
      const runtime = safeContract(version, proxy).deployedBytecode
      expect(safeProxyOf(Hash.keccak256(runtime as `0x${string}`))).toBe(`Safe proxy ${version}`)
      expect(safeContract(version, factory).deployedBytecode).toContain(runtime.slice(2))
    }
  })
})
