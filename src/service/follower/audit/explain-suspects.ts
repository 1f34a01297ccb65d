import { isFailure, type RpcFailure } from '../../chain/rpc/json-rpc.ts'
import type { AuditContext, AuditSource, FoundActivity } from './audit.ts'
import { explainBlock } from './explain-block.ts'
import { type LedgerRows, withChange } from './ledger.ts'
import { type Difference, locate } from './locate.ts'
import { atHead, isDifferent, type Suspect } from './suspects.ts'

/** Blocks of one account that one audit explains; the others follow with the next ones. */
const ROUNDS = 32
/** Requests of one audit after which it explains no further block: third parties decide how many blocks have a difference. */
const REQUESTS = 1000

export interface ExplainedSuspects {
  /** By block, the oldest first. */
  readonly found: readonly FoundActivity[]
  /** Addresses of which not all is explained. */
  readonly open: ReadonlySet<string>
  /** Those of them that had no turn. */
  readonly postponed: ReadonlySet<string>
  readonly failure: RpcFailure | undefined
}

/**
 * Explains, for each account, the first block that changes more than is known, then the next one, until all is known.
 * @param fine blocks at which addresses were as expected
 * @param rows get what the blocks change
 */
export async function explainSuspects(
  suspects: readonly Suspect[],
  fine: ReadonlyMap<string, number>,
  given: AuditContext,
  rows: LedgerRows,
): Promise<ExplainedSuspects> {
  const { source, isSpent } = countRequests(given.source)
  const context = { ...given, source }
  const found: FoundActivity[] = []
  let failure: RpcFailure | undefined
  let next = suspects.filter(isDifferent)
  const open = new Set(next.map(({ address }) => address))
  const postponed = new Set(open)
  for (let round = 0; round < ROUNDS && next.length > 0 && !isSpent() && !failure; round++) {
    const located = await Promise.all(next.map((suspect) => locate(suspect, fine.get(suspect.address), context)))
    const differences = located.filter((each) => each !== undefined)
    for (const [at, { address }] of next.entries()) if (!located[at]) postponed.delete(address)
    next = []
    for (const [number, group] of Map.groupBy(differences, (each) => each.number)) {
      if (isSpent() && (found.length > 0 || failure)) break
      for (const { address } of group) postponed.delete(address)
      const explained = await explainBlock(group as [Difference, ...Difference[]], context)
      if (isFailure(explained)) {
        failure = explained
        continue
      }
      found.push(explained)
      for (const difference of group) {
        const { address, ledger } = difference
        const change = explained.changes.get(address) ?? difference.noted
        rows.change(address, number, change)
        const later = { ...difference, ledger: withChange(ledger, number, change) }
        // What cancels out at the head is missing there once its first half is known.
        const rest = isDifferent(later) ? later : atHead(later)
        if (isDifferent(rest)) next.push(rest)
        else open.delete(address)
      }
    }
  }
  return { found: byBlock(found), open, postponed, failure }
}

/** Counts the requests that a source gets. A block takes up to three. */
function countRequests(source: AuditSource) {
  let spent = 0
  const { host, refusals } = source
  const counting: AuditSource = {
    host,
    refusals,
    block: (...wanted) => {
      spent += 3
      return source.block(...wanted)
    },
    send: (requests) => {
      spent += requests.length
      return source.send(requests)
    },
  }
  return { source: counting, isSpent: () => spent >= REQUESTS }
}

/** One entry for each block: several rounds can find something in the same transaction. The oldest first. */
function byBlock(found: readonly FoundActivity[]): FoundActivity[] {
  const all = Map.groupBy(
    found.filter(({ activities }) => activities.length > 0),
    ({ header }) => header.hash,
  )
  return Array.from(all.values(), (some) => ({
    header: (some[0] as FoundActivity).header,
    activities: some.flatMap(({ activities }) => activities),
  })).sort((a, b) => a.header.number - b.header.number)
}
