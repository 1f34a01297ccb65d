import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { carriedIn, carriesAnything } from '../../src/proxy/params/carried.ts'
import { isTransactionAt } from '../../src/proxy/params/signed-bytes.ts'
import { judgedPaths } from '../campaigns/support/proxy-paths.ts'
import { call, post } from '../support/proxy/post.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

const METHOD = 'bolt_requestInclusion'
const policy = { allowedMethods: ['*'] }
const bad = signedTransfer({ to: BLOCKED_ADDRESS }).raw
const good = signedTransfer({ to: ALLOWED_ADDRESS }).raw
const bytesOf = (hex: string) => [...Buffer.from(hex.slice(2), 'hex')]
const [account = ''] = signers
const ENTRY_POINT = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const operation = (to: string) => ({
  sender: account,
  nonce: '0x0',
  callData: `0xb61d27f6${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}${'60'.padStart(64, '0')}${'0'.repeat(64)}`,
  signature: `0x${'11'.repeat(65)}`,
})

/** Places and forms in which servers take a signed transaction. */
const forms: Readonly<Record<string, (raw: string) => unknown>> = {
  'a param': (raw) => [raw],
  'a request of the sidecar of bolt': (raw) => [{ slot: 5, txs: [raw] }],
  'params by name': (raw) => ({ slot: 5, transaction: raw }),
  'deep in other members': (raw) => [{ a: [{ b: { c: [[raw]] } }] }],
  'upper case': (raw) => [`0x${raw.slice(2).toUpperCase()}`],
  'beside others': (raw) => [good, 'latest', raw],
}
const hidden: Readonly<Record<string, (raw: string) => unknown>> = {
  'hex without 0x': (raw) => [raw.slice(2)],
  'hex with 0X': (raw) => [`0X${raw.slice(2)}`],
  'hex with blanks': (raw) => [raw.replaceAll(/(.{20})/g, '$1\n')],
  base64: (raw) => [Buffer.from(raw.slice(2), 'hex').toString('base64')],
  'base64 for URLs': (raw) => [{ tx: Buffer.from(raw.slice(2), 'hex').toString('base64url') }],
  'an array of bytes': (raw) => [{ data: bytesOf(raw) }],
  'an object of bytes': (raw) => [{ ...bytesOf(raw) }],
  'the name of a member': (raw) => [{ [raw]: true }],
  'a text of JSON': (raw) => [JSON.stringify({ txs: [raw.slice(2)] })],
  'a text of JSON with a member twice': (raw) => [`{"tx":"${raw}","tx":"0x"}`],
  'a form': (raw) => [`slot=5&tx=${raw}`],
  'percent-encoded': (raw) => [[...raw].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')],
  'a Buffer of Node': (raw) => [Buffer.from(raw.slice(2), 'hex').toJSON()],
  'parts in a list': (raw) => [raw.match(/.{1,40}/g)],
  'base64 of hex': (raw) => [Buffer.from(raw).toString('base64')],
  'gzip in base64': (raw) => [gzipSync(raw).toString('base64')],
  base36: (raw) => [BigInt(raw).toString(36)],
  'a binary text': (raw) => [Buffer.from(raw.slice(2), 'hex').toString('latin1')],
  'bytes as texts': (raw) => [bytesOf(raw).map((byte) => `0x${byte.toString(16)}`)],
  'a number in decimal': (raw) => [String(BigInt(raw))],
  bits: (raw) => [BigInt(raw).toString(2)],
  'members of JSON with a short signature': () => [{ to: BLOCKED_ADDRESS, r: '0x1', yParityAndS: '0x1' }],
  'members of JSON with a whole signature': () => [
    { to: BLOCKED_ADDRESS, value: '0x1', nonce: '0x0', signature: `0x${'11'.repeat(65)}` },
  ],
  'members of JSON': () => [{ to: BLOCKED_ADDRESS, value: '0x1', nonce: '0x0', v: '0x25', r: '0x1', s: '0x1' }],
  'inside of other bytes': (raw) => [`0x1234abcd${'00'.repeat(32)}${raw.slice(2)}`],
  'in a list of RLP': (raw) => [
    `0xf8${(raw.length / 2 + 1).toString(16)}b8${(raw.length / 2 - 1).toString(16)}${raw.slice(2)}`,
  ],
}

describe('a reading method of a builder, relay or bundler', () => {
  const simulating: readonly (readonly [string, (raw: string) => unknown])[] = [
    ['eth_callBundle', (raw) => [{ txs: [raw], blockNumber: '0x1' }]],
    ['mev_simBundle', (raw) => [{ version: 'v0.1', body: [{ tx: raw, canRevert: false }] }]],
    ['blxr_simulate_bundle', (raw) => ({ transaction: [raw.slice(2)] })],
    ['eth_estimateGasBundle', (raw) => [[raw], 'latest']],
    ['trace_rawTransaction', (raw) => [raw, ['trace']]],
    ['eth_cancelPrivateTransaction', (raw) => [{ txHash: raw }]],
    ['bolt_metadata', (raw) => [raw]],
    ['biconomy_getGasFeeValues', (raw) => [raw]],
    ['rundler_maxPriorityFeePerGas', (raw) => [raw]],
    ['skandha_getGasPrice', (raw) => [raw]],
    ['wallet_prepareCalls', (raw) => [{ calls: [{ data: raw }] }]],
    ['wallet_verifySignature', (raw) => [{ digest: raw }]],
  ]

  test.each(simulating)('%s gets no signed bytes that do not pass', async (method, make) => {
    const { url, upstream } = await startProxyForTest({ policy: {} })
    expect((await post(url, call(method, make(bad)))).answer.error).toMatchObject({ code: -32_003 })
    expect(upstream.calls()).toEqual([])
  })

  test.each(simulating.filter(([method]) => method !== 'blxr_simulate_bundle'))(
    '%s gets those that do',
    async (method, make) => {
      const { url, upstream } = await startProxyForTest({ policy: {} })
      await post(url, call(method, make(good)))
      expect(upstream.calls()).toHaveLength(1)
    },
  )

  test.each([
    ['eth_cancelPrivateTransaction', [{ txHash: `0x${'12'.repeat(32)}` }]],
    [
      'wallet_verifySignature',
      [{ address: account, digest: `0x${'12'.repeat(32)}`, signature: `0x${'11'.repeat(65)}` }],
    ],
    ['wallet_prepareCalls', [{ from: account, calls: [{ to: BLOCKED_ADDRESS, data: '0x', value: '0x1' }] }]],
  ])('%s gets what is no transaction', async (method, params) => {
    const { url, upstream } = await startProxyForTest({ policy: {} })
    await post(url, call(method, params))
    expect(upstream.calls(method)).toHaveLength(1)
  })

  test('gets a user operation that is not signed yet, and a signed one if it passes', async () => {
    const { url, upstream } = await startProxyForTest({ policy: {} })
    const estimate = (given: object) => post(url, call('eth_estimateUserOperationGas', [given, ENTRY_POINT]))
    await estimate({ ...operation(BLOCKED_ADDRESS), signature: '0x' })
    expect(upstream.calls()).toHaveLength(1)
    expect((await estimate(operation(BLOCKED_ADDRESS))).answer.error).toMatchObject({ code: -32_003 })
    expect(upstream.calls()).toHaveLength(1)
  })
})

describe('an allowed method', () => {
  test.each(Object.entries(forms))('with a signed transaction in its params is validated: %s', async (_, make) => {
    const { url, upstream } = await startProxyForTest({ policy })
    expect((await post(url, call(METHOD, make(bad)))).answer.error).toMatchObject({
      code: -32_003,
      data: { verdict: 'BLOCKED' },
    })
    expect(upstream.calls()).toEqual([])
    expect((await post(url, call(METHOD, make(good)))).answer.error).toBeUndefined()
    expect(upstream.calls(METHOD)).toHaveLength(1)
  })

  test.each(Object.entries(hidden))('with one that is not read there is refused: %s', async (_, make) => {
    const { url, upstream } = await startProxyForTest({ policy })
    for (const raw of [bad, good])
      expect((await post(url, call(METHOD, make(raw)))).answer.error).toMatchObject({
        code: -32_003,
        message: expect.stringContaining('in a form that is not read'),
      })
    expect(upstream.calls()).toEqual([])
  })

  test('with a user operation before its entry point is validated, elsewhere it is refused', async () => {
    const { url, upstream } = await startProxyForTest({ policy })
    const sent = (params: unknown) => post(url, call('pimlico_experimental_sendUserOperation', params))
    expect((await sent([operation(BLOCKED_ADDRESS), ENTRY_POINT])).answer.error?.data).toMatchObject({
      verdict: 'BLOCKED',
    })
    for (const params of [
      [ENTRY_POINT, operation(ALLOWED_ADDRESS)],
      [{ userOp: operation(ALLOWED_ADDRESS) }],
      [[operation(ALLOWED_ADDRESS)], ENTRY_POINT],
      [{ sender: account, call_data: '0x' }, ENTRY_POINT],
      [JSON.stringify(operation(ALLOWED_ADDRESS)), ENTRY_POINT],
    ])
      expect((await sent(params)).answer.error?.code).toSatisfy((code) => code === -32_003 || code === -32_602)
    expect(upstream.calls()).toEqual([])
    await sent([operation(ALLOWED_ADDRESS), ENTRY_POINT])
    expect(upstream.calls()).toHaveLength(1)
  })

  test('of every type of transaction finds it', () => {
    const raws = judgedPaths.filter(({ method }) => method === 'eth_sendRawTransaction')
    expect(raws.length).toBeGreaterThan(4)
    for (const { shape, params } of raws)
      expect([shape, carriedIn([{ deep: params(BLOCKED_ADDRESS) }])]).toMatchObject([
        shape,
        { raws: params(BLOCKED_ADDRESS), isHidden: false },
      ])
  })

  test.each<[string, unknown[]]>([
    ['an address and a balance', [account, '0xde0b6b3a7640000']],
    ['code', [account, `0x${'60806040523480156100105760008055600080fd5b50'.repeat(200)}`]],
    [
      'a message',
      [`0x${Buffer.from('Sign in to app.example with your account. '.repeat(8)).toString('hex')}`, account],
    ],
    ['zero bytes', [`0x${'00'.repeat(5000)}`]],
    ['full bytes', [`0x${'ff'.repeat(5000)}`]],
    ['an unsigned transaction', [{ from: account, to: ALLOWED_ADDRESS, value: '0x1', data: `0x${'ab'.repeat(300)}` }]],
    ['a text', ['lorem ipsum dolor sit amet '.repeat(40)]],
    ['an enode', [`enode://${'0f1e2d3c'.repeat(16)}@203.0.113.1:30303`]],
    ['the URL of a node', [{ forking: { jsonRpcUrl: `https://eth-mainnet.example.com/v2/${'aB3'.repeat(20)}` } }]],
    ['numbers', [Array.from({ length: 500 }, (_, index) => index % 256)]],
  ])('with %s carries nothing, and is forwarded', async (_, params) => {
    expect(carriesAnything(carriedIn(params))).toBe(false)
    const { url, upstream } = await startProxyForTest({ policy })
    const body = JSON.stringify(call('anvil_anything', params))
    expect((await post(url, body)).answer.error).toBeUndefined()
    expect(upstream.arrived.map((arrived) => arrived.body.toString())).toEqual([body])
  })

  test('with params that are too long to be searched is refused', async () => {
    const { url, upstream } = await startProxyForTest({ policy })
    const ofLength = (length: number) => [[`0x${'00'.repeat(length / 2)}`], Array.from({ length }, () => 1)]
    for (const params of ofLength(40_000)) expect((await post(url, call(METHOD, params))).answer.error).toBeUndefined()
    const long = [[`0x${'00'.repeat(70_000)}`], ['x'.repeat(140_000)]]
    for (const params of long)
      expect((await post(url, call(METHOD, params))).answer.error?.message).toContain(
        'too long to be searched for signed transactions',
      )
    expect(upstream.calls()).toHaveLength(2)
  })

  test('is looked at only so far as bytes go', () => {
    const bytes = Buffer.from(good.slice(2), 'hex')
    expect(isTransactionAt(bytes, 1)).toBe(true)
    for (let end = 0; end < bytes.length; end += 1) expect(isTransactionAt(bytes.subarray(0, end), 1)).toBe(false)
  })
})
