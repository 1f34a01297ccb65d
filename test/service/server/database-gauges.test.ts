import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listNodes } from '../../../src/service/chain/nodes/list-nodes.ts'
import { databaseGauges } from '../../../src/service/server/health/database-gauges.ts'
import { openSqliteStore } from '../../../src/service/store/sqlite/open.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { poolOf } from '../chain/nodes/pool-of.ts'

test('a scrape compiles its queries once, and looks for no server', async () => {
  const database = join(temporaryFolder(), 'local.db')
  const store = await openSqliteStore(database)
  onTestFinished(() => store.close())
  const { pool } = await poolOf([{ url: 'https://node.example' }], { store })
  const nodes = () => listNodes({ store, pool }, undefined)
  const times = { now: Date.now(), deadlineNow: Date.now() }
  const scrape = () => databaseGauges({ store, nodes, database, chains: ['1'], ...times })
  await scrape()
  const compile = vi.spyOn(store.read.getExecutor(), 'compileQuery')
  const facts = vi.spyOn(store, 'facts')
  const families = await scrape()
  expect(families.find(({ name }) => name === 'txwarden_database_size_bytes')?.samples[0]?.value).toBeGreaterThan(0)
  expect(compile).not.toHaveBeenCalled()
  expect(facts).not.toHaveBeenCalled()
})
