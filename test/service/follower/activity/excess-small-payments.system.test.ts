import { describe, expect, test } from 'vitest'
import type { CheckedBlock, MatchedTransaction } from '../../../../src/service/chain/blocks/block.ts'
import { Refusals } from '../../../../src/service/chain/rpc/refusals.ts'
import type { StateSource } from '../../../../src/service/chain/state/state-reader.ts'
import { MonitorProcessor } from '../../../../src/service/follower/block-processor.ts'
import type { BlockSource } from '../../../../src/service/follower/loop/source.ts'
import { createReads } from '../../../../src/service/records/reads/reads.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { blockOf, hashOf, transfer } from '../audit/blocks.ts'
import { CHAIN, NotifiedChain, TREASURY } from '../notify/notified-chain.ts'

/** A stranger sends many payments of next to nothing in one block: what that may cost is bounded, and nothing is lost. */

const COUNT = 300
const payerOf = (at: number) => `0x5e${(at + 1).toString(16).padStart(38, '0')}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: bigint | string) => `0x${BigInt(value).toString(16).padStart(64, '0')}`

const dust = (at: number): MatchedTransaction => to(TREASURY, { from: payerOf(at), value: BigInt(at + 1) })

function to(address: string, about: Parameters<typeof transfer>[0]): MatchedTransaction {
  return { ...transfer({ ...about, to: address }), candidates: [address] }
}

/** A token that a stranger made: its amount says nothing. */
function madeUp(at: number): MatchedTransaction {
  const token = `0x70ce${(at + 1).toString(16).padStart(36, '0')}`
  const topics = [TRANSFER, word(payerOf(at)), word(TREASURY)]
  const logs = [{ address: token, topics, data: word(10n ** 30n) }]
  return { ...transfer({ from: payerOf(at), to: token, logs }), candidates: [TREASURY] }
}

const silent: StateSource = {
  refusals: new Refusals(new TestClock()),
  send: async (requests) => requests.map(() => ({ failure: { kind: 'failed', message: 'node: no answer' } })),
}

async function following() {
  const chain = await NotifiedChain.open()
  const { store, deadlines } = chain.service
  await chain.alert('watch')
  await chain.alert('confirmed', { confirmations: 1 })
  await chain.monitor()
  const clock = new TestClock()
  let ids = 0
  let judged = 0
  const work = new MonitorProcessor({
    chainId: CHAIN,
    reads: createReads(store.read),
    deadlines,
    clock,
    newId: () => `crowd ${++ids}`,
    wake: () => {},
    chain: {
      observeBlock: async ({ transactions }) => {
        judged += transactions.length
        return undefined
      },
    },
  })
  let tip = 0
  const apply = async (block: CheckedBlock) => {
    const facts = await work.begin()
    const prepared = await work.prepare(facts, block, silent as BlockSource)
    const previous = { tip, finalized: undefined }
    tip = block.header.number
    const progress = { ...facts, tip, finalized: undefined, previous }
    await store.write(async (db) => {
      await prepared.record(db, progress)
      await work.settle(db, progress)
    })
  }
  return {
    apply,
    undo: async (from: number) => {
      await store.write((db) => work.undo(db, { from, tip }))
      tip = from - 1
    },
    /** Transactions that were judged since the last call. */
    judged() {
      const count = judged
      judged = 0
      return count
    },
    pass: (ms: number) => clock.step(ms),
    messages: async () => {
      const events = await chain.events()
      return Map.groupBy(
        events.filter(({ content }) => content.notice === undefined),
        ({ alert_name }) => alert_name,
      )
    },
    notices: async () => (await chain.events()).flatMap(({ content }) => content.notice ?? []),
    stored: async () => {
      const events = await store.read.selectFrom('chain_events').selectAll().execute()
      const transactions = await store.read.selectFrom('transactions').select('transaction_id').execute()
      return { events, transactions: transactions.length }
    },
  }
}

describe.each([
  ['the native currency', dust],
  ['tokens of their own', madeUp],
] as const)('many small payments of %s in one block', (_, paymentOf) => {
  test('some are judged and notified one by one, the others are stored, counted and notified together', async () => {
    const follow = await following()
    const payments = Array.from({ length: COUNT }, (_, at) => paymentOf(at))
    await follow.apply(blockOf(1, payments))
    expect(follow.judged()).toBe(8)
    const { events, transactions } = await follow.stored()
    expect(events.map(({ tx_hash }) => tx_hash).sort()).toEqual(
      payments.map(({ transaction }) => transaction.hash).sort(),
    )
    expect(new Set(events.map(({ kind, state }) => `${kind} ${state}`))).toEqual(new Set(['received IN']))
    expect(transactions).toBe(8)
    await follow.apply(blockOf(2, []))
    const messages = await follow.messages()
    expect(messages.get('watch')).toHaveLength(8)
    expect(messages.get('confirmed')).toHaveLength(8)
    expect(await follow.notices()).toEqual([])
    follow.pass(86_400_000)
    await follow.apply(blockOf(3, []))
    const notices = await follow.notices()
    expect(notices.map(({ text }) => text)).toEqual(
      Array(2).fill(expect.stringMatching(/^292 further small payments to a monitored address since /)),
    )
  })
})

test('what is worth more is judged and notified, wherever it is in the block', async () => {
  const follow = await following()
  const large = to(TREASURY, { from: payerOf(COUNT), value: 10n ** 18n })
  const own = to(payerOf(1), { from: TREASURY, value: 1n })
  const sent = { ...own, candidates: [TREASURY] }
  await follow.apply(blockOf(1, [...Array.from({ length: COUNT }, (_, at) => dust(at)), large, sent]))
  expect(follow.judged()).toBe(10)
  const notified = (await follow.messages()).get('watch')?.map(({ content }) => content.transaction.transactionId)
  expect(notified).toContain(large.transaction.hash)
  expect(notified).toContain(sent.transaction.hash)
})

test('a reorg brings them into another block: nothing is reported twice, nothing is lost', async () => {
  const follow = await following()
  const payments = Array.from({ length: 40 }, (_, at) => dust(at))
  await follow.apply(blockOf(1, payments))
  await follow.undo(1)
  const other = blockOf(1, payments.toReversed())
  await follow.apply({ ...other, header: { ...other.header, hash: hashOf(1_000_001n) } })
  const { events } = await follow.stored()
  expect(events.map(({ state, block_hash }) => `${state} ${block_hash}`)).toEqual(
    Array(40).fill(`IN ${hashOf(1_000_001n)}`),
  )
  const notified = (await follow.messages()).get('watch')?.map(({ content }) => content.transaction.transactionId) ?? []
  expect(new Set(notified).size).toBe(notified.length)
  // Those that were reported before, and the first ones of the new block.
  expect(notified).toHaveLength(16)
})
