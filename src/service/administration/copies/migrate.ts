import { dirname } from 'node:path'
import { isPostgresUrl } from '../../../shared/database-url.ts'
import { refusal, type WardenError } from '../../../shared/errors.ts'
import { makeFolder } from '../../../shared/files/make-folder.ts'
import { requireMasterKey, sealingKeyIds } from '../../records/master-key.ts'
import { keyFilePath, replaceKeyFile } from '../../secrets/key-file.ts'
import { isKeyInVariable, type KeyringSources, MasterKey, readKeyring } from '../../secrets/keyring.ts'
import { copyRows, filledTables, type TableProof } from '../../store/copy-database.ts'
import { openStore } from '../../store/open.ts'
import { databaseExists } from '../../store/sqlite/lost-database.ts'
import { recordAdministration } from '../audit.ts'
import type { DatabaseOptions } from '../database-options.ts'
import { type MasterKeyFacts, masterKeyFacts } from '../keys/master-key.ts'
import { lockAgainstServe } from '../lock-against-serve.ts'

export interface MigrateReport {
  readonly from: string
  readonly to: string
  readonly rows: number
  /** Row counts and checksums, compared between both databases. */
  readonly tables: readonly TableProof[]
  /** Key of the copied secrets; null when there is none. */
  readonly masterKey: MasterKeyFacts | null
  /** Path of the key file for the new database, unless TXWARDEN_MASTER_KEY is set. */
  readonly keyFile: string
  /** Whether that file has the key now. False when it has another one. */
  readonly isKeyThere: boolean
}

/**
 * Copies a SQLite file into an empty PostgreSQL database, in one transaction. The file is locked against writes and not
 * changed. Secrets keep their master key, whose file is copied to where the new database reads it.
 * @throws WardenError `not-a-file`, `not-a-server`, `no-database`, `served`, `target-not-empty`, `another-master-key`
 */
export async function migrateTo(
  to: string,
  options: DatabaseOptions,
  keySources: KeyringSources,
): Promise<MigrateReport> {
  const { database, env } = options
  if (isPostgresUrl(database)) throw refused('not-a-file', `${database} is already a PostgreSQL database`)
  if (!isPostgresUrl(to)) throw refused('not-a-server', `${to} is not a PostgreSQL URL`)
  if (!databaseExists(database)) throw refused('no-database', `there is no database yet: ${database}`)
  await using owned = new AsyncDisposableStack()
  const lock = lockAgainstServe(database, 'move')
  owned.defer(() => lock.release())
  const source = await openStore(database, { env })
  owned.defer(() => source.close())
  // Without the key the copy would be useless, and its owner would not know. To open the target creates its tables.
  await requireMasterKey(source.read, new MasterKey(keySources))
  const target = await openStore(to, { env })
  owned.defer(() => target.close())
  const hasSecrets = (await sealingKeyIds(source.read)).length > 0
  const keyFile = keyFilePath({ ...options, database: to })
  const { tables, isKeyThere } = await source.write((from) =>
    target.write(async (into) => {
      const filled = await filledTables(from, into)
      if (filled.length > 0) throw notEmpty(to, filled)
      const proofs = await copyRows(from, into)
      await recordAdministration(into, options, 'migrate', { from: database })
      // Before the commit: when the key cannot be copied, nothing is.
      return { tables: proofs, isKeyThere: carryKey(keySources, keyFile) }
    }),
  )
  return {
    from: database,
    to,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables,
    masterKey: hasSecrets ? masterKeyFacts(keySources) : null,
    keyFile,
    isKeyThere,
  }
}

/**
 * Copies the key file for the new database, so that a server on this machine opens its secrets. A key that is there already
 * is never replaced.
 */
function carryKey(keySources: KeyringSources, keyFile: string): boolean {
  const ours = readKeyring(keySources)
  if (!ours || isKeyInVariable(keySources.env)) return true
  const theirs = readKeyring({ ...keySources, keyFile })
  if (theirs) return theirs.keyOf(ours.id) !== undefined
  makeFolder(dirname(keyFile))
  replaceKeyFile(keyFile, ours.copyKeys())
  return true
}

function notEmpty(to: string, filled: readonly string[]): WardenError {
  return refused('target-not-empty', `${to} is not empty: it has rows in ${filled.join(', ')}`, [
    'Nothing was changed. Use a new database: create database <name>',
  ])
}

function refused(code: string, message: string, details: readonly string[] = []): WardenError {
  return refusal(code, message, { details, parameters: { task: 'migrate' } })
}
