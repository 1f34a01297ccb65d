import { afterAll, beforeAll, describe, expect } from 'vitest'
import { simulateOn } from '../support/chain/simulate-on.ts'
import { callData, type Tx } from '../support/chain/test-chain.ts'
import { judged, requestOf } from '../support/chain/verdicts.ts'
import { people, startWorld, units, type World } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, deployer, thief } = people
const price = units.ether(0.05)
const anvil = needs('anvil')

/** Items whose number the block draws: the runs of a simulation have different blocks. */
anvil.describe('an item with a random number', () => {
  let world: World
  let items: string
  let art: string
  beforeAll(async () => {
    world = await startWorld('anvil', {
      early: async ({ chain }) => {
        items = await chain.create(deployer.address, 'DrawnItems')
        art = await chain.create(deployer.address, 'DrawnArt')
      },
    })
  })
  afterAll(async () => await world?.[Symbol.asyncDispose]())

  const buys = (to: string, name = 'draw'): Tx => {
    return { from: alice.address, to, value: price, data: callData(`${name}(uint256)`, 1n) }
  }
  const verdictOf = async (tx: Tx) => {
    const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: world.url }
    const { code, stdout, stderr } = await makeCli()(argv, { stdin: JSON.stringify(requestOf(tx)), env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return judged(JSON.parse(stdout))
  }

  describe.each([
    ['erc1155', () => items],
    ['erc721', () => art],
  ] as const)('of %s', (standard, token) => {
    anvil.test('is a change as the realistic block draws it, and no difference', async () => {
      const { simulation } = await simulateOn(world.chain.rpc, buys(token()), { standards: { [token()]: standard } })
      expect(simulation.differences).toEqual([])
      expect(simulation.changes).toMatchObject([
        { standard: 'native', amount: -price },
        { standard, token: token().toLowerCase(), amount: 1n },
      ])
      expect(simulation.claims).toEqual(simulation.changes)
    })

    anvil.test('is not UNSAFE', async () => {
      const found = await verdictOf(buys(token()))
      expect(['SAFE', 'NO DATA'], JSON.stringify(found, null, 1)).toContain(found.verdict)
      expect(found.summary).toContain('you receive')
    })
  })

  for (const isSilent of [true, false])
    anvil.test(
      `that only a simulation gives is UNSAFE${isSilent ? '' : ', also where an event says that it comes'}`,
      async () => {
        const pill = await world.chain.create(thief.address, 'DrawnPill', 'bool', isSilent)
        const found = await verdictOf(buys(pill, 'participate'))
        expect(found.verdict, JSON.stringify(found, null, 1)).toBe('UNSAFE')
      },
    )
})
