/**
 * Room: What several rooms read alike: list entries and transactions as resources of the interface, settings, quotas; batched reads.
 *
 * Stored codes and columns keep their names here.
 */

import { checksummed } from '../../api/address.ts'
import type { TransactionRecord, TransactionSummary } from '../../api/schemas/extensions.ts'
import type { ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import { recordedVerdict, withVerdict } from '../../api/verdict.ts'
import type { ChainEventState } from '../../api/vocabulary.ts'
import { eventStatesOf } from '../store/repositories/chain-events.ts'
import { listedResults, type SummaryRow } from '../store/repositories/transactions.ts'
import {
  CONFIRMED,
  type Db,
  type StoredEventState,
  type TransactionReportRow,
  type TransactionRow,
} from '../store/schema/schema.ts'

/** The names of the interface for the codes that are stored. */
export const shownStates: Readonly<Record<StoredEventState, ChainEventState>> = {
  IN: 'INCLUDED',
  GONE: 'REORGED',
  OUT: 'DROPPED',
}

export function requestOf({ request }: Pick<TransactionRow, 'request'>): ValidationRequest {
  return JSON.parse(request) as ValidationRequest
}

/** The result of a stored validation, with explanation and coverage. */
export function resultOf({ result }: Pick<TransactionRow, 'result'>): ValidationResult {
  return JSON.parse(result) as ValidationResult
}

/** A stored validation with what was requested and its result. */
export function validatedOf(row: TransactionRow) {
  return { row, request: requestOf(row), result: resultOf(row) }
}

export async function toSummaries(db: Db, rows: readonly SummaryRow[]): Promise<TransactionSummary[]> {
  const states = await chainStatesOf(db, rows)
  const actions = await firstActions(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const what = actions.get(row.id)
    return { ...toSummary(row, states.get(row.id)), ...(what !== undefined && { what }) }
  })
}

/** The weightiest action of each transaction, in words. */
async function firstActions(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for await (const row of listedResults(db, ids)) {
    const [first] = resultOf(row).explanation?.actions ?? []
    if (first !== undefined) found.set(row.id, first)
  }
  return found
}

/** Where transactions that were seen are now: in a block as long as one of their events is. */
export async function chainStatesOf(
  db: Db,
  rows: readonly Pick<SummaryRow, 'id' | 'origin'>[],
): Promise<ReadonlyMap<string, ChainEventState>> {
  const seen = rows.filter(({ origin }) => origin === 'chain').map(({ id }) => id)
  const states = Map.groupBy(await eventStatesOf(db, seen), ({ svc_tx_id }) => svc_tx_id)
  return new Map(
    Array.from(states, ([id, events]) => {
      const found = new Set(events.map(({ state }) => state))
      return [id, shownStates[found.has('IN') ? 'IN' : found.has('GONE') ? 'GONE' : 'OUT']]
    }),
  )
}

function toSummary(row: SummaryRow, chainState: ChainEventState | undefined): TransactionSummary {
  const summary: TransactionSummary = {
    svcTxId: row.id,
    product: row.product,
    chainId: row.chain_id,
    from: checksummed(row.from_key),
    ...(row.to_key !== null && { to: checksummed(row.to_key) }),
    value: row.value,
    valid: row.valid === 1,
    combinedScore: row.combined_score,
    subCategory: row.sub_category,
    coverage: row.coverage,
    ...(row.known_by_age_only === 1 && { knownByAgeOnly: true }),
    ...onChain(row),
    ...(row.origin !== 'chain' &&
      isReported(row) && { reported: row.standing === CONFIRMED ? 'confirmed' : 'unconfirmed' }),
    ...(row.origin !== null && { origin: row.origin }),
    ...(row.origin === 'chain' && { validatedAs: row.validated_as }),
    ...(row.block_hash !== null && { blockHash: row.block_hash }),
    ...(chainState !== undefined && { chainState }),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
  return withVerdict(summary, recordedVerdict(summary))
}

/** A transaction with request, result and all reports. */
export function toRecord(
  row: TransactionRow,
  reports: readonly TransactionReportRow[],
  chainState: ChainEventState | undefined,
): TransactionRecord {
  return {
    ...toSummary(row, chainState),
    request: requestOf(row),
    result: resultOf(row),
    reports: reports.map((report) => ({
      ...onChain(report),
      reportedAt: new Date(report.reported_at).toISOString(),
    })),
  }
}

function isReported(row: Pick<SummaryRow, 'transaction_id' | 'block_number' | 'block_time'>): boolean {
  return row.transaction_id !== null || row.block_number !== null || row.block_time !== null
}

function onChain(row: Pick<TransactionReportRow, 'transaction_id' | 'block_number' | 'block_time'>) {
  return {
    ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
    ...(row.block_number !== null && { blockNumber: row.block_number }),
    ...(row.block_time !== null && { blockTime: new Date(row.block_time).toISOString() }),
  }
}
