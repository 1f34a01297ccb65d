import { expect } from 'vitest'
import { startFakeNode } from '../../support/chain/fake-node.ts'
import { eventually, FollowLab, stranger, treasury } from '../../support/chain/follow-lab.ts'
import { needs } from '../../support/needs.ts'

const { test } = needs('anvil')
const ETHER = 10n ** 18n

/** Sends what it is paid on to the address in the call data, without an event. */
const forwarder = { address: `0x${'f0a4'.repeat(10)}`, code: '0x6000600060006000346000355af100' }
const to = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

/** A node that traces nothing. */
async function withoutTraces({ url }: { readonly url: string }): Promise<string> {
  const node = await startFakeNode(url)
  const closed = { error: { code: -32_601, message: 'the method does not exist' } }
  node.lie(({ method }, honest) => (/^(debug|trace)_/.test(method) ? closed : honest))
  return node.url
}

test('a payment from within a contract is received by its transaction, and unexplained without traces', async () => {
  for (const nodes of [undefined, withoutTraces]) {
    const lab = await FollowLab.start(nodes && { nodes })
    const { chain, receiver } = lab
    await chain.rpc('anvil_setCode', forwarder.address, forwarder.code)
    await lab.follows()
    await lab.passes(1)
    const paid = await chain.include(chain.fresh(), { to: forwarder.address, value: ETHER, data: to(treasury) })
    const { hash: blockHash } = await chain.head()
    const notified = await eventually('the message', () => receiver.notified[0])
    const kind = nodes ? 'unexplained-balance' : 'received'
    expect(notified).toMatchObject({ step: 'included', blockHash, kind })
    await lab.passes(2)
    expect(receiver.notified).toHaveLength(1)
    if (!nodes) expect(notified.hash).toBe(paid.hash)
  }
})

/** Pays the amount in the second word of the call data to the address in the first one. */
const PAYING = '0x60006000600060006020356000355af100'

for (const isKilled of [false, true])
  test(`what a contract gets and pays inside of calls is reported although it adds up to nothing${isKilled ? ', also after a kill' : ''}`, async () => {
    const lab = await FollowLab.start()
    const { chain } = lab
    await chain.rpc('anvil_setCode', forwarder.address, forwarder.code)
    await chain.rpc('anvil_setCode', treasury, PAYING)
    await lab.follows()
    await lab.passes(1)
    await lab.audits(treasury)
    await lab.settles()
    if (isKilled) await lab.stop('SIGKILL')
    const got = await chain.include(chain.fresh(), { to: forwarder.address, value: 12_345n, data: to(treasury) })
    const amount = 12_345n.toString(16).padStart(64, '0')
    const paid = await chain.include(chain.fresh(), { to: treasury, data: `${to(stranger)}${amount}` })
    if (isKilled) await lab.restart()
    await chain.mine()
    await lab.notified(got)
    await lab.notified(paid)
    const notified = lab.receiver.notified.map(({ kind, hash }) => `${kind} ${hash}`)
    expect(notified.toSorted()).toEqual([`received ${got.hash}`, `sent ${paid.hash}`])
  })

test('what comes back inside of an own call is in its message', async () => {
  const lab = await FollowLab.start()
  const { chain } = lab
  // Pays a thousand wei to its caller.
  await chain.rpc('anvil_setCode', forwarder.address, '0x60006000600060006103e8335af100')
  await chain.rpc('anvil_setBalance', forwarder.address, '0xffff')
  await chain.rpc('anvil_setBalance', treasury, '0xde0b6b3a7640000')
  await chain.rpc('anvil_impersonateAccount', treasury)
  await lab.follows()
  await lab.passes(1)
  const call = { from: treasury, to: forwarder.address, data: '0x12345678', gas: '0x186a0' }
  const hash = (await chain.rpc('eth_sendTransaction', call)) as string
  await chain.mine()
  const notified = await eventually('the message', () => lab.receiver.notified[0])
  expect(notified).toMatchObject({ kind: 'sent', hash })
  const [activity] = notified.data.activities ?? []
  expect(activity?.moves).toMatchObject([{ amount: '1000', direction: 'in', symbol: 'ETH' }])
  await lab.passes(2)
  expect(lab.receiver.notified).toHaveLength(1)
})

test('the rest of a contract that destroys itself is found; fees of the block are no event', async () => {
  const lab = await FollowLab.start({ monitor: [treasury, stranger] })
  const { chain, receiver } = lab
  await chain.rpc('anvil_setCoinbase', stranger)
  await lab.follows()
  await lab.passes(1)
  // Its creation code: PUSH20 treasury SELFDESTRUCT.
  const destroyed = await chain.include(chain.fresh(), { value: ETHER, data: `0x73${treasury.slice(2)}ff` })
  await lab.notified(destroyed)
  await lab.passes(2)
  expect(receiver.notified.map(({ kind, hash }) => [kind, hash])).toEqual([['received', destroyed.hash]])
})

test('a balance and a nonce that nothing explains are reported with their block', async () => {
  const lab = await FollowLab.start()
  const { chain, receiver } = lab
  await lab.follows()
  await lab.passes(1)
  await lab.audits(treasury)
  // This changes the state of the head: an audit can come before the next block.
  const blocks = [(await chain.head()).hash]
  await chain.rpc('anvil_setBalance', treasury, '0x1')
  await chain.rpc('anvil_setNonce', treasury, '0x5')
  await chain.mine()
  blocks.push((await chain.head()).hash)
  const kinds = () => receiver.notified.flatMap(({ data }) => data.kinds as string[])
  await eventually('both kinds', () => kinds().length > 1 || undefined)
  await lab.passes(2)
  expect(kinds()).toEqual(['unexplained-balance', 'nonce-jumped'])
  for (const notified of receiver.notified) {
    expect(notified).toMatchObject({ step: 'included', hash: undefined })
    expect(blocks).toContain(notified.blockHash)
  }
})

test('what happened since an earlier block is reported for an address monitored from there, also after a kill', async () => {
  const lab = await FollowLab.start()
  const { chain } = lab
  await lab.follows()
  const early = await chain.include(chain.fresh(), { to: stranger, value: ETHER })
  const { number } = await chain.head()
  const later = []
  for (let block = 0; block < 3; block++) later.push(await chain.include(chain.fresh(), { to: stranger, value: ETHER }))
  await lab.settles()
  await lab.stop('SIGKILL')
  await lab.command(['monitor', 'add', stranger, '--chain', 'ethereum', '--from-block', String(number + 1)])
  await lab.restart()
  for (const each of later) await lab.notified(each)
  const last = await chain.include(chain.fresh(), { to: stranger, value: ETHER })
  await lab.notified(last)
  expect([early, ...later, last].map((each) => lab.steps(each).length)).toEqual([0, 1, 1, 1, 1])
  const status = await eventually('the backfill', async () => {
    const row = (await lab.status()) as { backfill?: unknown } | undefined
    return row?.backfill === null ? row : undefined
  })
  expect(status).toMatchObject({ state: 'AT_HEAD' })
})
