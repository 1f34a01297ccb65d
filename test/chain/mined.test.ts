import { expect } from 'vitest'
import { honestCalls } from '../support/chain/honest-calls.ts'
import { requestOf } from '../support/chain/verdicts.ts'
import { people, startWorld } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

interface Change {
  readonly owner: string
  readonly standard: string
  readonly token: string
  readonly amount: string
}

/** Those whose amounts do not depend on the time of the block. */
const compared = /EOA|wrapped|exchanged|sold|vault|claimed|keeps/

needs('anvil').test('the balances that a simulation shows are those after the transaction is in a block', async () => {
  await using world = await startWorld('anvil')
  const { chain } = world
  const alice = people.alice.address
  const cli = makeCli()
  let count = 0
  for (const { title, tx } of (await honestCalls(world)).filter((call) => compared.test(call.title))) {
    const options = { stdin: JSON.stringify(requestOf(tx)), env: { TXWARDEN_CHAIN_ETHEREUM_URL: world.url } }
    const { stdout } = await cli(['validate', '--file', '-', '--json', '--chain-timeout', '10s'], options)
    const { simulation } = JSON.parse(stdout) as { simulation: { assetChanges: readonly Change[] } }
    const shown = simulation.assetChanges.filter(({ owner, standard }) => owner === alice && standard === 'erc20')
    const balances = () =>
      Promise.all(shown.map(({ token }) => chain.read<bigint>(token, 'balanceOf(address) returns (uint256)', alice)))
    const mined = await chain.onTrial(async () => {
      const before = await balances()
      await chain.send(tx)
      return (await balances()).map((after, at) => String(after - (before[at] ?? 0n)))
    })
    expect(
      shown.map(({ amount }) => amount),
      title,
    ).toEqual(mined)
    count += shown.length
  }
  expect(count).toBeGreaterThan(15)
})
