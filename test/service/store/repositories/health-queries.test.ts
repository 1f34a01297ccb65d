import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listChainHeads } from '../../../../src/service/store/repositories/chain-heads.ts'
import { countWaitingHolds, deliveryHealth, safeHealth } from '../../../../src/service/store/repositories/health.ts'
import { listSources } from '../../../../src/service/store/repositories/intel-sources.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import { plansOf } from '../../../support/plans.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** Configuration, what is not planned yet, and the rows that a limit leaves. */
const SMALL =
  /^SCAN (?:destinations|safes|intel_sources|chain_heads|fan_outs|some|items)(?: USING INDEX sqlite_autoindex_\w+)?$/
/** Indexes of what waits or failed, and one in the order that a limit ends. */
const PARTIAL = /^SCAN \w+ USING (?:COVERING )?INDEX (?:deliveries_due|deliveries_failed_created|safe_items_updated)$/

test('a scrape scans no table that grows with validations', async () => {
  const store = await openSqliteStore(join(temporaryFolder(), 'local.db'))
  onTestFinished(() => store.close())
  const plans = await plansOf(store.read, async (db) => {
    await deliveryHealth(db)
    await countWaitingHolds(db, 0)
    await safeHealth(db)
    await listSources(db)
    await listChainHeads(db)
  })
  expect(plans.length).toBeGreaterThan(8)
  for (const plan of plans) {
    const scans = plan.split('\n').filter((line) => line.startsWith('SCAN '))
    // The outer query counts the rows that the inner one found by its index.
    const isInner = plan.includes('SEARCH holds USING INDEX')
    const others = scans.filter(
      (line) => !SMALL.test(line) && !PARTIAL.test(line) && !(isInner && line === 'SCAN holds'),
    )
    expect(others, plan).toEqual([])
  }
})
