import type { ProductType } from '../../api/vocabulary.ts'
import { WardenError } from '../../shared/errors.ts'
import { lookUpIntel } from '../intel/look-up.ts'
import { invalidBody } from '../problems/problem.ts'
import { holdsOn } from '../records/control-list-entry.ts'
import type { Reads } from '../records/reads.ts'
import { addressesOf, type Examined } from '../risk/collect-subjects.ts'
import { accountsIn, payerOf } from '../risk/controlled-accounts.ts'
import { type Counterparty, type EvidenceSet, evidenceSet } from '../risk/evidence.ts'
import { readTrace } from '../risk/trace/read-trace.ts'
import type { Trace } from '../risk/trace/trace.ts'
import type { Transaction } from '../risk/types.ts'
import { type SourceInForce, staleAmong } from '../store/repositories/intel.ts'
import type { CounterpartyRow, EntryRow } from '../store/schema.ts'
import { findHops } from './hop-graph.ts'

/** All that is known about who matters in a transaction, and the control list entries that hold for it. */
export interface Gathered {
  readonly evidence: EvidenceSet
  readonly entries: readonly EntryRow[]
}

export interface Circumstances {
  readonly product: ProductType
  /** Whose addresses are among the subjects already (`withTrace`). */
  readonly trace: Trace | undefined
  readonly sources: readonly SourceInForce[]
  readonly now: number
}

export async function gatherEvidence(
  reads: Reads,
  examined: Examined,
  { product, trace, sources, now }: Circumstances,
): Promise<Gathered> {
  const { chainId, from: owner } = examined.transaction
  const addresses = addressesOf(examined)
  // Asked at once, so that they are read together with those of other transactions.
  const [listed, known, counterparties, hasHistory, hasGraph] = await Promise.all([
    reads.entries({ addresses, product }),
    lookUpIntel(reads, addresses, chainId),
    counterpartiesIn(reads, examined, addresses),
    reads.hasHistory({ chainId, owner }),
    reads.hasGraph(chainId),
  ])
  const entries = listed.filter((entry) => holdsOn(entry, chainId))
  const evidence = evidenceSet({
    ...known,
    staleSources: staleAmong(sources, now),
    ...(hasGraph && { connections: await findHops(reads.db, examined.subjects, known.intel, chainId) }),
    hasGraph,
    entries: entries.map(({ id, type, address_key }) => ({ id, type, address: address_key })),
    counterparties,
    hasHistory,
    trace,
  })
  return { evidence, entries }
}

/** The trace of a request. Throws Problem 400 for one that cannot be read, or is of another transaction. */
export function readGivenTrace(given: unknown, { to }: Transaction): Trace | undefined {
  if (given === undefined || given === null) return undefined
  const trace = readOrRefuse(given)
  if (to !== undefined && trace.root.to !== to)
    throw invalidBody('trace', `is of another transaction: it calls ${trace.root.to ?? 'nobody'}, not ${to}`)
  return trace
}

function readOrRefuse(given: unknown): Trace {
  try {
    return readTrace(given)
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    const details = error.details.map((line) => line.replace(/\.$/, '')).join('; ')
    throw invalidBody('trace', `is no call trace as go-ethereum’s callTracer writes it: ${details}`)
  }
}

/** Of the sender, and of the accounts that it acts for whom they deal with here. */
async function counterpartiesIn(
  reads: Reads,
  examined: Examined,
  addresses: readonly string[],
): Promise<Counterparty[]> {
  const { chainId, from } = examined.transaction
  const accounts = accountsIn(examined)
  const theirs = examined.actions
    .map((action) => ({ chainId, owner: payerOf(action), address: action.authority }))
    .filter(({ owner }) => owner !== from && accounts.has(owner))
  const rows = await reads.counterparties([
    ...addresses.map((address) => ({ chainId, owner: from, address })),
    ...theirs,
  ])
  return rows.map((row) => (row.owner === from ? toCounterparty(row) : { ...toCounterparty(row), owner: row.owner }))
}

function toCounterparty(row: CounterpartyRow): Counterparty {
  return { address: row.counterparty, firstSeen: row.first_seen, count: row.count, hadValue: row.had_value === 1 }
}
