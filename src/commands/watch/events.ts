import type { ChainEvent } from '../../api/schemas/chain-event.ts'
import type { Delivery } from '../../api/schemas/delivery.ts'
import type { TransactionSummary } from '../../api/schemas/extensions.ts'
import type { Client } from '../../client/client.ts'
import { type EventFollower, follow } from './follow.ts'

export type WatchEventKind = 'validations' | 'deliveries' | 'chain-events'

/** An event as ndjson: its kind, then the resource as in lists. */
export type WatchEvent =
  | ({ readonly happening: 'validation'; readonly changedAt: string; readonly id: string } & Omit<
      TransactionSummary,
      'id'
    >)
  | ({ readonly happening: 'delivery'; readonly changedAt: string } & Delivery)
  | ({ readonly happening: 'chain-event'; readonly changedAt: string } & ChainEvent)

type Follow = (client: Client, since: number) => EventFollower<WatchEvent>

export const followers: Readonly<Record<WatchEventKind, Follow>> = {
  validations: followValidations,
  deliveries: (client, since) =>
    follow(async (query) => {
      const { content } = await client.call('listDeliveries', { query: { ...query, sort: LATEST_CHANGE } })
      return content.map((row) => ({ happening: 'delivery' as const, changedAt: row.updatedAt, ...row }))
    }, since),
  'chain-events': (client, since) =>
    follow(async (query) => {
      const { content } = await client.call('listChainEvents', { query: { ...query, sort: LATEST_CHANGE } })
      return content.map((row) => ({ happening: 'chain-event' as const, changedAt: row.updatedAt, ...row }))
    }, since),
}

const LATEST_CHANGE = ['updatedAt,desc', 'id,desc']

/** Without transactions that were seen on a chain: chain events are about those. */
function followValidations(client: Client, since: number): EventFollower<WatchEvent> {
  const all = follow(async (query) => {
    const { content } = await client.call('listTransactions', {
      query: { ...query, sort: ['createdAt,desc', 'id,desc'] },
    })
    return content.map((row) => ({
      happening: 'validation' as const,
      changedAt: row.createdAt,
      id: row.svcTxId,
      ...row,
    }))
  }, since)
  return async () => (await all()).filter(({ origin }) => origin === undefined)
}
