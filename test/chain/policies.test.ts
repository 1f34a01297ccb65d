import { afterAll, beforeAll, expect } from 'vitest'
import { callData } from '../support/chain/test-chain.ts'
import { requestOf } from '../support/chain/verdicts.ts'
import { canonical, people, startWorld, type World } from '../support/chain/world.ts'
import { type Cli, makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, thief } = people
const { describe, test } = needs('anvil')

describe('a policy with a node', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld('anvil')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  async function validating(clauses: object): Promise<(tx: Parameters<typeof requestOf>[0]) => ReturnType<Cli>> {
    const cli = makeCli()
    const policy = { kind: 'policy', name: 'desk', mode: 'enforce', default: 'deny', ...clauses }
    await cli(['policy', 'apply', '-', '--yes'], { stdin: JSON.stringify(policy) })
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: world.url }
    return (tx) => cli(['validate', '--file', '-', '--json'], { stdin: JSON.stringify(requestOf(tx)), env })
  }

  test('no contract becomes an own account because it names the sender as its owner', async () => {
    const fake = await world.chain.create(thief.address, 'Kept', 'address, address', alice.address, thief.address)
    const validate = await validating({ allow: [{ pays: { to: ['own'] } }, { calls: 'any' }] })
    const data = callData('transfer(address,uint256)', fake, 5n)
    expect(await validate({ from: alice.address, to: canonical.usdc, data })).toMatchObject({
      code: 12,
      stdout: expect.stringContaining(`to ${fake.toLowerCase()}`),
    })
    expect(
      await validate({
        from: alice.address,
        to: canonical.usdc,
        data: callData('transfer(address,uint256)', alice.address, 5n),
      }),
    ).toMatchObject({ code: 0 })
  })
})
