import { isPostgresUrl } from '../../shared/database-url.ts'
import { isoTime } from '../../shared/text/iso-date.ts'
import { sealingKeyIds } from '../records/master-key.ts'
import { type QuotaUse, quotaUse } from '../records/quotas.ts'
import type { KeyringSources } from '../secrets/keyring.ts'
import { SCHEMA_VERSION } from '../store/migrate.ts'
import { openStore } from '../store/open.ts'
import { countOutbox, type OutboxCounts } from '../store/repositories/outbox-counts.ts'
import { countLately, countRows, type Rates, type RowCounts } from '../store/repositories/row-counts.ts'
import { activeSigner } from '../store/repositories/signers.ts'
import { databaseExists } from '../store/sqlite/lost-database.ts'
import { isServed } from '../store/sqlite/serve-lock.ts'
import type { StoreSizes } from '../store/store.ts'
import type { DatabaseOptions } from './database-options.ts'
import { type MasterKeyFacts, masterKeyFacts } from './keys/master-key.ts'

export interface DatabaseStatus extends StoreSizes {
  readonly database: string
  /** False: the first command that needs the database creates it. */
  readonly exists: boolean
  readonly schemaVersion: number | null
  readonly sqliteVersion: string
  /** Absent on SQLite. */
  readonly postgresVersion?: string
  readonly rows: RowCounts | null
  readonly rates: Rates | null
  readonly outbox: OutboxStatus | null
  /** Use of each limit; `storedBytes` only when one is set. */
  readonly quotas: readonly QuotaUse[]
  /** Address of the signing key; null until the first payload is signed. */
  readonly signer: string | null
  /** Null until the first secret is stored. */
  readonly masterKey: MasterKeyFacts | null
  /** Ids of the master keys of all stored secrets. */
  readonly sealedBy: readonly string[]
  /** Whether a `serve` is running on it. */
  readonly served: boolean
}

/** Undelivered alerts. */
interface OutboxStatus extends Pick<OutboxCounts, 'unplanned' | 'pending' | 'held' | 'failed' | 'due'> {
  readonly oldestPending: string | null
  readonly dueSince: string | null
}

/**
 * Never creates a file or a key.
 * @throws WardenError when the database cannot be used
 */
export async function readStatus(
  { database, env, clock }: Pick<DatabaseOptions, 'database' | 'env' | 'clock'>,
  keySources: KeyringSources,
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
    quotas: [],
    signer: null,
    masterKey: masterKeyFacts(keySources),
    sealedBy: [],
    served: false,
  }
  if (!isPostgresUrl(database) && !databaseExists(database)) return { ...empty, served: isServed(database) }
  await using owned = new AsyncDisposableStack()
  const store = await openStore(database, { env })
  owned.defer(() => store.close())
  const { rowEstimates, ...facts } = await store.facts()
  return {
    ...empty,
    exists: true,
    ...facts,
    schemaVersion: SCHEMA_VERSION,
    rows: await countRows(store.read, rowEstimates),
    rates: await countLately(store, clock.now()),
    outbox: toStatus(await countOutbox(store.read, clock.now())),
    quotas: await quotaUse(store),
    signer: (await activeSigner(store.read))?.address ?? null,
    sealedBy: await sealingKeyIds(store.read),
  }
}

function toStatus({ unplanned, pending, held, failed, oldestPending, due, dueSince }: OutboxCounts): OutboxStatus {
  return { unplanned, pending, held, failed, oldestPending: isoTime(oldestPending), due, dueSince: isoTime(dueSince) }
}
