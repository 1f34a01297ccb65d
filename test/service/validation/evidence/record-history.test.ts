import { describe, expect } from 'vitest'
import type { Service } from '../../../../src/service/index.ts'
import { testAddresses } from '../../../../src/service/intel/baseline-records.ts'
import { counterpartiesAlike, whichHaveHistory } from '../../../../src/service/store/repositories/counterparties.ts'
import { neighboursOf } from '../../../../src/service/store/repositories/graph.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { openForTest, test } from '../../../support/open-service.ts'
import { listed, send, unlisted, type Verdict, validate as validateOn } from '../../../support/requests.ts'
import { callData } from '../../risk/call-data.ts'
import {
  account,
  entryPoint,
  safe,
  wrapInAggregate3,
  wrapInExecute,
  wrapInMulticall,
  wrapInMultiSend,
  wrapInSafe,
  wrapInUserOperation,
} from '../../risk/wrapping.ts'

const SENDER = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const LOOKALIKE = '0xabcd9e0f8d7c6b5a4938271605142332415099ff'
const OTHER = '0x07e4b3c2d4f5061728394a5b6c7d8e9fa0b1c2d3'
const HASH = `0x${'11'.repeat(32)}`
const SCOPE = { chainId: '1', owner: SENDER }
/** When it is validated. */
const WHEN = '2026-01-02T03:04:05.000Z'

const validate = (service: Service, transaction: object) => validateOn(service, { from: SENDER, ...transaction })

const report = (
  service: Service,
  { svcTxId }: Verdict,
  body: unknown = { transactionId: HASH, blockNumber: '7', blockTime: WHEN },
  headers = {},
) => send<undefined>(service, 'PUT', `/api/v2/transaction/${svcTxId}`, body, headers)

const seen = (service: Service, address: string) => counterpartiesAlike(service.store.read, [{ ...SCOPE, address }])
const hasHistory = async (service: Service) =>
  (await whichHaveHistory(service.store.read, [{ ...SCOPE, least: 1 }])).has(`${SCOPE.chainId} ${SCOPE.owner}`)
const neighbours = (service: Service, address: string) => neighboursOf(service.store.read, '1', [address], 10)

const once = (counterparty: string, hadValue = 1) => {
  const at = Date.parse(WHEN)
  return expect.objectContaining({ counterparty, first_seen: at, last_seen: at, count: 1, had_value: hadValue })
}

const edgeCounts = async (service: Service) => {
  const rows = await service.store.read.selectFrom('graph_edges').select('count').orderBy('count').execute()
  return rows.map(({ count }) => count)
}

describe('a reported transaction makes its recipients known', () => {
  test('with native value', async ({ service }) => {
    await report(service, await validate(service, { to: PAYEE, value: '5' }))
    expect(await seen(service, PAYEE)).toEqual([once(PAYEE)])
    expect(await neighbours(service, PAYEE)).toEqual([SENDER])
    expect(await neighbours(service, SENDER)).toEqual([PAYEE])
    expect(await hasHistory(service)).toBe(true)
  })

  test('with tokens, and not the token', async ({ service }) => {
    await report(service, await validate(service, { to: TOKEN, data: callData.transfer(PAYEE, 5n) }))
    expect(await seen(service, PAYEE)).toEqual([once(PAYEE)])
    expect(await seen(service, TOKEN)).toEqual([])
  })

  test('without value, and without an edge', async ({ service }) => {
    await report(service, await validate(service, { to: TOKEN, data: callData.transfer(PAYEE, 0n) }))
    expect(await seen(service, PAYEE)).toEqual([once(PAYEE, 0)])
    expect(await neighbours(service, PAYEE)).toEqual([])
  })

  test('but not the payees of another address', async ({ service }) => {
    await report(service, await validate(service, { to: TOKEN, data: callData.transferFrom(OTHER, PAYEE, 5n) }))
    expect(await seen(service, PAYEE)).toEqual([])
    expect(await neighbours(service, PAYEE)).toEqual([OTHER])
  })
})

describe('it counts', () => {
  test('when it has its id and its block', async ({ service }) => {
    const validated = await validate(service, { to: PAYEE, value: '5' })
    await report(service, validated, { transactionId: HASH })
    expect(await seen(service, PAYEE)).toEqual([])
    expect(await hasHistory(service)).toBe(false)
    await report(service, validated, { blockNumber: '7', blockTime: WHEN })
    await report(service, validated, { blockNumber: '8' })
    expect(await seen(service, PAYEE)).toEqual([once(PAYEE)])
  })

  test('once when another transaction replaces it', async ({ service }) => {
    const validated = await validate(service, { to: PAYEE, value: '5' })
    await report(service, validated)
    const replacement = { transactionId: `0x${'22'.repeat(32)}` }
    await report(service, validated, replacement, { 'x-txwarden-replace': 'true' })
    await report(service, validated, { ...replacement, blockNumber: '9' })
    expect(await seen(service, PAYEE)).toEqual([once(PAYEE)])
  })

  test('once for all validations of one transaction, also of another content', async ({ service }) => {
    for (const value of ['5', '5', '6']) await report(service, await validate(service, { to: PAYEE, value }))
    expect(await seen(service, PAYEE)).toEqual([once(PAYEE)])
    expect(await edgeCounts(service)).toEqual([1])
    // The same transaction pays another address, and another transaction pays the same address.
    await report(service, await validate(service, { to: OTHER, value: '5' }))
    expect(await seen(service, OTHER)).toEqual([once(OTHER)])
    await report(service, await validate(service, { to: PAYEE, value: '5' }), {
      transactionId: `0x${'22'.repeat(32)}`,
      blockNumber: '8',
      blockTime: WHEN,
    })
    expect(await seen(service, PAYEE)).toMatchObject([{ count: 2 }])
    expect(await edgeCounts(service)).toEqual([1, 2])
  })

  test('once for many validations of one transaction', async ({ service }) => {
    for (let number = 0; number < 23; number++)
      await report(service, await validate(service, { to: PAYEE, value: '5' }))
    expect(await seen(service, PAYEE)).toEqual([once(PAYEE)])
    const payments = await service.store.read.selectFrom('payments').select('amount').execute()
    expect(payments.map(({ amount }) => BigInt(amount))).toEqual([5n])
  })

  test('never when it was blocked', async ({ service }) => {
    const validated = await validate(service, { to: testAddresses.drainer, value: '5' })
    expect(validated.valid).toBe(false)
    await report(service, validated)
    expect(await seen(service, testAddresses.drainer.toLowerCase())).toEqual([])
    expect(await hasHistory(service)).toBe(false)
  })

  test('a second transaction, with first and last time', async () => {
    const clock = new TestClock()
    const service = await openForTest({ clock })
    await report(service, await validate(service, { to: PAYEE, value: '5' }))
    clock.advance(60_000)
    const later = '2026-01-02T03:05:05.000Z'
    await report(service, await validate(service, { to: TOKEN, data: callData.transfer(PAYEE, 0n) }), {
      transactionId: `0x${'33'.repeat(32)}`,
      blockNumber: '9',
      blockTime: later,
    })
    expect(await seen(service, PAYEE)).toEqual([
      expect.objectContaining({
        first_seen: Date.parse(WHEN),
        last_seen: Date.parse(later),
        count: 2,
        had_value: 1,
      }),
    ])
  })

  test('with a block time between its validation and now', async ({ service }) => {
    for (const [id, blockTime] of [
      ['11', '1999-01-01T00:00:00.000Z'],
      ['22', '2999-01-01T00:00:00.000Z'],
    ] as const)
      await report(service, await validate(service, { to: PAYEE, value: '5' }), {
        transactionId: `0x${id.repeat(32)}`,
        blockNumber: '7',
        blockTime,
      })
    const at = Date.parse(WHEN)
    expect(await seen(service, PAYEE)).toMatchObject([{ first_seen: at, last_seen: at, count: 2 }])
  })
})

describe('a payment to a lookalike of an earlier payee', () => {
  test('is UNSAFE, another payment to the payee is not', async ({ service }) => {
    expect((await validate(service, { to: LOOKALIKE, value: '5' })).combinedScore).toBe(0)
    await report(service, await validate(service, { to: TOKEN, data: callData.transfer(PAYEE, 5n) }))
    const poisoned = await validate(service, { to: TOKEN, data: callData.transfer(LOOKALIKE, 5n) })
    expect(poisoned).toMatchObject({ valid: false, combinedScoreDetails: { subCategory: 'addressPoisoning' } })
    expect(poisoned.combinedScore).toBeGreaterThanOrEqual(70)
    expect((await validate(service, { to: TOKEN, data: callData.transfer(PAYEE, 5n) })).combinedScore).toBe(0)
  })

  test('does not affect another sender', async ({ service }) => {
    await report(service, await validate(service, { to: PAYEE, value: '5' }))
    expect((await validate(service, { from: OTHER, to: LOOKALIKE, value: '5' })).combinedScore).toBe(0)
  })
})

describe('an account has its own history', () => {
  const EXECUTOR = '0xca11bde05977b3631167028862be2a173976ca11'
  const MULTI_SEND = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'
  const OTHER_SAFE = '0x5afe9c8b7a69584736251403f2e1d0cfbeadacfb'
  const transfer = (to: string) => callData.transfer(to, 5n)
  const bySafe = (to: string, by = safe, token = TOKEN) => ({ to: by, data: wrapInSafe(token, 0n, transfer(to)) })
  const seenBy = (service: Service, owner: string) =>
    counterpartiesAlike(service.store.read, [{ chainId: '1', owner, address: PAYEE }])

  test.each([
    ['a Safe', safe, bySafe],
    ['a Safe that sends native value', safe, (to: string) => ({ to: safe, data: wrapInSafe(to, 5n, '0x') })],
    [
      'a Safe’s multiSend within a multicall',
      safe,
      (to: string) => ({
        to: safe,
        data: wrapInMulticall(wrapInSafe(MULTI_SEND, 0n, wrapInMultiSend({ to: TOKEN, data: transfer(to) }), 1)),
      }),
    ],
    [
      'a smart account, by a user operation',
      account,
      (to: string) => ({
        to: entryPoint,
        data: wrapInUserOperation(account, wrapInExecute(TOKEN, 0n, transfer(to))),
      }),
    ],
  ])('%s, which finds lookalikes for any signer', async (_, owner, paying) => {
    const service = await openForTest()
    const first = await validate(service, paying(PAYEE))
    expect(first).toMatchObject({ valid: true })
    await report(service, first)
    expect(await seenBy(service, owner)).toEqual([once(PAYEE)])
    expect(await seen(service, PAYEE)).toEqual([])
    for (const from of [SENDER, OTHER]) {
      const poisoned = await validate(service, { from, ...paying(LOOKALIKE) })
      expect(poisoned).toMatchObject({ valid: false, combinedScoreDetails: { subCategory: 'addressPoisoning' } })
      expect((await validate(service, { from, ...paying(PAYEE) })).combinedScore).toBeLessThan(31)
    }
  })

  test('and accounts do not affect each other', async ({ service }) => {
    await report(service, await validate(service, bySafe(PAYEE)))
    expect((await validate(service, bySafe(LOOKALIKE, OTHER_SAFE))).combinedScoreDetails.subCategory).toBe('')
    expect((await validate(service, { to: LOOKALIKE, value: '5' })).combinedScore).toBe(0)
    const both = wrapInMulticall(wrapInSafe(TOKEN, 0n, transfer(OTHER)), transfer(LOOKALIKE))
    expect((await validate(service, { to: safe, data: both })).combinedScoreDetails.subCategory).not.toBe(
      'addressPoisoning',
    )
  })

  test('also when the account itself is the sender', async ({ service }) => {
    await report(service, await validate(service, { from: safe, to: PAYEE, value: '5' }))
    expect(await validate(service, bySafe(LOOKALIKE))).toMatchObject({
      valid: false,
      combinedScoreDetails: { subCategory: 'addressPoisoning' },
    })
  })

  test('but not from a blocked payment or one reported without block', async ({ service }) => {
    const scam = await validate(service, bySafe(testAddresses.drainer.toLowerCase()))
    expect(scam.valid).toBe(false)
    await report(service, scam)
    await report(service, await validate(service, bySafe(PAYEE)), { transactionId: `0x${'44'.repeat(32)}` })
    expect(
      await counterpartiesAlike(
        service.store.read,
        [PAYEE, testAddresses.drainer.toLowerCase()].map((address) => ({ chainId: '1', owner: safe, address })),
      ),
    ).toEqual([])
  })

  test('and an open executor has none', async ({ service }) => {
    const data = wrapInAggregate3({ to: TOKEN, data: transfer(PAYEE) })
    await report(service, await validate(service, { to: EXECUTOR, data }))
    expect(await seenBy(service, EXECUTOR)).toEqual([])
  })

  test('makes its payees known to itself, not to others', async ({ service }) => {
    for (const token of [TOKEN, OTHER]) await report(service, await validate(service, bySafe(PAYEE, safe, token)))
    const twoTokens = wrapInMultiSend({ to: TOKEN, data: transfer(PAYEE) }, { to: OTHER, data: transfer(PAYEE) })
    const paying = (by: string) => ({ to: by, data: wrapInSafe(MULTI_SEND, 0n, twoTokens, 1) })
    expect((await validate(service, paying(safe))).combinedScore).toBeLessThan(31)
    expect((await validate(service, paying(OTHER_SAFE))).combinedScore).toBe(60)
  })

  test('a transaction at WARNING or more makes a contact, which vouches for nothing', async ({ service }) => {
    const twoTokens = wrapInMultiSend({ to: TOKEN, data: transfer(PAYEE) }, { to: OTHER, data: transfer(PAYEE) })
    const drain = { to: safe, data: wrapInSafe(MULTI_SEND, 0n, twoTokens, 1) }
    const first = await validate(service, drain)
    expect(first.combinedScore).toBe(60)
    await report(service, first)
    expect(await seenBy(service, safe)).toMatchObject([{ counterparty: PAYEE, had_value: 1, standing: 1 }])
    expect((await validate(service, drain)).combinedScore).toBe(60)
    const lookalike = await validate(service, bySafe(LOOKALIKE))
    expect(lookalike.combinedScoreDetails.subCategory).toBe('addressPoisoning')
    await report(service, await validate(service, bySafe(PAYEE)))
    // Of the other token nothing was paid before.
    expect((await validate(service, drain)).combinedScore).toBe(60)
    await report(service, await validate(service, bySafe(PAYEE, safe, OTHER)))
    expect((await validate(service, drain)).combinedScore).toBeLessThan(31)
  })

  test('an allowance below WARNING vouches for the same one', async ({ service }) => {
    const approve = (amount: bigint) => ({ to: TOKEN, data: callData.approve(PAYEE, amount) })
    await report(service, await validate(service, approve(5n)))
    expect((await validate(service, approve(5n))).combinedScore).toBe(35)
    const entry = await listed(service, 'ALLOW', PAYEE)
    await report(service, await validate(service, approve(5n)))
    await unlisted(service, entry)
    expect((await validate(service, approve(5n))).combinedScore).toBe(0)
    expect((await validate(service, approve(6n))).combinedScore).toBe(35)
    await report(service, await validate(service, approve(0n)))
    expect((await validate(service, approve(5n))).combinedScore).toBe(35)
  })

  test('a permit and an increase vouch for nothing', async ({ service }) => {
    const entry = await listed(service, 'ALLOW', PAYEE)
    const permit = callData.permit(SENDER, PAYEE, 5n, 9_999_999_999n, 27, '0x1', '0x2')
    for (const data of [permit, callData.increaseAllowance(PAYEE, 5n)])
      await report(service, await validate(service, { to: TOKEN, data }))
    await unlisted(service, entry)
    expect((await validate(service, { to: TOKEN, data: callData.approve(PAYEE, 5n) })).combinedScore).toBe(35)
  })

  test('what a contract pays out to an address is a contact, not a payment', async ({ service }) => {
    const entry = await listed(service, 'ALLOW', PAYEE)
    const word = (of: string) => of.replace(/^0x/, '').padStart(64, '0')
    const withdraw = { to: TOKEN, data: `0xb460af94${word('5')}${word(PAYEE)}${word(SENDER)}` }
    await report(service, await validate(service, withdraw))
    await unlisted(service, entry)
    expect(await seen(service, PAYEE)).toMatchObject([{ had_value: 1, standing: 1 }])
    expect((await validate(service, withdraw)).combinedScore).toBe(45)
  })

  test('a payment with a call vouches for no payment without one', async ({ service }) => {
    await report(service, await validate(service, { to: PAYEE, value: '5', data: '0xdeadbeef' }))
    expect(await seen(service, PAYEE)).toEqual([once(PAYEE)])
    expect(await validate(service, { to: PAYEE, value: '5' })).toMatchObject({ coverage: 'none' })
    await report(service, await validate(service, { to: PAYEE, value: '5' }), {
      transactionId: `0x${'22'.repeat(32)}`,
      blockNumber: '8',
      blockTime: WHEN,
    })
    expect(await validate(service, { to: PAYEE, value: '5' })).not.toMatchObject({ coverage: 'none' })
  })

  test('a payment does not vouch for an allowance', async ({ service }) => {
    await report(service, await validate(service, bySafe(PAYEE)))
    const approve = callData.approve(PAYEE, 5n)
    expect((await validate(service, { to: safe, data: wrapInSafe(TOKEN, 0n, approve) })).combinedScore).toBe(35)
    expect((await validate(service, { to: TOKEN, data: approve })).combinedScore).toBe(35)
  })
})
