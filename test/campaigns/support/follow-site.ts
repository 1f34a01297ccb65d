import { randomFillSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openService, type Service } from '../../../src/service/index.ts'
import type { ChainEventRow, ChainHeadRow } from '../../../src/service/store/schema/schema.ts'
import { systemClock } from '../../../src/shared/time/clock.ts'
import type { NotificationReceiver } from '../../support/chain/notified-receiver.ts'
import { createDestination } from './arrange.ts'
import { type Keys, ServeProcess } from './serve-process.ts'

export interface SiteOptions {
  /** Address of a PostgreSQL database; absent: SQLite. */
  readonly database?: string | undefined
  /** Variables of the nodes. */
  readonly nodes: Readonly<Record<string, string>>
  /** Of `serve --follow`. */
  readonly follow: string
}

const PENDING = '/ext/v1/deliveries?state=PENDING&size=1'

/** Servers of one database that follow chains, and a reader of what they stored. */
export class FollowSite implements AsyncDisposable {
  readonly servers: ServeProcess[] = []
  /** Variables of its processes. */
  readonly env: Readonly<Record<string, string>>
  /** Address of the database. */
  readonly database: string
  readonly #home: string
  readonly #keys: Keys
  readonly #service: Service
  readonly #argv: readonly string[]

  private constructor(
    home: string,
    { follow }: SiteOptions,
    { env, service, keys }: { env: Readonly<Record<string, string>>; service: Service; keys: Keys },
  ) {
    this.#home = home
    this.database = service.database
    this.env = env
    this.#keys = keys
    this.#service = service
    this.#argv = ['--follow', follow, '--allow-destination', '127.0.0.1']
  }

  static async open(options: SiteOptions): Promise<FollowSite> {
    const { database, nodes } = options
    const home = mkdtempSync(join(tmpdir(), 'txwarden-follow-'))
    const env = { TXWARDEN_HOME: home, ...nodes, ...(database !== undefined && { TXWARDEN_DATABASE: database }) }
    const service = await openService({
      database: database ?? join(home, 'local.db'),
      keyFolder: home,
      env,
      clock: systemClock,
      random: (length) => randomFillSync(new Uint8Array(length)),
      report: () => {},
    })
    const keyOf = async (kind: keyof Keys) => (await service.keys.create(kind)).key
    const keys = { validation: await keyOf('validation'), management: await keyOf('management') }
    return new FollowSite(home, options, { env, service, keys })
  }

  /** One more server. @param env more variables, instead of the site's */
  start(env: Readonly<Record<string, string>> = {}): Promise<ServeProcess> {
    return ServeProcess.start(this.#argv, { env: { ...this.env, ...env }, keys: this.#keys, connections: 4 })
  }

  async monitor(server: ServeProcess, addresses: Iterable<string>, chainId = '1'): Promise<void> {
    for (const address of addresses)
      await server.must('POST', '/api/v2/management/monitor', { address, chainId, name: `monitored ${address}` })
  }

  /** An alert about all that happens to monitored addresses; returns its id. */
  async tell(server: ServeProcess, receiver: NotificationReceiver): Promise<string> {
    const id = await createDestination(server, {
      channel: 'WEBHOOK',
      webhookUrl: receiver.origin,
      attributes: { token: receiver.secret },
    })
    const { alertId } = await server.must('POST', '/api/v2/management/alert-configurations', {
      alertName: 'monitored',
      alertType: 'MONITOR',
      destinationIds: [id],
    })
    return alertId
  }

  head(chainId = '1'): Promise<ChainHeadRow | undefined> {
    return this.#service.store.read
      .selectFrom('chain_heads')
      .selectAll()
      .where('chain_id', '=', chainId)
      .executeTakeFirst()
  }

  events(chainId = '1'): Promise<ChainEventRow[]> {
    return this.#service.store.read.selectFrom('chain_events').selectAll().where('chain_id', '=', chainId).execute()
  }

  /** Addresses with a balance that later ones are compared with (lower case). */
  async audited(chainId = '1'): Promise<Set<string>> {
    const rows = await this.#service.store.read
      .selectFrom('monitor_balances')
      .select('address')
      .where('chain_id', '=', chainId)
      .where('is_change', '=', 0)
      .execute()
    return new Set(rows.map(({ address }) => address))
  }

  /** Whether every message was delivered. */
  async hasDelivered(server: ServeProcess): Promise<boolean> {
    return (await server.must('GET', PENDING)).totalElements === 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.servers.map((server) => server.end('SIGKILL')))
    await this.#service.close()
    rmSync(this.#home, { recursive: true, force: true })
  }
}
