/**
 * Room: Backup, restore, rekey, prune, migrate, status.
 *
 * The only room that replaces, copies or reseals a database file. It holds the lock against `serve` while it does.
 */

import { isPostgresUrl } from '../../shared/database-url.ts'
import { refusal } from '../../shared/errors.ts'
import { keyFilePath } from '../secrets/key-file.ts'
import { passphraseFault } from '../secrets/passphrase.ts'
import { type PendingMigrations, pendingMigrations } from '../store/pending-migrations.ts'
import { hasContent } from '../store/sqlite/files.ts'
import { checkIntegrity, type IntegrityReport } from '../store/sqlite/integrity-check.ts'
import { isLost } from '../store/sqlite/lost-database.ts'
import { type BackupOptions, type BackupReport, backUp } from './copies/backup.ts'
import { type MigrateReport, migrateTo } from './copies/migrate.ts'
import { replaceContent } from './copies/replace.ts'
import { type RestoreOptions, type RestoreReport, restore } from './copies/restore.ts'
import type { DatabaseOptions } from './database-options.ts'
import { type ForgetReport, forgetLostSecrets, type RekeyReport, rekey } from './keys/rekey.ts'
import { type PruneOptions, type PruneReport, prune } from './prune.ts'
import { type DatabaseStatus, readStatus } from './status.ts'

/**
 * Operations on a whole database. They need no open service: a damaged or newer database cannot be opened, and restoring
 * replaces exactly such a database.
 */
export interface Administration {
  status(): Promise<DatabaseStatus>
  /** Reads synchronously: seconds for a file of gigabytes. */
  checkIntegrity(): IntegrityReport
  /** What is wrong with a passphrase for a backup; undefined: nothing. */
  passphraseFault(passphrase: string): string | undefined
  backUp(file: string, options: BackupOptions): Promise<BackupReport>
  restore(file: string, options?: RestoreOptions): Promise<RestoreReport>
  reset(): Promise<ResetReport>
  rekey(): Promise<RekeyReport>
  /** Forgets the secrets that no master key here decrypts. */
  forgetLostSecrets(): Promise<ForgetReport>
  migrateTo(address: string): Promise<MigrateReport>
  /** Which migrations the next command would apply. Writes nothing. */
  pendingMigrations(): Promise<PendingMigrations>
  prune(options: PruneOptions): Promise<PruneReport>
}

export function administer(options: DatabaseOptions): Administration {
  const { database, env, random } = options
  const keySources = { env, keyFile: keyFilePath(options), random }
  return {
    status: () => readStatus(options, keySources),
    checkIntegrity: () => checkIntegrity(database),
    passphraseFault,
    backUp: async (file, backupOptions) => {
      refuseOnPostgres(database, 'local backup', `pg_dump --format=custom --file=<file> '${database}'`)
      return backUp(database, file, backupOptions, keySources, options.clock.now())
    },
    restore: async (file, restoreOptions = {}) => {
      refuseOnPostgres(database, 'local restore', `pg_restore --clean --dbname='${database}' <file>`)
      return restore(database, file, restoreOptions, options, keySources)
    },
    reset: async () => {
      refuseOnPostgres(
        database,
        'local reset',
        `psql '${database}' --command='drop schema public cascade; create schema public'`,
      )
      return reset(options)
    },
    rekey: () => rekey(database, keySources, options),
    forgetLostSecrets: () => forgetLostSecrets(database, keySources, options),
    pendingMigrations: () => pendingMigrations(database, { env }),
    migrateTo: (address) => migrateTo(address, options, keySources),
    prune: (pruneOptions) => prune(pruneOptions, options),
  }
}

/** @param instead the command that does the same for a PostgreSQL database */
function refuseOnPostgres(database: string, command: string, instead: string): void {
  if (!isPostgresUrl(database)) return
  throw refusal(
    'postgres-database',
    `\`${command}\` works on SQLite files; ${database} is a PostgreSQL database, use its own tools`,
    { details: ['The database does not contain the master key: back up the key as well.'], try: instead },
  )
}

interface ResetReport {
  readonly database: string
  /** File of the old database; null when there was none, or its content was lost. */
  readonly keptAs: string | null
}

/** Replaces the local database with an empty one. Keeps the old database, and the master key that its secrets need. */
async function reset({ database, clock, random }: DatabaseOptions): Promise<ResetReport> {
  if (!hasContent(database) && !isLost(database)) return { database, keptAs: null }
  const nothing = async () => {}
  const { keptAs } = await replaceContent({
    database,
    clock,
    random,
    action: 'reset',
    audited: {},
    prepare: nothing,
    inspect: nothing,
  })
  return { database, keptAs }
}
