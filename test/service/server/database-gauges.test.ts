import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { databaseGauges } from '../../../src/service/server/health/database-gauges.ts'
import { openSqliteStore } from '../../../src/service/store/sqlite/open.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a scrape compiles its queries once, and looks for no server', async () => {
  const database = join(temporaryFolder(), 'local.db')
  const store = await openSqliteStore(database)
  onTestFinished(() => store.close())
  const scrape = () => databaseGauges({ store, database, chains: ['1'], now: Date.now(), deadlineNow: Date.now() })
  await scrape()
  const compile = vi.spyOn(store.read.getExecutor(), 'compileQuery')
  const facts = vi.spyOn(store, 'facts')
  const families = await scrape()
  expect(families.find(({ name }) => name === 'txwarden_database_size_bytes')?.samples[0]?.value).toBeGreaterThan(0)
  expect(compile).not.toHaveBeenCalled()
  expect(facts).not.toHaveBeenCalled()
})
