import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { administer } from '../../../../src/service/administration/administration.ts'
import { APPLICATION_ID } from '../../../../src/service/store/sqlite/checks.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import { makeCli } from '../../../support/cli.ts'
import { seededRandom, TestClock } from '../../../support/deterministic.ts'

/** What a process does that makes a database, before the transaction with all tables. */
const steps = [
  'pragma journal_mode = wal',
  `pragma application_id = ${APPLICATION_ID}`,
  'create table "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null)',
  'create table "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null)',
  `insert into "kysely_migration_lock" values ('migration_lock', 0)`,
]

test.each(steps.map((step, index) => [step, index + 1] as const))(
  'while another process makes a database, and did %j last, it is not there yet',
  async (_, count) => {
    const cli = makeCli({ withDatabase: false })
    const database = join(cli.home, 'local.db')
    const maker = new DatabaseSync(database)
    for (const step of steps.slice(0, count)) maker.exec(step)
    const { checkIntegrity } = administer({ database, env: {}, clock: new TestClock(), random: seededRandom('') })
    expect(checkIntegrity()).toMatchObject({ exists: false, schemaVersion: 0 })
    expect(await cli(['local', 'status', '--json'])).toMatchObject({ code: 0 })
    maker.close()

    expect(await cli(['serve', '--drain', '0', '--port', '0'], { signal: AbortSignal.abort() })).toMatchObject({
      code: 0,
    })
    expect(checkIntegrity()).toMatchObject({ exists: true })
    await (await openSqliteStore(database)).close()
  },
)
