import { sql } from 'kysely'
import { test as base, expect, onTestFinished } from 'vitest'
import { createWatchedAddresses } from '../../../../src/service/chain/blocks/watched-addresses.ts'
import { openStore } from '../../../../src/service/store/open.ts'
import type { DirectAdapter } from '../../../../src/service/store/repositories/cached-query.ts'
import {
  deleteMonitor,
  insertMonitor,
  type MonitorValues,
  updateMonitor,
} from '../../../../src/service/store/repositories/monitors.ts'
import type { Store } from '../../../../src/service/store/store.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const test = base.extend('watched', () => openWatched())

function monitor(index: number, chainId = '1'): MonitorValues {
  const address = `0x${index.toString(16).padStart(40, '0')}`
  return {
    id: `${chainId}-${String(index).padStart(6, '0')}`,
    address,
    address_key: address,
    chain_id: chainId,
    name: '',
    name_key: '',
    enabled: 0,
    created_at: 1,
    kinds: null,
    from_block: null,
  }
}

async function openWatched() {
  const { database } = await freshDatabase(temporaryFolder())
  const store = await openStore(database, { clock: new TestClock(), env: {} } as never)
  onTestFinished(() => store.close())
  const watched: string[] = []
  const reader = {
    watch: async (chainId: string, addresses: readonly string[]) => {
      watched.push(...addresses.map((address) => `${chainId} ${Number(address)}`))
    },
  }
  const add = (...rows: readonly MonitorValues[]) =>
    store.write(async (db) => {
      for (const row of rows) await insertMonitor(db, row)
    })
  return { store, database, watched, add, addresses: createWatchedAddresses({ db: store.read, reader }) }
}

test('monitors are watched on their chain, disabled ones too, and each once', async ({
  watched: { watched, add, addresses },
}) => {
  await addresses.refresh()
  expect(watched).toEqual([])
  await add(monitor(1), monitor(2, '10'))
  await addresses.refresh()
  await addresses.refresh()
  expect(watched).toEqual(['1 1', '10 2'])
})

test('monitors that were added or changed since are taken over', async ({
  watched: { store, watched, add, addresses },
}) => {
  await add(monitor(1), monitor(2))
  await addresses.refresh()
  await add(monitor(3))
  await addresses.refresh()
  await store.write((db) => updateMonitor(db, { ...monitor(1), enabled: 1 }))
  await store.write((db) => deleteMonitor(db, monitor(2).id))
  await addresses.refresh()
  expect(watched).toEqual(['1 1', '1 2', '1 3', '1 1'])
})

test('many are taken over in chunks, first all and then those that were added', async ({
  watched: { watched, add, addresses },
}) => {
  const some = (from: number, count: number) => Array.from({ length: count }, (_, at) => monitor(from + at))
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => `1 ${1 + at}`)
  await add(...some(1, 2001))
  await addresses.refresh()
  expect(watched).toEqual(numbers(2001))
  await add(...some(2002, 2000))
  await addresses.refresh()
  expect(watched).toEqual(numbers(4001))
})

test('a monitor of an older database has no revision of its own', async ({
  watched: { store, watched, add, addresses },
}) => {
  await add(monitor(1), monitor(2))
  await store.write((db) => db.updateTable('monitored_addresses').set({ revision: 0 }).execute())
  await addresses.refresh()
  expect(watched).toEqual(['1 1', '1 2'])
})

test('monitors are written in the order of their revisions', async ({ skip }) => {
  const { store, database } = await openWatched()
  skip(!store.isShared, 'one connection writes at a time')
  const other = await openStore(database, { clock: new TestClock(), env: {} } as never)
  onTestFinished(() => other.close())
  const isWritten = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const first = store.write(async (db) => {
    await insertMonitor(db, monitor(1))
    isWritten.resolve()
    await commit.promise
  })
  await isWritten.promise
  const second = other.write(async (db) => {
    await sql`set local lock_timeout = '20ms'`.execute(db)
    await insertMonitor(db, monitor(2))
  })
  await expect(second).rejects.toThrow(/lock timeout/)
  commit.resolve()
  await first
})

test('a failed query loses nothing', async ({ watched: { store, add } }) => {
  await add(monitor(1))
  const watched: string[] = []
  let fails = true
  const reader = {
    watch: async (_chainId: string, addresses: readonly string[]) => {
      if (fails) throw new Error('the reader of blocks stopped')
      watched.push(...addresses)
    },
  }
  const addresses = createWatchedAddresses({ db: store.read, reader })
  await expect(addresses.refresh()).rejects.toThrow('the reader of blocks stopped')
  fails = false
  await addresses.refresh()
  expect(watched).toEqual([monitor(1).address])
})

test('refreshes at the same time wait for one another', async ({ watched: { watched, add, addresses } }) => {
  const first = addresses.refresh()
  await add(monitor(1))
  await addresses.refresh()
  // Twice where the first one already saw it.
  expect(new Set(watched)).toEqual(new Set(['1 1']))
  await first
})

test('a restored database with a lower revision is loaded again', async ({
  watched: { store, watched, add, addresses },
}) => {
  await add(monitor(1), monitor(2))
  await addresses.refresh()
  await store.write((db) => db.updateTable('revisions').set({ value: 1 }).where('name', '=', 'monitors').execute())
  await addresses.refresh()
  expect(watched).toEqual(['1 1', '1 2', '1 1', '1 2'])
})

test('when nothing changed, a refresh is one query', async ({ watched: { store, add, addresses } }) => {
  await add(monitor(1))
  await addresses.refresh()
  expect(await queriesOf(store, () => addresses.refresh())).toBe(1)
})

/** Statements that run on the handle for reads: cached ones of SQLite run on its adapter. */
async function queriesOf(store: Store, work: () => Promise<void>): Promise<number> {
  const executor = store.read.getExecutor()
  const { executeQuery } = executor
  const adapter = executor.adapter as Partial<DirectAdapter>
  const { run } = adapter
  let count = 0
  if (run)
    adapter.run = (statement, parameters) => {
      count++
      return run.call(adapter, statement, parameters)
    }
  executor.executeQuery = ((query, options) => {
    count++
    return executeQuery.call(executor, query, options)
  }) as typeof executeQuery
  try {
    await work()
  } finally {
    executor.executeQuery = executeQuery
    if (run) adapter.run = run
  }
  return count
}
