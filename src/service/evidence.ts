import { WardenError } from '../api/errors.ts'
import { connectionsOf } from './connections.ts'
import { lookUpIntel } from './intel/lookup.ts'
import { invalidBody } from './problem.ts'
import { accountsIn, payerOf } from './risk/accounts.ts'
import { type Counterparty, type EvidenceSet, evidenceSet } from './risk/evidence.ts'
import { readTrace } from './risk/read-trace.ts'
import { addressesOf, type Examined } from './risk/subjects.ts'
import type { Trace } from './risk/trace.ts'
import type { Transaction } from './risk/types.ts'
import {
  type CounterpartyScope,
  counterpartiesLike,
  counterpartiesOfAccounts,
  hasHistory,
} from './store/repositories/counterparties.ts'
import type { CounterpartyRow, Db, EntryRow } from './store/schema.ts'

/**
 * Looks up all that is known about who matters in a transaction.
 * @param entries control list entries that hold for it
 * @param trace whose addresses are among the subjects already (`withTrace`)
 */
export async function gatherEvidence(
  db: Db,
  examined: Examined,
  { entries, trace, now }: { entries: readonly EntryRow[]; trace: Trace | undefined; now: number },
): Promise<EvidenceSet> {
  const { chainId, from: owner } = examined.transaction
  const addresses = addressesOf(examined)
  const known = await lookUpIntel(db, addresses, chainId, now)
  const scope = { chainId, owner }
  return evidenceSet({
    ...known,
    ...(await connectionsOf(db, examined.subjects, known.intel, chainId)),
    entries: entries.map(({ id, type, address_key }) => ({ id, type, address: address_key })),
    counterparties: await counterpartiesIn(db, examined, scope, addresses),
    hasHistory: await hasHistory(db, scope),
    trace,
  })
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
  db: Db,
  examined: Examined,
  scope: CounterpartyScope,
  addresses: readonly string[],
): Promise<Counterparty[]> {
  const own = await counterpartiesLike(db, scope, addresses)
  const accounts = accountsIn(examined)
  const pairs = new Map(
    examined.actions
      .map((action) => ({ owner: payerOf(action), address: action.authority }))
      .filter(({ owner }) => accounts.has(owner))
      .map((pair) => [`${pair.owner} ${pair.address}`, pair]),
  )
  const theirs = await counterpartiesOfAccounts(db, scope.chainId, Array.from(pairs.values()))
  return [...own.map(toCounterparty), ...theirs.map((row) => ({ ...toCounterparty(row), owner: row.owner }))]
}

function toCounterparty(row: CounterpartyRow): Counterparty {
  return { address: row.counterparty, firstSeen: row.first_seen, count: row.count, hadValue: row.had_value === 1 }
}
