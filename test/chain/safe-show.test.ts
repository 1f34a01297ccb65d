import { describe, expect } from 'vitest'
import { controlSlots } from '../../src/service/evm/control-slots.ts'
import { sharedFundedNode } from '../support/chain/funded-node.ts'
import { createSafe, safeVersions } from '../support/chain/safe-contracts.ts'
import { hex } from '../support/chain/test-chain.ts'
import { people, units } from '../support/chain/world.ts'
import { type Cli, test } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, bob, carol, deployer } = people
const MODULE = '0x7e570000000000000000000000000000000000c1'
/** Built in: Safe ERC-4337 module 0.3.0, which is a module and a handler. */
const KNOWN_MODULE = '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226'
const GUARD = '0x7e570000000000000000000000000000000000c2'

interface Shown {
  readonly state: Readonly<Record<string, unknown>>
  readonly findings: readonly { readonly code: string; readonly level: string; readonly address?: string }[]
}

needs('anvil').describe('safe show', () => {
  const shared = sharedFundedNode()

  async function show(cli: Cli, address: string): Promise<{ code: number; shown: Shown }> {
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: shared.node.url }
    const added = await cli(['safe', 'add', address, '--chain', 'ethereum'], { env })
    expect([0, 8]).toContain(added.code)
    const { code, stdout } = await cli(['safe', 'show', address, '--json'], { env })
    return { code, shown: JSON.parse(stdout || '{}') as Shown }
  }

  describe.each(safeVersions)('of version %s', (version) => {
    test('has what the contracts of the release have, and nothing weak about a plain one', async ({ cli }) => {
      const owners = [alice.address, bob.address, carol.address]
      const { safe, singleton } = await createSafe(shared.chain, deployer.address, version, { owners, threshold: 2 })
      const { code, shown } = await show(cli, safe)
      expect({ code, findings: shown.findings }).toEqual({ code: 0, findings: [] })
      expect(shown.state).toMatchObject({
        version,
        proxy: `Safe proxy ${version}`,
        threshold: 2,
        nonce: '0',
        modules: [],
        hasMoreModules: false,
        singleton: { address: expect.stringMatching(new RegExp(singleton, 'i')), name: `Safe ${version}` },
        owners: owners.map((owner) => expect.stringMatching(new RegExp(owner, 'i'))),
      })
    })
  })

  test('names what is weak: one signature, modules, guard, handler and singleton', async ({ cli }) => {
    const { safe, singleton } = await createSafe(shared.chain, deployer.address, '1.4.1', {
      owners: [alice.address],
      threshold: 1,
      handler: GUARD,
    })
    await shared.chain.rpc('hardhat_setBalance', safe, hex(units.ether(100)))
    for (const module of [MODULE, KNOWN_MODULE]) await shared.chain.invoke(safe, safe, 'enableModule(address)', module)
    await shared.chain.rpc('hardhat_setStorageAt', safe, controlSlots.guard, `0x${GUARD.slice(2).padStart(64, '0')}`)
    const first = await show(cli, safe)
    expect(first.code).toBe(13)
    expect(first.shown.findings.map(({ level, code }) => `${level} ${code}`)).toEqual([
      'fail threshold-one',
      'fail unknown-module',
      'warn unknown-guard',
      'warn unknown-handler',
    ])
    expect(first.shown.state).toMatchObject({
      modules: [{ address: KNOWN_MODULE, name: 'Safe ERC-4337 module 0.3.0' }, { address: expect.any(String) }],
    })

    const code = String(await shared.chain.rpc('eth_getCode', singleton, 'latest'))
    await shared.chain.rpc('hardhat_setCode', singleton, `${code.slice(0, -2)}00`)
    const second = await show(cli, safe)
    expect(second.shown.findings).toContainEqual(
      expect.objectContaining({ code: 'unknown-singleton', level: 'fail', address: expect.any(String) }),
    )
  })

  test('two signatures of four owners are few, and an account without code is no Safe', async ({ cli }) => {
    const owners = [alice.address, bob.address, carol.address, deployer.address]
    const { safe } = await createSafe(shared.chain, deployer.address, '1.3.0', { owners, threshold: 2 })
    expect(await show(cli, safe)).toMatchObject({ code: 13, shown: { findings: [{ code: 'threshold-low' }] } })
    expect(await show(cli, alice.address)).toMatchObject({ code: 5 })
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: shared.node.url }
    const { code, stderr } = await cli(['safe', 'add', bob.address, '--chain', 'ethereum'], { env })
    expect(code).toBe(0)
    expect(stderr).toContain(`! ${bob.address} is not a Safe: it has no code. Try: txwarden safe remove `)
  })
})
