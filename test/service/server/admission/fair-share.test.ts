import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairShare } from '../../../../src/service/server/admission/admission.ts'

const SIZE = 100

/** Takes one at a time for each owner in turn, until none of them may have more. */
function fill(share: FairShare, owners: readonly string[]): number[] {
  const taken = owners.map(() => 0)
  for (let round = 0; round < SIZE; round += 1)
    for (const [index, owner] of owners.entries())
      if (share.hasRoom(owner, 1, SIZE)) {
        share.take(owner, 1)
        taken[index] = (taken[index] ?? 0) + 1
      }
  return taken
}

test('one owner alone takes most of it, and leaves some', () => {
  expect(fill(new FairShare(), ['a'])).toEqual([80])
})

test('several take the same, and leave some', () => {
  expect(fill(new FairShare(), ['a', 'b'])).toEqual([44, 44])
  expect(fill(new FairShare(), ['a', 'b', 'c', 'd'])).toEqual([24, 24, 23, 23])
})

test('one that comes later finds room, and gets the same when the first gives back', () => {
  const share = new FairShare()
  fill(share, ['a'])
  expect(fill(share, ['b'])[0]).toBeGreaterThan(10)
  for (let turn = 0; turn < 10 * SIZE; turn += 1) {
    share.give('a', 1)
    for (const owner of ['b', 'a'])
      if (share.hasRoom(owner, 1, SIZE)) {
        share.take(owner, 1)
        break
      }
  }
  expect(share.total).toBeLessThanOrEqual(90)
  const rest = fill(share, ['b'])
  expect(rest).toEqual([0])
})

test('whatever others take, an owner without anything has room, and the total is what was taken', () => {
  const step = fc.record({
    owner: fc.constantFrom('a', 'b', 'c'),
    amount: fc.integer({ min: 1, max: 120 }),
    gives: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 200 }), (steps, size) => {
      const share = new FairShare()
      const held: { owner: string; amount: number }[] = []
      for (const { owner, amount, gives } of steps) {
        const index = held.findIndex((each) => each.owner === owner)
        if (gives && index >= 0) {
          const [given] = held.splice(index, 1)
          if (given) share.give(given.owner, given.amount)
        } else if (share.hasRoom(owner, amount, size)) {
          share.take(owner, amount)
          held.push({ owner, amount })
        }
        expect(share.hasRoom('newcomer', amount, size)).toBe(true)
        expect(share.total).toBe(held.reduce((sum, each) => sum + each.amount, 0))
        for (const name of ['a', 'b', 'c']) {
          const own = held.filter((each) => each.owner === name)
          // The first is always admitted; all together stay within 4/5.
          const total = own.reduce((sum, each) => sum + each.amount, 0)
          if (own.length > 1) expect(total - (own[0]?.amount ?? 0)).toBeLessThanOrEqual(size)
        }
      }
    }),
  )
})
