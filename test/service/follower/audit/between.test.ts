import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BETWEEN } from '../../../../src/service/follower/loop/rates.ts'
import { followed, shown } from './audited.ts'
import type { Content, Tracing } from './simulated-chain.ts'

const SAFE = `0x${'5afe'.repeat(10)}`
const OTHER = `0x${'07'.repeat(20)}`
const PERSON = `0x${'ee'.repeat(20)}`
const codes = { [SAFE]: '0x6001', [PERSON]: '0x' }

const into = (amount: bigint): Content => ({ internal: [{ from: OTHER, to: SAFE, amount }] })
const outOf = (amount: bigint): Content => ({ internal: [{ from: SAFE, to: OTHER, amount }] })

async function applyAll(following: Awaited<ReturnType<typeof followed>>, contents: readonly Content[]) {
  for (const content of contents) await following.apply(following.chain.mine(content))
}

/** Audits until one finds nothing, each at a new block. */
async function findAll(following: Awaited<ReturnType<typeof followed>>) {
  const found = []
  for (let audits = 0; audits < 40; audits++) {
    const some = shown(await following.audit())
    if (some.length === 0) return found
    found.push(...some)
    await following.apply(following.chain.mine())
  }
  throw new Error('the audit does not come to an end')
}

const short = (found: readonly ReturnType<typeof shown>[number][]) =>
  found.map(({ block, kind, amounts }) => `${block} ${kind} ${amounts?.join()}`)

describe('what comes into a contract by a call and leaves it by one of a later block', () => {
  test.each<[Tracing, string[]]>([
    ['debug-block', ['2 received +12345', '3 sent -12345']],
    ['parity', ['2 received +12345', '3 sent -12345']],
    ['none', ['2 unexplained-balance +12345', '3 unexplained-balance -12345']],
  ])('is found although the balance at the head is as before (traces: %s)', async (tracing, expected) => {
    const following = await followed([SAFE, PERSON], { tracing, codes })
    await applyAll(following, [{}])
    await following.audit()
    await applyAll(following, [into(12_345n), outOf(12_345n), {}])
    expect(short(await findAll(following))).toEqual(expected)
  })

  test('is found where several pairs are in blocks that were read at once', async () => {
    const following = await followed([SAFE], { tracing: 'debug-block', codes })
    await following.audit()
    await applyAll(following, [into(5n), {}, outOf(5n), into(7n), outOf(7n), {}])
    expect(short(await findAll(following))).toEqual(['1 received +5', '3 sent -5', '4 received +7', '5 sent -7'])
  })

  test('is found by a process that goes on after another was killed', async () => {
    const following = await followed([SAFE], { tracing: 'debug-block', codes })
    await following.audit()
    await applyAll(following, [{}, into(5n)])
    following.restart()
    await applyAll(following, [outOf(5n), {}])
    expect(short(await findAll(following))).toEqual(['2 received +5', '3 sent -5'])
  })

  test('is found in the branch of a reorg', async () => {
    const following = await followed([SAFE], { tracing: 'debug-block', codes })
    await following.audit()
    await applyAll(following, [{}, {}, {}])
    await following.audit()
    await following.undo(3)
    await applyAll(following, [into(5n), outOf(5n), {}, {}])
    expect(short(await findAll(following))).toEqual(['1 received +5', '2 sent -5'])
  })

  test('any such calls between any audits are found, each once', async () => {
    const step = fc.record({
      amounts: fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 4 }),
      audits: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const following = await followed([SAFE], { tracing: 'debug-block', codes })
        const found = shown(await following.audit())
        const moved: string[] = []
        for (const { amounts, audits } of steps) {
          for (const amount of amounts) {
            const block = await following.chain.mine(
              amount > 0 ? into(BigInt(amount)) : amount < 0 ? outOf(BigInt(-amount)) : {},
            )
            await following.apply(block)
            if (amount !== 0) moved.push(`${block.header.number} ${amount > 0 ? '+' : ''}${amount}`)
          }
          if (audits) found.push(...shown(await following.audit()))
        }
        await following.apply(following.chain.mine())
        found.push(...(await findAll(following)))
        expect(found.map(({ block, amounts }) => `${block} ${amounts?.join()}`).toSorted()).toEqual(moved.toSorted())
      }),
      { numRuns: 20 },
    )
  })
})

test('what is read at the blocks between two audits is bounded, and nothing for accounts without code', async () => {
  const following = await followed([SAFE, PERSON], { tracing: 'debug-block', codes })
  await following.audit()
  await applyAll(
    following,
    Array.from({ length: 300 }, () => ({})),
  )
  following.asked.splice(0)
  await following.audit()
  const balances = following.asked.filter(({ method }) => method === 'eth_getBalance')
  expect(balances.filter(({ params }) => params[0] === PERSON)).toHaveLength(1)
  expect(balances.length).toBeLessThanOrEqual(2 + BETWEEN.newest + BETWEEN.earlier)
  // At the head there is no block between.
  following.asked.splice(0)
  await applyAll(following, [{}])
  await following.audit()
  expect(following.asked.filter(({ method }) => method === 'eth_getBalance')).toHaveLength(2)
})
