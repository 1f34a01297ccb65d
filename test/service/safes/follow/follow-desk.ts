import { randomFillSync } from 'node:crypto'
import type { Hex } from 'ox/Hex'
import { test as base, expect, onTestFinished } from 'vitest'
import { openService, type Service } from '../../../../src/service/index.ts'
import { sealService } from '../../../../src/service/safes/service-secret.ts'
import { findSafe, insertSafe } from '../../../../src/service/store/repositories/safes.ts'
import type { SafeItemRow, SafeRow } from '../../../../src/service/store/schema/schema.ts'
import type { SafeTransaction } from '../../../../src/shared/safe/transaction.ts'
import type { Clock } from '../../../../src/shared/time/clock.ts'
import { sleep } from '../../../../src/shared/time/sleep.ts'
import { type PrivateAccount, privateAccount } from '../../../support/chain/private-account.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { startFaultProxy } from '../../../support/fault-proxy.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { ask } from '../../../support/requests.ts'
import {
  type SafeServiceStandIn,
  type ServiceRow,
  serviceRow,
  startSafeService,
} from '../../../support/safe-service.ts'
import { until } from '../../../support/stepped-time.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { SafeChain } from '../../chain/nodes/safe-chain.ts'

export const owners = ['alice', 'bob', 'carol'].map(privateAccount) as [PrivateAccount, PrivateAccount, PrivateAccount]
export const SAFE = '0x7e570000000000000000000000000000000000a8'
export const PAYEE = '0x7e570000000000000000000000000000000000b8' as Hex
const ID = '01a21bd0-0000-7000-8000-000000000001'

interface Sent {
  readonly kinds: readonly string[]
  readonly safeTxHash?: string
  readonly content: Readonly<Record<string, unknown>> & { readonly safe: Readonly<Record<string, unknown>> }
}

/** A Safe on a node that a test writes, its transaction service, and a server that follows it. */
export class FollowDesk {
  readonly chain: SafeChain
  readonly clock: Clock
  readonly service: Service
  readonly standIn: SafeServiceStandIn

  private constructor(service: Service, standIn: SafeServiceStandIn, chain: SafeChain, clock: Clock) {
    this.service = service
    this.standIn = standIn
    this.chain = chain
    this.clock = clock
  }

  /** @param servers of one database; the desk has the first */
  static async open({ servers = 1, clock = new TestClock(Date.now()) as Clock } = {}): Promise<FollowDesk> {
    const chain = new SafeChain(
      SAFE,
      owners.map(({ address }) => address),
    )
    const node = await startFaultProxy(chain.upstream)
    onTestFinished(() => node.close())
    const standIn = await startSafeService()
    const place = await freshDatabase(temporaryFolder())
    const random = (length: number) => randomFillSync(new Uint8Array(length))
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: node.url }
    const report = (error: unknown) => {
      throw error
    }
    const opened: Service[] = []
    for (let server = 0; server < servers; server++) {
      const service = await openService({ ...place, clock, random, env, report })
      onTestFinished(() => service.close())
      opened.push(service)
    }
    const [service] = opened as [Service]
    const alert = { alertName: 'Safes', alertType: 'MONITOR' }
    expect((await ask(service, 'POST', '/api/v2/management/alert-configurations', alert)).status).toBe(200)
    await addSafe(service, standIn.url, clock.now())
    for (const each of opened) {
      const poller = await each.followSafes('all', (ms, signal) => sleep(ms / 50, signal))
      onTestFinished(() => poller.stop())
    }
    return new FollowDesk(service, standIn, chain, clock)
  }

  /** A row of the queue, signed by some of the owners. */
  row(
    fields: Partial<SafeTransaction> & { readonly nonce: bigint },
    by: readonly PrivateAccount[] = [],
    more: Readonly<Record<string, unknown>> = {},
  ): ServiceRow {
    const { version } = this.chain
    const row = serviceRow({ safe: SAFE, version }, { to: PAYEE, ...fields })
    const confirmations = by.map((owner) => ({ owner: owner.address, signature: owner.sign(row.safeTxHash) }))
    return { ...row, confirmations, proposer: by[0]?.address ?? null, ...more }
  }

  /** Time passes. */
  advance(ms: number): void {
    if (this.clock instanceof TestClock) this.clock.advance(ms)
  }

  async safe(): Promise<SafeRow> {
    const row = await findSafe(this.service.store.read, ID)
    if (!row) throw new Error('no Safe')
    return row
  }

  items(): Promise<SafeItemRow[]> {
    return this.service.store.read.selectFrom('safe_items').selectAll().orderBy('first_seen_at').execute()
  }

  /** Messages so far, oldest first. */
  async sent(): Promise<Sent[]> {
    const rows = await this.service.store.read
      .selectFrom('alert_events')
      .select('content')
      .where('subject', 'like', 'safe:%')
      .orderBy('id')
      .execute()
    return rows.map(({ content }) => {
      const parsed = JSON.parse(content)
      return { kinds: parsed.kinds, ...(parsed.safeTxHash && { safeTxHash: parsed.safeTxHash }), content: parsed }
    })
  }

  /** Has the Safe polled at once. @returns the kinds of the messages that came by it */
  async poll(): Promise<readonly (readonly string[])[]> {
    return (await this.polled()).map(({ kinds }) => kinds)
  }

  /** The same, with the messages. */
  async polled(): Promise<readonly Sent[]> {
    const { store } = this.service
    const before = (await this.sent()).length
    const { polled_at: at } = await this.safe()
    this.advance(10)
    await store.write((db) => db.updateTable('safes').set({ next_poll_at: 0 }).execute())
    await until(async () => {
      const row = await this.safe()
      return row.polled_at !== at && row.next_poll_at > 0 && row.claim_id === null
    }, 'the poll')
    return (await this.sent()).slice(before)
  }
}

async function addSafe({ masterKey, store }: Service, url: string, now: number): Promise<void> {
  const columns = sealService(masterKey.create(), { id: ID, chain_id: '1' }, { url })
  await store.write((db) =>
    insertSafe(db, { id: ID, chain_id: '1', address_key: SAFE, name: 'treasury', created_at: now, ...columns }),
  )
}

/** A test with a desk: `desk`. */
export const test = base.extend('desk', () => FollowDesk.open())
