import { type Analysis, addressesOf } from '../risk/analyze.ts'
import type { Block, ChainObservation } from '../risk/chain/observation.ts'
import { addressesIn } from '../risk/trace/movements.ts'
import type { Trace } from '../risk/trace/trace.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { AccountReader, lensAddress } from './accounts/account-reader.ts'
import { agreement, type SeenCode } from './accounts/age.ts'
import type { SeenAccounts } from './accounts/seen-accounts.ts'
import type { ReadyNode } from './nodes/chain-node.ts'
import type { WorkResult } from './nodes/node-pool.ts'
import { failureOf } from './observe-on.ts'
import type { ExecutedTransaction, Observed } from './observer.ts'
import { doubtsAbout, executedSimulation, executedTraceRequest, readExecutedTrace } from './simulation/executed.ts'

interface Observing {
  readonly analysis: Analysis
  readonly executed: ExecutedTransaction
  readonly analyze: ((trace: Trace) => Promise<Analysis>) | undefined
  readonly seen: SeenAccounts
  readonly random: RandomBytes
  /** End of the budget, in ms of `clock.elapsed()`. */
  readonly until: number
}

const MAX_REQUESTS = 60
/** Accounts that one trip looks at. */
const MAX_ACCOUNTS = 20

/**
 * What one node says about a transaction that a block has: its trace, and what the accounts were before that block, because
 * that is what could be known. The second trip is about what the first one named, and is left out where it named nothing.
 */
export async function observeExecuted(
  { node, past }: ReadyNode,
  { analysis, executed, analyze, seen, random, until }: Observing,
): Promise<WorkResult<Observed>> {
  const { chainId, can } = node
  const { block, parentHash, owners } = executed
  const before: Block = { ...block, number: block.number - 1n, hash: parentHash }
  const known = new Map<string, SeenCode>()
  const subjects = Array.from(new Set([...owners, ...addressesOf(analysis)]))
  const isUsable = can.archive && past !== undefined && agreement(before, past.timestamp) !== 'later'
  const reader = new AccountReader({
    ...{ can, head: before, seen: known },
    lens: lensAddress(random, new Set(subjects)),
    past: isUsable ? past : undefined,
  })
  const tracing = can.trace ? [executedTraceRequest(executed)] : []
  const accounts = reader.firstTrip(subjects.slice(0, MAX_ACCOUNTS), { budget: MAX_REQUESTS - tracing.length })
  const [replies] = await Promise.all([
    node.rpc.batch([...tracing, ...accounts.requests], until),
    seen.load(chainId, subjects, known),
  ])
  const told = readExecutedTrace(executed, tracing.length > 0 ? replies[0] : undefined)
  const aboutAccounts = replies.slice(tracing.length)
  accounts.read(aboutAccounts)

  const trace = typeof told === 'string' ? executed.trace : told
  const traced = typeof told !== 'string' && analyze ? await analyze(told) : analysis
  const more = Array.from(new Set([...addressesOf(traced), ...addressesIn(trace.root)])).filter(
    (address) => !subjects.includes(address),
  )
  await seen.load(chainId, [...more, ...reader.moreAddresses()], known)
  const others = reader.secondTrip(more.slice(0, MAX_ACCOUNTS), { budget: MAX_REQUESTS - replies.length })
  const failure = failureOf(aboutAccounts)
  if (!failure && others.requests.length > 0) others.read(await node.rpc.batch(others.requests, until))
  void seen.save(chainId, reader.seenCode())

  const observation: ChainObservation = {
    node: node.rpc.host,
    block,
    accounts: reader.accounts(),
    simulation: executedSimulation(executed, trace),
    missing: [
      ...(typeof told !== 'string' ? [] : [...(can.trace ? [`no trace: ${told}`] : []), ...doubtsAbout(executed)]),
      ...reader.missing(),
    ],
  }
  return { value: { observation, analysis: traced }, failure }
}
