import { describe, expect, test } from 'vitest'
import type { OperationId } from '../../src/api/operations/operations.ts'
import { type Faults, holding } from '../support/proxy/holding.ts'
import { call, post } from '../support/proxy/post.ts'
import { behaviours } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

const MINUTE = 60_000

describe('approvals are used last', () => {
  const payments = [BLOCKED_ADDRESS, ...Array.from({ length: 20 }, () => ALLOWED_ADDRESS)].map((to, value) => ({
    from: signers[0],
    to,
    value: `0x${value + 1}`,
  }))
  const batch = payments.map((each, id) => call('eth_sendTransaction', [each], id))

  async function approvedFirst(faults: Faults) {
    const started = await holding({}, faults)
    const held = await started.send('eth_sendTransaction', [payments[0]])
    await started.approve(held)
    return { ...started, held }
  }

  test('after the rest of a batch is judged, and before anything is sent', async () => {
    const order: string[] = []
    const { url, upstream, arrived } = await approvedFirst({ request: (id) => void order.push(id) })
    order.length = 0
    upstream.behaviour = (...given) => {
      order.push('sent')
      return behaviours.honest(...given)
    }
    const { answers } = await post(url, batch)
    for (const { result } of answers) expect(result).toMatch(/^0x/)
    expect(order.slice(-3)).toEqual(['releaseHold', 'sent', 'settleHold'])
    expect(order.filter((id) => id === 'validateTransaction')).toHaveLength(batch.length)
    expect(arrived()).toHaveLength(batch.length)
  })

  test('a client that leaves while the rest is judged leaves it approved', async () => {
    const left = new AbortController()
    let judged = 0
    let url = ''
    const leave = async (id: OperationId) => {
      if (id === 'validateTransaction') judged += 1
      if (judged !== batch.length || left.signal.aborted) return
      left.abort()
      // The proxy takes what comes over its connections in turn: it knows that the client left when it answers this.
      await post(url, '', { method: 'PUT' })
    }
    const { hold, held, arrived, proxy, ...started } = await approvedFirst({ request: leave })
    url = started.url
    await expect(post(url, batch, { signal: left.signal })).rejects.toThrow()
    await proxy.stop()
    expect((await hold(held)).state).toBe('approved')
    expect(arrived()).toEqual([])
  })

  test('one that is used by then is refused, and so are later sends of its sender, and no others', async () => {
    const failing = new Set<OperationId>()
    const { url, hold, held, arrived, proxy } = await approvedFirst({ failing })
    failing.add('releaseHold')
    const other = call('eth_sendTransaction', [{ ...payments[1], from: signers[1] }], 'other')
    const { answers } = await post(url, [other, ...batch.slice(0, 3)])
    expect(answers.map(({ error, result }) => error?.message ?? typeof result)).toEqual([
      'string',
      expect.stringMatching(/: it cannot be held, as the service does not answer$/),
      expect.stringContaining('an earlier transaction of its sender in the batch was blocked'),
      expect.stringContaining('an earlier transaction of its sender in the batch was blocked'),
    ])
    expect((await hold(held)).state).toBe('approved')
    expect(arrived()).toHaveLength(1)
    expect(proxy.tally.counts).toMatchObject({ sent: 1, blocked: 3 })
  })

  test('the same one twice in a batch is sent once', async () => {
    const { url, hold, held, arrived } = await approvedFirst({})
    const twice = [0, 1].map((id) => call('eth_sendTransaction', [payments[0]], id))
    const { answers } = await post(url, twice)
    expect(answers.map(({ error, result }) => error?.data?.state ?? typeof result)).toEqual(['string', 'blocked'])
    expect((await hold(held)).state).toBe('forwarded')
    expect(arrived()).toHaveLength(1)
  })
})

test('another reason needs another approval, with the same verdict, score and category; one less does not', async () => {
  const { raw, approve, hold, client, arrived } = await holding()
  const spender = `0x${'ed'.repeat(20)}` as const
  const data = `0x095ea7b3${spender.slice(2).padStart(64, '0')}${'f'.repeat(64)}` as const
  const { raw: bytes } = signedTransfer({ to: BLOCKED_ADDRESS, value: 0n, data })
  const allow = () =>
    client.call('createControlList', { body: { type: 'ALLOW', productType: 'SONAR', address: spender } })
  const { controlListId } = await allow()
  const first = await raw(bytes)
  await approve(first)
  const shown = await hold(first)
  expect(shown.parts).toMatchObject([{ subCategory: 'blockedAddress', rules: ['blocked-address'] }])

  await client.call('deleteControlList', { params: { controlListId } })
  const second = await raw(bytes)
  expect(second.error?.data).toMatchObject({
    ...first.error?.data,
    svcTxId: expect.any(String),
    holdId: expect.any(String),
  })
  const more = await hold(second)
  expect(more.id).not.toBe(shown.id)
  expect(more.parts).toMatchObject([{ subCategory: 'blockedAddress', rules: ['blocked-address', 'unknown-grant'] }])
  expect((await hold(first)).state).toBe('expired')
  expect(arrived()).toEqual([])

  await approve(second)
  await allow()
  expect((await raw(bytes)).result).toMatch(/^0x/)
  expect((await hold(second)).state).toBe('forwarded')
})

describe('a proxy that holds before another one that holds', () => {
  const payment = { from: signers[0], to: BLOCKED_ADDRESS, value: '0x1' }

  async function twoProxies() {
    const inner = await holding()
    const outer = await holding({}, { before: inner.url })
    const pay = () => outer.send('eth_sendTransaction', [payment])
    const held = await pay()
    await outer.approve(held)
    return { inner, outer, pay, held }
  }

  test('needs both approvals, and what the inner one holds keeps the outer one', async () => {
    const { inner, outer, pay, held } = await twoProxies()
    const innerHeld = await pay()
    expect(innerHeld.error?.data).toMatchObject({
      state: 'held',
      holdId: expect.not.stringMatching(held.error?.data?.holdId as string),
    })
    expect((await outer.hold(held)).state).toBe('approved')
    await inner.approve(innerHeld)
    const { result } = await pay()
    expect(result).toMatch(/^0x/)
    expect([(await outer.hold(held)).state, (await inner.hold(innerHeld)).state]).toEqual(['forwarded', 'forwarded'])
    expect(inner.arrived()).toHaveLength(1)
  })

  test.each(['sent', 'unknown'] as const)(
    'does not use its approval again when the inner one says %s',
    async (earlier) => {
      const { inner, outer, pay, held } = await twoProxies()
      // The same came to the inner one on another way.
      const innerHeld = await inner.send('eth_sendTransaction', [payment])
      await inner.approve(innerHeld)
      if (earlier === 'unknown') inner.upstream.behaviour = behaviours.closes
      await inner.send('eth_sendTransaction', [payment])
      inner.upstream.behaviour = behaviours.honest
      expect((await inner.hold(innerHeld)).state).toBe(earlier === 'sent' ? 'forwarded' : 'released')
      expect(inner.arrived()).toHaveLength(1)

      const { error } = await pay()
      expect(error).toMatchObject({ code: -32_003, data: { source: 'txwarden', state: 'blocked', earlier } })
      expect((await outer.hold(held)).state).toBe('released')
      // Later the inner one would hold it anew, and the outer one needs another approval for it.
      inner.clock.advance(15 * MINUTE)
      expect((await pay()).error?.data).toMatchObject({ holdId: held.error?.data?.holdId, earlier: 'unknown' })
      outer.clock.advance(MINUTE)
      const again = await pay()
      expect(again.error?.data).toMatchObject({ state: 'held' })
      expect(await outer.hold(again)).toMatchObject({ outcomeUnknownOf: held.error?.data?.holdId })
      expect(inner.arrived()).toHaveLength(1)
    },
  )
})
