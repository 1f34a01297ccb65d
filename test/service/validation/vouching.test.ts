import { describe, expect } from 'vitest'
import { call as encoded } from '../../../bench/detection/adversarial/encode.ts'
import type { Service } from '../../../src/service/index.ts'
import { TestClock } from '../../support/deterministic.ts'
import { openForTest, test } from '../../support/open-service.ts'
import { listed, requestsTo, SENDER, unlisted, type Verdict } from '../../support/requests.ts'
import { callData } from '../risk/call-data.ts'
import { safe, wrapInMultiSend, wrapInSafe } from '../risk/wrapping.ts'

const AAVE = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const LOOKALIKE = '0xabcd9e0f8d7c6b5a4938271605142332415099ff'
const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const MULTI_SEND = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'

/** Two API keys of one service. */
async function twoKeys(service: Service) {
  const [one, other] = [await service.keys.create('validation'), await service.keys.create('validation')]
  return { one: requestsTo(service, one.key), other: requestsTo(service, other.key) }
}

describe('history vouches for amounts', () => {
  test('up to ten times the largest earlier payment of the asset', async ({ service }) => {
    const { validate, pay, send, known } = requestsTo(service)
    await pay({ to: PAYEE, value: '1000' })
    await pay({ to: PAYEE, value: '3' })
    const paid = 'was paid before: it is in 2 reported transactions since 2026-01-02, at most 1000 wei on 2026-01-02'
    const within = await validate({ to: PAYEE, value: '10000' })
    expect(within).toMatchObject({ combinedScore: 0, coverage: 'full' })
    expect(known(within)).toEqual([`${paid}; reported, not confirmed`])
    const above = await validate({ to: PAYEE, value: '10001' })
    expect(above).toMatchObject({ coverage: 'none' })
    expect(known(above)).toEqual([
      'was paid before, but at most 1000 wei on 2026-01-02; reported, not confirmed: that vouches for no such amount',
    ])
    expect(await validate({ to: TOKEN, data: callData.transfer(PAYEE, 1n) })).toMatchObject({ coverage: 'none' })
    await send('PUT', '/ext/v1/settings', { historyFactor: 20 })
    expect(await validate({ to: PAYEE, value: '20000' })).toMatchObject({ coverage: 'full' })
  })

  test('together, where it is paid in parts', async ({ service }) => {
    const { validate, pay, known } = requestsTo(service)
    await pay({ from: safe, to: PAYEE, value: '1000' })
    const parts = (count: number) => ({
      to: safe,
      data: wrapInSafe(
        MULTI_SEND,
        0n,
        wrapInMultiSend(...Array.from({ length: count }, () => ({ to: PAYEE, value: 1000n, data: '0x' as const }))),
        1,
      ),
    })
    expect(known(await validate(parts(10)))[0]).toMatch(/^was paid before, 1000 wei on 2026-01-02, in a reported/)
    expect(known(await validate(parts(11)))[0]).toMatch(/vouches for no such amount$/)
  })
})

describe('a payment vouches for nothing else', () => {
  test('not for who receives what a contract takes or pays out', async ({ service }) => {
    const { validate, pay } = requestsTo(service)
    const supply = { to: AAVE, data: encoded('supply(address,uint256,address,uint16)', TOKEN, 10n ** 13n, PAYEE, 0) }
    const before = await validate(supply)
    await pay({ to: PAYEE, value: '1' })
    const { combinedScore, coverage } = await validate(supply)
    expect([combinedScore, coverage]).toEqual([before.combinedScore, before.coverage])
  })

  test('not for another item of a token', async ({ service }) => {
    const { validate, pay } = requestsTo(service)
    const item = (id: bigint, amount: bigint) => ({
      to: TOKEN,
      data: encoded('safeTransferFrom(address,address,uint256,uint256,bytes)', SENDER, PAYEE, id, amount, '0x'),
    })
    await pay(item(1n, 1000n))
    expect(await validate(item(1n, 10_000n))).toMatchObject({ coverage: 'full' })
    expect(await validate(item(77n, 1n))).toMatchObject({ coverage: 'none' })
    const single = (id: bigint) => ({
      to: TOKEN,
      data: encoded('safeTransferFrom(address,address,uint256)', SENDER, PAYEE, id),
    })
    await pay(single(9999n))
    expect(known(await validate(single(3n)))[0]).toContain('1 item')
  })
})

const known = ({ explanation }: Verdict) =>
  explanation.reasons.filter(({ rule }) => rule === 'known-payee').map(({ text }) => text)

describe('a report without a node', () => {
  test('of the key that validated counts, of another it does not', async ({ service }) => {
    const { one, other } = await twoKeys(service)
    const transaction = { to: PAYEE, value: '5' }
    const first = await one.validate(transaction)
    expect(await requestsTo(service).reported(first)).toBeUndefined()
    await other.report(first)
    expect(await requestsTo(service).reported(first)).toBe('unconfirmed')
    const unknown = await one.validate(transaction)
    expect(unknown).toMatchObject({ coverage: 'none' })
    expect(unknown.explanation.missing).toContain('No history for this sender')
    expect(unknown.explanation.missing).toContain('Earlier payments to the recipient: reported, not confirmed')
    expect(one.known(unknown)).toEqual([
      'was paid before, 5 wei on 2026-01-02, but that is reported, not confirmed: it vouches for nothing',
    ])
    // The same report by the key that validated.
    await one.report(first)
    expect(await one.validate(transaction)).toMatchObject({ coverage: 'full' })
  })

  test('of the operator counts, whoever validated', async ({ service }) => {
    const one = requestsTo(service, (await service.keys.create('validation')).key)
    const operator = requestsTo(service)
    await operator.report(await one.validate({ to: PAYEE, value: '5' }))
    expect(await one.validate({ to: PAYEE, value: '5' })).toMatchObject({ coverage: 'full' })
  })

  test('of an allowance by another key vouches for none', async ({ service }) => {
    const { one, other } = await twoKeys(service)
    const entry = await listed(service, 'ALLOW', PAYEE)
    const approve = { to: TOKEN, data: callData.approve(PAYEE, 5n) }
    const first = await one.validate(approve)
    await other.report(first)
    await unlisted(service, entry)
    expect((await one.validate(approve)).combinedScore).toBe(35)
    await one.report(first)
    expect((await one.validate(approve)).combinedScore).toBe(0)
  })
})

test('of two similar payees the first is the genuine one', async () => {
  const clock = new TestClock()
  const service = await openForTest({ clock })
  const { validate, pay } = requestsTo(service)
  await pay({ to: PAYEE, value: '5' })
  clock.advance(60_000)
  const entry = await listed(service, 'ALLOW', LOOKALIKE)
  await pay({ to: LOOKALIKE, value: '5' })
  await unlisted(service, entry)
  expect(await validate({ to: LOOKALIKE, value: '5000' })).toMatchObject({ combinedScore: 90 })
  expect(await validate({ to: PAYEE, value: '5000' })).toMatchObject({ combinedScore: 0, coverage: 'none' })
})
