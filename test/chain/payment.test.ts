import { afterAll, beforeAll, expect } from 'vitest'
import { people, startWorld, type World } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const anvil = needs('anvil')

/** Where no list has a token, its contract says its decimals. */
anvil.describe('a payment in a token that no list has', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const pay = (token: string, amount: string) => [
    'validate',
    '--chain',
    'ethereum',
    '--from',
    people.alice.address,
    '--to',
    people.bob.address,
    '--token',
    token,
    '--amount',
    amount,
    '--fail-on',
    'never',
    '--json',
  ]
  const env = () => ({ TXWARDEN_CHAIN_ETHEREUM_URL: world.url })

  anvil.test('has the decimals of its contract, and is found by its address only', async () => {
    const cli = makeCli()
    const paid = await cli(pay(world.rewardToken, '2.5'), { env: env() })
    expect(paid.code, paid.stderr).toBe(0)
    const { svcTxId, simulation } = JSON.parse(paid.stdout)
    expect(simulation).toMatchObject({ status: 'ok' })
    const stored = await cli(['tx', 'get', svcTxId, '--json'])
    const { to, data } = JSON.parse(stored.stdout).request.transaction
    expect(to.toLowerCase()).toBe(world.rewardToken.toLowerCase())
    expect(BigInt(`0x${data.slice(-64)}`)).toBe(2_500_000_000_000_000_000n)
    // What a contract calls itself is no name for a payment.
    expect(await cli(pay('ORCH', '2.5'), { env: env() })).toMatchObject({ code: 2, stdout: '' })
    expect(await cli(pay(world.rewardToken, '2.5'))).toMatchObject({ code: 8, stdout: '' })
  })

  anvil.test('is refused for items, other contracts and accounts without code', async () => {
    const cli = makeCli()
    for (const address of [world.collection, world.items, world.till, people.carol.address]) {
      const refused = await cli(pay(address, '1'), { env: env() })
      expect(refused).toMatchObject({ code: 8, stdout: '' })
      expect(refused.stderr).toContain('says the decimals of')
    }
  })

  anvil.test('is shown by the address of the token in a row', async () => {
    const cli = makeCli()
    const row = `ethereum,${people.alice.address},${people.bob.address},${world.rewardToken},2.5`
    const { stdout, stderr } = await cli(['validate', '--batch', '-', '--fail-on', 'never', '-o', 'ndjson'], {
      env: env(),
      stdin: `chain,from,to,token,amount\n${row}\n`,
    })
    const { asset, amount } = JSON.parse(stdout)
    expect([asset.toLowerCase(), amount], stderr).toEqual([world.rewardToken.toLowerCase(), '2.5'])
  })
})
