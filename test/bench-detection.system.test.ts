import { describe, expect, test } from 'vitest'
import { sampleData } from '../bench/detection/data.ts'
import { figuresOf, wilson } from '../bench/detection/figures.ts'
import { labelledSets } from '../bench/detection/sets.ts'

describe('the detection bench', () => {
  test('reaches its goals on the samples of the project', async () => {
    const figures = (await labelledSets(sampleData())).map(figuresOf)
    const sampled = figures.filter(
      ({ name }) => !/^(generated held-out phishing names|generated effects|adversarial|unseen)/.test(name),
    )
    expect(sampled.filter(({ n }) => n === 0).map(({ name }) => name)).toEqual([])
    expect(sampled.filter(({ goals }) => goals.some(({ reached }) => !reached))).toEqual([])

    const effects = figures.filter(({ name }) => name.startsWith('generated effects'))
    const ofHiddenOrUnsafe = effects.flatMap(({ name, goals }) =>
      goals.filter(({ level }) => level !== 'WARNING').map((goal) => ({ name, ...goal })),
    )
    expect(ofHiddenOrUnsafe.length).toBeGreaterThan(18)
    expect(ofHiddenOrUnsafe.filter(({ reached }) => !reached)).toEqual([])
  })
})

describe('figures of a set', () => {
  test('count at a level and above, and list the cases that miss a goal', () => {
    const cases = [0, 30, 31, 70].map((score) => ({ name: String(score), score }))
    const goals = [{ level: 'WARNING', is: 'at least', rate: 0.75 }] as const
    expect(figuresOf({ name: 'four', goals, cases })).toEqual({
      name: 'four',
      n: 4,
      shares: {
        WARNING: { count: 2, rate: 0.5, interval: wilson(2, 4) },
        UNSAFE: { count: 1, rate: 0.25, interval: wilson(1, 4) },
      },
      goals: [{ level: 'WARNING', is: 'at least', rate: 0.75, reached: false }],
      wrong: [
        { name: '0', score: 0 },
        { name: '30', score: 30 },
      ],
    })
  })

  // 81 of 263: the example of Newcombe (1998), method 3.
  test('have Wilson’s interval', () => {
    expect(wilson(81, 263).map((bound) => bound.toFixed(4))).toEqual(['0.2553', '0.3662'])
  })

  test('of an empty set reach no goal', () => {
    const { goals } = figuresOf({ name: 'none', goals: [{ level: 'UNSAFE', is: 'at most', rate: 0 }], cases: [] })
    expect(goals.map(({ reached }) => reached)).toEqual([false])
  })
})
