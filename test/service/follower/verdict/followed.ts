import type { Validated } from '../../../../src/service/alerts/matching/build-event.ts'
import type { ChainTransaction, TransactionReceipt } from '../../../../src/service/chain/blocks/block.ts'
import type { Activity } from '../../../../src/service/follower/activity/activity.ts'
import type { FollowedTransaction } from '../../../../src/service/follower/verdict/followed-transaction.ts'
import { recordFollowed, type ValidatedTransaction } from '../../../../src/service/follower/verdict/record-followed.ts'
import { validateFollowed } from '../../../../src/service/follower/verdict/validate-followed.ts'
import type { Service } from '../../../../src/service/index.ts'
import { createReads } from '../../../../src/service/records/reads/reads.ts'
import { createIds } from '../../../../src/service/runtime/ids.ts'
import { seededRandom, TestClock } from '../../../support/deterministic.ts'

/** Followed transactions, validated and stored by the real store, with defaults. */

export const treasury = '0x7e57e185f01f2900f3b969962d790bd76275007a'
export const attacker = '0xdead000000000000000000000000000000000b0b'
export const payee = '0x51e1000000000000000000000000000000090abc'
export const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
export const fakeCoin = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'

/** Of the clock of a local database. */
export const NOW = Date.parse('2026-01-02T03:04:05.000Z')

const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')

export const callData = {
  transfer: (to: string, amount: bigint) => `0xa9059cbb${word(to)}${word(amount)}`,
  transferFrom: (from: string, to: string, amount: bigint) => `0x23b872dd${word(from)}${word(to)}${word(amount)}`,
  approve: (spender: string, amount: bigint) => `0x095ea7b3${word(spender)}${word(amount)}`,
}

export function transferLog(token: string, from: string, to: string, amount: bigint) {
  return {
    address: token,
    topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', `0x${word(from)}`, `0x${word(to)}`],
    data: `0x${word(amount)}`,
  }
}

export function hashOf(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}

export function followed(
  about: Partial<ChainTransaction> & Pick<ChainTransaction, 'from' | 'to'>,
  activities: readonly Omit<Activity, 'mined'>[],
  {
    logs = [],
    succeeded = true,
    number = 100,
    branch = 0,
  }: Partial<TransactionReceipt> & {
    readonly number?: number
    readonly branch?: number
  } = {},
): FollowedTransaction {
  const transaction: ChainTransaction = {
    hash: hashOf(1),
    index: 0,
    value: 0n,
    data: '0x',
    nonce: 7,
    type: 2,
    mint: 0n,
    authorizations: [],
    ...about,
  }
  const receipt: TransactionReceipt = { succeeded, fee: 1n, created: undefined, logs }
  const header = {
    number,
    hash: hashOf(1_000_000 * (branch + 1) + number),
    parentHash: hashOf(1_000_000 * (branch + 1) + number - 1),
    timestamp: NOW / 1000 + 30,
  }
  const mined = { chainId: '1', header, transaction, receipt }
  return { ...mined, activities: activities.map((activity) => ({ ...activity, mined })) }
}

export const USDC_12_500 = 12_500_000_000n

/** An attacker takes 12,500 USDC by an allowance. */
export function drain(about: Partial<ChainTransaction> = {}): FollowedTransaction {
  return followed(
    { from: attacker, to: usdc, data: callData.transferFrom(treasury, payee, USDC_12_500), ...about },
    [
      {
        address: treasury,
        kind: 'allowance-spent',
        details: {
          other: attacker,
          moves: [{ token: usdc, amount: String(USDC_12_500), direction: 'out', other: payee }],
        },
      },
    ],
    { logs: [transferLog(usdc, treasury, payee, USDC_12_500)] },
  )
}

/** The treasury pays USDC itself. */
export function payment(
  about: Partial<ChainTransaction> = {},
  { amount = 5_000_000n, ...receipt }: Parameters<typeof followed>[2] & { readonly amount?: bigint } = {},
): FollowedTransaction {
  const moves = [{ token: usdc, amount: String(amount), direction: 'out', other: payee }] as const
  const failed = receipt.succeeded === false
  return followed(
    { from: treasury, to: usdc, data: callData.transfer(payee, amount), ...about },
    [{ address: treasury, kind: 'sent', details: failed ? { failed: true } : { moves } }],
    { logs: failed ? [] : [transferLog(usdc, treasury, payee, amount)], ...receipt },
  )
}

const clock = new TestClock(NOW + 60_000)
const newId = createIds(clock, seededRandom('followed'))

/** Validates without a node, and stores it like a block does. */
export async function follow({ store }: Pick<Service, 'store'>, what: FollowedTransaction): Promise<Validated> {
  const now = clock.now()
  const [validated] = await validateFollowed([what], {
    reads: createReads(store.read),
    chain: undefined,
    now,
  })
  return store.write((db) => recordFollowed(validated as ValidatedTransaction, { db, now, newId }))
}
