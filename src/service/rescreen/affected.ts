import { checksummed } from '../../api/address.ts'
import type { TransactionSummary } from '../../api/schemas/extensions.ts'
import type { AddressListing, AffectedTransaction, KnownCounterparty } from '../../api/schemas/rescreen.ts'
import { type ExecutionState, type IntelKind, threatKinds } from '../../api/vocabulary.ts'
import { knowledgeOf } from '../intel/knowledge.ts'
import { toSummaries } from '../records/transaction-record.ts'
import { entriesOn } from '../store/repositories/control-lists.ts'
import { ownersOf } from '../store/repositories/rescreens.ts'
import type { SummaryRow } from '../store/repositories/transactions.ts'
import type { CounterpartyRow, Db } from '../store/schema/schema.ts'

/** Transactions with the verdict that they had, and whether they were executed. */
export async function toAffected(db: Db, rows: readonly SummaryRow[]): Promise<AffectedTransaction[]> {
  return (await toSummaries(db, rows)).map((summary) => ({ ...summary, executed: executionOf(summary) }))
}

function executionOf({ origin, chainState, reported, transactionId }: TransactionSummary): ExecutionState {
  if (origin === 'chain') return chainState === 'REORGED' || chainState === 'DROPPED' ? 'reorged' : 'yes'
  if (reported === 'confirmed') return 'yes'
  return reported === undefined && transactionId === undefined ? 'unknown' : 'reported'
}

/** What feeds and the control list say against an address (lower case) now. */
export async function listingsOf(db: Db, address: string, now: number): Promise<AddressListing[]> {
  const [{ records }, entries] = await Promise.all([knowledgeOf(db, address, undefined, now), entriesOn(db, [address])])
  return [
    ...entries
      .filter(({ type }) => type === 'BLOCK')
      .map(({ id }) => ({ source: 'control list', kind: 'blocked', label: `entry ${id}` }) as const),
    ...records.flatMap(({ source, kind, label }) => (isThreatKind(kind) ? [{ source, kind, label }] : [])),
  ]
}

function isThreatKind(kind: IntelKind): kind is AddressListing['kind'] & IntelKind {
  return threatKinds.includes(kind)
}

/** Owners that dealt with an address (lower case). @param since ms */
export async function counterpartiesOf(db: Db, address: string, since: number): Promise<KnownCounterparty[]> {
  return (await ownersOf(db, [address], since)).map(toCounterparty)
}

function toCounterparty(row: CounterpartyRow): KnownCounterparty {
  return {
    chainId: row.chain_id,
    owner: checksummed(row.owner),
    address: checksummed(row.counterparty),
    firstSeen: new Date(row.first_seen).toISOString(),
    lastSeen: new Date(row.last_seen).toISOString(),
    count: row.count,
    paid: row.had_value === 1,
  }
}
