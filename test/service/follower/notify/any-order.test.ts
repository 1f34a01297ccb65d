import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf, NotifiedChain, type SeenActivity } from './notified-chain.ts'

/** What happens to the chain: a block with some of three transactions, a reorg, time without a block, empty blocks. */
const turns = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ turn: fc.constant('apply' as const), transactions: fc.subarray([1, 2, 3]) }) },
    { weight: 3, arbitrary: fc.record({ turn: fc.constant('undo' as const), blocks: fc.integer({ min: 1, max: 4 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        turn: fc.constant('settle' as const),
        ms: fc.constantFrom(0, 1000, 61_000),
        isFinal: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ turn: fc.constant('quiet' as const), blocks: fc.integer({ min: 1, max: 9 }) }),
    },
  ),
  { minLength: 4, maxLength: 14 },
)

const alerts = { now: {}, deep: { confirmations: 2 }, final: { confirmations: 'finalized' } }

/** Kinds of a transaction: another block can do less with it. */
function activities(transaction: number, block: number): SeenActivity[] {
  const sent: SeenActivity = { transaction, kind: 'sent' }
  const received: SeenActivity = { transaction, kind: 'received' }
  return transaction === 1 ? [sent] : block % 2 === 0 ? [sent, received] : [received]
}

test('tells each step of each round once to each alert, and takes back only what was reported, in any order of blocks', async () => {
  const seen = { retracted: 0, again: 0 }
  await fc.assert(
    fc.asyncProperty(turns, async (some) => {
      const chain = await NotifiedChain.open()
      for (const [name, filter] of Object.entries(alerts)) await chain.alert(name, filter)
      await chain.monitor()
      chain.finalized = chain.tip
      // Transactions of the present branch, by block.
      const branch = new Map<number, readonly number[]>()
      const inBranch = () => new Set([...branch.values()].flat())
      const apply = async (wanted: readonly number[]) => {
        const there = inBranch()
        const transactions = wanted.filter((each) => !there.has(each))
        branch.set(chain.tip + 1, transactions)
        await chain.apply(...transactions.flatMap((each) => activities(each, chain.tip)))
      }
      for (const each of some) {
        if (each.turn === 'apply') await apply(each.transactions)
        else if (each.turn === 'quiet') for (let at = 0; at < each.blocks; at++) await apply([])
        else if (each.turn === 'settle')
          await chain.settle(each.ms, each.isFinal ? Math.max(0, chain.tip - 5) : undefined)
        else {
          // What is final stays.
          const blocks = Math.min(each.blocks, chain.tip - Math.max(chain.finalized ?? 0, 100))
          for (let at = 0; at < blocks; at++) branch.delete(chain.tip - at)
          if (blocks > 0) await chain.undo(blocks)
        }
      }
      for (let at = 0; at < 12; at++) await apply([])
      await chain.settle(0, chain.tip)

      const there = inBranch()
      const events = await chain.events()
      for (const name of Object.keys(alerts))
        for (const transaction of [1, 2, 3]) {
          const notified = events.filter(
            ({ alert_name, content }) =>
              alert_name === name && content.transaction.transactionId === hashOf(transaction),
          )
          const steps = notified.map(({ step }) => step)
          // Each step of a round once: included, then retracted and included-again in turns; another block can do more.
          expect(new Set(notified.map(({ step, round }) => `${step} ${round}`)).size).toBe(notified.length)
          const graver = notified.filter(({ step, round }) => step === 'included-again' && round === 0)
          expect(graver.every(({ kind }) => kind === 'sent')).toBe(true)
          const turned = notified.filter((each) => !graver.includes(each)).map(({ step }) => step)
          expect(turned).toEqual(
            turned.map((_, at) => (at === 0 ? 'included' : at % 2 === 1 ? 'retracted' : 'included-again')),
          )
          // What was reported last is how it is.
          const isNotified = turned.length % 2 === 1
          expect(`${name} ${transaction}: ${isNotified}`).toBe(`${name} ${transaction}: ${there.has(transaction)}`)
          seen.retracted += steps.filter((step) => step === 'retracted').length
          seen.again += steps.filter((step) => step === 'included-again').length
          // What is final is never taken back.
          if (name === 'final') expect(turned.length).toBeLessThan(2)
        }
    }),
    { numRuns: 25, seed: 7 },
  )
  expect(seen.retracted).toBeGreaterThan(3)
  expect(seen.again).toBeGreaterThan(0)
})
