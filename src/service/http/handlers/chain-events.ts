import { checksummed } from '../../../api/address.ts'
import type { ChainEvent } from '../../../api/schemas/chain-event.ts'
import type { TransactionSummary } from '../../../api/schemas/extensions.ts'
import { recordedVerdict } from '../../../api/verdict.ts'
import { activityLines } from '../../alerts/delivery/messages/activity-words.ts'
import { describeEvents, type WatchedEvent } from '../../follower/notify/describe-events.ts'
import { shownStates, toSummaries } from '../../records/transaction-record.ts'
import { pageOfChainEvents } from '../../store/repositories/chain-event-lists.ts'
import { findMonitorOf } from '../../store/repositories/monitors.ts'
import { summaryRowsOf } from '../../store/repositories/transactions.ts'
import type { ChainEventRow, Db } from '../../store/schema/schema.ts'
import type { Handlers } from '../handler.ts'
import { growingPage } from './growing-page.ts'

export const chainEventHandlers = {
  async listChainEvents({ query }, { db }) {
    const since = query.since === undefined ? undefined : Math.ceil(Date.parse(query.since) / 1000)
    return growingPage(
      query,
      (request) => pageOfChainEvents(db, { ...query, since }, request),
      (rows) => toChainEvents(db, rows),
    )
  },
} satisfies Partial<Handlers>

async function toChainEvents(db: Db, rows: readonly ChainEventRow[]): Promise<ChainEvent[]> {
  const ids = rows.flatMap(({ svc_tx_id: id }) => id ?? [])
  const [transactions, names] = await Promise.all([transactionsOf(db, ids), namesOf(db, rows)])
  const validations = await transactionsOf(
    db,
    [...transactions.values()].flatMap(({ validatedAs }) => validatedAs ?? []),
  )
  const events = new Map<string, ChainEvent>()
  for (const [chainId, some] of Map.groupBy(rows, (row) => row.chain_id)) {
    const watched = some.map((row): WatchedEvent => {
      const name = names.get(keyOf(row)) ?? ''
      // Poison is described like an event that alerts notify about.
      return { row: row as WatchedEvent['row'], monitor: { address_key: row.address, name } }
    })
    const activities = await describeEvents(db, chainId, watched, undefined)
    for (const [at, activity] of activities.entries()) {
      const row = some[at]
      if (!row) continue
      const transaction = row.svc_tx_id === null ? undefined : transactions.get(row.svc_tx_id)
      const validation = validations.get(transaction?.validatedAs ?? '')
      events.set(row.id, {
        ...(transaction && { verdict: recordedVerdict(transaction) }),
        ...activity,
        moves: [...activity.moves],
        notes: activity.notes && [...activity.notes],
        id: row.id,
        chainId,
        state: shownStates[row.state],
        text: activityLines(activity, false),
        ...placeOf(row),
        ...(transaction && { validatedAs: transaction.validatedAs ?? null, transaction }),
        ...(validation && {
          validation: { verdict: recordedVerdict(validation), combinedScore: validation.combinedScore },
        }),
      })
    }
  }
  return rows.flatMap(({ id }) => events.get(id) ?? [])
}

function placeOf(row: ChainEventRow) {
  return {
    blockNumber: String(row.block_number),
    blockHash: row.block_hash,
    blockTime: new Date(row.block_time * 1000).toISOString(),
    ...(row.tx_hash !== row.block_hash && { transactionId: row.tx_hash }),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

async function transactionsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, TransactionSummary>> {
  const summaries = await toSummaries(db, await summaryRowsOf(db, [...new Set(ids)]))
  return new Map(summaries.map((summary) => [summary.svcTxId, summary]))
}

/** Reads the names of the addresses that are still monitored. */
async function namesOf(db: Db, rows: readonly ChainEventRow[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const row of rows) {
    if (names.has(keyOf(row))) continue
    const monitor = await findMonitorOf(db, row.address, row.chain_id)
    names.set(keyOf(row), monitor?.name ?? '')
  }
  return names
}

function keyOf({ address, chain_id: chainId }: ChainEventRow): string {
  return `${chainId}:${checksummed(address)}`
}
