import { test as base, expect } from 'vitest'
import type { OperationId } from '../../src/api/operations/operations.ts'
import { holding } from '../support/proxy/holding.ts'
import { call, post, type RpcAnswer } from '../support/proxy/post.ts'
import { behaviours } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

const test = base.extend('held', () => holding())

const MINUTE = 60_000

test('what is refused is held, passes once when it is approved, and is answered with its hash from then on', async ({
  held: { raw, approve, hold, arrived, notes, client },
}) => {
  const signed = signedTransfer({ to: BLOCKED_ADDRESS })
  const held = await raw(signed.raw)
  const { id } = await hold(held)
  expect(held.error).toMatchObject({
    code: -32_003,
    message: expect.stringMatching(
      new RegExp(`^txwarden holds this until it is approved: .*\\(BLOCKED, 100/100\\)\\. txwarden hold wait ${id}$`),
    ),
    data: {
      source: 'txwarden',
      verdict: 'BLOCKED',
      score: 100,
      state: 'held',
      holdId: id,
      svcTxId: expect.any(String),
    },
  })
  expect(notes).toEqual([`! hold ${id} waits, and no alert reports it. Try: txwarden alert create`])
  expect((await raw(signed.raw)).error?.data).toMatchObject({ state: 'held', holdId: id })
  expect(arrived()).toEqual([])

  await approve(held)
  const sent = await raw(signed.raw)
  expect(sent.result).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await hold(held)).toMatchObject({ state: 'forwarded', transactionId: sent.result })
  for (let again = 0; again < 3; again += 1) expect((await raw(signed.raw)).result).toBe(sent.result)
  expect(arrived()).toHaveLength(1)
  expect(notes).toHaveLength(1)
  const { content } = await client.call('listHolds', { query: {} })
  expect(content).toHaveLength(1)
})

test('what passes is not held', async ({ held: { raw, arrived, client } }) => {
  expect((await raw(signedTransfer({ to: ALLOWED_ADDRESS }).raw)).result).toMatch(/^0x/)
  expect(arrived()).toHaveLength(1)
  expect((await client.call('listHolds', { query: {} })).content).toEqual([])
})

test('a question is not held, and uses no approval', async ({
  held: { url, raw, approve, hold, arrived, proxy, client },
}) => {
  const bad = signedTransfer({ to: BLOCKED_ADDRESS }).raw
  const ask = (of: string) => post(url, call('eth_callBundle', [{ txs: [of], blockNumber: '0x1' }]))
  const refused = await ask(bad)
  expect(refused.answer.error?.data).toMatchObject({ state: 'blocked', verdict: 'BLOCKED' })
  expect((await client.call('listHolds', { query: {} })).content).toEqual([])
  const held = await raw(bad)
  await approve(held)
  await ask(bad)
  expect(await hold(held)).toMatchObject({ state: 'approved' })
  expect((await raw(bad)).result).toMatch(/^0x/)
  expect(arrived()).toHaveLength(1)
  expect((await ask(signedTransfer({ to: ALLOWED_ADDRESS, nonce: 1n }).raw)).answer.error).toBeUndefined()
  expect(proxy.tally.counts).toMatchObject({ passed: 1, sent: 1, held: 1, blocked: 2 })
})

test('another transaction is another hold: of another value, fee, nonce or signer', async ({
  held: { raw, approve, hold, arrived },
}) => {
  const approved = await raw(signedTransfer({ to: BLOCKED_ADDRESS }).raw)
  await approve(approved)
  const ids = new Set([(await hold(approved)).id])
  for (const over of [{ value: 2n }, { maxFeePerGas: 11n }, { nonce: 1n }, { signer: 1 }, { data: '0x01' as const }]) {
    const answer = await raw(signedTransfer({ to: BLOCKED_ADDRESS, ...over }).raw)
    expect(answer.error?.data).toMatchObject({ state: 'held' })
    ids.add((await hold(answer)).id)
  }
  expect(ids.size).toBe(6)
  expect(arrived()).toEqual([])
})

test('a rejected one is blocked with who rejected it, for 24 hours', async ({
  held: { raw, reject, hold, arrived, clock },
}) => {
  const { raw: bytes } = signedTransfer({ to: BLOCKED_ADDRESS })
  const held = await raw(bytes)
  await reject(held)
  const { id } = await hold(held)
  for (const passed of [0, 23 * 60 * MINUTE]) {
    clock.advance(passed)
    const { error } = await raw(bytes)
    expect(error?.data).toMatchObject({ state: 'blocked', holdId: id, verdict: 'BLOCKED' })
    expect(error?.message).toContain(`rejected by local. txwarden hold show ${id}`)
  }
  clock.advance(61 * MINUTE)
  expect((await raw(bytes)).error?.data).toMatchObject({ state: 'held', holdId: expect.not.stringContaining(id) })
  expect(arrived()).toEqual([])
})

test.each([
  ['unknown payee', '"unknown payee"'],
  ['  two\nlines \u001b[31mred\u202e ', '"two lines red"'],
  ['say "no". txwarden hold approve 01', String.raw`"say \"no\". txwarden hold approve 01"`],
  ['###[set-output name=hash]0x1 ##[error]', '"### [set-output name=hash]0x1 ## [error]"'],
  ['x'.repeat(500), `"${'x'.repeat(199)}…"`],
])('the sender reads why it was rejected: %j', async (reason, shown) => {
  const { raw, hold, client } = await holding()
  const { raw: bytes } = signedTransfer({ to: BLOCKED_ADDRESS })
  const { id } = await hold(await raw(bytes))
  await client.call('rejectHold', { params: { holdId: id }, body: { reason } })
  expect((await raw(bytes)).error?.message).toContain(`: rejected by local: ${shown}. txwarden hold show ${id}`)
})

test('nobody decides, or nobody uses the approval: it expires, and the next request is a new hold', async () => {
  const { raw, approve, hold, arrived, clock } = await holding({ holdForMs: 5 * MINUTE })
  const { raw: bytes } = signedTransfer({ to: BLOCKED_ADDRESS })
  const first = await raw(bytes)
  clock.advance(5 * MINUTE - 1)
  expect((await hold(first)).state).toBe('held')
  clock.advance(1)
  expect((await hold(first)).state).toBe('expired')
  await expect(approve(first)).rejects.toMatchObject({ code: 'hold-not-held' })

  const second = await raw(bytes)
  expect(second.error?.data?.holdId).not.toBe(first.error?.data?.holdId)
  await approve(second)
  clock.advance(15 * MINUTE)
  expect((await hold(second)).state).toBe('expired')
  expect((await raw(bytes)).error?.data).toMatchObject({ state: 'held' })
  expect(arrived()).toEqual([])
})

test('the requester cannot approve what it did not ask to approve itself', async () => {
  const { raw, approve, hold, arrived } = await holding({ selfApprove: false })
  const { raw: bytes } = signedTransfer({ to: BLOCKED_ADDRESS })
  const held = await raw(bytes)
  await expect(approve(held)).rejects.toMatchObject({ code: 'self-approval', status: 409 })
  expect((await hold(held)).state).toBe('held')
  expect((await raw(bytes)).error?.data).toMatchObject({ state: 'held' })
  expect(arrived()).toEqual([])
})

test('an error of the upstream gives the approval back; a fault that says nothing does not', async ({
  held: { raw, approve, hold, arrived, upstream, clock },
}) => {
  const { raw: bytes } = signedTransfer({ to: BLOCKED_ADDRESS })
  upstream.results.set('eth_sendRawTransaction', () => ({ error: { code: -32_000, message: 'insufficient funds' } }))
  const held = await raw(bytes)
  await approve(held)
  expect((await raw(bytes)).error).toMatchObject({ code: -32_000, message: 'insufficient funds' })
  expect((await hold(held)).state).toBe('approved')

  upstream.results.clear()
  upstream.results.set('eth_getTransactionByHash', () => ({ result: null }))
  const faulty = new Set<string>()
  upstream.behaviour = (arrival, response, node) => {
    const isSend = arrival.calls.some(({ method }) => method === 'eth_sendRawTransaction')
    if (isSend) faulty.add('sent')
    return (isSend ? behaviours.closes : behaviours.honest)(arrival, response, node)
  }
  expect((await raw(bytes)).error).toMatchObject({ code: -32_002 })
  expect((await hold(held)).state).toBe('released')
  const unknown = await raw(bytes)
  expect(unknown.error?.data).toMatchObject({ state: 'blocked', holdId: held.error?.data?.holdId })
  expect(unknown.error?.message).toContain('its outcome is not known')
  expect(arrived()).toHaveLength(2)

  // A person can be asked again, and is notified.
  clock.advance(MINUTE)
  const again = await raw(bytes)
  expect(again.error?.data).toMatchObject({ state: 'held' })
  expect(again.error?.message).toContain('may be sent already')
  expect(await hold(again)).toMatchObject({ outcomeUnknownOf: held.error?.data?.holdId })
  expect(arrived()).toHaveLength(2)
})

test('of a signed one with an unknown outcome, the upstream is asked for its hash', async ({
  held: { raw, approve, hold, arrived, upstream },
}) => {
  const { raw: bytes, hash } = signedTransfer({ to: BLOCKED_ADDRESS })
  const held = await raw(bytes)
  await approve(held)
  upstream.behaviour = behaviours.closes
  expect((await raw(bytes)).error).toMatchObject({ code: -32_002 })
  upstream.behaviour = behaviours.honest
  upstream.results.set('eth_getTransactionByHash', (params) => ({ result: params[0] === hash ? { hash } : null }))
  expect((await raw(bytes)).result).toBe(hash)
  expect(await hold(held)).toMatchObject({ state: 'forwarded', transactionId: hash })
  expect(arrived()).toHaveLength(1)
})

test('many resends at once: one is forwarded', async ({ held: { raw, approve, upstream, arrived } }) => {
  const { raw: bytes } = signedTransfer({ to: BLOCKED_ADDRESS })
  upstream.results.set('eth_getTransactionByHash', () => ({ result: null }))
  const held = await Promise.all(Array.from({ length: 8 }, () => raw(bytes)))
  expect(new Set(held.map(({ error }) => error?.data?.holdId)).size).toBe(1)
  await approve(held[0] as RpcAnswer)
  const answers = await Promise.all(Array.from({ length: 12 }, () => raw(bytes)))
  expect(arrived()).toHaveLength(1)
  const hashes = new Set(answers.flatMap(({ result }) => (result === undefined ? [] : [result])))
  expect(hashes.size).toBe(1)
  for (const { error } of answers) if (error) expect(error.message).toContain('its outcome is not known')
})

test('an unsigned transaction is one use for 15 minutes, and then a payment of its own', async ({
  held: { send, approve, hold, arrived, clock },
}) => {
  const transaction = { from: signers[0], to: BLOCKED_ADDRESS, value: '0x1' }
  const pay = (over = {}) => send('eth_sendTransaction', [{ ...transaction, ...over }])
  const held = await pay()
  await approve(held)
  const { result } = await pay({ gas: '0x5208', maxFeePerGas: '0x77' })
  expect(result).toMatch(/^0x/)
  // Reported after the answer, and the time counts from there.
  expect((await hold(held)).state).toBe('forwarded')
  const end = new Date(clock.now() + 15 * MINUTE).toISOString()
  clock.advance(15 * MINUTE - 1)
  // An honest second payment is not answered that it is sent.
  const second = await pay()
  expect(second.error).toMatchObject({ code: -32_003, data: { state: 'blocked' } })
  expect(second.error?.message).toContain(
    `it was sent before as ${String(result)}; another one like it can be sent with a nonce, or from ${end} on`,
  )
  const other = await pay({ nonce: '0x5' })
  expect(other.error?.data).toMatchObject({ state: 'held' })
  await approve(other)
  const sent = await pay({ nonce: '0x5' })
  expect(sent.result).toMatch(/^0x/)
  expect((await hold(other)).state).toBe('forwarded')
  expect((await pay({ nonce: '0x5' })).result).toBe(sent.result)
  clock.advance(1)
  expect((await pay()).error?.data).toMatchObject({ state: 'held' })
  expect(arrived()).toHaveLength(2)
})

type NodeError = { readonly code: number; readonly message: string; readonly data?: unknown }

/** Errors whose code says that nothing was sent. */
const notStarted: readonly NodeError[] = [
  { code: -32_602, message: 'No Signer available' },
  { code: -32_601, message: 'the method eth_sendTransaction does not exist/is not available' },
  { code: -32_602, message: 'invalid argument 0: missing field' },
  { code: 4001, message: 'User rejected the request.' },
  { code: -32_003, message: 'txwarden blocked this: x', data: { source: 'txwarden' } },
]
/** Errors whose words say it: believed where the same nonce is used again. */
const beforeSending: readonly NodeError[] = [
  { code: -32_000, message: 'insufficient funds for gas * price + value: balance 0' },
  { code: -32_003, message: 'Insufficient funds for gas * price + value' },
  { code: -32_000, message: 'nonce too low' },
  { code: -32_000, message: 'unknown account' },
  { code: -32_000, message: 'intrinsic gas too low: have 1, want 21000' },
  { code: -32_000, message: 'authentication needed: password or unlock' },
  { code: 3, message: 'execution reverted: paused', data: '0x' },
]
const unknown: readonly NodeError[] = [
  { code: -32_003, message: 'txwarden blocked this: x', data: { source: 'txwarden', earlier: 'sent' } },
  { code: -32_003, message: 'txwarden blocked this: x', data: { source: 'txwarden', earlier: 'unknown' } },
  { code: -32_603, message: 'request timed out' },
  { code: -32_603, message: 'Internal error: context canceled' },
  { code: -32_603, message: 'upstream gateway error' },
  { code: -32_602, message: 'invalid params after 2 attempts' },
  { code: -32_000, message: 'already known' },
  { code: -32_000, message: 'nonce too low after 2 attempts' },
  { code: -32_603, message: 'all attempts failed: insufficient funds' },
  { code: -32_002, message: 'the upstream 127.0.0.1:1 did not answer in time' },
  { code: -32_603, message: 'VM Exception while processing transaction: reverted' },
  { code: -32_003, message: 'Transaction creation failed' },
  { code: -32_005, message: 'limit exceeded' },
  { code: 4, message: '' },
]
/** Whether the approval comes back after the first error. */
const errorsOfNodes: readonly (readonly [isBack: boolean, nonce: string | undefined, error: NodeError])[] = [
  ...notStarted.flatMap((error) => [[true, undefined, error] as const, [true, '0x5', error] as const]),
  ...beforeSending.flatMap((error) => [[false, undefined, error] as const, [true, '0x5', error] as const]),
  ...unknown.flatMap((error) => [[false, undefined, error] as const, [false, '0x5', error] as const]),
]

test.each(errorsOfNodes)(
  'the approval of what the node signs comes back at most once (%s, nonce %s) after the error %j',
  async (isBack, nonce, error) => {
    const { send, approve, hold, arrived, upstream } = await holding()
    const pay = () => send('eth_sendTransaction', [{ from: signers[0], to: BLOCKED_ADDRESS, value: '0x1', nonce }])
    const held = await pay()
    await approve(held)
    upstream.results.set('eth_sendTransaction', () => ({ error }))
    expect((await pay()).error).toEqual(error)
    expect((await hold(held)).state).toBe(isBack ? 'approved' : 'released')
    await pay()
    expect((await hold(held)).state).toBe(isBack ? 'expired' : 'released')
    const next = await pay()
    expect(next.error?.data?.state).toBe(isBack ? 'held' : 'blocked')
    expect(arrived()).toHaveLength(isBack ? 2 : 1)
  },
)

test.each<[state: string, error: NodeError]>([
  ['approved', { code: -32_000, message: 'insufficient funds' }],
  ['released', { code: -32_000, message: 'already known' }],
  ['released', { code: 4, message: 'timeout' }],
])('of a signed one it is %s after the error %j', async (state, error) => {
  const { raw, approve, hold, upstream } = await holding()
  const { raw: bytes } = signedTransfer({ to: BLOCKED_ADDRESS })
  const held = await raw(bytes)
  await approve(held)
  upstream.results.set('eth_sendRawTransaction', () => ({ error }))
  await raw(bytes)
  expect((await hold(held)).state).toBe(state)
})

test('who has the key cannot make an approval usable again while it is sent', async ({
  held: { send, approve, hold, arrived, upstream, client },
}) => {
  const pay = () => send('eth_sendTransaction', [{ from: signers[0], to: BLOCKED_ADDRESS, value: '0x1' }])
  const held = await pay()
  await approve(held)
  const answering = Promise.withResolvers<void>()
  upstream.behaviour = async (...given) => {
    await answering.promise
    return behaviours.honest(...given)
  }
  const first = pay()
  await upstream.until(1)
  const params = { holdId: (await hold(held)).id }
  for (const releaseToken of [undefined, '', 'A'.repeat(43)])
    await expect(
      client.call('settleHold', { params, body: { outcome: 'refused', ...(releaseToken && { releaseToken }) } }),
    ).rejects.toMatchObject({ code: 'hold-not-released' })
  expect((await pay()).error?.message).toContain('its outcome is not known')
  answering.resolve()
  expect((await first).result).toMatch(/^0x/)
  expect((await hold(held)).state).toBe('forwarded')
  expect(arrived()).toHaveLength(1)
})

test('what never arrived leaves the approval', async ({ held: { send, approve, hold, arrived, upstream } }) => {
  const pay = () => send('eth_sendTransaction', [{ from: signers[0], to: BLOCKED_ADDRESS, value: '0x1' }])
  const held = await pay()
  await approve(held)
  upstream.stop()
  // No answer of a node counts here: nothing was written.
  for (let again = 0; again < 3; again += 1) {
    expect((await pay()).error).toMatchObject({ code: -32_002 })
    expect((await hold(held)).state).toBe('approved')
  }
  expect(arrived()).toEqual([])
})

test('a worse verdict than the approved one needs another approval; a better one does not', async () => {
  const { raw, approve, hold, client, arrived } = await holding({}, { policy: { lowestRefused: 'NO DATA' } })
  const to = '0x00000000000000000000000000000000000005ed'
  const { raw: bytes } = signedTransfer({ to })
  const mild = await raw(bytes)
  expect(mild.error?.data).toMatchObject({ state: 'held', verdict: 'NO DATA' })
  await approve(mild)
  const entry = { type: 'BLOCK', productType: 'SONAR', address: to } as const
  const { controlListId } = await client.call('createControlList', { body: entry })
  const worse = await raw(bytes)
  expect(worse.error?.data).toMatchObject({ state: 'held', verdict: 'BLOCKED' })
  expect((await hold(worse)).id).not.toBe((await hold(mild)).id)
  expect(arrived()).toEqual([])
  await approve(worse)
  await client.call('deleteControlList', { params: { controlListId } })
  expect((await raw(bytes)).result).toMatch(/^0x/)
  expect(await hold(worse)).toMatchObject({ state: 'forwarded' })
})

test('a higher score or another risk needs another approval, also with the same verdict', async ({
  held: { raw, approve, hold, client, arrived },
}) => {
  await client.call('updateSettings', { body: { blockThreshold: 1 } })
  const spender = 'ed'.repeat(20)
  const data = `0x095ea7b3${spender.padStart(64, '0')}${'f'.repeat(64)}` as const
  const { raw: bytes } = signedTransfer({ to: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', value: 0n, data })
  const first = await raw(bytes)
  expect(first.error?.data).toMatchObject({ state: 'held', verdict: 'BLOCKED' })
  const { combinedScore } = await hold(first)
  expect(combinedScore).toBeLessThan(100)
  await approve(first)
  const entry = { type: 'BLOCK', productType: 'SONAR', address: `0x${spender}` } as const
  const { controlListId } = await client.call('createControlList', { body: entry })
  const higher = await raw(bytes)
  expect(higher.error?.data).toMatchObject({ state: 'held', verdict: 'BLOCKED', score: 100 })
  expect((await hold(first)).state).toBe('expired')
  await approve(higher)
  await client.call('deleteControlList', { params: { controlListId } })
  const other = await raw(bytes)
  expect(other.error?.data).toMatchObject({ state: 'held', verdict: 'BLOCKED', score: combinedScore })
  expect((await hold(higher)).state).toBe('expired')
  expect(arrived()).toEqual([])
  await approve(other)
  expect((await raw(bytes)).result).toMatch(/^0x/)
})

test('of several, each part counts: one that gets worse under the worst needs another approval', async ({
  held: { send, approve, hold, client, arrived },
}) => {
  const to = '0x00000000000000000000000000000000000005ed'
  const bundle = [BLOCKED_ADDRESS, to].map((each, nonce) => signedTransfer({ to: each, nonce: BigInt(nonce) }).raw)
  const ask = () => send('eth_sendBundle', [{ txs: bundle, blockNumber: '0x1' }])
  const first = await ask()
  expect((await hold(first)).parts).toMatchObject([{ verdict: 'BLOCKED' }, { verdict: 'NO DATA' }])
  await approve(first)
  await client.call('createControlList', { body: { type: 'BLOCK', productType: 'SONAR', address: to } })
  const second = await ask()
  expect(second.error?.data).toMatchObject({ state: 'held', score: 100 })
  expect((await hold(second)).parts).toMatchObject([{ verdict: 'BLOCKED' }, { verdict: 'BLOCKED' }])
  expect(arrived()).toEqual([])
  await approve(second)
  expect((await ask()).result).toBe('result of eth_sendBundle')
  // A bundle has no hash that could be answered again.
  expect((await ask()).error?.message).toContain('it was sent before')
  expect(arrived()).toHaveLength(1)
})

const entryPoints = {
  '0.6': '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0.7': '0x0000000071727de22e5e9d8baf0edac6f37da032',
} as const

test.each(['0.6', '0.7'] as const)(
  'a user operation of entry point %s is the same with other fees, gas, paymaster data and signature',
  async (version) => {
    const { send, approve, hold, arrived, upstream } = await holding()
    const execute = (to: string, value: bigint) =>
      `0xb61d27f6${to.slice(2).padStart(64, '0')}${value.toString(16).padStart(64, '0')}${'60'.padStart(64, '0')}${'0'.repeat(64)}`
    const paymaster = `0x${'ee'.repeat(20)}`
    const payer = (data: string, address = paymaster) =>
      version === '0.6' ? { paymasterAndData: `${address}${data}` } : { paymaster: address, paymasterData: `0x${data}` }
    const operation = {
      sender: `0x${'aa'.repeat(20)}`,
      nonce: '0x7',
      callData: execute(BLOCKED_ADDRESS, 1n),
      signature: '0x12',
      callGasLimit: '0x1',
      verificationGasLimit: '0x2',
      preVerificationGas: '0x3',
      maxFeePerGas: '0x4',
      maxPriorityFeePerGas: '0x5',
      ...(version === '0.6' && { initCode: '0x' }),
      ...payer('01'),
    }
    const ask = (over = {}) => send('eth_sendUserOperation', [{ ...operation, ...over }, entryPoints[version]])
    const held = await ask()
    expect(held.error?.data).toMatchObject({ state: 'held', verdict: 'BLOCKED' })
    const { id } = await hold(held)
    await approve(held)
    // Other operations are held apart, whatever was approved.
    for (const over of [
      { nonce: '0x8' },
      { callData: execute(BLOCKED_ADDRESS, 2n) },
      { sender: `0x${'ab'.repeat(20)}` },
      payer('01', `0x${'ef'.repeat(20)}`),
    ]) {
      const other = await ask(over)
      expect(other.error?.data).toMatchObject({ state: 'held', holdId: expect.not.stringContaining(id) })
    }
    expect(arrived()).toEqual([])
    const hash = `0x${'5e'.repeat(32)}`
    upstream.results.set('eth_sendUserOperation', () => ({ result: hash }))
    const estimatedAnew = {
      callGasLimit: '0x11',
      verificationGasLimit: '0x12',
      preVerificationGas: '0x13',
      maxFeePerGas: '0x14',
      maxPriorityFeePerGas: '0x15',
      signature: '0x34',
      ...payer('0203'),
    }
    expect((await ask(estimatedAnew)).result).toBe(hash)
    expect(await hold(held)).toMatchObject({ state: 'forwarded', transactionId: hash })
    // It has a nonce: sent again, it is the same.
    expect((await ask()).result).toBe(hash)
    expect(arrived()).toHaveLength(1)
  },
)

test('without the service nothing is forwarded, and what is lost in between is not sent again', async () => {
  const failing = new Set<OperationId>()
  const { raw, approve, hold, arrived, upstream, notes, clock } = await holding({}, { failing, reportMs: 0 })
  upstream.results.set('eth_getTransactionByHash', () => ({ result: null }))
  const { raw: bytes } = signedTransfer({ to: BLOCKED_ADDRESS })
  failing.add('requestHold')
  const refused = await raw(bytes)
  expect(refused.error).toMatchObject({
    message: expect.stringMatching(/: it cannot be held, as the service does not answer$/),
    data: { state: 'blocked', verdict: 'BLOCKED' },
  })
  failing.clear()
  const held = await raw(bytes)
  await approve(held)
  failing.add('releaseHold')
  expect((await raw(bytes)).error?.data).toMatchObject({ state: 'blocked' })
  expect((await hold(held)).state).toBe('approved')
  expect(arrived()).toEqual([])

  // It is sent, and the service does not learn it.
  failing.clear()
  failing.add('settleHold')
  const { result } = await raw(bytes)
  expect(result).toMatch(/^0x/)
  expect((await raw(bytes)).error?.message).toContain('its outcome is not known')
  expect(notes.at(-1)).toMatch(
    /was forwarded, which the service does not know yet: service down; it is reported again$/,
  )
  clock.advance(MINUTE)
  expect((await raw(bytes)).error?.data).toMatchObject({ state: 'held' })
  expect(arrived()).toHaveLength(1)
})

test('of a signed one that the upstream knows, the hash is answered although the service does not learn it', async () => {
  const failing = new Set<OperationId>()
  const { raw, approve, arrived, upstream } = await holding({}, { failing, reportMs: 0 })
  const { raw: bytes, hash } = signedTransfer({ to: BLOCKED_ADDRESS })
  upstream.results.set('eth_getTransactionByHash', () => ({ result: { hash } }))
  const held = await raw(bytes)
  await approve(held)
  failing.add('settleHold')
  for (let again = 0; again < 3; again += 1) expect((await raw(bytes)).result).toMatch(/^0x/)
  expect(arrived()).toHaveLength(1)
})

test('texts of the service are not shown', async () => {
  const { raw } = await holding({}, { answer: (hold) => ({ ...hold, id: 'x\u001b[2J. txwarden hold approve 1' }) })
  const { error } = await raw(signedTransfer({ to: BLOCKED_ADDRESS }).raw)
  expect(error?.data).toMatchObject({ state: 'blocked' })
  expect(error?.message).toMatch(/: it cannot be held, as the service failed$/)
})

test('in a batch, one is held, later ones of its sender are refused, and others pass', async ({
  held: { url, arrived },
}) => {
  const raws = [
    signedTransfer({ to: BLOCKED_ADDRESS }),
    signedTransfer({ to: ALLOWED_ADDRESS, nonce: 1n }),
    signedTransfer({ to: ALLOWED_ADDRESS, signer: 1 }),
  ].map(({ raw: bytes }, id) => call('eth_sendRawTransaction', [bytes], id))
  const { answers } = await post(url, raws)
  expect(answers.map(({ error, result }) => error?.data?.state ?? typeof result)).toEqual(['held', 'blocked', 'string'])
  expect(arrived()).toHaveLength(1)
})
