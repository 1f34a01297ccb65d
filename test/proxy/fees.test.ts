import { describe, expect, test } from 'vitest'
import { findChain } from '../../src/api/chains.ts'
import { feeLimitOf, type MaxFees } from '../../src/proxy/decide/fees.ts'
import type { ValidatedMethod } from '../../src/proxy/decide/methods.ts'
import { holding } from '../support/proxy/holding.ts'
import { call, post } from '../support/proxy/post.ts'
import { type ExampleType, signedRaw } from '../support/proxy/raw.ts'
import type { RecordingUpstream, RpcReply } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

const GWEI = 10n ** 9n
const ETHER = 10n ** 18n
const hex = (value: bigint) => `0x${value.toString(16)}`
const from = signers[0] ?? ''

/** Forwards every verdict. */
const lenient = (maxFees?: MaxFees) => ({ policy: { lowestRefused: undefined, maxFees } })
const limited = (other: bigint) => lenient({ other })

type Case = readonly [method: ValidatedMethod, params: readonly unknown[], maxFee: bigint]
const signed = (type: ExampleType, maxFee: bigint): Case => [
  'eth_sendRawTransaction',
  [signedRaw(type, { to: ALLOWED_ADDRESS })],
  maxFee,
]
const unsigned = (fees: object, maxFee: bigint): Case => [
  'eth_sendTransaction',
  [{ from, to: ALLOWED_ADDRESS, value: '0x1', ...fees }],
  maxFee,
]
const operation = (version: '0.6' | '0.7', more: object, maxFee: bigint): Case => [
  'eth_sendUserOperation',
  [
    {
      sender: from,
      nonce: '0x1',
      callData: '0x',
      signature: '0x',
      callGasLimit: '0x10',
      verificationGasLimit: '0x100',
      preVerificationGas: '0x1000',
      maxFeePerGas: '0x3',
      ...more,
    },
    version === '0.6' ? '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789' : '0x0000000071727de22e5e9d8baf0edac6f37da032',
  ],
  maxFee,
]
const paymaster = `0x${'ee'.repeat(20)}`
const bundle = [0n, 1n].map((nonce) => signedTransfer({ to: ALLOWED_ADDRESS, nonce, maxFeePerGas: 7n }).raw)

/** With a node that estimates 30,000 gas, and says a price of 50. */
const cases: Readonly<Record<string, Case>> = {
  'a legacy transaction': signed('legacy', 21_000n * 10n),
  'one of type 1': signed('eip2930', 21_000n * 10n),
  'one of type 2': signed('eip1559', 21_000n * 10n),
  'one with a blob': signed('eip4844', 21_000n * 10n + 131_072n * 3n),
  'an unsigned one': unsigned({ gas: '0x5208', maxFeePerGas: '0x9' }, 21_000n * 9n),
  'one with two names': unsigned({ gas: '0x1', gasLimit: '0x2', gasPrice: '0x3', maxFeePerGas: '0x4' }, 8n),
  'one with a tip alone': unsigned({ gas: '0x5208', maxPriorityFeePerGas: '0x9' }, 21_000n * 9n),
  'one with blobs': unsigned({ gas: '0x1', gasPrice: '0x1', blobs: ['0x00'], maxFeePerBlobGas: '0x2' }, 262_145n),
  'one with a price alone': unsigned({ gasPrice: '0x9' }, 30_000n * 9n),
  'one with gas alone': unsigned({ gas: '0x5208' }, 21_000n * 50n * 2n),
  'one with lists': unsigned(
    {
      gasPrice: '0x9',
      accessList: [{ address: ALLOWED_ADDRESS, storageKeys: [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] }],
    },
    (30_000n + 2400n + 2n * 1900n) * 9n,
  ),
  'one with authorizations': unsigned(
    {
      gasPrice: '0x9',
      authorizationList: [1, 2].map((nonce) => ({
        chainId: '0x1',
        address: `0x${'0'.repeat(40)}`,
        nonce: `0x${nonce}`,
        yParity: '0x0',
        r: '0x1',
        s: '0x1',
      })),
    },
    (30_000n + 2n * 25_000n) * 9n,
  ),
  'one that is only signed': ['eth_signTransaction', unsigned({ gas: '0x2', gasPrice: '0x3' }, 6n)[1], 6n],
  'a user operation of 0.6': operation('0.6', { initCode: '0x' }, 0x1110n * 3n),
  'one of 0.6 with a paymaster': operation('0.6', { paymasterAndData: paymaster }, 0x1310n * 3n),
  'one of 0.7 with a paymaster': operation(
    '0.7',
    { paymaster, paymasterVerificationGasLimit: '0x10000', paymasterPostOpGasLimit: '0x100000' },
    0x111110n * 3n,
  ),
  'a bundle': ['eth_sendBundle', [{ txs: bundle, blockNumber: '0x1' }], 2n * 21_000n * 7n],
}

const node = (upstream: Pick<RecordingUpstream, 'results'>) => {
  upstream.results.set('eth_estimateGas', () => ({ result: hex(30_000n) }))
  upstream.results.set('eth_gasPrice', () => ({ result: hex(50n) }))
}

test.each(Object.entries(cases))('the fees of %s are limited, with any verdict', async (_name, given) => {
  const [method, params, maxFee] = given
  const above = await startProxyForTest(limited(maxFee - 1n))
  node(above.upstream)
  const { answer } = await post(above.url, call(method, params))
  expect(answer.error).toMatchObject({
    code: -32_003,
    message: expect.stringMatching(
      /^txwarden blocked this: its fees can cost .*, and the limit is .* \(--max-fee\) \(/,
    ),
    data: { source: 'txwarden', code: 'fee-limit', state: 'blocked', svcTxId: expect.any(String) },
  })
  expect(BigInt(String(answer.error?.data?.maxCost))).toBeGreaterThanOrEqual(maxFee)
  expect(above.upstream.calls(method)).toEqual([])
  expect(above.proxy.tally.counts).toMatchObject({ sent: 0, blocked: 1 })

  const within = await startProxyForTest(limited(maxFee))
  node(within.upstream)
  expect((await post(within.url, call(method, params))).answer.error).toBeUndefined()
  expect(within.upstream.calls(method)).toHaveLength(1)
})

describe('what the node chooses', () => {
  const pay = (fees: object) => call('eth_sendTransaction', [{ from, to: ALLOWED_ADDRESS, value: '0x1', ...fees }])

  test('has no limit where the sender sets neither gas nor price, and the node is not asked', async () => {
    const { url, upstream } = await startProxyForTest(limited(0n))
    expect((await post(url, pay({}))).answer.error).toBeUndefined()
    expect(upstream.calls().map(({ method }) => method)).not.toContain('eth_estimateGas')
  })

  test.each<[string, RpcReply]>([
    ['fails', { error: { code: 3, message: 'execution reverted' } }],
    ['answers with no quantity', { result: 'much' }],
  ])('is as much gas as a transaction can have where its estimate %s', async (_name, reply) => {
    const { url, upstream } = await startProxyForTest(limited(2n ** 24n))
    upstream.results.set('eth_estimateGas', () => reply)
    expect((await post(url, pay({ gasPrice: '0x1' }))).answer.error).toBeUndefined()
    expect((await post(url, pay({ gasPrice: '0x2' }))).answer.error?.data).toMatchObject({ code: 'fee-limit' })
  })

  test('is not known where it does not say the price of the gas', async () => {
    const { url, upstream } = await startProxyForTest(limited(0n))
    upstream.results.set('eth_gasPrice', () => ({ error: { code: -32_601, message: 'no' } }))
    expect((await post(url, pay({ gas: '0x5208' }))).answer.error).toBeUndefined()
  })
})

test('a cancel has the limit, too', async () => {
  const { url, upstream } = await startProxyForTest(limited(21_000n * 10n))
  upstream.results.set('eth_getCode', () => ({ result: '0x' }))
  const cancel = (maxFeePerGas: bigint) => sendRaw(signedTransfer({ to: from, value: 0n, maxFeePerGas }).raw)
  expect((await post(url, cancel(10n))).answer.error).toBeUndefined()
  expect((await post(url, cancel(11n))).answer.error?.data).toMatchObject({ code: 'fee-limit', maxCost: '231000' })
})

const sendRaw = (raw: string) => call('eth_sendRawTransaction', [raw])
/** Fees of 0.6 ETH. */
const dear = signedTransfer({ to: ALLOWED_ADDRESS, maxFeePerGas: 6n * 10n ** 12n, gas: 100_000n }).raw

test('by default the limit is 0.5 ETH, 1 BNB, 100 POL and 10 AVAX', async () => {
  const of = (name: string) => feeLimitOf(findChain(name)?.id ?? '')
  expect(['ethereum', 'base', 'arbitrum', 'sepolia'].map(of)).toEqual(Array(4).fill(ETHER / 2n))
  expect(['bsc', 'polygon', 'avalanche'].map(of)).toEqual([ETHER, 100n * ETHER, 10n * ETHER])
  // A currency of unknown worth has none.
  expect(['31337', '30', '59144', '100'].map((id) => feeLimitOf(id))).toEqual([
    undefined,
    undefined,
    ETHER / 2n,
    1000n * ETHER,
  ])
  const maxFees = { other: 5n, byChain: new Map([['137', 7n]]) }
  expect(['1', '137', '31337'].map((id) => feeLimitOf(id, maxFees))).toEqual([5n, 7n, 5n])
  const { url } = await startProxyForTest(lenient())
  const { answer } = await post(url, sendRaw(dear))
  expect(answer.error?.message).toMatch(/its fees can cost 0\.6 ETH, and the limit is 0\.5 ETH \(--max-fee\) \(SAFE, /)
})

test('the fees are refused without a verdict, beside a verdict, and not where all is observed', async () => {
  const unavailable = await startProxyForTest({
    policy: { whenUnavailable: 'allow', maxFees: { other: ETHER / 2n } },
    upstream: { chainId: '0x7a69' },
  })
  const send = call('eth_sendTransaction', [{ from, to: ALLOWED_ADDRESS, gas: '0x5208', gasPrice: hex(ETHER) }])
  expect((await post(unavailable.url, send)).answer.error?.data).toMatchObject({ code: 'fee-limit', verdict: null })

  const bad = await startProxyForTest()
  const { raw } = signedTransfer({ to: BLOCKED_ADDRESS, maxFeePerGas: 30_000n * GWEI })
  const both = await post(bad.url, sendRaw(raw))
  expect(both.answer.error).toMatchObject({
    message: expect.stringMatching(/: recipient 0x\w+ [^;]*; its fees can cost 0\.63 ETH, .* \(BLOCKED, 100\/100\)/),
    data: { code: 'fee-limit', verdict: 'BLOCKED' },
  })

  const observing = await startProxyForTest({ policy: { observe: true } })
  expect((await post(observing.url, sendRaw(dear))).answer.error).toBeUndefined()
  expect(observing.proxy.tally.lines).toMatchObject([
    { isObserved: true, reason: expect.stringContaining('--max-fee') },
  ])
})

describe('a hold', () => {
  test('of fees alone passes once when it is approved, also of a cancel', async () => {
    const { raw, approve, hold, arrived, upstream } = await holding()
    upstream.results.set('eth_getCode', () => ({ result: '0x' }))
    const cancel = signedTransfer({ to: from, value: 0n, nonce: 1n, maxFeePerGas: 30_000n * GWEI }).raw
    for (const bytes of [dear, cancel]) {
      const held = await raw(bytes)
      expect(held.error?.data).toMatchObject({ state: 'held', code: 'fee-limit' })
      expect(BigInt((await hold(held)).maxFee ?? '')).toBe(bytes === dear ? 600_000_000n * GWEI : 630_000_000n * GWEI)
      await approve(held)
      expect((await raw(bytes)).result).toMatch(/^0x/)
    }
    expect(arrived()).toHaveLength(2)
  })

  test('covers a small bump, and no more than a tenth of the limit', async () => {
    const { send, approve, hold, arrived } = await holding({}, { policy: { maxFees: { other: 1000n } } })
    const pay = (fees: object) => send('eth_sendTransaction', [{ from, to: BLOCKED_ADDRESS, nonce: '0x1', ...fees }])
    const first = await pay({ gas: '0x1', gasPrice: hex(210n) })
    expect(await hold(first)).toMatchObject({ state: 'held', maxFee: '210' })
    await approve(first)
    for (const gasPrice of [301n, 1000n, 10_000n, 200n]) {
      const other = await pay({ gas: '0x1', gasPrice: hex(gasPrice) })
      expect(other.error?.data).toMatchObject({ state: 'held' })
      expect((await hold(other)).id).not.toBe((await hold(first)).id)
    }
    expect(arrived()).toEqual([])
    expect((await pay({ gas: '0x1', gasPrice: hex(300n) })).result).toMatch(/^0x/)
    expect(arrived()).toHaveLength(1)
  })

  test.each(['0.6', '0.7'] as const)('of a user operation of %s has its fees', async (version) => {
    const { send, approve, arrived } = await holding({}, { policy: { lowestRefused: undefined } })
    const ask = (preVerificationGas: bigint) => {
      const [method, params] = operation(
        version,
        {
          preVerificationGas: hex(preVerificationGas),
          maxFeePerGas: hex(GWEI),
          ...(version === '0.6' && { initCode: '0x' }),
        },
        0n,
      )
      return send(method, [...params])
    }
    const held = await ask(10n ** 9n)
    expect(held.error?.data).toMatchObject({ state: 'held', code: 'fee-limit' })
    await approve(held)
    expect((await ask(2n ** 255n)).error?.data).toMatchObject({ state: 'held', code: 'fee-limit' })
    expect(arrived()).toEqual([])
    expect((await ask(10n ** 9n)).error).toBeUndefined()
    expect(arrived()).toHaveLength(1)
  })
})

test('a request that is sent again with a little more fee has the same stored validation, and no second alert', async () => {
  const { url, client } = await startProxyForTest()
  const ids = new Set<unknown>()
  for (const gasPrice of ['0x1', '0x2', '0x3']) {
    const { answer } = await post(
      url,
      call('eth_sendTransaction', [{ from, to: BLOCKED_ADDRESS, gas: '0x1', gasPrice }]),
    )
    ids.add(answer.error?.data?.svcTxId)
  }
  expect([...ids]).toEqual([expect.any(String)])
  const id = String([...ids][0])
  const stored = await client.call('getTransaction', { params: { 'svc-transaction-id': id } })
  expect(stored.request.transaction.maxFee).toBe('1')
})
