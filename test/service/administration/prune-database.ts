import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { administer, openService, type Service } from '../../../src/service/index.ts'
import { insertTransaction } from '../../../src/service/store/repositories/transactions.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
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
  const send = async <T>(
    service: Service,
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const answer = await service.handle(
      {
        method,
        path,
        query: '',
        headers: { 'content-type': 'application/json', 'x-validation-product': 'SONAR', ...headers },
        body: JSON.stringify(body),
      },
      { kind: 'in-process' },
    )
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
    return (answer.body === '' ? undefined : JSON.parse(answer.body)) as T
  }
  const judge = (service: Service, more: object = {}, headers: Record<string, string> = {}) =>
    send<{ svcTxId: string; coverage: unknown }>(
      service,
      'POST',
      '/api/v2/transaction/validate',
      {
        transaction: { from: FROM, to: TO, chainId: '1', value: '5' },
        trackNonce: false,
        signTransaction: false,
        ...more,
      },
      { prefer: 'explain', ...headers },
    )
  return {
    database,
    clock,
    exists: () => existsSync(database),
    prune: (given: Omit<PruneOptions, 'dryRun'> & { dryRun?: boolean }) =>
      administer(options).prune({ dryRun: false, ...given }),
    async use<T>(work: (service: Service) => Promise<T>): Promise<T> {
      const report = (error: unknown) => {
        throw error
      }
      const service = await openService({ ...options, report })
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
      const { id } = await send<{ id: string }>(
        service,
        'POST',
        '/api/v2/management/alert-configurations/destinations',
        { name: 'ops', channel: 'TELEGRAM', attributes: { chatId: '1', token: 'a-token-of-a-bot' } },
      )
      await send(service, 'POST', '/api/v2/management/alert-configurations', {
        alertName: 'everything',
        alertType: 'SONAR',
        destinationIds: [id],
      })
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
