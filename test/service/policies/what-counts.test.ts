import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, test } from 'vitest'
import { TestClock } from '../../support/deterministic.ts'
import { openForTest } from '../../support/open-service.ts'
import { ask, requestsTo, SENDER } from '../../support/requests.ts'
import { membersOf, safeTxMessage } from '../../support/safe-tx.ts'
import { callData, word } from '../risk/call-data.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const AAVE = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'
const ENTRY_POINT = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const OTHER = '0x1234567890123456789012345678901234567890'
const SAFE = '0x5afe00000000000000000000000000000000cafe'
const MULTI_SEND = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'
const ROUTER = '0x66a9893cc07d91d95644aedd05d03f95e1dba8af'
const ZERO = `0x${'0'.repeat(40)}`
const DOLLAR = 10n ** 6n
const ETHER = 10n ** 18n
const HOUR = 3_600_000

const encode = (signature: string, ...args: readonly unknown[]) =>
  AbiFunction.encodeData(AbiFunction.from(`function ${signature}` as never) as never, args as never) as string

/** A desk that pays one payee 100 USD or 1 ETH a day, and calls nothing else. */
async function desk(policy: object = {}) {
  const clock = new TestClock()
  const service = await openForTest({ clock })
  const operator = requestsTo(service)
  const allow = [{ pays: { to: [PAYEE], per: { '24h': '100 USD' } } }]
  await operator.send('POST', '/ext/v1/policies', { name: 'desk', mode: 'enforce', default: 'deny', allow, ...policy })
  const sign = (typedData: object, about: object = {}) =>
    operator.send('POST', '/ext/v1/typed-data/validate', { from: SENDER, typedData, ...about })
  const used = async () => (await operator.send('GET', '/ext/v1/policies/desk/usage')).content[0].used
  const pay = (dollars: bigint, about: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    operator.validate({ to: USDC, data: callData.transfer(PAYEE, dollars * DOLLAR), ...about }, headers)
  return { ...operator, clock, service, sign, used, pay }
}

const refused = expect.objectContaining({ valid: false, error: expect.stringMatching(/^policy desk: /) })
const passed = expect.objectContaining({ valid: true })
const inEther = { allow: [{ pays: { to: [PAYEE], per: { '24h': '1 ETH' } } }, { signs: { types: ['SafeTx'] } }] }

const safeTx = (message: object, domain: object = { chainId: '1' }) =>
  safeTxMessage({ ...domain, verifyingContract: SAFE }, { to: PAYEE, ...message })
const executing = (to: string, value: bigint, { baseGas = 0n, gasPrice = 0n } = {}) =>
  encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[to, value, '0x', 0, 0n, baseGas, gasPrice, ZERO, ZERO, `0x${'1b'.repeat(65)}`],
  )

/** A MultiSend of payments of USDC (dollars) to the payee. */
function payroll(...dollars: readonly bigint[]): string {
  const calls = dollars.map((each) => callData.transfer(PAYEE, each * DOLLAR).slice(2))
  const packed = calls.map((data) => `00${USDC.slice(2)}${word(0)}${word(data.length / 2)}${data}`).join('')
  return encode('multiSend(bytes)', `0x${packed}`)
}

/** The input of V4_SWAP: actions with empty parameters. */
function encodeV4(actions: string): string {
  const params = Array.from({ length: (actions.length - 2) / 2 }, () => '0x')
  return `0x${encode('input(bytes,bytes[])', actions, params).slice(10)}`
}

describe('who pays is not who asks', () => {
  test.each([
    [
      'the spender of a permit',
      { owner: SENDER, spender: OTHER, value: '200000000', nonce: '0', deadline: '9999999999' },
    ],
  ])('%s who asks for it gets no more', async (_, message) => {
    const { sign } = await desk()
    const permit = {
      types: {
        EIP712Domain: membersOf('uint256 chainId,address verifyingContract'),
        Permit: membersOf('address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'),
      },
      primaryType: 'Permit',
      domain: { chainId: '1', verifyingContract: USDC },
      message,
    }
    expect(await sign(permit, { from: OTHER })).toEqual(refused)
    expect(await sign(permit)).toEqual(refused)
  })

  test('an owner of a Safe, or a spender, is paid by it like any other', async () => {
    const { sign, validate } = await desk({ applies: { senders: [SAFE] } })
    const toOwner = callData.transfer(SENDER, 5n)
    expect(await sign(safeTx({ to: USDC, data: toOwner }))).toEqual(refused)
    expect(await validate({ to: SAFE, data: executing(SENDER, 5n) })).toEqual(refused)
    expect(await validate({ to: USDC, data: callData.transferFrom(SAFE, SENDER, 5n) })).toEqual(refused)
  })

  test('what an owner approves in the Safe is under its policy', async () => {
    const { validate } = await desk({ applies: { senders: [SAFE] } })
    const approved = encode('approveHash(bytes32)', `0x${'12'.repeat(32)}`)
    expect(await validate({ to: SAFE, data: approved })).toEqual(refused)
    expect(await validate({ to: SAFE, value: '5' })).toEqual(passed)
  })
})

describe('what is paid without a name', () => {
  test.each([
    ['leaves a position', { to: AAVE, data: encode('withdraw(address,uint256,address)', USDC, 10n ** 9n, OTHER) }],
    [
      'refunds whoever submits it',
      { to: SAFE, data: executing(PAYEE, 0n, { baseGas: 10n ** 6n, gasPrice: 10n ** 15n }) },
    ],
    [
      'pays a bundler more than gas',
      {
        to: ENTRY_POINT,
        data: encode(
          'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
          [
            [
              SENDER,
              0n,
              '0x',
              '0x',
              `0x${'0'.repeat(64)}`,
              10n ** 8n,
              `0x${'e8d4a51000'.padStart(64, '0')}`,
              '0x',
              '0x',
            ],
          ],
          OTHER,
        ),
      },
    ],
  ])('%s: above every limit', async (_, transaction) => {
    const { validate } = await desk()
    expect(await validate(transaction)).toEqual(refused)
  })

  test('a transaction of a Safe that is signed for every chain pays the currency of each', async () => {
    const { sign } = await desk(inEther)
    expect(await sign(safeTx({ value: '1' }))).toEqual(passed)
    expect(await sign(safeTx({ value: '1' }, {}), { chainId: '137' })).toEqual(refused)
  })
})

describe('once for what is the same', () => {
  test('an execution is that of what was signed once, with all that it pays itself', async () => {
    const { sign, validate, used, clock } = await desk(inEther)
    expect(await sign(safeTx({ value: String(ETHER / 4n) }))).toEqual(passed)
    const execute = (value = 0n) =>
      validate({ to: SAFE, value: String(value), data: executing(PAYEE, ETHER / 4n) }) as Promise<unknown>
    expect(await execute()).toEqual(passed)
    expect(await used()).toBe('0.25 ETH')
    expect(await execute()).toEqual(passed)
    expect(await used()).toBe('0.5 ETH')
    clock.advance(25 * HOUR)
    expect(await execute()).toEqual(passed)
    expect(await used()).toBe('0.25 ETH')
    expect(await execute(4n * ETHER)).toEqual(refused)
  })

  test('a hash of signed bytes that is said for two nonces is two payments', async () => {
    const { pay } = await desk()
    const said = { 'x-txwarden-signed-hash': `0x${'aa'.repeat(32)}` }
    expect(await pay(60n, { nonce: '0' }, said)).toEqual(passed)
    expect(await pay(60n, { nonce: '0' }, said)).toEqual(passed)
    expect(await pay(60n, { nonce: '1' }, said)).toEqual(refused)
  })

  test('a hold names each validation once', async () => {
    const { service, pay } = await desk({ default: 'hold' })
    const { svcTxId } = await pay(500n)
    const digest = `0x${'ab'.repeat(32)}`
    const asked = {
      digest,
      kind: 'transaction',
      method: 'eth_sendTransaction',
      chainId: '1',
      svcTxIds: [svcTxId, svcTxId],
    }
    const { key } = await service.keys.create('validation')
    expect(await ask(service, 'POST', '/ext/v1/holds', asked, { 'x-api-key': key })).toMatchObject({
      status: 400,
      body: { code: 'invalid-body' },
    })
  })
})

test('a report brings nothing forward', async () => {
  const { pay, report, used, clock } = await desk()
  const said = { 'x-txwarden-signed-hash': `0x${'aa'.repeat(32)}` }
  const first = new Date(clock.now()).toISOString()
  await pay(60n)
  expect(await pay(60n, { nonce: '0' }, said)).toEqual(refused)
  clock.advance(24 * HOUR)
  const later = await pay(60n, { nonce: '0' }, said)
  expect(later).toEqual(passed)
  await report(later, { transactionId: `0x${'51'.repeat(32)}`, blockNumber: '9', blockTime: first })
  expect(await used()).toBe('60 USD')
})

test.each([
  ['a delegation', { to: SENDER, authorizations: [{ chainId: 1, address: ZERO, nonce: 1 }] }],
  ['the approval of an item', { to: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d', data: callData.approve(ZERO, 7n) }],
])('what ends %s is allowed', async (_, transaction) => {
  const { validate } = await desk()
  expect(await validate(transaction)).toEqual(passed)
})

test('a registered Safe is an own account, and a library of Safes gains nothing', async () => {
  const { send, validate, sign } = await desk({ applies: { senders: [SENDER, SAFE] } })
  expect(await validate({ to: USDC, data: callData.transfer(SAFE, 5n) })).toEqual(refused)
  await send('POST', '/ext/v1/safes', { chainId: '1', address: SAFE })
  expect(await validate({ to: USDC, data: callData.transfer(SAFE, 5n) })).toEqual(passed)
  expect(await validate({ to: SAFE, value: '5' })).toEqual(passed)
  expect(await sign(safeTx({ to: MULTI_SEND, operation: '1', data: payroll(60n, 40n) }))).toMatchObject({
    error: expect.stringContaining('signature'),
  })
})

test.each(['handleOps(uint256 operations)', 'execTransaction(uint256 amount)'])(
  '%s has only the name of a known function',
  async (call) => {
    const { send, sign, validate } = await desk({ applies: { senders: [SENDER, SAFE] }, ...inEther })
    await sign(safeTx({ value: '5' }))
    await send('PUT', '/ext/v1/contracts', { address: SAFE, chainId: '1', functions: [{ call }] })
    expect(await validate({ to: SAFE, data: encode(call, 7n) })).toEqual(refused)
  },
)

describe('steps of a batch', () => {
  const deadline = 4_102_444_800n
  const execute = (commands: string, ...inputs: readonly string[]) =>
    encode('execute(bytes,bytes[],uint256)', commands, inputs, deadline)
  const words = (...values: readonly (string | bigint)[]) => `0x${values.map((each) => word(each)).join('')}`

  test.each([
    ['that is not read', execute('0x42', words(USDC, OTHER, 1000n * DOLLAR))],
    ['whose assets are not named', execute('0x10', encodeV4('0x060c0f'))],
    ['that transfers to another', execute('0x02', words(USDC, OTHER, 1000n * DOLLAR))],
  ])('one %s is refused', async (_, data) => {
    const { validate } = await desk()
    expect(await validate({ to: ROUTER, data })).toEqual(refused)
  })
})

test('bytes behind the last hop of a path name no token that comes back', async () => {
  const { validate } = await desk({ allow: [{ pays: { per: { '24h': '100 USD' } } }] })
  const path = `${USDC}000bb8${OTHER.slice(2)}dac17f958d2ee523a2206206994597c13d831ec7`
  const signature = 'exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)'
  const data = encode(signature, [path, SENDER, 1000n * DOLLAR, 999n * DOLLAR])
  expect(await validate({ to: '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45', data })).toEqual(refused)
})

test.each([
  [
    'on a chain that is none of Ethereum',
    encode('depositForBurn(uint256,uint32,bytes32,address)', 1000n * DOLLAR, 5, `0x${'5a'.repeat(32)}`, USDC),
  ],
])('what is paid to a receiver %s counts', async (_, data) => {
  const { validate } = await desk({ allow: [{ pays: { per: { '24h': '100 USD' } } }, { calls: 'any' }] })
  expect(await validate({ to: '0xbd3fa81b58ba92a82136038b25adec7066af3155', data })).toEqual(refused)
})
