import { sql } from 'kysely'
import { type Migration, Migrator, NO_MIGRATIONS } from 'kysely/migration'
import { refusal } from '../../shared/errors.ts'
import type { Dialect } from './dialect.ts'
import { up as initial } from './migrations/0001-initial.ts'
import { up as intel } from './migrations/0002-intel.ts'
import { up as history } from './migrations/0003-history.ts'
import { up as outbox } from './migrations/0004-outbox.ts'
import { up as growth } from './migrations/0005-growth.ts'
import { up as uncountedTries } from './migrations/0006-uncounted-tries.ts'
import { up as alertOnNoData } from './migrations/0007-alert-on-no-data.ts'
import { up as evidence } from './migrations/0008-evidence.ts'
import { up as coverage } from './migrations/0009-coverage.ts'
import { up as tableChecksums } from './migrations/0010-table-checksums.ts'
import { up as fanOuts } from './migrations/0011-fan-outs.ts'
import { up as sortedLists } from './migrations/0012-sorted-lists.ts'
import { up as knownByAge } from './migrations/0013-known-by-age.ts'
import { up as chainNodes } from './migrations/0014-chain-nodes.ts'
import { up as chainAccounts } from './migrations/0015-chain-accounts.ts'
import { up as follower } from './migrations/0016-follower.ts'
import { up as eventSubjects } from './migrations/0017-event-subjects.ts'
import { up as seenTransactions } from './migrations/0018-seen-transactions.ts'
import { up as chainEventLists } from './migrations/0019-chain-event-lists.ts'
import { up as followerQueries } from './migrations/0020-follower-queries.ts'
import { up as poisonEvents } from './migrations/0021-poison-events.ts'
import { up as holds } from './migrations/0022-holds.ts'
import { up as releaseTokens } from './migrations/0023-release-tokens.ts'
import { up as signedTransactions } from './migrations/0026-signed-transactions.ts'
import { up as payments } from './migrations/0027-payments.ts'
import { up as contracts } from './migrations/0028-contracts.ts'
import { up as addresses } from './migrations/0029-addresses.ts'
import { up as shortCallIndex } from './migrations/0030-short-call-index.ts'
import { up as keyNames } from './migrations/0031-key-names.ts'
import { up as verdictIndex } from './migrations/0032-verdict-index.ts'
import { up as addressBlockGroups } from './migrations/0033-address-block-groups.ts'
import { up as safes } from './migrations/0034-safes.ts'
import { up as rescreens } from './migrations/0035-rescreens.ts'
import { up as quietAlerts } from './migrations/0036-quiet-alerts.ts'
import { up as enabledFeeds } from './migrations/0037-enabled-feeds.ts'
import { up as silentSince } from './migrations/0038-silent-since.ts'
import { cachedQuery } from './repositories/cached-query.ts'
import type { Db } from './schema/schema.ts'

const migrations = {
  '0001-initial': initial,
  '0002-intel': intel,
  '0003-history': history,
  '0004-outbox': outbox,
  '0005-growth': growth,
  '0006-uncounted-tries': uncountedTries,
  '0007-alert-on-no-data': alertOnNoData,
  '0008-evidence': evidence,
  '0009-coverage': coverage,
  '0010-table-checksums': tableChecksums,
  '0011-fan-outs': fanOuts,
  '0012-sorted-lists': sortedLists,
  '0013-known-by-age': knownByAge,
  '0014-chain-nodes': chainNodes,
  '0015-chain-accounts': chainAccounts,
  '0016-follower': follower,
  '0017-event-subjects': eventSubjects,
  '0018-seen-transactions': seenTransactions,
  '0019-chain-event-lists': chainEventLists,
  '0020-follower-queries': followerQueries,
  '0021-poison-events': poisonEvents,
  '0022-holds': holds,
  '0023-release-tokens': releaseTokens,
  '0026-signed-transactions': signedTransactions,
  '0027-payments': payments,
  '0028-contracts': contracts,
  '0029-addresses': addresses,
  '0030-short-call-index': shortCallIndex,
  '0031-key-names': keyNames,
  '0032-verdict-index': verdictIndex,
  '0033-address-block-groups': addressBlockGroups,
  '0034-safes': safes,
  '0035-rescreens': rescreens,
  '0036-quiet-alerts': quietAlerts,
  '0037-enabled-feeds': enabledFeeds,
  '0038-silent-since': silentSince,
} as const

export const SCHEMA_VERSION = Object.keys(migrations).length

export const MIGRATION_TABLE = 'kysely_migration'

/**
 * Applies missing migrations, all or nothing.
 * @throws WardenError `newer-database`
 */
export async function migrate(db: Db, applied: readonly string[], dialect: Dialect): Promise<void> {
  if (isUpToDate(applied)) return
  const { error } = await migratorOf(db, dialect).migrateToLatest()
  if (error) throw error
}

/** Makes the schema of an earlier version in an empty database. */
export async function migrateUpTo(db: Db, applied: readonly string[], dialect: Dialect): Promise<void> {
  const { error } = await migratorOf(db, dialect).migrateTo(applied.at(-1) ?? NO_MIGRATIONS)
  if (error) throw error
}

function migratorOf(db: Db, dialect: Dialect): Migrator {
  return new Migrator({
    db,
    migrationTableName: MIGRATION_TABLE,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, up]) => [
            name,
            { up: (connection) => up(connection, dialect) } satisfies Migration,
          ]),
        ),
    },
  })
}

/**
 * Whether a version of this program can have applied these migrations.
 * @throws WardenError `newer-database`
 */
export function isKnownHistory(applied: readonly string[]): boolean {
  refuseNewer(applied)
  return applied.every((name, index) => name === Object.keys(migrations)[index])
}

/** @throws WardenError `newer-database` */
export function isUpToDate(applied: readonly string[]): boolean {
  refuseNewer(applied)
  return applied.length === SCHEMA_VERSION
}

/**
 * Names of migrations that were not applied yet, in their order.
 * @throws WardenError `newer-database`
 */
export function missingMigrations(applied: readonly string[]): string[] {
  refuseNewer(applied)
  return Object.keys(migrations).filter((name) => !applied.includes(name))
}

/** Names of applied migrations; undefined for a database without txwarden's tables. */
export async function appliedMigrations(db: Db, dialect: Dialect): Promise<string[] | undefined> {
  const present = await dialect.tableNamed(MIGRATION_TABLE).execute(db)
  if (present.rows.length === 0) return undefined
  return migrationNames(db)
}

async function migrationNames(db: Db): Promise<string[]> {
  return (await selectNames(db)).map(({ name }) => name)
}

const selectNames = cachedQuery((db) =>
  sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`.compile(db),
)

/**
 * Checks that no newer version migrated the database since it was opened.
 * @throws WardenError `newer-database`
 */
export async function requireKnownSchema(db: Db): Promise<void> {
  refuseNewer(await migrationNames(db))
}

function refuseNewer(applied: readonly string[]): void {
  const known = Object.keys(migrations)
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw refusal(
    'newer-database',
    `the database needs a newer txwarden (it has schema version ${applied.length}, this program supports ${known.length})`,
    { details: [`Unknown migrations: ${unknown.join(', ')}`] },
  )
}
