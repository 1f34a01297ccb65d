import { describe, expect } from 'vitest'
import { TestClock } from '../../support/deterministic.ts'
import { openForTest, test } from '../../support/open-service.ts'
import { listed, requestsTo, SENDER } from '../../support/requests.ts'
import { callData } from '../risk/call-data.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const OTHER = '0x1234567890123456789012345678901234567890'
const HOUR = 3_600_000
const DOLLAR = 10n ** 6n

const payouts = {
  name: 'payouts',
  mode: 'enforce',
  default: 'deny',
  allow: [{ pays: { assets: ['USDC'], to: [PAYEE], perTransaction: '300 USD', per: { '24h': '500 USD' } } }],
}

async function withPolicy(policy: object = payouts) {
  const clock = new TestClock()
  const service = await openForTest({ clock })
  const { validate, send } = requestsTo(service)
  await send('POST', '/ext/v1/policies', policy)
  const pay = (dollars: bigint, to = PAYEE, about: object = {}) =>
    validate({ to: USDC, data: callData.transfer(to as `0x${string}`, dollars * DOLLAR), ...about })
  return { clock, service, validate, send, pay }
}

describe('a budget', () => {
  test('counts what it allowed in a rolling window, and refuses what is above it', async () => {
    const { clock, pay, send } = await withPolicy()
    expect(await pay(300n)).toMatchObject({
      valid: true,
      explanation: {
        policies: [
          { result: 'allow', used: '300 USD' },
          { used: '300 USD', limit: '500 USD', window: '24h' },
        ],
      },
    })
    expect(await pay(320n)).toMatchObject({ valid: false, error: 'policy payouts: 320 of 300 USD in one transaction' })
    expect(await pay(201n)).toMatchObject({ valid: false, error: 'policy payouts: 501 of 500 USD in 24 h' })
    expect(await pay(200n)).toMatchObject({ valid: true })
    expect(await pay(1n)).toMatchObject({ valid: false, error: 'policy payouts: 501 of 500 USD in 24 h' })
    expect(await send('GET', '/ext/v1/policies/payouts/usage')).toMatchObject({
      content: [{ clause: 'allow[0]', window: '24h', used: '500 USD', limit: '500 USD', reservations: 2 }],
    })
    clock.advance(24 * HOUR - 1)
    expect(await pay(1n)).toMatchObject({ valid: false })
    clock.advance(1)
    expect(await pay(300n)).toMatchObject({ valid: true })
  })

  test('allows nothing to others, in other assets, or unread', async () => {
    const { pay, validate } = await withPolicy()
    expect(await pay(1n, OTHER)).toMatchObject({
      valid: false,
      error: `policy payouts: no clause allows a payment of USDC to ${OTHER}`,
    })
    expect(await validate({ to: PAYEE, value: '1' })).toMatchObject({ valid: false })
    expect(await validate({ to: OTHER, data: '0x12345678' })).toMatchObject({
      valid: false,
      error: `policy payouts: a call of ${OTHER} is not read, so that no clause allows it`,
    })
  })

  test('counts the larger of two with the same nonce', async () => {
    const { pay } = await withPolicy()
    expect(await pay(200n, PAYEE, { nonce: '7' })).toMatchObject({ valid: true })
    expect(await pay(300n, PAYEE, { nonce: '7' })).toMatchObject({ valid: true })
    expect(await pay(100n, PAYEE, { nonce: '7' })).toMatchObject({ valid: true })
    expect(await pay(201n, PAYEE, { nonce: '8' })).toMatchObject({ valid: false })
    expect(await pay(200n, PAYEE, { nonce: '8' })).toMatchObject({ valid: true })
  })

  test('is released by a person', async () => {
    const { pay, send } = await withPolicy()
    const { svcTxId } = await pay(300n)
    expect(await send('DELETE', `/ext/v1/policy-reservations/${svcTxId}`)).toEqual({
      svcTxId,
      released: [{ policy: 'payouts', amount: '300', unit: 'USD' }],
    })
    expect(await pay(300n)).toMatchObject({ valid: true })
  })

  test('counts what is moved of another account by its allowance', async () => {
    const { validate } = await withPolicy()
    const move = (to: string, dollars: bigint) =>
      validate({ to: USDC, data: callData.transferFrom(OTHER, to as `0x${string}`, dollars * DOLLAR) })
    expect(await move(WETH, 1n)).toMatchObject({
      valid: false,
      error: `policy payouts: no clause allows a payment of USDC to ${WETH}`,
    })
    expect(await move(PAYEE, 300n)).toMatchObject({ valid: true })
    expect(await move(PAYEE, 201n)).toMatchObject({ error: 'policy payouts: 501 of 500 USD in 24 h' })
  })

  test('does not let control of a contract pass that no clause is about', async () => {
    const control = { ...payouts, allow: [{ control: { of: [OTHER], to: [PAYEE] } }] }
    const { validate } = await withPolicy(control)
    const handOver = (of: string, to: string) =>
      validate({ to: of, data: `0xf2fde38b${to.slice(2).padStart(64, '0')}` })
    expect(await handOver(OTHER, WETH)).toMatchObject({
      valid: false,
      error: `policy payouts: no clause allows control for ${WETH}`,
    })
    expect(await handOver(WETH, PAYEE)).toMatchObject({
      error: `policy payouts: no clause allows control for ${PAYEE}`,
    })
    expect(await handOver(OTHER, PAYEE)).not.toHaveProperty('error')
  })

  test('in ether counts wrapped ether, and allowances whole', async () => {
    const policy = { ...payouts, allow: [{ pays: { assets: ['ETH'], per: { '24h': '0.5 ETH' } } }] }
    const { validate } = await withPolicy(policy)
    expect(await validate({ to: PAYEE, value: String(3n * 10n ** 17n) })).toMatchObject({ valid: true })
    const allow = (amount: bigint) => validate({ to: WETH, data: callData.approve(PAYEE, amount) })
    expect(await allow(2n * 10n ** 17n + 1n)).toMatchObject({
      valid: false,
      error: 'policy payouts: 0.500000000000000001 of 0.5 ETH in 24 h',
    })
    expect(await allow(2n ** 256n - 1n)).toMatchObject({ valid: false })
    expect(await allow(2n * 10n ** 17n)).toMatchObject({ valid: true })
    expect(await validate({ to: PAYEE, value: '1' })).toMatchObject({ valid: false })
  })
})

describe('a policy that observes', () => {
  test('changes nothing but the list of what it says', async () => {
    const { pay } = await withPolicy({ ...payouts, mode: 'observe' })
    const plain = await (await withPolicy({ ...payouts, applies: { senders: [OTHER] } })).pay(400n)
    const observed = await pay(400n)
    expect(observed).toMatchObject({
      valid: true,
      explanation: { policies: [{ policy: 'payouts', mode: 'observe', result: 'deny' }] },
    })
    const {
      explanation: { policies: _, ...explanation },
      ...rest
    } = observed as never as { explanation: { policies: unknown } }
    expect({ ...rest, explanation }).toEqual(plain)
    expect(SENDER).toBeDefined()
  })
})

describe('a replay', () => {
  test('says what a policy would have stopped, and how far its budgets would have been used', async () => {
    const { clock, pay, send } = await withPolicy({ ...payouts, mode: 'observe', applies: { senders: [OTHER] } })
    const paid = []
    for (const dollars of [300n, 200n, 100n]) {
      paid.push(await pay(dollars))
      clock.advance(HOUR)
    }
    const since = new Date(clock.now() - 24 * HOUR).toISOString()
    expect(await send('POST', '/ext/v1/policies/replay', { since })).toMatchObject({
      content: [],
      summary: { validations: 3, none: 3 },
      isDone: true,
    })
    expect(await send('POST', '/ext/v1/policies/replay', { since, policies: [payouts] })).toEqual({
      content: [
        {
          svcTxId: paid[2]?.svcTxId,
          at: expect.any(String),
          wasValid: true,
          policy: 'payouts',
          clause: 'allow[0]',
          result: 'deny',
          text: '600 of 500 USD in 24 h',
          used: '600 USD',
          limit: '500 USD',
          window: '24h',
        },
      ],
      summary: {
        validations: 3,
        allowed: 2,
        held: 0,
        denied: 1,
        none: 0,
        blocked: 1,
        passed: 0,
        budgets: [
          {
            policy: 'payouts',
            clause: 'allow[0]',
            window: '24h',
            limit: '500 USD',
            most: '500 USD',
            at: expect.any(String),
          },
        ],
      },
      isDone: true,
    })
  })

  test('says what only a policy blocked, and what would pass', async () => {
    const { clock, service, pay, validate, send } = await withPolicy()
    await pay(300n)
    const { svcTxId } = await pay(201n)
    clock.advance(1)
    await listed(service, 'BLOCK', OTHER)
    await validate({ to: OTHER, value: '1' })
    const since = new Date(clock.now() - HOUR).toISOString()
    const wider = { ...payouts, allow: [{ pays: { assets: ['USDC', 'ETH'], per: { '24h': '600 USD' } } }] }
    expect(await send('POST', '/ext/v1/policies/replay', { since, policies: [wider] })).toMatchObject({
      content: [
        { result: 'deny', wasValid: false },
        {
          svcTxId,
          result: 'allow',
          wasValid: false,
          policy: 'payouts',
          clause: 'allow[0]',
          text: 'it was blocked: 501 of 500 USD in 24 h',
        },
      ],
      summary: { validations: 3, allowed: 2, denied: 1, blocked: 0, passed: 1, budgets: [{ most: '501 USD' }] },
    })
  })

  test('reads each validation once, also of one moment, and each sender that is under a policy only by a list', async () => {
    const { clock, service, pay, send } = await withPolicy({ ...payouts, mode: 'observe' })
    const since = new Date(clock.now()).toISOString()
    for (let times = 0; times < 20; times++) {
      await pay(20n)
      await pay(20n, PAYEE, { from: OTHER })
    }
    await listed(service, 'ALLOW', SENDER)
    const policies = [{ ...payouts, applies: { senders: ['allow-listed'] } }]
    expect(await send('POST', '/ext/v1/policies/replay', { since, policies })).toMatchObject({
      content: { length: 0 },
      summary: { validations: 40, allowed: 20, none: 20, budgets: [{ most: '400 USD' }] },
      isDone: true,
    })
  })
})
