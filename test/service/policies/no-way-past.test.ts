import { describe, expect, test } from 'vitest'
import { TestClock } from '../../support/deterministic.ts'
import { openForTest } from '../../support/open-service.ts'
import { ask, requestsTo, SENDER, validate } from '../../support/requests.ts'
import { safeTxMessage } from '../../support/safe-tx.ts'
import { callData, word } from '../risk/call-data.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const APES = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const OTHER = '0x1234567890123456789012345678901234567890'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const ETHER = 10n ** 18n
const SAFE = '0x5afe00000000000000000000000000000000cafe'
const DOLLAR = 10n ** 6n
const HOUR = 3_600_000

const daily = { to: [PAYEE], per: { '24h': '100 USD' } }
const inUsd = { default: 'deny', allow: [{ pays: { perTransaction: '100 USD' } }] }

/** `execTransaction` of a transfer of USDC, with a signature of 65 bytes. */
function executing(payee: string, amount: bigint): string {
  const data = callData.transfer(payee, amount).slice(2)
  const tail = [word(data.length / 2) + data.padEnd(192, '0'), word(65) + '1b'.repeat(65).padEnd(192, '0')]
  const head = [USDC, 0, 320, 0, 0, 0, 0, 0, 0, 448].map((each) => word(each)).join('')
  return `0x6a761202${head}${tail.join('')}`
}

async function withPolicy(policy: object) {
  const clock = new TestClock()
  const service = await openForTest({ clock })
  const operator = requestsTo(service)
  await operator.send('POST', '/ext/v1/policies', { name: 'payouts', mode: 'enforce', ...policy })
  const pay = (dollars: bigint, about: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    operator.validate({ to: USDC, data: callData.transfer(PAYEE, dollars * DOLLAR), ...about }, headers)
  return { ...operator, clock, service, pay }
}

describe('what a transaction does beyond a payment', () => {
  const anItem = { to: APES, data: callData.approve(OTHER, 0n) }
  const value = String(10n ** 20n)

  test.each([
    [
      'value of a contract that is created',
      { allow: [{ pays: { per: { '24h': '1 ETH' } } }, { creates: 'any' }] },
      { data: '0x6000', value },
    ],
    ['all items of a collection', inUsd, { to: APES, data: callData.setApprovalForAll(OTHER, true) }],
    ['an allowance for item 0', { allow: [{ calls: { contracts: [USDC] } }] }, anItem],
    ['item 0', inUsd, { to: APES, data: callData.transferFrom(SENDER, OTHER, 0n) }],
    [
      'an allowance above the limit, where allowances are allowed',
      { allow: [{ pays: daily }, { grants: { to: [PAYEE] } }] },
      { to: USDC, data: callData.approve(PAYEE, 100_000n * DOLLAR) },
    ],
  ])('%s is refused', async (_, policy, transaction) => {
    const operator = await withPolicy({ default: 'deny', ...policy })
    expect(await operator.validate(transaction)).toMatchObject({
      valid: false,
      error: expect.stringMatching(/^policy payouts: /),
    })
  })

  test('a symbol is the same in any case', async () => {
    const { pay } = await withPolicy({ default: 'allow', deny: [{ pays: { assets: ['usdc'], over: '50 usdc' } }] })
    expect(await pay(51n)).toMatchObject({ valid: false })
    expect(await pay(50n)).toMatchObject({ valid: true })
  })

  test.each(['ETH', 'weth'])('%s is the currency and its wrapped form', async (asset) => {
    const operator = await withPolicy({ default: 'allow', deny: [{ pays: { assets: [asset] } }] })
    const refused = expect.objectContaining({ valid: false })
    expect(await operator.validate({ to: PAYEE, value: '1' })).toEqual(refused)
    expect(await operator.validate({ to: WETH, data: callData.transfer(PAYEE, 1n) })).toEqual(refused)
  })

  test.each(['POL', 'WPOL', 'WMATIC'])('%s is the currency of Polygon and its wrapped form', async (asset) => {
    const operator = await withPolicy({ default: 'allow', deny: [{ pays: { assets: [asset] } }] })
    const refused = expect.objectContaining({ valid: false })
    const wrapped = '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270'
    expect(await operator.validate({ chainId: '137', to: PAYEE, value: '1' })).toEqual(refused)
    const transfer = { chainId: '137', to: wrapped, data: callData.transfer(PAYEE, 1n) }
    expect(await operator.validate(transfer)).toEqual(refused)
    expect(await operator.validate({ chainId: '137', to: wrapped, data: '0xd0e30db0', value: '1' })).toMatchObject({
      valid: true,
    })
  })

  test('wrapping a currency pays nobody, and a payment to its contract does', async () => {
    const allow = [{ pays: { per: { '24h': '1 ETH' } } }, { calls: { contracts: [WETH, OTHER] } }]
    const operator = await withPolicy({ default: 'deny', allow })
    const wrap = { to: WETH, data: '0xd0e30db0', value: String(5n * ETHER) }
    expect(await operator.validate(wrap)).toMatchObject({ valid: true })
    expect(await operator.validate({ to: WETH, data: `0x2e1a7d4d${word(5n * ETHER)}` })).toMatchObject({ valid: true })
    expect(await operator.validate({ ...wrap, to: OTHER })).toMatchObject({ valid: false })
    expect(await operator.validate({ to: WETH, data: callData.transfer(WETH, 5n * ETHER) })).toMatchObject({
      valid: false,
    })
  })

  test('what revokes an allowance of a token is allowed', async () => {
    const operator = await withPolicy({ default: 'deny', allow: [{ pays: daily }] })
    expect(await operator.validate({ to: USDC, data: callData.approve(OTHER, 0n) })).toMatchObject({ valid: true })
  })
})

describe('whom a policy is about', () => {
  const signing = (data: string, nonce: number) => ({
    from: SENDER,
    typedData: safeTxMessage({ chainId: '1', verifyingContract: SAFE }, { to: USDC, data, nonce: String(nonce) }),
  })

  test('an owner who signs for a Safe is under the policy of the Safe', async () => {
    const { send } = await withPolicy({ applies: { senders: [SAFE] }, default: 'deny' })
    const signed = signing(callData.transfer(OTHER, DOLLAR), 0)
    expect(await send('POST', '/ext/v1/typed-data/validate', signed)).toMatchObject({ valid: false })
  })

  test('what owners sign counts at once, one for each nonce of the Safe, and its execution counts no further', async () => {
    const allow = [{ pays: daily }, { signs: { types: ['SafeTx'] } }]
    const operator = await withPolicy({ applies: { senders: [SAFE] }, default: 'deny', allow })
    const sign = (dollars: bigint, nonce: number) =>
      operator.send('POST', '/ext/v1/typed-data/validate', signing(callData.transfer(PAYEE, dollars * DOLLAR), nonce))
    const used = async () => (await operator.send('GET', '/ext/v1/policies/payouts/usage')).content[0].used
    expect(await sign(60n, 7)).toMatchObject({ valid: true })
    expect(await sign(60n, 7)).toMatchObject({ valid: true })
    expect(await sign(60n, 8)).toMatchObject({ valid: false })
    expect(await sign(70n, 7)).toMatchObject({ valid: true })
    expect(await sign(30n, 8)).toMatchObject({ valid: true })
    expect(await used()).toBe('100 USD')
    const execute = (dollars: bigint) => operator.validate({ to: SAFE, data: executing(PAYEE, dollars * DOLLAR) })
    expect(await execute(70n)).toMatchObject({ valid: true })
    expect(await execute(60n)).toMatchObject({ valid: true })
    expect(await used()).toBe('100 USD')
    expect(await execute(71n)).toMatchObject({ valid: false })
  })
})

test('a spender is under the policy of the account that gave the allowance', async () => {
  const operator = await withPolicy({ applies: { senders: [SAFE] }, default: 'deny', allow: [{ pays: daily }] })
  const spend = (dollars: bigint) => ({ to: USDC, data: callData.transferFrom(SAFE, PAYEE, dollars * DOLLAR) })
  expect(await operator.validate(spend(60n))).toMatchObject({ valid: true })
  expect(await operator.validate(spend(60n))).toMatchObject({ valid: false })
})

test.each(['https://App.example:443/pay', 'https://app.example'])('the site %s has one origin', async (site) => {
  const { validate } = await withPolicy({ applies: { sites: [site] }, default: 'deny' })
  expect(await validate({ to: PAYEE, value: '1' }, { 'x-txwarden-site': 'https://app.example' })).toMatchObject({
    valid: false,
  })
})

test('the same clause in other words goes on with its budget', async () => {
  const clause = (to: readonly string[]) => ({ default: 'deny', allow: [{ pays: { ...daily, to } }] })
  const { pay, send } = await withPolicy(clause([PAYEE, OTHER]))
  expect(await pay(90n)).toMatchObject({ valid: true })
  await send('POST', '/ext/v1/policies', {
    name: 'payouts',
    mode: 'enforce',
    ...clause([OTHER, PAYEE.toUpperCase().replace('0X', '0x')]),
  })
  expect(await pay(11n)).toMatchObject({ valid: false })
})

describe('what ends a reservation', () => {
  test('not the report of another transaction of the same nonce that no node shows', async () => {
    const { pay, report } = await withPolicy({ default: 'deny', allow: [{ pays: daily }] })
    expect(await pay(100n, { nonce: '50' })).toMatchObject({ valid: true })
    const small = await pay(1n, { nonce: '50' })
    await report(small, { transactionId: `0x${'51'.repeat(32)}`, blockNumber: '100' })
    expect(await pay(99n, { nonce: '51' })).toMatchObject({ valid: false })
  })

  test('not for the smaller one of its nonce, where a person ends the larger one', async () => {
    const { pay, send } = await withPolicy({ default: 'deny', allow: [{ pays: daily }] })
    const used = async () => (await send('GET', '/ext/v1/policies/payouts/usage')).content[0].used
    const small = await pay(40n, { nonce: '50' })
    const large = await pay(90n, { nonce: '50' })
    expect(await pay(50n, { nonce: '50' })).toMatchObject({ valid: true })
    expect(await used()).toBe('90 USD')
    await send('DELETE', `/ext/v1/policy-reservations/${large.svcTxId}`)
    expect(await used()).toBe('50 USD')
    await send('DELETE', `/ext/v1/policy-reservations/${small.svcTxId}`)
    expect(await used()).toBe('50 USD')
  })

  test.each([
    ['a smaller one of its nonce', 4n, {}],
    ['the same one', 5n, {}],
    ['the same signed bytes', 5n, { 'x-txwarden-signed-hash': `0x${'ab'.repeat(32)}` }],
  ])('not for %s that is validated after the window', async (_, second, headers) => {
    const per = { '1h': '5 USD', '24h': '100 USD' }
    const { clock, pay } = await withPolicy({ default: 'deny', allow: [{ pays: { to: [PAYEE], per } }] })
    expect(await pay(5n, { nonce: '0' }, headers)).toMatchObject({ valid: true })
    clock.advance(HOUR + 1)
    expect(await pay(second, { nonce: '0' }, headers)).toMatchObject({ valid: true })
    expect(await pay(5n, { nonce: '1' })).toMatchObject({ valid: false })
  })

  test('a person, though another key reports that it was sent', async () => {
    const { pay, send, service } = await withPolicy({ default: 'deny', allow: [{ pays: daily }] })
    const { svcTxId } = await pay(90n)
    const { key } = await service.keys.create('validation')
    const sent = { transactionId: `0x${'51'.repeat(32)}`, blockNumber: '100' }
    const reported = await ask(service, 'PUT', `/api/v2/transaction/${svcTxId}`, sent, { 'x-api-key': key })
    expect(reported.status).toBe(200)
    expect(await pay(90n)).toMatchObject({ valid: false })
    await send('DELETE', `/ext/v1/policy-reservations/${svcTxId}`)
    expect(await pay(90n)).toMatchObject({ valid: true })
  })

  test.each([
    ['that the call has no place for', ''],
    ['behind a call of a contract that checks none', `${word(96)}${word(0)}`],
  ])('not the end of a payload %s', async (_, tail) => {
    const { clock, service, pay } = await withPolicy({ default: 'deny', allow: [{ pays: daily }] })
    const transaction = { from: SENDER, to: USDC, data: `${callData.transfer(PAYEE, 100n * DOLLAR)}${tail}` }
    expect(await validate(service, transaction, {}, { signTransaction: true })).toMatchObject({
      payload: expect.any(String),
    })
    clock.advance(2 * HOUR)
    expect(await pay(1n)).toMatchObject({ valid: false })
  })

  test('a released one is not there again for the same idempotency key', async () => {
    const { send, service } = await withPolicy({ default: 'deny', allow: [{ pays: daily }] })
    const body = {
      transaction: { chainId: '1', from: SENDER, to: USDC, data: callData.transfer(PAYEE, 100n * DOLLAR) },
      trackNonce: false,
    }
    const once = () =>
      requestsTo(service).send('POST', '/api/v2/transaction/validate', body, { 'idempotency-key': 'a-key-of-a-script' })
    const { svcTxId } = await once()
    await send('DELETE', `/ext/v1/policy-reservations/${svcTxId}`)
    await once().catch(() => undefined)
    const { content } = await send('GET', '/ext/v1/policies/payouts/usage')
    const again = await once().catch(() => undefined)
    expect(again === undefined || content[0].used === '100 USD').toBe(true)
  })
})

test('two clauses about the same payments take from their budget once', async () => {
  const { pay, send } = await withPolicy({
    default: 'deny',
    allow: [{ pays: daily }, { pays: { to: [PAYEE], per: { '30d': '1000 USD' } } }],
  })
  expect(await pay(10n)).toMatchObject({ valid: true })
  const { content } = await send('GET', '/ext/v1/policies/payouts/usage')
  expect(content.map(({ used }: { used: string }) => used)).toEqual(['10 USD', '10 USD'])
})
