import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { administer } from '../../../src/service/administration/administration.ts'
import { type Administration, openService, type Service } from '../../../src/service/index.ts'
import { lazily } from '../../../src/shared/lazily.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { emptyPlace } from '../../support/fresh-database.ts'
import { raise } from '../../support/open-service.ts'
import { listed } from '../../support/requests.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export interface LocalDatabase {
  readonly folder: string
  readonly database: string
  readonly administration: Administration
  readonly clock: TestClock
  /** Runs `work` on the open service, as a command would; on PostgreSQL where the run has a server. */
  use<T>(work: (service: Service) => Promise<T>): Promise<T>
  /** As the first secret would. */
  makeMasterKey(): Promise<void>
  /** Blocks an address; answers the id of the entry. */
  block(address: string): Promise<string>
}

/** Rows of a database that blocks one address. */
export const ONE_ENTRY = {
  controlLists: 1,
  monitors: 0,
  alerts: 0,
  destinations: 0,
  validations: 0,
  deliveries: 0,
  auditRecords: 1,
  counterparties: 0,
  graphEdges: 0,
  intelEntries: 0,
  keys: 0,
  chainNodes: 0,
}

export const ALICE = '0x7e57000000000000000000000000000000000001'
export const BOB = '0x7e57000000000000000000000000000000000002'

/** A folder for a local database, which is made by whatever needs it first. */
export function localDatabase(env: Readonly<Record<string, string>> = {}): LocalDatabase {
  const folder = temporaryFolder()
  const database = join(folder, 'local.db')
  const clock = new TestClock()
  const options = { database, env, clock, random: seededRandom(folder) }
  const place = lazily(() => emptyPlace(folder))
  const use = async <T>(work: (service: Service) => Promise<T>): Promise<T> => {
    const service = await openService({
      ...options,
      database: await place(),
      keyFolder: folder,
      report: raise,
    })
    try {
      return await work(service)
    } finally {
      await service.close()
    }
  }
  return {
    folder,
    database,
    administration: administer(options),
    clock,
    use,
    makeMasterKey: () => use(async (service) => void service.masterKey.create()),
    block: (address) => use((service) => listed(service, 'BLOCK', address)),
  }
}

/** What one column of a query says, on a connection of its own. */
export function column(path: string, query: string): unknown[] {
  const database = new DatabaseSync(path)
  try {
    return database
      .prepare(query)
      .all()
      .map((row) => Object.values(row)[0])
  } finally {
    database.close()
  }
}

export function blockedIn(path: string): unknown[] {
  return column(path, 'select address from control_list_entries order by address')
}
