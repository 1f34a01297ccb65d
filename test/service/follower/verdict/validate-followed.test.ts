import { describe, expect } from 'vitest'
import type { Output } from '../../../../src/api/operations/operations.ts'
import type { Activity } from '../../../../src/service/follower/activity/activity.ts'
import type { FollowedTransaction } from '../../../../src/service/follower/verdict/followed-transaction.ts'
import { openForTest, test } from '../../../support/open-service.ts'
import { send, validate } from '../../../support/requests.ts'
import { attacker, callData, drain, follow, hashOf, payee, payment, treasury, usdc } from './followed.ts'

test('a drain by an allowance is UNSAFE and says what is lost, also without a node', async ({ service }) => {
  const { row, result } = await follow(service, drain())
  expect(row).toMatchObject({
    origin: 'chain',
    product: 'SONAR',
    transaction_id: hashOf(1),
    block_number: '100',
    validated_as: null,
    valid: 1,
    combined_score: 80,
    from_key: attacker,
  })
  expect(result.valid).toBe(true)
  expect(result.explanation?.reasons[0]).toMatchObject({ rule: 'spent-allowance', points: 80 })
  expect(result.simulation).toMatchObject({
    status: 'ok',
    method: 'receipt',
    blockNumber: 100,
    assetChanges: [{ amount: '-12500000000', symbol: 'USDC', decimals: 6, verified: true }],
  })
})

test('a validated payment stands for its transaction, which reports it', async ({ service }) => {
  const { svcTxId } = await validate(service, {
    from: treasury,
    to: usdc,
    data: callData.transfer(payee, 5_000_000n),
  })
  const { row } = await follow(service, payment())
  expect(row.validated_as).toBe(svcTxId)
  const record = await send<Output<'getTransaction'>>(service, 'GET', `/ext/v1/transactions/${svcTxId}`, undefined)
  expect(record).toMatchObject({ transactionId: hashOf(1), blockNumber: '100', reports: [{ blockNumber: '100' }] })
})

describe('a transaction that is seen again for another address', () => {
  const own = drain()
  const other = { ...own, activities: [{ ...received(own), address: payee }] }

  test.each([
    ['milder', [own, other]],
    ['graver', [other, own]],
    ['the same', [own, own]],
  ])('keeps the graver verdict of its block (the later one is %s)', async (_, judgements) => {
    const service = await openForTest()
    for (const each of judgements) await follow(service, each)
    const { row, result } = await follow(service, other)
    expect(row).toMatchObject({ combined_score: 80, block_hash: own.header.hash })
    expect(result).toMatchObject({ combinedScore: 80, svcTxId: row.id })
    expect(result.explanation?.reasons[0]).toMatchObject({ rule: 'spent-allowance' })
    const stored = await service.store.read.selectFrom('transactions').selectAll().execute()
    expect(stored).toMatchObject([{ id: row.id, combined_score: 80, total_loss: row.total_loss }])
    expect(JSON.parse(stored[0]?.result ?? '')).toMatchObject({ combinedScore: 80 })
  })

  test('in another block, gets the verdict of that block', async ({ service }) => {
    await follow(service, own)
    const { row } = await follow(service, { ...other, header: { ...own.header, hash: hashOf(5) } })
    expect(row).toMatchObject({ combined_score: 0, block_hash: hashOf(5) })
  })
})

/** What the payee sees of a transaction. */
function received({ chainId, header, transaction, receipt }: FollowedTransaction): Activity {
  const moves = [{ token: usdc, amount: '1', direction: 'in', other: treasury }] as const
  return { address: payee, kind: 'received', mined: { chainId, header, transaction, receipt }, details: { moves } }
}
