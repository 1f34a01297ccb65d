import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Followed, follow } from '../../../src/commands/watch/follow.ts'

/** A list whose rows change; read newest change first, in pages. */
function changingList() {
  const rows = new Map<string, Followed>()
  return {
    change(id: string, at: number) {
      rows.set(id, { id, changedAt: new Date(at).toISOString() })
    },
    async fetch({ page, size }: { page: number; size: number }) {
      const sorted = [...rows.values()].sort(
        (a, b) => b.changedAt.localeCompare(a.changedAt) || b.id.localeCompare(a.id),
      )
      return sorted.slice(page * size, (page + 1) * size)
    },
  }
}

test('a poll reports each state once, oldest first, for any number of states', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 250 }), fc.integer({ min: 0, max: 3 })), { maxLength: 300 }),
        {
          maxLength: 6,
        },
      ),
      async (looks) => {
        const list = changingList()
        const follower = follow(list.fetch, 1000)
        let now = 1000
        for (const changes of looks) {
          const expected = new Map<string, string>()
          for (const [id, pause] of changes) {
            // A thing that changes twice within a millisecond is one change: its time says no more.
            now += pause + 1
            list.change(`t${id}`, now)
            expected.set(`t${id}`, new Date(now).toISOString())
          }
          const notified = await follower()
          expect(Object.fromEntries(notified.map((row) => [row.id, row.changedAt]))).toEqual(
            Object.fromEntries(expected),
          )
          expect(notified.map((row) => row.changedAt)).toEqual(notified.map((row) => row.changedAt).toSorted())
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('reports two items of the same time, also when the second appears later', async () => {
  const list = changingList()
  const follower = follow(list.fetch, 0)
  list.change('a', 5)
  expect(await follower()).toHaveLength(1)
  list.change('b', 5)
  expect((await follower()).map(({ id }) => id)).toEqual(['b'])
  expect(await follower()).toEqual([])
})

test('does not report changes before the start', async () => {
  const list = changingList()
  list.change('old', 10)
  expect(await follow(list.fetch, 11)()).toEqual([])
})

test('reports an item late when it commits after a newer one was reported', async () => {
  const list = changingList()
  const follower = follow(list.fetch, 0)
  list.change('quick', 5000)
  expect((await follower()).map(({ id }) => id)).toEqual(['quick'])
  list.change('waited for the lock', 3500)
  expect((await follower()).map(({ id }) => id)).toEqual(['waited for the lock'])
  list.change('next', 6000)
  expect((await follower()).map(({ id }) => id)).toEqual(['next'])
  expect(await follower()).toEqual([])
})
