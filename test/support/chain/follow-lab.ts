import { onTestFinished } from 'vitest'
import { FollowSite } from '../../campaigns/support/follow-site.ts'
import type { Answer, ServeProcess } from '../../campaigns/support/serve-process.ts'
import { makeCli } from '../cli.ts'
import { PATIENCE_MS } from '../patience.ts'
import { type ForkingChain, type ForkingChainOptions, startForkingChain } from './forking-chain.ts'
import { type Notification, type NotificationReceiver, startNotificationReceiver } from './notified-receiver.ts'

/** A row of `chain status --json`. */
export interface FollowedChain {
  readonly chain: string
  readonly state: string
  readonly reason?: string | null
  readonly head: number | null
  readonly tip: number | null
  readonly lagBlocks: number | null
  readonly lagSeconds: number | null
  readonly mode: string
  readonly holder: string | null
}

export interface LabOptions extends ForkingChainOptions {
  /** The chain; default: one of `startForkingChain`. */
  readonly startChain?: (options: ForkingChainOptions) => Promise<ForkingChain>
  /** Address of a PostgreSQL database; default: SQLite. */
  readonly database?: string | undefined
  /** URLs of nodes before that of the chain itself; `undefined` in it stands for the chain. */
  readonly nodes?: (chain: ForkingChain) => Promise<string> | string
  /** Monitored addresses from the start; default: the first of `monitored`. */
  readonly monitor?: readonly string[]
  /** More variables of the server. */
  readonly env?: Readonly<Record<string, string>>
}

/** Waits for what other processes bring about; fails when it does not come. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`${what} did not happen`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Recipients of payments in tests. */
export const treasury = '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c'
export const stranger = '0x57a9e4e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f'

/** A chain, a `serve --follow` of the built program, a monitored treasury, and a receiver of its messages. */
export class FollowLab {
  readonly chain: ForkingChain
  readonly receiver: NotificationReceiver
  readonly site: FollowSite
  readonly alertId: string
  readonly #env: Readonly<Record<string, string>>
  readonly #cli = makeCli()

  private constructor(parts: Pick<FollowLab, 'chain' | 'receiver' | 'site' | 'alertId'>, env: LabOptions['env'] = {}) {
    this.chain = parts.chain
    this.receiver = parts.receiver
    this.site = parts.site
    this.alertId = parts.alertId
    this.#env = env
  }

  /** Everything is stopped after the test. Resolves when the head of the chain is known. */
  static async start(given: LabOptions = {}): Promise<FollowLab> {
    const { nodes, monitor = [treasury], env, startChain = startForkingChain, database, ...options } = given
    const chain = await startChain(options)
    onTestFinished(() => chain[Symbol.asyncDispose]())
    const receiver = await startNotificationReceiver()
    onTestFinished(() => receiver.close())
    const site = await FollowSite.open({
      nodes: { TXWARDEN_CHAIN_ETHEREUM_URL: (await nodes?.(chain)) ?? chain.url },
      follow: 'ethereum',
      database,
    })
    onTestFinished(() => site[Symbol.asyncDispose]())
    const server = await site.start(env)
    site.servers.push(server)
    await site.monitor(server, monitor)
    const alertId = await site.tell(server, receiver)
    return new FollowLab({ chain, receiver, site, alertId }, env)
  }

  get server(): ServeProcess {
    return this.site.servers[0] as ServeProcess
  }

  /** Ends the server; it can be started again. */
  async stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    await this.server.end(signal)
    this.site.servers.length = 0
  }

  async restart(env: Readonly<Record<string, string>> = this.#env): Promise<void> {
    this.site.servers.push(await this.site.start(env))
  }

  /** A command on the database of the server. @throws when it fails */
  async command(argv: readonly string[]): Promise<Answer['body']> {
    const { code, stdout, stderr } = await this.tryCommand([...argv, '--json'])
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout)
  }

  tryCommand(argv: readonly string[]) {
    this.#cli.clock.step(Date.now() - this.#cli.clock.now())
    return this.#cli(argv, { env: this.site.env })
  }

  async status(): Promise<FollowedChain | undefined> {
    const { content } = (await this.command(['chain', 'status'])) as { content: readonly FollowedChain[] }
    return content.find(({ chain }) => chain === 'ethereum')
  }

  /** `chain status`, once it fits. */
  statusWith(what: string, fits: (row: FollowedChain) => boolean): Promise<FollowedChain> {
    return eventually(what, async () => {
      const row = await this.status()
      return row && fits(row) ? row : undefined
    })
  }

  /** Following has begun: later blocks are read. */
  async follows(): Promise<void> {
    await eventually('following', async () => (await this.site.head())?.tip_hash ?? undefined)
  }

  /** Every block of the chain is applied, and every message about them delivered. */
  async settles(): Promise<void> {
    await eventually('the head', async () => {
      const row = await this.site.head()
      return row?.tip_hash === (await this.chain.head()).hash || undefined
    })
    await this.delivers()
  }

  /** Balances of the addresses were read: a later difference is found. */
  async audits(...addresses: readonly string[]): Promise<void> {
    await eventually('an audit', async () => {
      const audited = await this.site.audited()
      return addresses.every((address) => audited.has(address.toLowerCase())) || undefined
    })
  }

  async delivers(): Promise<void> {
    await eventually('delivery', async () => (await this.site.hasDelivered(this.server)) || undefined)
  }

  /** Empty blocks, each read before the next: what is due after blocks becomes due. */
  async passes(blocks: number): Promise<void> {
    for (let left = blocks; left > 0; left--) {
      await this.chain.mine()
      await this.settles()
    }
  }

  /** The message about a step of a transaction. */
  notified({ hash }: { readonly hash: string }, step: Notification['step'] = 'included'): Promise<Notification> {
    return eventually(`${step} of ${hash}`, () => this.receiver.about(hash).find((each) => each.step === step))
  }

  /** Steps that were reported, in their order. */
  steps({ hash }: { readonly hash: string }): readonly Notification['step'][] {
    return this.receiver.about(hash).map(({ step }) => step)
  }
}
