import { afterAll, beforeAll, expect } from 'vitest'
import { artefact } from '../support/chain/artefacts.ts'
import { safeCall } from '../support/chain/signed-calls.ts'
import { callData, type Tx } from '../support/chain/test-chain.ts'
import { type Judged, judged, requestOf } from '../support/chain/verdicts.ts'
import { canonical, people, startWorld, units, type World } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, bob, deployer, thief } = people
/** Of every anvil: data is a salt and the code that creates. */
const CREATE2_FACTORY = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const UPGRADE_AND_CALL = 'upgradeToAndCall(address,bytes)'

const { describe, test } = needs('anvil')

describe('an upgrade by the admin of a proxy to code that is minutes old', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld('anvil')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  async function verdict(to: string, data: string): Promise<Judged> {
    const tx: Tx = { from: alice.address, to, data }
    const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: world.url }
    const { code, stdout, stderr } = await makeCli()(argv, { stdin: JSON.stringify(requestOf(tx)), env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return judged(JSON.parse(stdout))
  }

  const upgradeTo = (code: string) => verdict(world.ownProxy, callData('upgradeTo(address)', code))

  test('is NO DATA where the admin created it', async () => {
    const code = await world.chain.create(alice.address, 'Vault')
    expect(await upgradeTo(code)).toMatchObject({
      verdict: 'NO DATA',
      score: 30,
      reasons: [expect.stringMatching(/^30 control-change: .* created it, and its controller upgrades$/)],
    })
    const init = callData('init(address,string,string,uint8)', canonical.usdc, 'Orchard USDC', 'oUSDC', 6)
    expect(await verdict(world.ownProxy, callData(UPGRADE_AND_CALL, code, init))).toMatchObject({ score: 30 })
  })

  test('is NO DATA for the owner of a UUPS proxy, and UNSAFE where the proxy is an account that upgrades itself', async () => {
    const { chain, upgradeable } = world
    const upgrade = callData(UPGRADE_AND_CALL, await chain.create(alice.address, 'UpgradeableAccount'), '0x')
    expect(await verdict(upgradeable, upgrade)).toMatchObject({ verdict: 'NO DATA', score: 30 })
    const taken = callData(UPGRADE_AND_CALL, await chain.create(thief.address, 'UpgradeableAccount'), '0x')
    expect(await verdict(upgradeable, taken)).toMatchObject({ verdict: 'WARNING', score: 60 })
    const byItself = callData('execute(address,uint256,bytes)', upgradeable, 0n, taken)
    expect(await verdict(upgradeable, byItself)).toMatchObject({ verdict: 'UNSAFE', score: 75 })
  })

  test('is NO DATA for a Safe by code of the owner who sends, a WARNING by that of another', async () => {
    const { chain, safe, nextVault } = world
    const ofSafe = await chain.create(deployer.address, 'Proxy', 'address, address, bytes', nextVault, safe, '0x')
    const upgradeBySafe = async (creator: string) => {
      const data = callData('upgradeTo(address)', await chain.create(creator, 'Vault'))
      return await verdict(safe, await safeCall(chain, { safe, to: ofSafe, data }))
    }
    expect(await upgradeBySafe(alice.address)).toMatchObject({ verdict: 'NO DATA', score: 30 })
    expect(await upgradeBySafe(bob.address)).toMatchObject({ verdict: 'WARNING', score: 60 })
  })

  test('is a WARNING where somebody else did, or nothing shows who', async () => {
    const { chain } = world
    const warned = { verdict: 'WARNING', score: 60 }
    expect(await upgradeTo(await chain.create(thief.address, 'Vault'))).toMatchObject(warned)
    const byFactory = { to: CREATE2_FACTORY, data: `0x${'5a'.repeat(32)}${artefact('Vault').creation.slice(2)}` }
    const made = (await chain.rpc('eth_call', byFactory, 'latest')) as string
    await chain.send({ from: alice.address, ...byFactory })
    expect(await upgradeTo(made)).toMatchObject({
      ...warned,
      reasons: [expect.stringMatching(/nothing shows that its controller created it$/)],
    })
  })

  test('is a WARNING where it forwards to other code, or empties the proxy', async () => {
    const { chain, ownProxy, nextVault } = world
    const warned = { verdict: 'WARNING', score: 60 }
    const forwarder = await chain.create(
      alice.address,
      'Proxy',
      'address, address, bytes',
      nextVault,
      thief.address,
      '0x',
    )
    expect(await upgradeTo(forwarder)).toMatchObject(warned)
    const held = units.usd(70_000)
    await chain.invoke(deployer.address, canonical.usdc, 'transfer(address,uint256)', ownProxy, held)
    const emptying = await chain.create(alice.address, 'EmptyingVault')
    const run = callData('initialize(address,address,string)', canonical.usdc, thief.address, 'Vault')
    expect(await verdict(ownProxy, callData(UPGRADE_AND_CALL, emptying, run))).toMatchObject(warned)
    await chain.onTrial(async () => {
      await chain.invoke(alice.address, ownProxy, UPGRADE_AND_CALL, emptying, run)
      const balance = 'balanceOf(address) returns (uint256)'
      expect(await chain.read<bigint>(canonical.usdc, balance, ownProxy)).toBe(0n)
    })
  })
})
