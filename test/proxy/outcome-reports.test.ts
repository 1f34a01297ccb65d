import { expect, test } from 'vitest'
import type { OperationId } from '../../src/api/operations/operations.ts'
import { holding } from '../support/proxy/holding.ts'
import type { RpcAnswer } from '../support/proxy/post.ts'
import { BLOCKED_ADDRESS } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

/** Answers when it is opened. */
function gate(id: OperationId) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { request: (each: OperationId) => (each === id ? promise : undefined), open: resolve }
}

const { raw: bytes } = signedTransfer({ to: BLOCKED_ADDRESS })
const sends: Readonly<Record<string, readonly [string, unknown[]]>> = {
  'a signed transaction': ['eth_sendRawTransaction', [bytes]],
  'an unsigned one': ['eth_sendTransaction', [{ from: signers[0], to: BLOCKED_ADDRESS, value: '0x1' }]],
  'calls of a wallet': [
    'wallet_sendCalls',
    [{ chainId: '0x1', from: signers[0], calls: [{ to: BLOCKED_ADDRESS, value: '0x1' }] }],
  ],
}

test.each(Object.entries(sends))(
  'the node answers %s at once, and the outcome is reported before the proxy stops',
  async (_, [method, params]) => {
    const { request, open } = gate('settleHold')
    const { send, approve, hold, proxy, arrived } = await holding({}, { request })
    const held = await send(method, params)
    await approve(held)
    expect((await send(method, params)).result).toBeDefined()
    const stopped = proxy.stop()
    open()
    await stopped
    expect((await hold(held)).state).toBe('forwarded')
    expect(arrived()).toHaveLength(1)
  },
)

test('an error of the node is answered at once, too, and gives the approval back', async () => {
  const { request, open } = gate('settleHold')
  const { raw, approve, hold, upstream } = await holding({}, { request })
  upstream.results.set('eth_sendRawTransaction', () => ({ error: { code: -32_000, message: 'nonce too low' } }))
  const held = await raw(bytes)
  await approve(held)
  expect((await raw(bytes)).error).toMatchObject({ message: 'nonce too low' })
  upstream.results.clear()
  const again = raw(bytes)
  open()
  // Sent again, it waits for the report of the first.
  expect((await again).result).toMatch(/^0x/)
  expect((await hold(held)).state).toBe('forwarded')
})

test('a service that comes back learns the outcome, once', async () => {
  const failing = new Set<OperationId>(['settleHold'])
  const reported: OperationId[] = []
  const request = (id: OperationId) => void (id === 'settleHold' && reported.push(id))
  const { raw, approve, proxy, notes, client, arrived } = await holding({}, { failing, request })
  const held = await raw(bytes)
  await approve(held)
  const { result } = await raw(bytes)
  const { id } = await client.call('getHold', { params: { holdId: String(held.error?.data?.holdId) } })
  failing.clear()
  await proxy.stop()
  expect(await client.call('getHold', { params: { holdId: id } })).toMatchObject({
    state: 'forwarded',
    transactionId: result,
  })
  expect(notes.slice(-2)).toEqual([
    `! hold ${id} was forwarded, which the service does not know yet: service down; it is reported again`,
    `hold ${id} was forwarded: the service knows it now`,
  ])
  const count = reported.length
  expect(count).toBeGreaterThan(1)
  const { content } = await client.call('listAudit', { query: {} })
  expect(content.filter(({ action }) => action === 'hold.forward')).toHaveLength(1)
  expect(arrived()).toHaveLength(1)
})

test('of a service that does not come back, the operator is reported at the end', async () => {
  const { request } = gate('settleHold')
  const { raw, approve, proxy, notes } = await holding({}, { request, reportMs: 0 })
  const held = await raw(bytes)
  await approve(held)
  expect((await raw(bytes)).result).toMatch(/^0x/)
  await proxy.stop()
  expect(notes.at(-1)).toBe(
    `! hold ${String(held.error?.data?.holdId)} was forwarded, which the service does not know: the proxy ended before it answered`,
  )
})

test('many at once: each is reported', async () => {
  const { request, open } = gate('settleHold')
  const { raw, approve, hold, proxy } = await holding({}, { request })
  const all = Array.from({ length: 5 }, (__, nonce) => signedTransfer({ to: BLOCKED_ADDRESS, nonce: BigInt(nonce) }))
  const held: RpcAnswer[] = []
  for (const each of all) held.push(await raw(each.raw))
  for (const each of held) await approve(each)
  for (const each of all) expect((await raw(each.raw)).result).toMatch(/^0x/)
  const stopped = proxy.stop()
  open()
  await stopped
  for (const each of held) expect((await hold(each)).state).toBe('forwarded')
})
