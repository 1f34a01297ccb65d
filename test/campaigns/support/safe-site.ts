import { randomFillSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openService, type Service } from '../../../src/service/index.ts'
import { systemClock } from '../../../src/shared/time/clock.ts'
import type { NotificationReceiver } from '../../support/chain/notified-receiver.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { createDestination } from './arrange.ts'
import { type Keys, ServeProcess } from './serve-process.ts'

/** A database whose server follows a Safe, and a reader of what it stored. */
export class SafeSite {
  readonly #home: string
  readonly #env: Readonly<Record<string, string>>
  readonly #keys: Keys
  readonly #service: Service
  #server: ServeProcess | undefined

  private constructor(home: string, env: Readonly<Record<string, string>>, service: Service, keys: Keys) {
    this.#home = home
    this.#env = env
    this.#service = service
    this.#keys = keys
  }

  /** @param nodes variables of the nodes */
  static async open(nodes: Readonly<Record<string, string>>): Promise<SafeSite> {
    const home = mkdtempSync(join(tmpdir(), 'txwarden-safe-queue-'))
    const env = { TXWARDEN_HOME: home, ...nodes }
    const service = await openService({
      database: join(home, 'local.db'),
      keyFolder: home,
      env,
      clock: systemClock,
      report: () => {},
      random: (length) => randomFillSync(new Uint8Array(length)),
    })
    const keyOf = async (kind: keyof Keys) => (await service.keys.create(kind)).key
    const keys = { validation: await keyOf('validation'), management: await keyOf('management') }
    return new SafeSite(home, env, service, keys)
  }

  async start(): Promise<ServeProcess> {
    const argv = ['--safes', 'all', '--allow-destination', '127.0.0.1']
    this.#server = await ServeProcess.start(argv, { env: this.#env, keys: this.#keys, connections: 2 })
    return this.#server
  }

  /** Adds a Safe on Ethereum, and an alert about it. */
  async add(
    server: ServeProcess,
    {
      address,
      serviceUrl,
      receiver,
    }: { readonly address: string; readonly serviceUrl: string; readonly receiver: NotificationReceiver },
  ): Promise<void> {
    const webhook = { webhookUrl: receiver.origin, attributes: { token: receiver.secret } }
    const id = await createDestination(server, { channel: 'WEBHOOK', ...webhook })
    const alert = { alertName: 'Safes', alertType: 'MONITOR', destinationIds: [id] }
    await server.must('POST', '/api/v2/management/alert-configurations', alert)
    await server.must('POST', '/ext/v1/safes', { chainId: '1', address, name: 'treasury', serviceUrl })
  }

  /** The interval of the next reading is over. */
  async pollNow(): Promise<void> {
    await this.#service.store.write((db) => db.updateTable('safes').set({ next_poll_at: 0 }).execute())
  }

  /** Until a whole reading is over that begins now. */
  async polled(): Promise<void> {
    const turnOf = () => this.#service.store.read.selectFrom('safes').select(['turn', 'claim_id']).executeTakeFirst()
    await this.#until('the end of a reading', async () => (await turnOf())?.claim_id === null)
    const before = (await turnOf())?.turn ?? 0
    await this.pollNow()
    await this.#until('a reading', async () => {
      const row = await turnOf()
      return row !== undefined && row.turn > before && row.claim_id === null
    })
  }

  /** Until every message is delivered. */
  async delivered(): Promise<void> {
    await this.#until('all deliveries', async () => {
      const pending = await this.#server?.must('GET', '/ext/v1/deliveries?state=PENDING&size=1')
      return pending?.totalElements === 0
    })
  }

  async #until(what: string, condition: () => Promise<boolean>): Promise<void> {
    const started = performance.now()
    while (!(await condition())) {
      if (performance.now() - started > PATIENCE_MS) throw new Error(`${what} did not come: ${this.#server?.stderr}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async close(): Promise<void> {
    await this.#server?.end('SIGKILL')
    await this.#service.close()
    rmSync(this.#home, { recursive: true, force: true })
  }
}
