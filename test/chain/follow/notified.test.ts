import { expect } from 'vitest'
import { eventually, FollowLab, stranger, treasury } from '../../support/chain/follow-lab.ts'
import { usdcApproval, usdcTransfer } from '../../support/chain/forking-chain.ts'
import { needs } from '../../support/needs.ts'

const { test } = needs('anvil')
const ETHER = 10n ** 18n
const USDC = 1_000_000n

test('a payment to a monitored address is reported once, with its amount, and is not one that was validated here', async () => {
  const lab = await FollowLab.start()
  await lab.follows()
  const { chain } = lab
  const from = chain.fresh()
  const paid = await chain.include(from, { to: treasury, value: 2n * ETHER })
  const { data, ...notified } = await lab.notified(paid)
  const { hash } = await chain.head()
  expect(notified).toMatchObject({ step: 'included', kind: 'received', blockHash: hash, validatedAs: null })
  expect(notified.confirmations).toBe(0)
  expect(data.activities).toMatchObject([{ kind: 'received', moves: [{ symbol: 'ETH', amount: String(2n * ETHER) }] }])
  expect(data.transaction).toMatchObject({
    transactionId: paid.hash,
    chainId: '1',
    blockNumber: String((await chain.head()).number),
  })
  expect(data.monitored.map((each: { address: string }) => each.address.toLowerCase())).toEqual([treasury])
  await lab.passes(2)
  expect(lab.steps(paid)).toEqual(['included'])
  const { content } = await lab.command(['tx', 'list'])
  expect(content).toMatchObject([{ origin: 'chain', transactionId: paid.hash, svcTxId: data.transaction.svcTxId }])
})

test('USDC in, USDC out and an allowance are reported with their kinds; what touches nobody monitored is not', async () => {
  const lab = await FollowLab.start({ monitor: [] })
  const { chain, site, server, receiver } = lab
  const [payer, owner, spender, other] = [chain.fresh(), chain.fresh(), chain.fresh(), chain.fresh()]
  for (const { address } of [owner, spender])
    await server.must('POST', '/api/v2/management/monitor', { address, chainId: '1' })
  await lab.follows()
  const incoming = await chain.send(payer, usdcTransfer(owner.address, 5n * USDC))
  const allowed = await chain.send(owner, usdcApproval(stranger, 7n * USDC))
  const outgoing = await chain.send(spender, usdcTransfer(stranger, 9n * USDC))
  const foreign = await chain.send(other, usdcTransfer(stranger, 11n * USDC))
  await chain.mine()
  await lab.settles()
  expect((await lab.notified(incoming)).kind).toBe('received')
  expect((await lab.notified(allowed)).kind).toBe('allowance-granted')
  expect((await lab.notified(outgoing)).kind).toBe('sent')
  expect(lab.steps(foreign)).toEqual([])
  expect(receiver.notified).toHaveLength(3)
  expect(new Set((await site.events()).map(({ tx_hash }) => tx_hash))).toEqual(
    new Set([incoming.hash, allowed.hash, outgoing.hash]),
  )
})

test('a transaction that was validated here before it was sent is reported as that one', async () => {
  const lab = await FollowLab.start({ monitor: [] })
  const { chain, server } = lab
  const owner = chain.fresh()
  await server.must('POST', '/api/v2/management/monitor', { address: owner.address, chainId: '1' })
  await lab.follows()
  const { body, status } = await server.validate({
    chainId: '1',
    from: owner.address,
    to: stranger,
    value: String(ETHER),
    data: '0x',
    nonce: '0',
  })
  expect(status).toBe(200)
  const sent = await chain.include(owner, { to: stranger, value: ETHER })
  const notified = await lab.notified(sent)
  expect(notified).toMatchObject({ kind: 'sent', validatedAs: body.svcTxId })
  expect(notified.data.validation).toEqual({ verdict: 'NO DATA', combinedScore: body.combinedScore })
})

test('a hundred monitored addresses in one block are reported, one message a transaction', async () => {
  const lab = await FollowLab.start({ accounts: 110, monitor: [] })
  const { chain, server, receiver } = lab
  const senders = Array.from({ length: 100 }, () => chain.fresh())
  for (const { address } of senders) await server.must('POST', '/api/v2/management/monitor', { address, chainId: '1' })
  await lab.follows()
  const sent = []
  // Each pays the next: both are monitored.
  for (const [at, from] of senders.entries())
    sent.push(await chain.send(from, { to: senders[(at + 1) % 100]?.address, value: ETHER }))
  await chain.mine()
  await lab.settles()
  expect(receiver.notified).toHaveLength(100)
  for (const each of sent) expect(lab.steps(each)).toEqual(['included'])
})

test('addresses that are added, disabled, enabled and removed while blocks come', async () => {
  const lab = await FollowLab.start({ monitor: [] })
  const { chain, server } = lab
  await lab.follows()
  const pay = async () => {
    const paid = await chain.include(chain.fresh(), { to: treasury, value: ETHER })
    await lab.settles()
    return lab.steps(paid)
  }
  expect(await pay()).toEqual([])
  const { id } = await server.must('POST', '/api/v2/management/monitor', { address: treasury, chainId: '1' })
  expect(await pay()).toEqual(['included'])
  await server.must('PUT', `/api/v2/management/monitor/${id}`, { enabled: false })
  expect(await pay()).toEqual([])
  await server.must('PUT', `/api/v2/management/monitor/${id}`, { enabled: true })
  expect(await pay()).toEqual(['included'])
  await lab.command(['monitor', 'remove', id, '--yes'])
  expect(await pay()).toEqual([])
})

test('an address of another chain is not reported about', async () => {
  const lab = await FollowLab.start({ monitor: [] })
  await lab.server.must('POST', '/api/v2/management/monitor', { address: treasury, chainId: '8453' })
  await lab.follows()
  const paid = await lab.chain.include(lab.chain.fresh(), { to: treasury, value: ETHER })
  await lab.settles()
  expect(lab.steps(paid)).toEqual([])
})

test('what happened while the server was stopped is reported afterwards, all of it', async () => {
  const lab = await FollowLab.start({ accounts: 60 })
  const { chain } = lab
  await lab.follows()
  await lab.settles()
  await lab.stop()
  const paid = []
  for (let block = 0; block < 200; block++) {
    if (block % 10 === 0) paid.push(await chain.send(chain.fresh(), { to: treasury, value: ETHER }))
    await chain.mine()
  }
  await lab.restart()
  await lab.settles()
  for (const each of paid) expect(lab.steps(each)).toEqual(['included'])
  expect(await lab.status()).toMatchObject({ state: 'AT_HEAD', lagBlocks: 0, tip: (await chain.head()).number })
})

test('a transaction that a report notified is not notified again because it is seen', async () => {
  const lab = await FollowLab.start({ monitor: [] })
  const { chain, server, receiver } = lab
  const owner = chain.fresh()
  await server.must('POST', '/api/v2/management/monitor', { address: owner.address, chainId: '1' })
  await lab.follows()
  const { body } = await server.validate({
    chainId: '1',
    from: owner.address,
    to: stranger,
    value: String(ETHER),
    data: '0x',
    nonce: '0',
  })
  const signed = chain.sign(owner, { to: stranger, value: ETHER })
  await lab.command(['tx', 'update', body.svcTxId, '--transaction-id', signed.hash])
  await eventually('the reported one', () => receiver.about(signed.hash)[0])
  await chain.resend(signed)
  await chain.mine()
  await lab.passes(1)
  expect(receiver.about(signed.hash)).toHaveLength(1)
})
