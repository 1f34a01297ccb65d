import { expect } from 'vitest'
import { FollowLab, stranger, treasury } from '../../support/chain/follow-lab.ts'
import { usdcTransfer } from '../../support/chain/forking-chain.ts'
import { needs } from '../../support/needs.ts'

const { test } = needs('anvil')
const ETHER = 10n ** 18n

test('mode sparse finds tokens by their events, and payments and transactions by balance and nonce', async () => {
  const lab = await FollowLab.start({ monitor: [treasury] })
  const { chain, server, site } = lab
  const [owner, payer, other] = [chain.fresh(), chain.fresh(), chain.fresh()]
  await server.must('POST', '/api/v2/management/monitor', { address: owner.address, chainId: '1' })
  await lab.follows()
  // A first audit reads the balances that later ones are compared with.
  await chain.mine()
  await lab.settles()
  await lab.audits(treasury, owner.address)
  await lab.command(['chain', 'mode', 'ethereum', 'sparse'])
  await lab.stop()

  await chain.mine(20)
  const token = await chain.include(payer, usdcTransfer(treasury, 5_000_000n))
  await chain.mine(30)
  const native = await chain.include(other, { to: treasury, value: ETHER })
  await chain.mine(10)
  const sent = await chain.include(owner, { to: stranger, value: 0n })
  await chain.mine(40)

  await lab.restart()
  expect(await lab.notified(token)).toMatchObject({ kind: 'received' })
  expect(await lab.notified(native)).toMatchObject({ kind: 'received' })
  expect(await lab.notified(sent)).toMatchObject({ kind: 'sent' })
  await lab.settles()
  expect(await lab.status()).toMatchObject({ mode: 'sparse', state: 'AT_HEAD', lagBlocks: 0 })
  const { calls } = (await site.head()) as unknown as { calls: number }
  expect(calls).toBeLessThan(2 * 100)
  for (const transaction of [token, native, sent]) expect(lab.steps(transaction)).toEqual(['included'])
})
