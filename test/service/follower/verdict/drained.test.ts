import { describe, expect } from 'vitest'
import { PERMIT2 } from '../../../../src/service/evm/allowance.ts'
import type { Activity } from '../../../../src/service/follower/activity/activity.ts'
import { testAddresses } from '../../../../src/service/intel/baseline-records.ts'
import { resultOf } from '../../../../src/service/records/transaction-record.ts'
import { test } from '../../../support/open-service.ts'
import { listed as addEntry, unlisted, validate } from '../../../support/requests.ts'
import { localDatabase } from '../../administration/local-database.ts'
import {
  attacker,
  callData,
  drain,
  fakeCoin,
  follow,
  followed,
  payee,
  payment,
  transferLog,
  treasury,
  USDC_12_500,
  usdc,
} from './followed.ts'

type Rough = Omit<Activity, 'mined'>

const drainer = '0xd4a1000000000000000000000000000000000abc'
const listed = testAddresses.drainer.toLowerCase()

/** What one transaction is judged as, in a database of its own. */
async function judged(
  transaction: Parameters<typeof followed>[0],
  activities: readonly Rough[],
  receipt: Parameters<typeof followed>[2] = {},
) {
  return localDatabase().use(async (service) =>
    resultOf((await follow(service, followed(transaction, activities, receipt))).row),
  )
}

const rulesOf = ({ explanation }: Awaited<ReturnType<typeof judged>>) =>
  (explanation?.reasons ?? []).filter(({ points }) => points > 0).map(({ rule, points }) => `${points} ${rule}`)

const out = (about: Partial<NonNullable<Activity['details']['moves']>[number]> = {}) =>
  ({ token: usdc, amount: String(USDC_12_500), direction: 'out', other: payee, ...about }) as const
const spent = (other: string, ...moves: readonly ReturnType<typeof out>[]): Rough => ({
  address: treasury,
  kind: 'allowance-spent',
  details: { other, moves: moves.length > 0 ? moves : [out()] },
})
const logs = [transferLog(usdc, treasury, payee, USDC_12_500)]

describe('an allowance of the treasury is spent', () => {
  test.each([
    ['by the sender', { from: attacker, to: usdc }, attacker, '80 spent-allowance'],
    ['by an unknown contract', { from: attacker, to: drainer }, drainer, '60 spent-allowance'],
    ['through Permit2, by its caller', { from: attacker, to: PERMIT2 }, PERMIT2, '80 spent-allowance'],
    ['through Permit2, by a contract', { from: attacker, to: drainer }, PERMIT2, '60 spent-allowance'],
    ['by a listed contract', { from: attacker, to: listed }, listed, '95 listed-address'],
  ] as const)('%s', async (_, transaction, other, strongest) => {
    const result = await judged({ ...transaction, data: '0x12345678' }, [spent(other)], { logs })
    expect(rulesOf(result)[0]).toBe(strongest)
    expect(result.simulation?.assetChanges).toMatchObject([{ amount: '-12500000000', symbol: 'USDC' }])
  })

  test('the other tokens of the attacker are nothing that the treasury lost', async () => {
    const attackers = transferLog(usdc, attacker, payee, 7n)
    const result = await judged({ from: attacker, to: drainer }, [spent(drainer)], { logs: [...logs, attackers] })
    expect(result.simulation?.assetChanges).toHaveLength(1)
  })

  test('by whom a validated transaction allowed it: quiet', async ({ service }) => {
    const approve = { to: usdc, data: callData.approve(drainer, 2n * USDC_12_500) }
    const entry = await addEntry(service, 'ALLOW', drainer)
    const { combinedScore } = await validate(service, { from: treasury, ...approve })
    expect(combinedScore).toBeLessThan(31)
    const granting = followed({ from: treasury, ...approve }, [{ address: treasury, kind: 'sent', details: {} }])
    expect((await follow(service, granting)).row.validated_as).not.toBeNull()
    await unlisted(service, entry)
    const pull = followed({ from: attacker, to: drainer, hash: `0x${'2'.repeat(64)}` }, [spent(drainer)], { logs })
    expect(rulesOf((await follow(service, pull)).result)).toEqual([])
    const other = followed({ from: attacker, to: drainer, hash: `0x${'3'.repeat(64)}` }, [spent(attacker)], { logs })
    expect(rulesOf((await follow(service, other)).result)).toEqual(['80 spent-allowance'])
  })
})

test.each<[string, Rough, string]>([
  [
    'a permit that somebody else submits',
    {
      address: treasury,
      kind: 'allowance-granted',
      details: { other: attacker, token: usdc, amount: '5' },
    },
    '55 unknown-grant',
  ],
  [
    'an operator',
    {
      address: treasury,
      kind: 'operator',
      details: { other: attacker, token: fakeCoin },
    },
    '60 unknown-grant',
  ],
  [
    'a delegation that somebody else submits',
    {
      address: treasury,
      kind: 'delegation',
      details: { other: drainer },
    },
    '75 account-delegation',
  ],
  [
    'an owner that a module adds',
    {
      address: treasury,
      kind: 'owners-changed',
      details: { other: attacker, notes: [{ code: 'control-changed', change: 'owner-added' }] },
    },
    '60 unsent-change',
  ],
])('%s is a warning at least', async (_, activity, expected) => {
  const own = { address: treasury, topics: [`0x${'9'.repeat(64)}`], data: '0x' }
  const result = await judged({ from: attacker, to: drainer, data: '0x12345678' }, [activity], { logs: [own] })
  expect(rulesOf(result)[0]).toBe(expected)
})

test('who makes the treasury the owner of something takes nothing from it', async () => {
  const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
  const given = { address: fakeCoin, topics: [`0x${'9'.repeat(64)}`, word(attacker), word(treasury)], data: '0x' }
  const details = { other: attacker, notes: [{ code: 'owner-gained', contract: fakeCoin }] } as const
  const activity = { address: treasury, kind: 'owners-changed', details } as const
  expect(rulesOf(await judged({ from: attacker, to: fakeCoin }, [activity], { logs: [given] }))).toEqual([])
})

describe('the treasury receives', () => {
  const received = (other: string, amount = 5n): Rough => ({
    address: treasury,
    kind: 'received',
    details: { other, moves: [{ token: usdc, amount: String(amount), direction: 'in', other }] },
  })

  test('from somebody who risks much: that is not the business of the treasury', async () => {
    const risky = { from: attacker, to: usdc, data: callData.approve(drainer, 2n ** 255n) }
    const income = { logs: [transferLog(usdc, attacker, treasury, 5n)] }
    expect(rulesOf(await judged(risky, [received(attacker)], income))).toEqual([])
    // Its own approval is another matter.
    expect(
      rulesOf(await judged({ ...risky, from: treasury }, [{ address: treasury, kind: 'sent', details: {} }])),
    ).toEqual(['50 unknown-grant'])
  })

  test('from a sanctioned address: that is', async () => {
    const from = testAddresses.sanctioned.toLowerCase()
    const data = callData.transfer(treasury, 5n)
    const result = await judged({ from, to: usdc, data }, [received(from)], {
      logs: [transferLog(usdc, from, treasury, 5n)],
    })
    expect(rulesOf(result)).toEqual(['100 sanctioned-address'])
    // Nothing was blocked: it is in a block.
    expect(result).toMatchObject({ valid: true, combinedScore: 100 })
    expect(result).not.toHaveProperty('error')
  })
})

test('poison moves nothing, whatever its events say', async () => {
  const moves = [
    { token: usdc, amount: '0', direction: 'out', other: attacker },
    { token: fakeCoin, amount: '777', direction: 'out', other: attacker },
  ] as const
  const activity = { address: treasury, kind: 'poison', details: { other: attacker, moves } } as const
  const fakes = [transferLog(usdc, treasury, attacker, 0n), transferLog(fakeCoin, treasury, attacker, 777n)]
  const result = await judged({ from: attacker, to: fakeCoin }, [activity], { logs: fakes })
  expect(result.simulation?.assetChanges).toEqual([])
  expect(rulesOf(result)).toEqual([])
})

test('a failed payment moves nothing, and its verdict is that of its call data', async ({ service }) => {
  const validated = await validate(service, { from: treasury, to: usdc, data: callData.transfer(payee, 5_000_000n) })
  const { row, result } = await follow(service, payment({}, { succeeded: false }))
  expect(result.simulation).toMatchObject({ status: 'reverted', executed: true, assetChanges: [] })
  expect(result.combinedScore).toBe(validated.combinedScore)
  expect(row).toMatchObject({ validated_as: validated.svcTxId, total_loss: 0 })
})

test('without prices the loss is not known; drained whole', async ({ service }) => {
  expect((await follow(service, drain())).row.total_loss).toBeNull()
})
