import { expect } from 'vitest'
import { eventually, FollowLab, stranger, treasury } from '../../support/chain/follow-lab.ts'
import type { Signed } from '../../support/chain/funded-accounts.ts'
import { needs } from '../../support/needs.ts'

const { test } = needs('anvil')
const ETHER = 10n ** 18n
/** A transaction that stays away for so many blocks is taken back. */
const BLOCKS_TO_RETRACT = 6

async function startPaid(): Promise<{ lab: FollowLab; paid: Signed }> {
  const lab = await FollowLab.start()
  await lab.follows()
  await lab.chain.mine(2)
  const paid = await lab.chain.include(lab.chain.fresh(), { to: treasury, value: ETHER })
  await lab.notified(paid)
  return { lab, paid }
}

test('a payment that a reorg removes is taken back after six blocks, once', async () => {
  const { lab, paid } = await startPaid()
  await lab.chain.reorg(2)
  await lab.passes(BLOCKS_TO_RETRACT - 2)
  expect(lab.steps(paid)).toEqual(['included'])
  await lab.passes(3)
  expect((await lab.notified(paid, 'retracted')).validatedAs).toBeNull()
  await lab.passes(BLOCKS_TO_RETRACT)
  expect(lab.steps(paid)).toEqual(['included', 'retracted'])
})

test('a payment that a reorg moves to another block is not reported again', async () => {
  const { lab, paid } = await startPaid()
  await lab.chain.reorg(3, [[paid, 0]])
  await lab.passes(BLOCKS_TO_RETRACT + 2)
  expect(lab.steps(paid)).toEqual(['included'])
  const [event] = await lab.site.events()
  const block = (await lab.chain.rpc('eth_getTransactionReceipt', paid.hash)) as { blockHash: string }
  expect(event).toMatchObject({ state: 'IN', round: 0, block_hash: block.blockHash })
})

test('a payment that is gone for some blocks and returns before six are over is not reported again', async () => {
  const { lab, paid } = await startPaid()
  await lab.chain.reorg(1)
  await lab.passes(2)
  await lab.chain.resend(paid)
  await lab.passes(BLOCKS_TO_RETRACT + 2)
  expect(lab.steps(paid)).toEqual(['included'])
})

test('a payment that returns after it was taken back is reported as included again, and so a second time', async () => {
  const { lab, paid } = await startPaid()
  for (let round = 1; round <= 2; round++) {
    await lab.chain.reorg(1)
    await lab.passes(BLOCKS_TO_RETRACT + 1)
    await eventually('the retraction', () => lab.steps(paid).length === 2 * round || undefined)
    await lab.chain.resend(paid)
    await lab.passes(1)
    expect(lab.steps(paid)).toEqual(
      ['included', ...Array.from({ length: round }, () => ['retracted', 'included-again'])].flat(),
    )
  }
})

test('an alert with three confirmations is reported three blocks later, and nothing is taken back before', async () => {
  const lab = await FollowLab.start()
  const { chain, server } = lab
  const { alerts } = await server.must('GET', '/api/v2/management/alert-configurations')
  const transactionFilter = { confirmations: 3 }
  await server.must('PUT', '/api/v2/management/alert-configurations', { ...alerts[0], transactionFilter })
  await lab.follows()
  const lost = await chain.include(chain.fresh(), { to: treasury, value: ETHER })
  await lab.passes(1)
  await chain.reorg(2)
  await lab.passes(BLOCKS_TO_RETRACT + 2)
  expect(lab.steps(lost)).toEqual([])
  const kept = await chain.include(chain.fresh(), { to: treasury, value: ETHER })
  await lab.passes(2)
  expect(lab.steps(kept)).toEqual([])
  await lab.passes(1)
  expect((await lab.notified(kept)).confirmations).toBe(3)
})

test('a reorg below the block where following began is read down to the common ancestor', async () => {
  const mined = async (chain: FollowLab['chain']) => {
    await chain.mine(10)
    return chain.url
  }
  const lab = await FollowLab.start({ nodes: mined })
  const { chain } = lab
  await lab.follows()
  await lab.settles()
  const began = (await lab.site.head())?.start_number as number
  const paid = chain.sign(chain.fresh(), { to: treasury, value: ETHER })
  await chain.reorg(6, [[paid, 0]])
  await chain.mine()
  await lab.settles()
  const { blockNumber } = (await chain.rpc('eth_getTransactionReceipt', paid.hash)) as { blockNumber: string }
  expect(Number(blockNumber)).toBeLessThan(began)
  expect(lab.steps(paid)).toEqual(['included'])
})

test('a node whose head goes back, without another block at our height, is behind: nothing is undone or taken back', async () => {
  const { lab, paid } = await startPaid()
  const { chain } = lab
  const tip = (await chain.head()).number
  const snapshot = await chain.rpc('evm_snapshot')
  await chain.mine(3)
  const { hash } = await chain.head()
  await lab.settles()
  await chain.rpc('evm_revert', snapshot)
  const row = await lab.statusWith('a reason', ({ state }) => state === 'WAITING')
  expect(row).toMatchObject({ tip: tip + 3 })
  expect(JSON.stringify(row)).toContain(`behind ${tip + 3}`)
  expect((await lab.site.events()).map(({ state }) => state)).toEqual(['IN'])
  // Others, also where they are made in the same second.
  await chain.include(chain.fresh(), { to: stranger, value: ETHER })
  await chain.mine()
  expect(lab.steps(paid)).toEqual(['included'])
  // It makes other blocks at those heights: a reorg.
  await chain.mine(2)
  expect(await chain.rpc('eth_getBlockByHash', hash, false)).toBeNull()
  await lab.settles()
  expect(await lab.status()).toMatchObject({ state: 'AT_HEAD' })
  expect(lab.steps(paid)).toEqual(['included'])
})

test('a reorg deeper than what is kept stops the chain, says so, and takes nothing back', async () => {
  const lab = await FollowLab.start()
  const { chain } = lab
  await chain.mine(110)
  await lab.follows()
  await chain.mine(2)
  const paid = await chain.include(chain.fresh(), { to: treasury, value: ETHER })
  await lab.notified(paid)
  await chain.reorg(105)
  await chain.mine()
  const row = await lab.statusWith('STOPPED', ({ state }) => state === 'STOPPED')
  expect(JSON.stringify(row)).toMatch(/deeper/)
  expect(lab.steps(paid)).toEqual(['included'])
  // A person decides: later blocks are followed.
  await lab.command(['chain', 'skip', 'ethereum', '--to-block', 'latest', '--yes'])
  await lab.statusWith('AT_HEAD', ({ state }) => state === 'AT_HEAD')
  const later = await chain.include(chain.fresh(), { to: treasury, value: ETHER })
  await lab.notified(later)
})

test('reorgs of a chain where nobody is touched are not reported', async () => {
  const lab = await FollowLab.start()
  const { chain, receiver } = lab
  await lab.follows()
  await chain.include(chain.fresh(), { to: stranger, value: ETHER })
  await chain.reorg(1)
  await lab.passes(BLOCKS_TO_RETRACT + 1)
  expect(receiver.notified).toEqual([])
})
