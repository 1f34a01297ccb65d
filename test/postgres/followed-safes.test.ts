import { expect, test } from 'vitest'
import { LEASE_MS } from '../../src/service/safes/follow/poll-context.ts'
import { takeLease } from '../../src/service/store/repositories/leases.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { FollowDesk, owners } from '../service/safes/follow/follow-desk.ts'

const [alice, bob] = owners

/** Queues that were read so far. */
const readings = ({ standIn }: FollowDesk) =>
  standIn.requests.filter(({ path }) => path.endsWith('/multisig-transactions/')).length

test('two servers that follow a Safe read its queue once a turn, and send each message once', async () => {
  const desk = await FollowDesk.open({ servers: 2, clock: systemClock })
  const [first, second] = [desk.row({ nonce: 0n, value: 1n }), desk.row({ nonce: 1n, value: 2n })]
  const steps = [[first], [first, second], [desk.row({ nonce: 0n, value: 1n }, [alice]), second]]
  steps.push([desk.row({ nonce: 0n, value: 1n }, [alice, bob]), second])
  const kinds: (readonly string[])[] = []
  for (const step of steps) {
    desk.standIn.transactions = step
    kinds.push(...(await desk.poll()))
  }
  desk.chain.execute(first.safeTxHash)
  desk.standIn.transactions = [second]
  kinds.push(...(await desk.poll()), ...(await desk.poll()))
  expect(kinds).toEqual([['queued'], ['queued'], ['confirmed'], ['executable'], ['executed']])
  expect((await desk.sent()).map((message) => message.kinds)).toEqual(kinds)
  expect(readings(desk)).toBe((await desk.safe()).turn)
})

test('another server goes on when the lease of one that was killed ends, and not before', async () => {
  const desk = await FollowDesk.open({ clock: systemClock })
  const { store, deadlines } = desk.service
  const began = deadlines.now()
  await desk.poll()
  const pollMs = deadlines.now() - began
  const leaseMs = 3000
  expect(leaseMs).toBeLessThan(LEASE_MS)
  const { id, turn } = await desk.safe()
  // Its process ended in the middle of a turn: nothing renews the lease.
  const now = deadlines.now()
  const killed = { table: 'safes', id, claimId: 'killed', holder: 'other:1' } as const
  await store.write((db) => db.updateTable('safes').set({ next_poll_at: 0 }).where('id', '=', id).execute())
  await store.write((db) => takeLease(db, killed, { until: now + leaseMs, now: now + LEASE_MS * 2 }))
  desk.standIn.transactions = [desk.row({ nonce: 0n })]
  for (;;) {
    const row = await desk.safe()
    if (row.turn > turn) break
    expect(deadlines.now() - now).toBeLessThan(leaseMs + 5000 + 10 * pollMs)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(deadlines.now() - now).toBeGreaterThanOrEqual(leaseMs)
  await expect.poll(async () => (await desk.sent()).map(({ kinds }) => kinds)).toEqual([['queued']])
})
