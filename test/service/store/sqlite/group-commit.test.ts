import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { test as base, expect, onTestFinished } from 'vitest'
import { bumpRevision } from '../../../../src/service/store/repositories/revisions.ts'
import { readSettings, writeSetting } from '../../../../src/service/store/repositories/settings.ts'
import type { Db, Schema } from '../../../../src/service/store/schema/schema.ts'
import { openConnection } from '../../../../src/service/store/sqlite/connection.ts'
import { failureOf } from '../../../../src/service/store/sqlite/failures.ts'
import { groupCommit } from '../../../../src/service/store/sqlite/group-commit.ts'
import { kyselyDialect } from '../../../../src/service/store/sqlite/kysely-dialect.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const test = base.extend('commit', () => makeGroupCommit())

test('writes that arrive in one turn of the event loop share one commit', async ({
  commit: { commits, statements, settings },
}) => {
  // Three callbacks of one turn, with everything each of them sets off in between: as sockets that have a request.
  const writes = ['a', 'b', 'c'].map(
    (name) =>
      new Promise<void>((resolve, reject) => setImmediate(() => commits.run(write(name)).then(resolve, reject))),
  )
  await Promise.all(writes)

  expect(statements().filter((statement) => statement === 'commit')).toHaveLength(1)
  expect(await settings()).toEqual(['a', 'b', 'c'])
})

test('writes of the next turns share it, while each turn brings more', async ({
  commit: { commits, statements, settings },
}) => {
  const early = [commits.run(write('a')), commits.run(write('b'))]
  const late = new Promise<void>((resolve, reject) => setImmediate(() => commits.run(write('c')).then(resolve, reject)))
  await Promise.all([...early, late])

  expect(statements().filter((statement) => statement === 'commit')).toHaveLength(1)
  expect(await settings()).toEqual(['a', 'b', 'c'])
})

test('a write is visible to others when its promise resolves', async ({ commit: { commits, settings } }) => {
  await commits.run(write('a'))
  expect(await settings()).toEqual(['a'])
})

test.each([
  [true, 1],
  [false, 3],
])('more writes share it when no server uses the database: %s', async (isAlone, count) => {
  const { commits, statements, settings } = await makeGroupCommit({ holdMs: 0, isAlone })
  await Promise.all(['a', 'b', 'c'].map((name) => commits.run(write(name))))
  expect(statements().filter((statement) => statement === 'commit')).toHaveLength(count)
  expect(await settings()).toEqual(['a', 'b', 'c'])
})

test('changes of the same counter are written once', async ({ commit: { commits, db } }) => {
  const changed = async (count: number) => {
    const total = async () =>
      (await sql<{ rows: number }>`select total_changes() as rows`.execute(db)).rows[0]?.rows ?? 0
    const before = await total()
    await Promise.all(Array.from({ length: count }, () => commits.run((each) => bumpRevision(each, 'monitors'))))
    return (await total()) - before
  }
  await changed(1)
  expect(await changed(40)).toBe(await changed(4))
})

test('a failed write is rolled back alone', async ({ commit: { commits, statements, settings } }) => {
  const outcomes = await Promise.allSettled([
    commits.run(write('a')),
    commits.run(async (db) => {
      await write('b')(db)
      throw new Error('changed its mind')
    }),
    commits.run(write('c')),
  ])

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(statements().filter((statement) => statement === 'commit')).toHaveLength(1)
  expect(await settings()).toEqual(['a', 'c'])
})

test.each([
  ['in one commit', {}, []],
  ['when one of them fails', {}, [3]],
  ['in several commits', { holdMs: 0 }, []],
  ['in several commits when one of them fails', { holdMs: 0 }, [3]],
] as const)('writes run in the order they arrive, and each gets its own result: %s', async (_, options, failing) => {
  const { commits, db } = await makeGroupCommit(options)
  const outcomes = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((index) =>
      commits.run(async (connection) => {
        const last = (await readSettings(connection)).get('last') ?? 'none'
        await writeSetting(connection, 'last', String(index), index)
        if (failing.some((each) => each === index)) throw new Error(`failed after ${last}`)
        return `after ${last}`
      }),
    ),
  )

  const results = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message))
  expect(results).toEqual(
    failing.length === 0
      ? ['after none', 'after 0', 'after 1', 'after 2', 'after 3', 'after 4']
      : ['after none', 'after 0', 'after 1', 'failed after 2', 'after 2', 'after 4'],
  )
  expect((await readSettings(db)).get('last')).toBe('5')
})

test('callers hear of their writes in the order of the writes', async ({ commit: { commits } }) => {
  const heard: number[] = []
  await Promise.all([0, 1, 2, 3].map((index) => commits.run(write(`${index}`)).then(() => heard.push(index))))
  expect(heard).toEqual([0, 1, 2, 3])
})

test('a write that fails alone is not retried', async ({ commit: { commits, statements, settings } }) => {
  let times = 0
  const failing = commits.run(async (db) => {
    times += 1
    await write('b')(db)
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  expect(times).toBe(1)
  expect(statements()).not.toContain('commit')
  expect(await settings()).toEqual([])
})

test('a batch releases the lock after its time limit', async () => {
  const { commits, statements } = await makeGroupCommit({ holdMs: 10 })
  const slow = async () => {
    const end = performance.now() + 12
    while (performance.now() < end);
  }
  await Promise.all([commits.run(slow), commits.run(slow), commits.run(slow)])

  expect(statements().filter((statement) => statement === 'commit')).toHaveLength(3)
})

test('the lock is free between two commits, also for sequential writes', async ({ commit: { commits, times } }) => {
  await commits.run(write('a'))
  await commits.run(write('b'))

  const [firstCommit = 0] = times('commit')
  const [, secondBegin = 0] = times('begin immediate')
  expect(secondBegin - firstCommit).toBeGreaterThan(0.9)
})

test("waits for another process's lock without blocking the event loop", async ({
  commit: { commits, path, settings },
}) => {
  const other = openConnection(path)
  other.exec('begin immediate')
  const written = commits.run(write('a'))
  let turns = 0
  while (turns < 20) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    turns += 1
  }
  expect(await settings()).toEqual([])
  other.exec('rollback')
  other.close()

  await written
  expect(await settings()).toEqual(['a'])
})

test('reports a full disk, and writes again once there is space', async ({ commit: { commits, db, settings } }) => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
  const failure = await commits
    .run((each) => writeSetting(each, 'big', 'x'.repeat(1_000_000), 1))
    .catch((error) => error)
  expect(failureOf(failure)).toBe('disk-full')

  await sql.raw('pragma max_page_count = 100000').execute(db)
  await commits.run(write('a'))
  expect(await settings()).toEqual(['a'])
})

test('a transaction rolled back by SQLite fails with its cause', async ({ commit: { commits, settings } }) => {
  const cause = new Error('the disk failed')
  const outcomes = await Promise.allSettled([
    commits.run(write('a')),
    commits.run(async (db) => {
      // What SQLite does on a failed write to the disk: no savepoint is left to go back to.
      await sql`rollback`.execute(db)
      throw cause
    }),
  ])

  expect(outcomes).toEqual([
    { status: 'rejected', reason: cause },
    { status: 'rejected', reason: cause },
  ])
  expect(await settings()).toEqual([])
  await commits.run(write('b'))
  expect(await settings()).toEqual(['b'])
})

interface Statement {
  readonly sql: string
  readonly at: number
}

/** A busy machine may take any time for one write: only who asks about the time a batch may take has it run out. */
async function makeGroupCommit({ holdMs = 60_000, isAlone = false } = {}) {
  const path = join(temporaryFolder(), 'local.db')
  const store = await openSqliteStore(path)
  const log: Statement[] = []
  const db: Db = new Kysely<Schema>({
    dialect: kyselyDialect(openConnection(path, { busyTimeoutMs: 0, maySumRows: () => true })),
    log: ({ query }) => void log.push({ sql: query.sql, at: performance.now() }),
  })
  const commits = groupCommit(
    { db: () => db, confirm() {}, failed() {} },
    { holdMs, aloneMs: 60_000, isAlone: () => isAlone },
  )
  onTestFinished(async () => {
    await commits.idle()
    await db.destroy()
    await store.close()
  })
  return {
    path,
    db,
    commits,
    statements: () => log.map((statement) => statement.sql),
    times: (wanted: string) => log.filter((statement) => statement.sql === wanted).map(({ at }) => at),
    /** The names of what others see. */
    settings: async () => [...(await readSettings(store.read)).keys()].sort(),
  }
}

function write(name: string): (db: Db) => Promise<void> {
  return (db) => writeSetting(db, name, '1', 1)
}
