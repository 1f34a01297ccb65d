import { describe, expect, it } from 'vitest'
import { PLAN, type Planned } from './campaigns/support/plan.ts'
import { nextCampaign, readLedger, type Shard, totalsOf } from './campaigns/support/schedule.ts'

const planned = (campaign: string, rest: Partial<Planned> = {}): Planned => ({
  campaign,
  goals: '',
  claim: '',
  shard: 10,
  seconds: 60,
  wanted: { kills: 100 },
  ...rest,
})
const shard = (campaign: string, rest: Partial<Shard> = {}): Shard => ({
  campaign,
  seed: 1,
  at: '2026-01-02T00:00:00Z',
  commit: '',
  counts: { kills: 10 },
  broken: [],
  seconds: 60,
  ...rest,
})
const crashed = { counts: {}, broken: ['ended without a result: exit code 1'], seconds: 1 }
const nameOfNext = (
  plan: readonly Planned[],
  { earlier = [], now = [], left = 1e9 }: { earlier?: readonly Shard[]; now?: readonly Shard[]; left?: number } = {},
) => nextCampaign(plan, { kept: [...earlier, ...now], ofThisRun: now, secondsLeft: left })?.campaign

/** Names in the order of a run in which each shard ends as `ending` says. */
function simulated(plan: readonly Planned[], seconds: number, ending: (each: Planned) => Partial<Shard>): string[] {
  const shards: Shard[] = []
  for (let left = seconds; shards.length < 10_000; ) {
    const next = nextCampaign(plan, { kept: shards, ofThisRun: shards, secondsLeft: left })
    if (!next) return shards.map(({ campaign }) => campaign)
    const ended = shard(next.campaign, { seconds: next.seconds, ...ending(next) })
    shards.push(ended)
    left -= ended.seconds
  }
  throw new Error('the run does not end')
}

/** Some campaigns count more than the cases that they are given. */
const counted = ({ wanted, shard: cases }: Planned): Partial<Shard> => ({
  counts: Object.fromEntries(Object.entries(wanted).map(([what, goal]) => [what, Math.max(cases, goal / 20)])),
})

describe('the next campaign', () => {
  it('is the one furthest from its goal, and none when all are reached', () => {
    const plan = [planned('a'), planned('b', { wanted: { kills: 20 } })]
    expect(nameOfNext(plan)).toBe('a')
    expect(nameOfNext(plan, { earlier: [shard('a')] })).toBe('b')
    expect(nameOfNext(plan, { earlier: [shard('a'), shard('b')] })).toBe('a')
    expect(nameOfNext(plan, { earlier: [...Array(10).fill(shard('a')), shard('b'), shard('b')] })).toBeUndefined()
  })

  it('is not one that crashed in this run, but can be one that crashed in an earlier run', () => {
    const plan = [planned('a'), planned('b')]
    expect(nameOfNext(plan, { now: [shard('a', crashed)] })).toBe('b')
    expect(nameOfNext(plan, { now: [shard('a', crashed), shard('b', crashed)] })).toBeUndefined()
    expect(nameOfNext(plan, { earlier: [shard('a', crashed)] })).toBe('a')
    expect(nameOfNext(plan, { now: [shard('a', { counts: { kills: 0 } })] })).toBe('b')
    const both = [planned('a', { wanted: { kills: 100, stops: 10 } }), planned('b')]
    expect(nameOfNext(both, { now: [shard('a')] })).toBe('b')
  })

  it('goes on with one that broke a promise, because other cases follow', () => {
    expect(nameOfNext([planned('a')], { now: [shard('a', { broken: ['lost'] })] })).toBe('a')
  })

  it('repeats a failed run of the same cases only in another run', () => {
    const plan = [planned('a', { isWhole: true })]
    const failed = shard('a', { counts: { kills: 1000 }, broken: ['lost'] })
    expect(nameOfNext(plan, { now: [failed] })).toBeUndefined()
    expect(nameOfNext(plan, { earlier: [failed] })).toBe('a')
    expect(nameOfNext(plan, { earlier: [failed, shard('a')] })).toBeUndefined()
    expect(nameOfNext(plan, { earlier: [shard('a', crashed)] })).toBe('a')
    const open = shard('a', { undecided: ['late'] })
    expect(nameOfNext(plan, { now: [open] })).toBeUndefined()
    expect(nameOfNext(plan, { earlier: [open] })).toBe('a')
  })

  it('ends in the time that is left, from the first shard on', () => {
    const plan = [planned('long', { seconds: 600 }), planned('quick', { seconds: 10, wanted: { kills: 20 } })]
    expect(nameOfNext(plan, { left: 599 })).toBe('quick')
    expect(nameOfNext(plan, { left: 600 })).toBe('long')
    expect(nameOfNext(plan, { earlier: [shard('long', { seconds: 700 })], left: 650 })).toBe('quick')
    expect(nameOfNext(plan, { earlier: [shard('long', crashed)], left: 599 })).toBe('quick')
    expect(nameOfNext(plan, { left: 0 })).toBeUndefined()
  })
})

describe('the long run', () => {
  it('ends when every campaign crashes, after one try of each', () => {
    expect(simulated(PLAN, Number.POSITIVE_INFINITY, () => crashed).toSorted()).toEqual(
      PLAN.map(({ campaign }) => campaign).toSorted(),
    )
  })

  it('reaches every goal', () => {
    const names = simulated(PLAN, Number.POSITIVE_INFINITY, counted)
    for (const { campaign } of PLAN) expect(names).toContain(campaign)
    expect(names.filter((name) => name === 'soak')).toHaveLength(6)
  })

  it.each([1, 10, 60, 600])('takes at most %d minutes', (minutes) => {
    const seconds = new Map(PLAN.map((each) => [each.campaign, each.seconds]))
    const names = simulated(PLAN, minutes * 60, counted)
    expect(names.length).toBeGreaterThan(0)
    expect(names.reduce((sum, name) => sum + (seconds.get(name) ?? 0), 0)).toBeLessThanOrEqual(minutes * 60)
  })
})

describe('the ledger', () => {
  const text = `${JSON.stringify(shard('a'))}\n${JSON.stringify(shard('a', { counts: { kills: 5, stops: 1 } }))}\n`

  it('is summed by what was tried', () => {
    expect(totalsOf('a', readLedger(text).shards)).toEqual({ kills: 15, stops: 1 })
    expect(readLedger('')).toEqual({ shards: [], whole: '' })
  })

  it('is read up to the last line break, wherever the last line was cut', () => {
    const last = JSON.stringify(shard('b'))
    for (let length = 1; length <= last.length; length++) {
      const { shards, whole } = readLedger(text + last.slice(0, length))
      expect(shards).toHaveLength(2)
      expect(whole).toBe(text)
    }
  })

  it('with a damaged line in the middle is refused', () => {
    expect(() => readLedger(`{"campaign"\n${text}`)).toThrow()
  })
})
