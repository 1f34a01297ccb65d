import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Administration, administer, openService, type Service } from '../../../src/service/index.ts'
import { lazily } from '../../../src/shared/lazily.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { emptyPlace } from '../../support/fresh-database.ts'
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
      report: (error) => {
        throw error
      },
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
    block: async (address) => {
      const { controlListId } = await use((service) =>
        call<{ controlListId: string }>(service, 'POST', '/api/v2/management/control-lists', {
          address,
          type: 'BLOCK',
          productType: 'SONAR',
        }),
      )
      return controlListId
    },
  }
}

/** One request in this process; anything but a 200 is a failure of the test. */
export async function call<T>({ handle }: Service, method: string, path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const answer = await handle({ method, path, query: '', headers, body: JSON.stringify(body) }, { kind: 'in-process' })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
  return JSON.parse(answer.body) as T
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
