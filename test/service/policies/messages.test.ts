import { describe, expect, test } from 'vitest'
import { TestClock } from '../../support/deterministic.ts'
import { openForTest } from '../../support/open-service.ts'
import { ask, requestsTo, SENDER } from '../../support/requests.ts'
import { callData } from '../risk/call-data.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const HOUR = 3_600_000
const DOLLAR = 10n ** 6n
const MAX = 2n ** 256n - 1n

const payouts = {
  name: 'payouts',
  mode: 'enforce',
  default: 'deny',
  allow: [
    { pays: { assets: ['USDC'], to: [PAYEE], per: { '24h': '500 USD' } } },
    { signs: { types: ['Permit'], domains: [USDC], validFor: '2h' } },
    { calls: 'any' },
  ],
}

async function signing(policy: object = payouts) {
  const clock = new TestClock()
  const service = await openForTest({ clock })
  const { send, validate } = requestsTo(service)
  await send('POST', '/ext/v1/policies', policy)
  const permit = (value: bigint, nonce = 0, deadline = clock.now() + HOUR) => ({
    from: SENDER,
    typedData: {
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      domain: { name: 'USD Coin', version: '2', chainId: '1', verifyingContract: USDC },
      message: {
        owner: SENDER,
        spender: PAYEE,
        value: String(value),
        nonce: String(nonce),
        deadline: String(Math.floor(deadline / 1000)),
      },
    },
  })
  const sign = (message: object, headers = {}) =>
    ask(service, 'POST', '/ext/v1/typed-data/validate', message, headers).then(({ body }) => body)
  const used = async () => (await send('GET', '/ext/v1/policies/payouts/usage')).content[0].used
  return { clock, service, send, validate, permit, sign, used }
}

test('an authorization is under the policies of the chain that it names, and one for every chain under all', async () => {
  const { sign } = await signing({ name: 'on-base', mode: 'enforce', applies: { chains: ['base'] }, default: 'deny' })
  const policiesOf = async (chainId: string) => {
    const { explanation } = await sign({
      from: SENDER,
      chainId: '1',
      typedData: { chainId, address: PAYEE, nonce: '0' },
    })
    return (explanation.policies ?? []).map(({ policy }: { policy: string }) => policy)
  }
  expect(await policiesOf('1')).toEqual([])
  expect(await policiesOf('8453')).toEqual(['on-base'])
  expect(await policiesOf('0')).toEqual(['on-base'])
})

describe('a message that spends', () => {
  test('takes from a budget, the same digest once, and is released by a person', async () => {
    const { send, permit, sign, used } = await signing()
    const first = await sign(permit(300n * DOLLAR))
    expect(first).toMatchObject({ valid: true, reservationId: `${first.digests.digest}-${SENDER}` })
    expect(await sign(permit(300n * DOLLAR))).toMatchObject({ valid: true, reservationId: first.reservationId })
    expect(await used()).toBe('300 USD')
    expect(await sign(permit(300n * DOLLAR, 1))).toMatchObject({
      valid: false,
      error: 'policy payouts: 600 of 500 USD in 24 h',
    })
    expect(await send('DELETE', `/ext/v1/policy-reservations/${first.reservationId}`)).toMatchObject({
      released: [{ amount: '300' }],
    })
    expect(await sign(permit(300n * DOLLAR, 1))).toMatchObject({ valid: true })
  })

  test('counts after its deadline: nothing shows that it was not used', async () => {
    const { clock, permit, sign, used } = await signing()
    await sign(permit(300n * DOLLAR))
    clock.advance(2 * HOUR)
    expect(await used()).toBe('300 USD')
    expect(await sign(permit(300n * DOLLAR, 1))).toMatchObject({ valid: false })
    clock.advance(22 * HOUR)
    expect(await sign(permit(300n * DOLLAR, 2))).toMatchObject({ valid: true })
  })

  test('shares the budget of transactions, and may not be without limit or valid too long', async () => {
    const { clock, validate, permit, sign } = await signing()
    expect(await validate({ to: USDC, data: callData.transfer(PAYEE, 400n * DOLLAR) })).toMatchObject({ valid: true })
    expect(await sign(permit(101n * DOLLAR))).toMatchObject({ error: 'policy payouts: 501 of 500 USD in 24 h' })
    expect(await sign(permit(MAX))).toMatchObject({ valid: false })
    expect(await sign(permit(100n * DOLLAR, 0, clock.now() + 3 * HOUR))).toMatchObject({ valid: false })
    expect(await sign(permit(100n * DOLLAR))).toMatchObject({ valid: true })
  })

  test('takes nothing in a dry run', async () => {
    const { permit, sign, used } = await signing()
    expect(await sign(permit(300n * DOLLAR), { 'x-txwarden-dry-run': 'true' })).not.toHaveProperty('reservationId')
    expect(await used()).toBe('0 USD')
  })

  test('keeps no text of the message', async () => {
    const { service, permit, sign } = await signing()
    await sign(permit(300n * DOLLAR))
    const { content } = (await ask(service, 'GET', '/ext/v1/transactions')).body
    expect(content).toEqual([])
  })

  test('that is held counts once it is approved by another key and released', async () => {
    const { service, permit, used } = await signing({ ...payouts, hold: [{ signs: 'any' }] })
    const agent = (await service.keys.create('validation')).key
    const desk = (await service.keys.create('management')).key
    const post = (key: string, path: string, body: object = {}) =>
      ask(service, 'POST', path, body, { 'x-api-key': key })
    const request = { digest: `0x${'a'.repeat(64)}`, kind: 'signature', method: 'eth_signTypedData_v4', chainId: '1' }
    const held = await post(agent, '/ext/v1/holds', { ...request, messages: [permit(300n * DOLLAR)] })
    expect(held.body).toMatchObject({ state: 'held', approvals: 1, parts: [{ reservationId: expect.any(String) }] })
    expect(await used()).toBe('0 USD')
    await post(desk, `/ext/v1/holds/${held.body.id}/approve`)
    await post(agent, `/ext/v1/holds/${held.body.id}/release`)
    expect(await used()).toBe('300 USD')
  })
})
