import { describe, expect, test } from 'vitest'
import { TestClock } from '../../support/deterministic.ts'
import { openForTest } from '../../support/open-service.ts'
import { ask, listed, requestsTo, type Verdict } from '../../support/requests.ts'
import { callData } from '../risk/call-data.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const OTHER = '0x1234567890123456789012345678901234567890'
const DOLLAR = 10n ** 6n

const payouts = {
  name: 'payouts',
  mode: 'enforce',
  default: 'deny',
  hold: [{ pays: { over: '100 USD' } }],
  allow: [{ pays: { to: [PAYEE], per: { '24h': '500 USD' } } }],
}

/** An agent with a validation key, and keys that decide. */
async function desk(policy: object = payouts) {
  const clock = new TestClock()
  const service = await openForTest({ clock })
  const keyOf = async (kind: 'validation' | 'management') => (await service.keys.create(kind)).key
  const [agent, first, second] = [await keyOf('validation'), await keyOf('management'), await keyOf('management')]
  await requestsTo(service).send('POST', '/ext/v1/policies', policy)
  const { validate, send } = requestsTo(service, agent)
  const pay = (dollars: bigint, about: object = {}) =>
    validate({ to: USDC, data: callData.transfer(PAYEE, dollars * DOLLAR), ...about })
  const post = (key: string, path: string, body: object = {}) => ask(service, 'POST', path, body, { 'x-api-key': key })
  const request = (svcTxIds: readonly string[], digest = 'a') =>
    post(agent, '/ext/v1/holds', {
      digest: `0x${digest.repeat(64)}`,
      kind: 'transaction',
      method: 'eth_sendTransaction',
      chainId: '1',
      svcTxIds,
      selfApprove: true,
    })
  const used = async () =>
    (await requestsTo(service).send('GET', '/ext/v1/policies/payouts/usage')).content.map(
      (each: { used: string }) => each.used,
    )
  return { clock, service, agent, first, second, validate, send, pay, post, request, used }
}

describe('a policy that holds', () => {
  test('waits for another key, and counts from its release on, also above the limit, once', async () => {
    const { pay, post, request, used, agent, first } = await desk({ ...payouts, default: 'hold' })
    const held = await pay(620n)
    expect(held).toMatchObject({
      valid: false,
      combinedScore: expect.any(Number),
      error: 'policy payouts: hold: 620 of 100 USD in one payment',
    })
    const { status, body: hold } = await request([held.svcTxId])
    expect(status).toBe(200)
    expect(hold).toMatchObject({
      state: 'held',
      verdict: expect.not.stringMatching('BLOCKED'),
      approvals: 1,
      approvedBy: [],
      parts: [{ policies: [{ policy: 'payouts', clause: 'hold[0]', result: 'hold' }, { clause: 'allow[0]' }] }],
    })
    expect((await post(agent, `/ext/v1/holds/${hold.id}/release`)).body.code).toBe('hold-not-approved')
    expect((await post(first, `/ext/v1/holds/${hold.id}/approve`)).body).toMatchObject({
      state: 'approved',
      approvedBy: [{ by: expect.any(String) }],
    })
    expect(await used()).toEqual(['0 USD'])
    expect((await post(agent, `/ext/v1/holds/${hold.id}/release`)).status).toBe(200)
    expect(await used()).toEqual(['620 USD'])
    expect((await post(agent, `/ext/v1/holds/${hold.id}/release`)).body.code).toBe('hold-not-approved')
    expect(await pay(1n)).toMatchObject({ valid: false, error: 'policy payouts: hold: 621 of 500 USD in 24 h' })
  })

  test('needs as many keys as it says, each once, and none that requested it', async () => {
    const { pay, post, request, service, first, second } = await desk({
      ...payouts,
      hold: [{ pays: { over: '100 USD' }, approvals: 2 }],
    })
    const { svcTxId } = await pay(200n)
    const { body: hold } = await request([svcTxId])
    const approve = (key: string) => post(key, `/ext/v1/holds/${hold.id}/approve`)
    expect((await approve(first)).body).toMatchObject({ state: 'held', approvals: 2, approvedBy: [{}] })
    expect(await approve(first)).toMatchObject({ status: 409, body: { code: 'self-approval' } })
    expect((await approve(second)).body).toMatchObject({ state: 'approved', approvedBy: [{}, {}] })
    const own = await ask(service, 'POST', '/ext/v1/holds', {
      digest: `0x${'b'.repeat(64)}`,
      kind: 'transaction',
      method: 'eth_sendTransaction',
      chainId: '1',
      svcTxIds: [svcTxId],
      selfApprove: true,
    })
    expect(await ask(service, 'POST', `/ext/v1/holds/${own.body.id}/approve`, {})).toMatchObject({
      status: 409,
      body: { code: 'self-approval' },
    })
  })

  test('lets only the same pass: another amount, payee or clause is another hold', async () => {
    const { pay, post, request, first, send, service } = await desk()
    const { body: hold } = await request([(await pay(200n)).svcTxId])
    await post(first, `/ext/v1/holds/${hold.id}/approve`)
    const again = await request([(await pay(200n)).svcTxId])
    expect(again.body).toMatchObject({ id: hold.id, state: 'approved' })
    expect((await request([(await pay(201n)).svcTxId])).body).toMatchObject({ state: 'held' })
    expect((await request([(await pay(200n)).svcTxId], 'b')).body).toMatchObject({ state: 'held' })
    await requestsTo(service).send('POST', '/ext/v1/policies', {
      ...payouts,
      hold: [...payouts.hold, { calls: { functions: ['transfer'] }, approvals: 2 }],
    })
    expect((await request([(await pay(200n)).svcTxId])).body).toMatchObject({ state: 'held', approvals: 2 })
    expect(await send('GET', `/ext/v1/requested-holds/${hold.id}`)).toMatchObject({ state: 'expired' })
  })

  test('counts the validation that is sent, when the same was validated again', async () => {
    const { pay, post, request, first, agent, used, service } = await desk()
    const { body: hold } = await request([(await pay(200n)).svcTxId])
    await post(first, `/ext/v1/holds/${hold.id}/approve`)
    const { svcTxId } = await pay(200n)
    await request([svcTxId])
    await post(agent, `/ext/v1/holds/${hold.id}/release`)
    await requestsTo(service, agent).report({ svcTxId } as Verdict)
    expect(await used()).toEqual(['200 USD'])
  })

  test('counts once, also where who released it says that nothing was sent', async () => {
    const { pay, post, request, first, agent, used, service } = await desk()
    const { body: hold } = await request([(await pay(200n)).svcTxId])
    await post(first, `/ext/v1/holds/${hold.id}/approve`)
    const released = await post(agent, `/ext/v1/holds/${hold.id}/release`)
    expect(await used()).toEqual(['200 USD'])
    const outcome = { outcome: 'refused', isUntransmitted: true, releaseToken: released.body.releaseToken }
    await ask(service, 'PUT', `/ext/v1/holds/${hold.id}/outcome`, outcome, { 'x-api-key': agent })
    expect(await used()).toEqual(['200 USD'])
    await post(agent, `/ext/v1/holds/${hold.id}/release`)
    expect(await used()).toEqual(['200 USD'])
  })

  test('holds nothing that a policy denies or a list blocks', async () => {
    const { validate, request, service } = await desk()
    const denied = await validate({ to: USDC, data: callData.transfer(OTHER, 200n * DOLLAR) })
    expect(denied).toMatchObject({
      valid: false,
      error: `policy payouts: no clause allows a payment of USDC to ${OTHER}`,
    })
    expect(await request([denied.svcTxId])).toMatchObject({ status: 409, body: { code: 'denied-by-policy' } })
    await listed(service, 'BLOCK', PAYEE)
    const blocked = await validate({ to: USDC, data: callData.transfer(PAYEE, 200n * DOLLAR) })
    expect((blocked as Verdict & { error: string }).error).not.toContain('policy')
    expect((await request([blocked.svcTxId], 'c')).body).toMatchObject({ verdict: 'BLOCKED' })
  })
})
