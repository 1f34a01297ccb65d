import { expect } from 'vitest'
import { eventually, FollowLab, type LabOptions, treasury } from '../../support/chain/follow-lab.ts'
import { usdcTransfer } from '../../support/chain/forking-chain.ts'
import { needs } from '../../support/needs.ts'

const { test } = needs('anvil')
const ETHER = 10n ** 18n

/** Sends what it is paid on to the address in the call data, without an event. */
const forwarder = { address: `0x${'f0a4'.repeat(10)}`, code: '0x6000600060006000346000355af100' }
const to = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

async function startWithForwarder(options?: LabOptions): Promise<FollowLab> {
  const lab = await FollowLab.start(options)
  const { chain } = lab
  await chain.rpc('anvil_setCode', forwarder.address, forwarder.code)
  await chain.mine()
  await lab.follows()
  await lab.passes(1)
  return lab
}

for (const mode of ['full', 'sparse'])
  test(`${mode}: a payment from within a contract, which no event shows, is reported once with its block`, async () => {
    const lab = await startWithForwarder()
    const { chain, receiver } = lab
    if (mode === 'sparse') await lab.command(['chain', 'mode', 'ethereum', 'sparse', '--yes'])
    const paid = await chain.include(chain.fresh(), { to: forwarder.address, value: ETHER, data: to(treasury) })
    const { hash } = await chain.head()
    await lab.passes(1)
    // The audit comes after the block.
    const notified = await eventually('the message', () => receiver.notified[0])
    await lab.passes(2)
    expect(receiver.notified).toHaveLength(1)
    expect(notified).toMatchObject({ step: 'included', blockHash: hash })
    expect(['received', 'unexplained-balance']).toContain(notified.kind)
    if (notified.kind === 'received') expect(notified.hash).toBe(paid.hash)
    expect(JSON.stringify(notified.data)).toMatch(/1(\.0+)? ETH|"1000000000000000000"/)
  })

for (const mode of ['full', 'sparse'])
  test(`${mode}: payments right after an address was added are reported, whatever shows them`, async () => {
    // The clock of the chain is behind the one that says when the address was added.
    const lab = await startWithForwarder({ timestamp: Math.floor(Date.now() / 1000) - 30 })
    const { chain, receiver } = lab
    const added = `0x${'add0'.repeat(10)}`
    if (mode === 'sparse') {
      await lab.command(['chain', 'mode', 'ethereum', 'sparse', '--yes'])
      await lab.statusWith('sparse', (row) => row.mode === 'sparse')
    }
    await lab.passes(1)
    // So that no question for the head comes between.
    await lab.stop()
    await lab.command(['monitor', 'add', added, '--chain', 'ethereum'])
    const inner = await chain.include(chain.fresh(), { to: forwarder.address, value: ETHER, data: to(added) })
    const plain = await chain.include(chain.fresh(), { to: added, value: 2n * ETHER })
    await lab.restart()
    await lab.passes(1)
    await eventually('both messages', () => (receiver.notified.length >= 2 ? true : undefined))
    await lab.passes(1)
    expect(receiver.notified.map(({ hash }) => hash).toSorted()).toEqual([inner.hash, plain.hash].toSorted())
  })

test('sparse: payments by events and plain ones are reported once', async () => {
  const lab = await startWithForwarder()
  const { chain } = lab
  await lab.command(['chain', 'mode', 'ethereum', 'sparse', '--yes'])
  await lab.statusWith('sparse', ({ mode }) => mode === 'sparse')
  const token = await chain.include(chain.fresh(), usdcTransfer(treasury, 5_000_000n))
  await lab.passes(1)
  const plain = await chain.include(chain.fresh(), { to: treasury, value: ETHER })
  await lab.passes(3)
  expect(lab.steps(token)).toEqual(['included'])
  expect(lab.steps(plain)).toEqual(['included'])
})

test('what the blocks explain is not reported a second time by the audit', async () => {
  const lab = await startWithForwarder()
  const { chain, receiver } = lab
  const paid = []
  for (let block = 0; block < 4; block++)
    paid.push(await chain.include(chain.fresh(), { to: treasury, value: BigInt(block + 1) * ETHER }))
  await lab.passes(4)
  expect(receiver.notified.map(({ kind }) => kind)).toEqual(paid.map(() => 'received'))
})
