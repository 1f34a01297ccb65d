import { setImmediate } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { call, post } from '../support/proxy/post.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, type StartedProxy, test } from '../support/proxy/start.ts'
import { signedTransfer } from '../support/proxy/transactions.ts'

const FROM = '0x7e5700000000000000000000000000000000f001'
const HASH = `0x${'5e'.repeat(32)}`
const GENEROUS_MS = 20_000

const sendRaw = (raw: string, id = 1) => call('eth_sendRawTransaction', [raw], id)
const askReceipt = (hash: string, id = 1) => call('eth_getTransactionReceipt', [hash], id)
const receipt = (transactionHash: string, more: object = {}) => ({
  transactionHash,
  blockNumber: '0x10',
  status: '0x1',
  logs: [{ blockTimestamp: '0x65920080' }],
  ...more,
})

/** What is stored of each validation, the oldest first. */
async function stored({ client, proxy }: StartedProxy) {
  await proxy.settle(GENEROUS_MS)
  const { content } = await client.call('listTransactions', { query: { sort: ['createdAt,asc', 'id,asc'] } })
  const path = (id: string) => ({ params: { 'svc-transaction-id': id } })
  const records = await Promise.all(content.map(({ svcTxId }) => client.call('getTransaction', path(svcTxId))))
  return records.map(({ transactionId, blockNumber, blockTime }) => ({ transactionId, blockNumber, blockTime }))
}

const UNREPORTED = {}
const withoutTime = (transactionId: string) => ({ transactionId, blockNumber: '16' })
const reported = (hash: string) => ({ ...withoutTime(hash), blockTime: '2024-01-01T00:00:00.000Z' })

describe('what was sent is in the history once a receipt says that it is in a block', () => {
  test('a signed transaction, by the receipt that its client asks for', async ({ proxy: started }) => {
    const { url, upstream } = started
    const { raw, hash } = signedTransfer({ to: ALLOWED_ADDRESS })
    let answer: unknown = null
    upstream.results.set('eth_getTransactionReceipt', () => ({ result: answer }))
    await post(url, sendRaw(raw))
    await post(url, askReceipt(hash))
    expect(await stored(started)).toEqual([UNREPORTED])
    answer = receipt(hash)
    const passed = await post(url, askReceipt(hash.toUpperCase().replace('0X', '0x')))
    expect(passed.answer.result).toEqual(answer)
    expect(await stored(started)).toEqual([reported(hash)])
    expect(started.reported).toEqual([])
  })

  test('those of a batch, by the receipts of a batch', async ({ proxy: started }) => {
    const sent = [0n, 1n, 2n].map((nonce) => signedTransfer({ to: ALLOWED_ADDRESS, nonce }))
    started.upstream.results.set('eth_getTransactionReceipt', ([hash]) => ({
      result: receipt(String(hash), { logs: [] }),
    }))
    await post(
      started.url,
      sent.map(({ raw }, index) => sendRaw(raw, index)),
    )
    await post(
      started.url,
      sent.map(({ hash }, index) => askReceipt(hash, index)),
    )
    expect(await stored(started)).toEqual(sent.map(({ hash }) => withoutTime(hash)))
  })

  test('one that the node signs, and one whose receipt is the answer', async ({ proxy: started }) => {
    const { url, upstream } = started
    const { raw, hash } = signedTransfer({ to: ALLOWED_ADDRESS })
    upstream.results.set('eth_sendTransaction', () => ({ result: HASH }))
    upstream.results.set('eth_sendRawTransactionSync', () => ({ result: receipt(hash) }))
    upstream.results.set('eth_getTransactionReceipt', () => ({ result: receipt(HASH) }))
    await post(url, call('eth_sendTransaction', [{ from: FROM, to: ALLOWED_ADDRESS, value: '0x1' }]))
    await post(url, call('eth_sendRawTransactionSync', [raw]))
    await post(url, askReceipt(HASH))
    expect(await stored(started)).toEqual([reported(HASH), reported(hash)])
  })

  test('calls of a wallet: one receipt for all, or one for each', async ({ proxy: started }) => {
    const { url, upstream } = started
    const hashes = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(32)}`)
    const calls = [ALLOWED_ADDRESS, ALLOWED_ADDRESS].map((to, index) => ({ to, value: `0x${index + 1}` }))
    const request = { version: '2.0.0', chainId: '0x1', from: FROM, atomicRequired: false, calls }
    let id = 'one'
    upstream.results.set('wallet_sendCalls', () => ({ result: { id } }))
    upstream.results.set('wallet_getCallsStatus', ([request]) => ({
      result: { receipts: (request === 'one' ? hashes.slice(0, 1) : hashes.slice(1)).map((hash) => receipt(hash)) },
    }))
    await post(url, call('wallet_sendCalls', [request]))
    id = 'two'
    await post(url, call('wallet_sendCalls', [request]))
    for (const id of ['two', 'one']) await post(url, call('wallet_getCallsStatus', [id]))
    const ids = (await stored(started)).map(({ transactionId }) => transactionId)
    expect(ids.toSorted()).toEqual([hashes[0], hashes[0], hashes[1], hashes[2]])
  })

  test('not one that reverted, that was refused, or whose receipt is about another', async ({ proxy: started }) => {
    const { url, upstream } = started
    const reverted = signedTransfer({ to: ALLOWED_ADDRESS })
    const other = signedTransfer({ to: ALLOWED_ADDRESS, nonce: 1n })
    const refused = signedTransfer({ to: BLOCKED_ADDRESS, nonce: 2n })
    upstream.results.set('eth_getTransactionReceipt', ([hash]) => ({
      result: hash === reverted.hash ? receipt(reverted.hash, { status: '0x0' }) : receipt(HASH),
    }))
    for (const { raw, hash } of [reverted, other, refused]) {
      await post(url, sendRaw(raw))
      await post(url, askReceipt(hash))
    }
    expect(await stored(started)).toEqual([UNREPORTED, UNREPORTED, UNREPORTED])
  })

  test('at the end receipts that nobody asked for are asked for once', async ({ proxy: started }) => {
    const { raw, hash } = signedTransfer({ to: ALLOWED_ADDRESS })
    started.upstream.results.set('eth_getTransactionReceipt', () => ({ result: receipt(hash) }))
    await post(started.url, sendRaw(raw))
    expect(await stored(started)).toEqual([reported(hash)])
    await stored(started)
    expect(started.upstream.calls('eth_getTransactionReceipt')).toHaveLength(1)
  })

  test('receipts of others pass unread, byte for byte', async ({ proxy: { url, upstream, reported: errors } }) => {
    upstream.results.set('eth_getTransactionReceipt', () => ({ result: receipt(HASH) }))
    expect((await post(url, askReceipt(HASH))).answer.result).toEqual(receipt(HASH))
    expect(errors).toEqual([])
  })
})

test('once all is stored, no timer keeps the process running', async ({ proxy: { proxy, url } }) => {
  await post(url, call('eth_chainId'))
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
  const before = timers()
  await proxy.settle(GENEROUS_MS)
  // Others of the process end soon: one that is left here lasts twice as long.
  const end = performance.now() + GENEROUS_MS / 2
  while (timers() > before && performance.now() < end) await setImmediate()
  expect(timers()).toBeLessThanOrEqual(before)
})
