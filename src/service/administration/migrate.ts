import { isPostgresUrl } from '../../shared/database-url.ts'
import { WardenError } from '../../shared/errors.ts'
import { keyFilePath } from '../secrets/key-file.ts'
import { copyRows, filledTables, type TableProof } from '../store/copy-database.ts'
import { openStore } from '../store/open.ts'
import { hasContent } from '../store/sqlite/files.ts'
import { recordAdministration } from './audit.ts'
import type { DatabaseOptions } from './database-options.ts'
import { lockAgainstServe } from './lock-against-serve.ts'
import { type MasterKeyFacts, type MasterKeySources, masterKeyFacts } from './master-key.ts'

export interface MigrateReport {
  readonly from: string
  readonly to: string
  readonly rows: number
  /** Each read on both sides, and equal. */
  readonly tables: readonly TableProof[]
  /** What the secrets that moved are sealed with; null when there is none. */
  readonly masterKey: MasterKeyFacts | null
  /** Where the servers of this machine look for it, unless TXWARDEN_MASTER_KEY is set. */
  readonly keyFile: string
}

/**
 * Moves everything in a SQLite file into an empty PostgreSQL database, in one transaction: all or nothing. Nobody writes
 * to the file meanwhile, and it stays as it is. Secrets stay sealed with the master key they have.
 * @throws WardenError `not-a-file`, `not-a-server`, `no-database`, `served`, `target-not-empty`
 */
export async function migrateTo(
  to: string,
  options: DatabaseOptions,
  keySources: MasterKeySources,
): Promise<MigrateReport> {
  const { database, env } = options
  if (isPostgresUrl(database)) throw refused('not-a-file', `${database} is a PostgreSQL database already`)
  if (!isPostgresUrl(to)) throw refused('not-a-server', `${to} is not the address of a PostgreSQL database`)
  if (!hasContent(database)) throw refused('no-database', `there is no database yet: ${database}`)
  const lock = lockAgainstServe(database, 'move')
  try {
    await using stores = new AsyncDisposableStack()
    const source = await openStore(database, { env })
    stores.defer(() => source.close())
    const target = await openStore(to, { env })
    stores.defer(() => target.close())
    const tables = await source.write((from) =>
      target.write(async (into) => {
        const filled = await filledTables(from, into)
        if (filled.length > 0) throw notEmpty(to, filled)
        const proofs = await copyRows(from, into)
        await recordAdministration(into, options, 'migrate', { from: database })
        return proofs
      }),
    )
    return {
      from: database,
      to,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      tables,
      masterKey: masterKeyFacts(keySources),
      keyFile: keyFilePath({ ...options, database: to }),
    }
  } finally {
    lock.release()
  }
}

function notEmpty(to: string, filled: readonly string[]): WardenError {
  return refused('target-not-empty', `${to} is not empty: there are rows in ${filled.join(', ')}`, [
    'Nothing was changed. Move into a new database: create database <name>',
  ])
}

function refused(code: string, message: string, details: readonly string[] = []): WardenError {
  return new WardenError({
    kind: 'refused',
    code,
    message,
    details,
    try: 'txwarden local migrate --to postgres://<user>@<host>/<database>',
  })
}
