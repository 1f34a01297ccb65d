import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAnyPending, nextDueDeliveries } from '../../../../src/service/store/repositories/deliveries.ts'
import { hasClaimableQueue } from '../../../../src/service/store/repositories/destination-queues.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import { plansOf } from '../../../support/plans.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('outbox queries use the indexes of pending deliveries only', async () => {
  const store = await openSqliteStore(join(temporaryFolder(), 'local.db'))
  onTestFinished(() => store.close())
  const plans = await plansOf(store.read, async (db) => {
    await isAnyPending(db)
    await hasClaimableQueue(db, { now: 1, failing: false })
    await nextDueDeliveries(db, 'a-destination', { now: 1, earlyAttempts: 3, limit: 64 })
  })
  expect(plans).toHaveLength(4)
  const [pending, claimable, ...next] = plans
  expect(pending).toContain('INDEX deliveries_pending')
  expect(claimable).toContain('INDEX deliveries_due (destination_id=? AND due_at<?)')
  expect(claimable).toContain('INDEX deliveries_due (destination_id=? AND due_at>?)')
  for (const plan of next) {
    expect(plan).toContain('INDEX deliveries_severity (destination_id=?)')
    // In the order of the index: a long queue is not sorted for each message.
    expect(plan).not.toContain('TEMP B-TREE')
  }
})
