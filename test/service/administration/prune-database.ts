import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { administer } from '../../../src/service/administration/administration.ts'
import { openService, type Service } from '../../../src/service/index.ts'
import { insertTransaction } from '../../../src/service/store/repositories/transactions.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { raise } from '../../support/open-service.ts'
import { send, validate } from '../../support/requests.ts'
import { storedValidation } from '../../support/stored-validation.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const FROM = '0x7e57000000000000000000000000000000000001'
const TO = '0x7e57000000000000000000000000000000000002'

type PruneOptions = Parameters<ReturnType<typeof administer>['prune']>[0]

/** A database whose clock the test moves, and what makes it old. */
export function temporaryDatabase() {
  const folder = temporaryFolder()
  const database = join(folder, 'local.db')
  const clock = new TestClock()
  const options = { database, env: {}, clock, random: seededRandom(folder) }
  const judge = (service: Service, more: object = {}, headers: Record<string, string> = {}) =>
    validate(service, { from: FROM, to: TO, value: '5' }, headers, { signTransaction: false, ...more })
  return {
    database,
    clock,
    exists: () => existsSync(database),
    prune: (given: Omit<PruneOptions, 'dryRun'> & { dryRun?: boolean }) =>
      administer(options).prune({ dryRun: false, ...given }),
    async use<T>(work: (service: Service) => Promise<T>): Promise<T> {
      const service = await openService({ ...options, report: raise })
      try {
        return await work(service)
      } finally {
        await service.close()
      }
    },
    judge,
    validate: async (service: Service, more: object = {}, headers: Record<string, string> = {}) =>
      (await judge(service, more, headers)).svcTxId,
    report: (service: Service, id: string, block: number) =>
      send<void>(service, 'PUT', `/api/v2/transaction/${id}`, {
        transactionId: `0x${String(block).padStart(64, '0')}`,
        blockNumber: String(block),
      }),
    /** One that every validation matches. */
    async alert(service: Service): Promise<void> {
      const bot = { name: 'ops', channel: 'TELEGRAM', attributes: { chatId: '1', token: 'a-token-of-a-bot' } }
      const { id } = await send(service, 'POST', '/api/v2/management/alert-configurations/destinations', bot)
      const alert = { alertName: 'everything', alertType: 'SONAR', destinationIds: [id] }
      await send(service, 'POST', '/api/v2/management/alert-configurations', alert)
    },
    /** Validations that were stored now. */
    many: (service: Service, count: number) =>
      service.store.write(async (db) => {
        for (let index = 0; index < count; index++)
          await insertTransaction(
            db,
            storedValidation({
              id: `many-${String(index).padStart(8, '0')}`,
              from_key: FROM,
              to_key: TO,
              created_at: clock.now(),
            }),
          )
      }),
    run(statement: string): void {
      const file = new DatabaseSync(database)
      file.exec(statement)
      file.close()
    },
    /** Rows of every table. */
    everything(): Record<string, number> {
      const file = new DatabaseSync(database)
      try {
        const tables = file.prepare("select name from sqlite_master where type = 'table'").all()
        return Object.fromEntries(
          tables.map(({ name }) => [
            name,
            Number(file.prepare(`select count(*) as count from "${name}"`).get()?.count),
          ]),
        )
      } finally {
        file.close()
      }
    },
  }
}
