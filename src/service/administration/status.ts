import { isPostgresUrl } from '../../shared/database-url.ts'
import { SCHEMA_VERSION } from '../store/migrate.ts'
import { openStore } from '../store/open.ts'
import { countOutbox, type OutboxCounts } from '../store/repositories/outbox-counts.ts'
import { countLately, countRows, type Rates, type RowCounts } from '../store/repositories/row-counts.ts'
import { activeSigner } from '../store/repositories/signers.ts'
import { hasContent } from '../store/sqlite/files.ts'
import { isServed } from '../store/sqlite/serve-lock.ts'
import type { DatabaseOptions } from './database-options.ts'
import { type MasterKeyFacts, type MasterKeySources, masterKeyFacts, sealingKeyIds } from './master-key.ts'

export interface DatabaseStatus {
  readonly database: string
  /** False: the first command that needs it makes it. */
  readonly exists: boolean
  /** With the log that SQLite keeps beside the file. */
  readonly bytes: number
  /** Part of that: the log; this and the next two are absent on PostgreSQL, and before there is a database. */
  readonly logBytes?: number
  /** Part of `bytes` that was freed: new rows take the room. */
  readonly reusableBytes?: number
  readonly freeDiskBytes?: number
  readonly schemaVersion: number | null
  readonly sqliteVersion: string
  /** Of the server; absent on SQLite. */
  readonly postgresVersion?: string
  readonly rows: RowCounts | null
  /** Validations. */
  readonly rates: Rates | null
  readonly outbox: OutboxStatus | null
  /** Address of the key that signs payloads; null until the first one is signed. */
  readonly signer: string | null
  /** Null until the first secret is stored. */
  readonly masterKey: MasterKeyFacts | null
  /** Ids of the master keys that sealed what is stored. */
  readonly sealedBy: readonly string[]
  /** Whether a `serve` holds it at this moment. */
  readonly served: boolean
}

/** What alerts have to tell and has not arrived. */
interface OutboxStatus {
  readonly pending: number
  /** For destinations that are inactive. */
  readonly held: number
  readonly dead: number
  readonly oldestPending: string | null
}

/** Looks only: makes neither file nor key. Throws WardenError when the database cannot be used. */
export async function readStatus(
  { database, env, clock }: Pick<DatabaseOptions, 'database' | 'env' | 'clock'>,
  keySources: MasterKeySources,
): Promise<DatabaseStatus> {
  const empty: DatabaseStatus = {
    database,
    exists: false,
    bytes: 0,
    schemaVersion: null,
    sqliteVersion: process.versions.sqlite ?? '',
    rows: null,
    rates: null,
    outbox: null,
    signer: null,
    masterKey: masterKeyFacts(keySources),
    sealedBy: [],
    served: false,
  }
  if (!isPostgresUrl(database) && !hasContent(database)) return { ...empty, served: isServed(database) }
  const store = await openStore(database, { env })
  try {
    const { rowEstimates, ...facts } = await store.facts()
    return {
      ...empty,
      exists: true,
      ...facts,
      schemaVersion: SCHEMA_VERSION,
      rows: await countRows(store.read, rowEstimates),
      rates: await countLately(store, clock.now()),
      outbox: toStatus(await countOutbox(store.read, clock.now())),
      signer: (await activeSigner(store.read))?.address ?? null,
      sealedBy: await sealingKeyIds(store.read),
    }
  } finally {
    await store.close()
  }
}

function toStatus({ pending, held, dead, oldestPending }: OutboxCounts): OutboxStatus {
  return { pending, held, dead, oldestPending: oldestPending === null ? null : new Date(oldestPending).toISOString() }
}
