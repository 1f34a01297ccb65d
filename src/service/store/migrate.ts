import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator, NO_MIGRATIONS } from 'kysely/migration'
import { refusal } from '../../shared/errors.ts'
import { cachedQuery } from './repositories/cached-query.ts'
import type { Dialect } from './schema/dialect.ts'
import type { Db } from './schema/schema.ts'

/** By name, in the order of their names. */
export type Migrations = Readonly<Record<string, (db: Kysely<unknown>, dialect: Dialect) => Promise<void>>>

/**
 * Digest of all statements that create version 1 on both databases; `test/service/store/fingerprint.test.ts` says what it has to be.
 * Every database has it in its record of migrations, so that one of another build is noticed.
 */
export const FINGERPRINT = 'a9f4e3b26d66be63'

export const MIGRATIONS: Migrations = {
  [`0001-schema-${FINGERPRINT}`]: async (db, dialect) => {
    const { createSchema } = await import('./schema/create-schema.ts')
    await createSchema(db, dialect)
  },
}

export const SCHEMA_VERSION = Object.keys(MIGRATIONS).length

export const MIGRATION_TABLE = 'kysely_migration'

/**
 * Applies missing migrations, all or nothing.
 * @throws WardenError `newer-database`, `unpublished-build`
 */
export async function migrate(
  db: Db,
  applied: readonly string[],
  dialect: Dialect,
  migrations = MIGRATIONS,
): Promise<void> {
  if (isUpToDate(applied, migrations)) return
  const { error } = await migratorOf(db, dialect, migrations).migrateToLatest()
  if (error) throw error
}

/** Makes the schema of a version in an empty database. */
export async function migrateUpTo(db: Db, applied: readonly string[], dialect: Dialect): Promise<void> {
  const { error } = await migratorOf(db, dialect, MIGRATIONS).migrateTo(applied.at(-1) ?? NO_MIGRATIONS)
  if (error) throw error
}

function migratorOf(db: Db, dialect: Dialect, migrations: Migrations): Migrator {
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
 * @throws WardenError `newer-database`, `unpublished-build`
 */
export function isKnownHistory(applied: readonly string[]): boolean {
  requireKnown(applied)
  return applied.every((name, index) => name === Object.keys(MIGRATIONS)[index])
}

/** @throws WardenError `newer-database`, `unpublished-build` */
export function isUpToDate(applied: readonly string[], migrations = MIGRATIONS): boolean {
  return missingMigrations(applied, migrations).length === 0
}

/**
 * Names of migrations that were not applied yet, in their order.
 * @throws WardenError `newer-database`, `unpublished-build`
 */
export function missingMigrations(applied: readonly string[], migrations = MIGRATIONS): string[] {
  requireKnown(applied, migrations)
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
 * Checks that no other version migrated the database since it was opened.
 * @throws WardenError `newer-database`, `unpublished-build`
 */
export async function requireKnownSchema(db: Db): Promise<void> {
  requireKnown(await migrationNames(db))
}

/**
 * Refuses a database whose first version is not the published one: no migration leads from it to ours.
 * @throws WardenError `unpublished-build`
 */
export function requirePublished([first]: readonly string[]): void {
  if (first === undefined || first === Object.keys(MIGRATIONS)[0]) return
  throw refusal(
    'unpublished-build',
    'the database is of an unpublished build: this one takes over what that build exports, into a new database and with secrets entered again; keys, signer, nodes, nonces, holds and history are not carried over',
  )
}

function requireKnown(applied: readonly string[], migrations = MIGRATIONS): void {
  requirePublished(applied)
  const known = Object.keys(migrations)
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw refusal(
    'newer-database',
    `the database needs a newer txwarden (it has schema version ${applied.length}, this program supports ${known.length})`,
    { details: [`Unknown migrations: ${unknown.join(', ')}`] },
  )
}
