import type { Clock } from '../../shared/time/clock.ts'
import { addressesOf } from '../risk/analyze.ts'
import type { ChainAccount } from '../risk/chain/account.ts'
import type { ObservedBlock } from '../risk/chain/observation.ts'
import { addressesIn } from '../risk/trace/movements.ts'
import { AccountReader, lensAddress } from './accounts/account-reader.ts'
import { agreement, type SeenCode } from './accounts/age.ts'
import type { ReadyNode } from './nodes/chain-node.ts'
import type { WorkResult } from './nodes/node-pool.ts'
import { failureOf, MAX_REQUESTS, type ObservingDeps } from './observe-on.ts'
import type { MinedSubject, ObserveBlockRequest, Observed } from './observer.ts'
import { executedSimulation, minedBlock, readExecutedTraces } from './simulation/executed.ts'

interface ObservingExecuted extends ObservingDeps, Pick<ObserveBlockRequest, 'transactions' | 'traces'> {
  readonly clock: Clock
}

/** So many transactions may take `MAX_REQUESTS` each; further ones share these. */
const FULL_BUDGETS = 8
/** Accounts of a transaction that one trip looks at, and of all transactions. */
const MAX_ACCOUNTS = 20
const MAX_BLOCK_ACCOUNTS = 400

/**
 * Gives what one node says about transactions of a block: their traces, and what the accounts were before that block,
 * because that is what could be known. One trip requests all of them, each account once. The second trip is about what
 * the first one named, and is left out where it named nothing.
 */
export async function observeExecuted(
  { node, past }: ReadyNode,
  { transactions, traces: earlier, seen, random, until, clock }: ObservingExecuted,
): Promise<WorkResult<readonly Observed[]>> {
  const [first] = transactions
  if (first === undefined) return { value: [] }
  const { chainId, can } = node
  const block = minedBlock(first.mined)
  const before: ObservedBlock = { ...block, number: block.number - 1n, hash: first.mined.header.parentHash }
  const known = new Map<string, SeenCode>()
  const subjects = transactions.map(({ analysis, owners }) => unique([...owners, ...addressesOf(analysis)]))
  const named = unique(subjects.flat())
  const isUsable = can.archive && past !== undefined && agreement(before, past.timestamp) !== 'later'
  const reader = new AccountReader({
    can,
    head: before,
    seen: known,
    lens: lensAddress(random, new Set(named)),
    past: isUsable ? past : undefined,
  })
  const budget = MAX_REQUESTS * Math.min(transactions.length, FULL_BUDGETS)
  const accounts = reader.firstTrip(accountsOf(subjects), { budget, codeless: codelessIn(transactions) })
  const [{ traces, replies }] = await Promise.all([
    readExecutedTraces(node, transactions, { otherRequests: accounts.requests, known: earlier, until, clock }),
    seen.load(chainId, named, known),
  ])
  accounts.read(replies)

  const analyzeAll = (shown: ReadonlyMap<string, ChainAccount>) =>
    Promise.all(transactions.map(({ trace, analyze }, at) => analyze(traces[at]?.trace ?? trace, shown)))
  const analyses = await analyzeAll(reader.accounts())
  const more = analyses.map((analysis, at) => {
    const own = new Set(subjects[at])
    const called = addressesIn((traces[at]?.trace ?? first.trace).root)
    return unique([...addressesOf(analysis), ...called]).filter((address) => !own.has(address))
  })
  await seen.load(chainId, unique([...more.flat(), ...reader.moreAddresses()]), known)
  const others = reader.secondTrip(accountsOf(more), { budget: budget - replies.length })
  const failure = failureOf(replies)
  if (!failure && others.requests.length > 0) others.read(await node.rpc.send(others.requests, until))
  void seen.save(chainId, reader.seenCode())

  // What a proxy runs is known now.
  const checked = others.requests.length > 0 ? await analyzeAll(reader.accounts()) : analyses
  const partOf = reader.parts()
  const value = transactions.map((subject, at): Observed => {
    const { trace, missing } = traces[at] ?? { trace: subject.trace, missing: [] }
    const { accounts, missing: unread } = partOf([...(subjects[at] ?? []), ...(more[at] ?? [])])
    const read = { node: node.rpc.host, block, simulation: executedSimulation(subject, trace), accounts }
    return { observation: { ...read, missing: [...missing, ...unread] }, analysis: checked[at] ?? subject.analysis }
  })
  return { value, failure }
}

/** Lists the addresses of all transactions within the limits, each once. */
function accountsOf(addresses: readonly (readonly string[])[]): string[] {
  return unique(addresses.flatMap((some) => some.slice(0, MAX_ACCOUNTS))).slice(0, MAX_BLOCK_ACCOUNTS)
}

/** Who signs has no code, or delegates to some (EIP-3607, EIP-7702); nothing ran where a payment went. */
function codelessIn(transactions: readonly MinedSubject[]): ReadonlySet<string> {
  return new Set(
    transactions.flatMap(({ trace }) => {
      const { from, to } = trace.root
      return trace.incomplete || to === undefined ? [from] : [from, to]
    }),
  )
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
